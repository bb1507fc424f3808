"""The pages that lie upon each other at the client's home, and what keys do to them; with no terminal in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from p2pgames_cli.config.exit_codes import attempt
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.actions.keys import problems
from p2pgames_cli.table.play_options import Manner, Mode
from p2pgames_cli.ui.field import Text
from p2pgames_cli.ui.form import Form
from p2pgames_cli.ui.menu import Menu
from p2pgames_cli.ui.pages import Item, Palette, Question, Sheet
from p2pgames_cli.ui.waiting_page import Room

Page: TypeAlias = Menu | Form | Sheet | Room

PAGE = 15
"""Lines that a page key scrolls."""
KEYS = (
    (N_("↑↓ Tab"), N_("choose a line"), ""),
    (N_("Enter"), N_("open, or go on"), ""),
    (N_("←→ Space"), N_("another value"), ""),
    ("Ctrl-U", N_("empty the line"), ""),
    ("Esc", N_("back"), N_("nothing is lost")),
    ("? F1", N_("this list"), ""),
    ("q Ctrl-C", N_("leave"), N_("after a question")),
)


@dataclass
class Client:
    """The pages, the last of which is seen, and what the player does."""

    pages: list[Page]
    leaving: str = N_("Leave p2pgames")
    """The question before the screen is left."""
    head: str = ""
    """What stands at the right of the first row."""
    manner: Manner = field(default_factory=lambda: Manner(Mode.SCREEN))
    notice: str = ""
    overlay: Palette | Question | None = None
    closed: bool = False
    """Whether the player has left."""
    after: Callable[[], object] | None = None
    """What is to be done when the screen is out of the way; the screen comes back afterwards."""

    def __post_init__(self) -> None:
        self._complain()

    def look_up_settings(self) -> None:
        """Read the settings if their file has changed, and say what is wrong in it."""
        if self.manner.settings.look():
            self._complain()

    def _complain(self) -> None:
        self.notice = " ".join(problems(self.manner.settings)[:1]) or self.notice

    @property
    def page(self) -> Page:
        """The page that is seen."""
        return self.pages[-1]

    @property
    def done(self) -> bool:
        """Whether the screen is to be taken away."""
        return self.closed or self.after is not None

    @property
    def typing(self) -> bool:
        """Whether letters are text."""
        return isinstance(self.overlay, Palette) or (
            self.overlay is None and isinstance(self.page, Form) and isinstance(self.page.field, Text)
        )

    def open(self, page: Page) -> None:
        """Lay a page upon the others."""
        self.notice = ""
        self.pages.append(page)

    def begin(self, do: Callable[[], object]) -> None:
        """Have something done that needs the screen out of the way."""
        self.notice = ""
        self.after = do

    # -- keys --

    def arrow(self, way: str) -> None:
        """Choose, scroll, or change a value."""
        by = -1 if way in ("up", "left") else 1
        target = self.overlay or self.page
        match target:
            case Form() if way in ("left", "right"):
                target.turn(by)
            case Sheet():
                target.scroll(by, PAGE)
            case Palette() | Menu() | Form():
                target.step(by)
            case _:
                pass

    def scroll(self, by: int) -> None:
        """Scroll a page to read."""
        if self.overlay is None and isinstance(self.page, Sheet):
            self.page.scroll(by * PAGE, PAGE)

    def enter(self) -> None:
        """Do what is chosen; say why where that cannot be."""
        overlay, self.overlay = self.overlay, None
        match overlay or self.page:
            case Palette() as palette if palette.deed is not None:
                self.attempt(palette.deed)
            case Question() as question:
                question.yes()
            case Menu() | Form() as page:
                self.attempt(page.enter)
            case Sheet():
                self.back()
            case _:
                pass

    def click(self, at: int) -> None:
        """Do what a click on the line says."""
        page = self.page
        if isinstance(page, Menu | Form):
            self.attempt(lambda: page.click(at))

    def attempt(self, do: Callable[[], object]) -> None:
        """Do something; say why where that cannot be."""
        self.notice = ""
        _code, said = attempt(do)
        if said:
            self.notice = named(said)

    def back(self) -> None:
        """Take away what lies above; from the last page leave only after a question."""
        if self.overlay is not None:
            self.overlay = None
        elif len(self.pages) > 1:
            self.pages.pop()
            self.notice = ""
        elif isinstance(self.page, Room):
            self.leave()
        else:
            self.notice = ""

    def leave(self) -> None:
        """Ask, and leave the screen."""

        def close() -> None:
            self.closed = True

        self.overlay = Question(_(self.leaving), close)

    def palette(self) -> None:
        """List the keys, and what can be done from here."""
        page = self.page
        items = list(page.items) if isinstance(page, Menu) else []
        if isinstance(page, Form):
            items = [Item(name, "", "", do) for name, do in page.buttons]
        deeds = {"back": self.back, "this list": self.palette, "leave": self.leave}
        items += [
            Item(_(name), _(key), _(about) if about else "", deeds.get(name)) for key, name, about in KEYS
        ]
        self.overlay = Palette(items)

    # -- text --

    def type(self, data: str) -> None:
        """Write what is typed or pasted, where there is room for text; else do what the letters mean."""
        page = self.page
        if isinstance(self.overlay, Palette):
            self.overlay.type(self.overlay.typed + data)
        elif self.overlay is None and isinstance(page, Form) and isinstance(page.field, Text):
            self.notice = ""
            page.field.type(data)
        elif len(data) == 1:
            self._letter(data)
        elif self.overlay is None and isinstance(page, Form):
            self.notice = ""
            page.paste(data)

    def _letter(self, data: str) -> None:
        if isinstance(self.overlay, Question):
            if data in ("y", "n"):
                self.enter() if data == "y" else self.back()
            return
        page = self.page
        if isinstance(page, Menu) and (do := page.letter(data)) is not None:
            self.attempt(do)
        elif isinstance(page, Room) and page.knocks and data in ("y", "n"):
            page.answer(admit=data == "y")
        elif isinstance(page, Form) and data == " ":
            page.turn(1)
        elif data == "?":
            self.palette()
        elif data == "q":
            self.back() if isinstance(page, Sheet) else self.leave()

    def erase(self, *, all_of_it: bool = False) -> None:
        """Delete the character before the caret, or everything."""
        page = self.page
        if isinstance(self.overlay, Palette):
            self.overlay.type("" if all_of_it else self.overlay.typed[:-1])
        elif isinstance(page, Form) and isinstance(page.field, Text):
            if all_of_it:
                page.field.clear()
            else:
                page.field.erase()

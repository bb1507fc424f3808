"""A page to fill in, with what can be done with it at the foot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from p2pgames.picture.picture import Row
from p2pgames_cli.config.settings import CHOICES, Value, as_offered, capitalised
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.pages.field import ChoiceField, Field, MoreField, TextField
from p2pgames_cli.pages.page import PASSED, TAKEN, Key, Page, PageContent, Reaction, Said, doing, meant
from p2pgames_cli.pages.rows import column, seen, shortened, width, wrapped
from p2pgames_cli.table.item import Item

Button = tuple[str, Callable[[], None]]


@dataclass
class Form(Page):
    """Fields, then buttons; one of them is chosen."""

    title: str
    build: Callable[[], list[Field]]
    """Returns the fields: which there are may depend on what stands in others."""
    buttons: tuple[Button, ...]
    lines: tuple[str, ...] = ()
    """What is said above the fields."""
    chosen: int = 0

    @property
    def fields(self) -> list[Field]:
        """The fields there are now."""
        return self.build()

    @property
    def field(self) -> Field | None:
        """The field that is chosen; None on a button."""
        fields = self.fields
        return fields[self.chosen] if self.chosen < len(fields) else None

    @property
    def heading(self) -> str:
        """The title."""
        return self.title

    @property
    def leaves(self) -> str:
        """The screen can be left from here."""
        return _("leave")

    @property
    def typing(self) -> bool:
        """Whether a text is chosen."""
        return isinstance(self.field, TextField)

    def listed(self) -> list[Item]:
        """Return the buttons."""
        return [Item(name, "", "", do) for name, do in self.buttons]

    def keys(self) -> list[Key]:
        """Return how fields are chosen and filled in."""
        return [("↑↓", _("line"), ""), ("←→", _("change"), ""), ("Enter", _("next"), "enter")]

    def press(self, key: str) -> Reaction:
        """Go to another field, choose another value, delete, or go on."""
        match key:
            case "up" | "down":
                self.step(1 if key == "down" else -1)
            case "left" | "right":
                self.turn(1 if key == "right" else -1)
            case "enter":
                return doing(self.enter)
            case "backspace" | "Ctrl-U" if isinstance(text := self.field, TextField):
                text.erase() if key == "backspace" else text.clear()
            case "tab" if isinstance(text := self.field, TextField) and text.complete():
                pass
            case _:
                return PASSED
        return TAKEN

    def type(self, text: str) -> Reaction:
        """Write into the chosen text; what is pasted elsewhere goes into the first one, a blank gives another value."""
        if isinstance(chosen := self.field, TextField):
            chosen.type(text)
        elif len(text) > 1:
            self.paste(text)
        elif text == " ":
            self.turn(1)
        else:
            return PASSED
        return TAKEN

    def plain(self) -> dict[str, Any]:
        """Return the fields and the buttons."""
        fields, buttons = [one.plain() for one in self.fields], [label for label, _do in self.buttons]
        told = {"lines": list(self.lines), "fields": fields, "buttons": buttons}
        return {"kind": "form", **told, "chosen": self.chosen}

    def handle_event(self, said: Said) -> Reaction:
        """Write into a field, choose another value, or do what a button says."""
        if (field := meant(said, "field", self.fields, lambda field: field.name)) is not None:
            return doing(partial(field.take, said))
        button = meant(said, "button", self.buttons, lambda button: button[0])
        return doing(button[1]) if button is not None else PASSED

    def step(self, by: int) -> None:
        """Choose the next field or button, or the one before."""
        count = len(self.fields) + len(self.buttons)
        self.chosen = (self.chosen + by) % count

    def turn(self, by: int) -> None:
        """Choose another value, or move the caret."""
        match self.field:
            case ChoiceField() as choice:
                choice.step(by)
            case TextField() as text:
                text.go(by)
            case MoreField() as more:
                more.open()
            case None:
                self.step(by)

    def enter(self) -> None:
        """Go on to the next field, or do what a button says: the first one, where the last field is a text."""
        at = self.chosen - len(self.fields)
        if at == -1 and self.typing:
            at = 0
        if at < 0:
            self.step(1)
        else:
            self.buttons[at][1]()

    def paste(self, data: str) -> None:
        """Put what was pasted, while no text was chosen, in place of the first text there is."""
        for at, one in enumerate(self.fields):
            if isinstance(one, TextField):
                self.chosen = at
                one.clear()
                one.type(data)
                break

    def click(self, at: int) -> None:
        """Choose a field or button; a choice goes on to its next value, a button does what it says."""
        self.chosen = at
        match self.field:
            case ChoiceField() as choice:
                choice.step(1)
            case MoreField() as more:
                more.open()
            case None:
                self.enter()
            case _:
                pass

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return the fields and buttons, with what the chosen field means below them, however many there are."""
        chosen_field = self.field
        about = (
            chosen_field.hint
            if isinstance(chosen_field, TextField)
            else chosen_field.about
            if chosen_field
            else ""
        )
        told: list[Row] = [(), *((("", f"   {part}"),) for part in wrapped(about, columns - 6))]
        content, chosen = self._filled(columns)
        content = content.scrolled(chosen, rows - len(told))
        content.rows += told
        return content

    def _filled(self, columns: int) -> tuple[PageContent, int]:
        """Return the fields and buttons, and the row of the chosen one."""
        content, fields, chosen = PageContent(), self.fields, 0
        for line in self.lines:
            content.rows += [(("", f" {part}"),) for part in wrapped(line, columns - 2)]
        if self.lines:
            content.add(())
        wide = max((width(f.name) for f in fields), default=0)
        for at, one in enumerate(fields):
            here = at == self.chosen
            chosen = len(content.rows) if here else chosen
            value, caret = _value(one, columns - wide - 9, here=here)
            if here and caret is not None:
                content.caret = (len(content.rows), wide + 7 + caret)
            ink = "reverse" if here and caret is None else ""
            mark = "▸" if here else " "
            content.add(
                (("bold", f" {mark} {column(one.name, wide)}  "), (ink, value)),
                partial(self.click, at),
                columns,
            )
        content.add(())
        for at, (label, _do) in enumerate(self.buttons, len(fields)):
            here = at == self.chosen
            chosen = len(content.rows) if here else chosen
            row: Row = (
                ("bold", f" {'▸' if here else ' '} "),
                ("reverse bold" if here else "bold", f"[ {label} ]"),
            )
            content.add(row, partial(self.click, at), columns)
        return content, chosen


def _value(one: Field, room: int, *, here: bool) -> tuple[str, int | None]:
    """Return what a field shows, and where in it the caret stands, if anywhere."""
    if isinstance(one, ChoiceField):
        before, after = ("◁ ", " ▷") if here else ("  ", "  ")
        shown = shortened(_(one.value), room + len(after))
        return f"{before}{shown}{after if width(shown) <= room else ''}", None
    if isinstance(one, MoreField):
        return f"  {one.shown()} …", None
    text = "*" * len(one.value) if one.secret else one.value
    shown, caret = seen(text, one.caret, room)
    return "  " + shown + "_" * (min(room, 24) - width(shown)), caret


# The form of what a player can choose for good: theme, colours, what is asked, notices.

NETWORK: Final = "network"
SERVE: Final = "serve"


def settings_form(
    live: LiveSettings, keep: Callable[[Mapping[str, Value]], None], *, silence: bool = False
) -> Form:
    """Return the page of what can be chosen, as it is now; ``keep`` is called with what was chosen in the end.

    With ``silence`` it is that of what `serve` does about it.
    """
    shown = [s for s in CHOICES if (s.section == SERVE if silence else s.section not in (NETWORK, SERVE))]
    fields = [
        ChoiceField(
            s.name,
            tuple(map(as_offered, s.values)),
            capitalised(_(s.about)) + ".",
            s.values.index(live[s.name]),
        )
        for s in shown
    ]

    def chosen() -> None:
        keep({s.name: s.values[field.at] for s, field in zip(shown, fields, strict=True)})

    title = _("Silence") if silence else _("Screen and notices")
    return Form(title, lambda: list(fields), ((_("Keep"), chosen),))

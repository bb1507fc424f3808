"""The page of a table that fills up: the invite, who sits there, who knocks."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import N_, _, pgettext
from p2pgames_cli.pages.page import PASSED, TAKEN, Key, Page, PageContent, Reaction, doing
from p2pgames_cli.pages.rows import fitted, heading, placed, sign, wrapped
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.lobby import Lobby, LobbyView

NEWS: Final = 3
"""Rows beside the seats for what is told; where there are fewer the line gives way to its words."""


@dataclass
class WaitingPage(Page):
    """Who sits at a table, the invite that leads to it, and who knocks."""

    lobby: Lobby
    code: Callable[[str], Sequence[str]] = lambda _line: ()
    """Draws the invite as a QR code: blocks where it is dark, two rows of modules in each line."""
    blocks: Callable[[], bool] = lambda: True
    """Tells whether the screen can show what the code is made of; it is left out otherwise."""
    copy: Callable[[str], None] | None = None
    """Gives a text to the clipboard; None if there is none."""
    deeds: dict[str, tuple[str, Callable[[], None]]] = field(default_factory=dict)
    """What else can be done from here, by its key: what that is called, and what does it."""

    @property
    def heading(self) -> str:
        """The title."""
        return self.lobby.view().title

    @property
    def leaves(self) -> str:
        """The table can be left from here."""
        return _("leave the table")

    @property
    def escapes(self) -> bool:
        """There is no page below it to go back to."""
        return True

    def keys(self) -> list[Key]:
        """Return how somebody who knocks is answered, and what can be copied."""
        answers = [("y", _("yes"), "y"), ("n", _("no"), "n")] if self.lobby.asked else []
        copies = [(key, about, key) for key, about, _text in _copied(self)]
        deeds = [(key, about, key) for key, (about, _do) in self.deeds.items()]
        seldom = [key for key in copies if key[0] == "w"]
        return [*answers, *(key for key in copies if key not in seldom), *deeds, *seldom]

    def listed(self) -> list[Item]:
        """Return what can be copied, and what else can be done."""
        copies = [
            Item(about, key, "", partial(self.copy, text))
            for key, about, text in _copied(self)
            if self.copy is not None
        ]
        return [*copies, *(Item(about, key, "", do) for key, (about, do) in self.deeds.items())]

    def press(self, key: str) -> Reaction:  # noqa: ARG002
        """Know no key."""
        return PASSED

    def type(self, text: str) -> Reaction:
        """Answer who knocks, or copy what leads here."""
        if self.lobby.asked and text in ("y", "n"):
            self.lobby.answer(yes=text == "y")
            return TAKEN
        if text in self.deeds:
            return doing(self.deeds[text][1])
        wanted = next((copied for key, _about, copied in _copied(self) if key == text), "")
        if self.copy is None or not wanted:
            return PASSED
        self.copy(wanted)
        return TAKEN

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return the invite over the whole width, so that it can be copied, and the table beside its QR code."""
        view = self.lobby.view()
        top = _leading(view, columns) if view.line else []
        if view.words and self.copy is not None and len(top) + view.seats + NEWS > rows:
            top = _leading(replace(view, line=""), columns)
        code = self.code(view.line) if view.line and self.blocks() else ()
        if len(top) + len(code) > rows:
            code = ()
        room = max(0, rows - len(top))
        code_wide = max(map(len, code), default=-2)
        wide = columns - code_wide - 2
        left = placed(tuple(_sitting(view, wide, room)), room)
        right: list[Row] = placed(tuple((("paper", line),) for line in code), room)
        return PageContent(
            [*top[:rows], *((*fitted(a, wide), ("", "  "), *b) for a, b in zip(left, right, strict=True))]
        )


def _copied(room: WaitingPage) -> list[tuple[str, str, str]]:
    """Return what can be copied: by which key, what that is called, and the text."""
    if room.copy is None:
        return []
    view = room.lobby.view()
    found = [
        ("c", _("copy words"), view.words),
        ("l", _("copy line"), view.line),
        ("w", _("copy for watchers"), view.watch),
    ]
    return [one for one in found if one[2]]


def _leading(view: LobbyView, columns: int) -> list[Row]:
    words: list[Row] = [(("bold", f"   {view.words}"),), ()] if view.words else []
    text = (TELL if view.line else TELL_WORDS) if view.words else SEND
    told = [(("", f" {part}"),) for part in wrapped(_(text), columns - 2)]
    line = textwrap.wrap(view.line, columns, break_on_hyphens=False)
    return [
        heading(_("invite"), columns),
        *words,
        *told,
        (),
        *((("bold", part),) for part in line),
        *([()] if line else []),
    ]


def _sitting(view: LobbyView, columns: int, rows: int) -> list[Row]:
    """Return who sits at the table, who knocks, and what was told: where that has no room, the newest of it."""
    built: list[Row] = [heading(_("at the table"), columns)]
    for seat in range(max(view.seats, len(view.names))):
        taken = seat < len(view.names)
        name = view.names[seat] if taken else pgettext("seat", "open")
        where = (("dim", f"  {view.where[seat]}"),) if taken and view.where[seat] else ()
        built.append((("", "   "), sign(seat), ("bold" if taken else "", f" {name}"), *where))
    if view.asked:
        words = f"{view.asked} {_('y yes, n no')}"
        built += [(), *((("reverse bold", f" {part} "),) for part in wrapped(words, columns - 2))]
    lines = [wrapped(line, columns - 2) for line in (*view.lines, *view.trying)]
    while len(lines) > 1 and len(built) + 1 + sum(map(len, lines)) > rows:
        del lines[0]
    shown: list[Row] = [(("", f" {part}"),) for line in lines for part in line]
    return [*built, *([()] if len(built) + len(shown) < rows else []), *shown]


TELL = N_(
    "Tell the others these words, or send them the line below; they choose Join a table, or type p2pgames join and "
    "the words. Anybody who has them can sit down: tell nobody else."
)
TELL_WORDS = N_(
    "Tell the others these words; they choose Join a table, or type p2pgames join and the words. Anybody who has them "
    "can sit down: tell nobody else."
)
SEND = N_(
    "Send this line to the others; they choose Join a table and paste it, or type p2pgames join and the line. "
    "Anybody who has it can sit down: send it to nobody else."
)

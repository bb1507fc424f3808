"""The page of a table that fills up: the invite, who sits there, who knocks."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from p2pgames.contract import Seat
from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import N_, _, pgettext
from p2pgames_cli.table.item import Item
from p2pgames_cli.ui.page import PASSED, TAKEN, Key, Page, PageContent, Reaction, doing
from p2pgames_cli.ui.parts import placed
from p2pgames_cli.ui.styles import fitted, heading, sign, wrapped

NEWS: Final = 3
"""Rows beside the seats for what is told; where there are fewer the line gives way to its words."""


@dataclass
class Knock:
    """A question that is answered with yes or no: whether somebody may sit down, or whether the player does."""

    text: str
    answer: Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class TableAccess:
    """What leads to a table."""

    invite: str = ""
    code: tuple[str, ...] = ()
    """The invite as a QR code: blocks where it is dark, two rows of modules in each line."""
    words: str = ""
    """Those that stand for the invite; empty if nothing does by words."""
    watch: str = ""
    """The line for those who only want to watch; empty if nobody may."""


@dataclass
class WaitingPage(Page):
    """Who sits at a table, the invite that leads to it, and who knocks."""

    title: str
    lines: list[str] = field(default_factory=list)
    """What was told meanwhile, newest last."""
    ways_in: TableAccess = TableAccess()
    names: tuple[str, ...] = ()
    seats: int = 0
    knocks: list[Knock] = field(default_factory=list)
    transports: tuple[str, ...] = ()
    """How those get on that need something before they can dial."""
    blocks: Callable[[], bool] = lambda: True
    """Tells whether the screen can show what the code is made of; it is left out otherwise."""
    copy: Callable[[str], None] | None = None
    """Gives a text to the clipboard; None if there is none."""
    away: tuple[Seat, ...] = ()
    """Those who sit there and are not linked now."""
    deeds: dict[str, tuple[str, Callable[[], None]]] = field(default_factory=dict)
    """What else can be done from here, by its key: what that is called, and what does it."""

    def sit(self, names: tuple[str, ...], away: tuple[Seat, ...] = ()) -> None:
        """Show who sits at the table, and who of them is not linked."""
        self.names, self.away = names, away

    def plays(self, game: str, seats: int) -> None:
        """Show what is to be played, by how many."""
        self.title, self.seats = _("Waiting for players: {game}").format(game=game), seats

    def answer(self, *, admit: bool) -> None:
        """Let in or refuse who knocked first."""
        if self.knocks:
            self.knocks.pop(0).answer(admit)

    @property
    def heading(self) -> str:
        """The title."""
        return self.title

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
        answers = [("y", _("yes"), "y"), ("n", _("no"), "n")] if self.knocks else []
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
        if self.knocks and text in ("y", "n"):
            self.answer(admit=text == "y")
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
        top = _leading(self.ways_in, columns) if self.ways_in.invite else []
        if self.ways_in.words and self.copy is not None and len(top) + self.seats + NEWS > rows:
            top = _leading(replace(self.ways_in, invite=""), columns)
        code = self.ways_in.code
        if not self.blocks() or len(top) + len(code) > rows:
            code = ()
        code_wide = max(map(len, code), default=-2)
        wide = columns - code_wide - 2
        left = placed(tuple(_sitting(self, wide, rows - len(top))), rows - len(top))
        right: list[Row] = placed(tuple((("paper", line),) for line in code), rows - len(top))
        return PageContent(
            [*top, *((*fitted(a, wide), ("", "  "), *b) for a, b in zip(left, right, strict=True))]
        )


def _copied(room: WaitingPage) -> list[tuple[str, str, str]]:
    """Return what can be copied: by which key, what that is called, and the text."""
    if room.copy is None:
        return []
    found = [
        ("c", _("copy words"), room.ways_in.words),
        ("l", _("copy line"), room.ways_in.invite),
        ("w", _("copy for watchers"), room.ways_in.watch),
    ]
    return [one for one in found if one[2]]


def _leading(ways: TableAccess, columns: int) -> list[Row]:
    words: list[Row] = [(("bold", f"   {ways.words}"),), ()] if ways.words else []
    text = (TELL if ways.invite else TELL_WORDS) if ways.words else SEND
    told = [(("", f" {part}"),) for part in wrapped(_(text), columns - 2)]
    line = textwrap.wrap(ways.invite, columns, break_on_hyphens=False)
    return [
        heading(_("invite"), columns),
        *words,
        *told,
        (),
        *((("bold", part),) for part in line),
        *([()] if line else []),
    ]


def _sitting(room: WaitingPage, columns: int, rows: int) -> list[Row]:
    """Return who sits at the table, who knocks, and what was told: where that has no room, the newest of it."""
    built: list[Row] = [heading(_("at the table"), columns)]
    for seat in range(max(room.seats, len(room.names))):
        taken = seat < len(room.names)
        name = room.names[seat] if taken else pgettext("seat", "open")
        where = (("dim", f"  {_('away')}"),) if taken and seat in room.away else ()
        built.append((("", "   "), sign(seat), ("bold" if taken else "", f" {name}"), *where))
    if room.knocks:
        knock = room.knocks[0]
        words = f"{knock.text} {_('y yes, n no')}"
        built += [(), *((("reverse bold", f" {part} "),) for part in wrapped(words, columns - 2))]
    lines = [wrapped(line, columns - 2) for line in (*room.lines, *room.transports)]
    while len(lines) > 1 and len(built) + 1 + sum(map(len, lines)) > rows:
        del lines[0]
    return [*built, (), *((("", f" {part}"),) for line in lines for part in line)]


TELL = N_(
    "Tell the others these words, or send them the line below; they choose Join, or type p2pgames join and the words. "
    "Anybody who has them can sit down: tell nobody else."
)
TELL_WORDS = N_(
    "Tell the others these words; they choose Join, or type p2pgames join and the words. Anybody who has them can sit "
    "down: tell nobody else."
)
SEND = N_(
    "Send this line to the others; they choose Join and paste it, or type p2pgames join and the line. "
    "Anybody who has it can sit down: send it to nobody else."
)

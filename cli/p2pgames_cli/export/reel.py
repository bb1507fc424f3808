"""A whole game as pictures and words, step by step, each row and sentence held once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, TypeAlias

from p2pgames.contract import Seat
from p2pgames.picture.picture import Row
from p2pgames_cli.export.picture import desk_of
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.lines.replay import alone
from p2pgames_cli.screen.frame import board
from p2pgames_cli.screen.panels import hands, presence
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import history_text
from p2pgames_cli.table.visibility import revealed
from p2pgames_cli.ui.styles import length
from p2pgames_protocol.log.replica.receive import Ledger

BOARD: Final = (90, 40)
"""Columns and rows of the board."""
BESIDE: Final = (36, 36)

Frame: TypeAlias = list[int]
"""Numbers of rows, or of texts."""
Reel: TypeAlias = list[list[int]]
"""Frames one after the other: of each its length, then place and number of what differs from the frame before."""


@dataclass
class Album:
    """Every row, ink and text once, by number."""

    rows: dict[Row, int] = field(default_factory=dict)
    inks: dict[str, int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=dict)

    def row(self, row: Row) -> int:
        """Return the number of a row; blanks that end it count for nothing."""
        while row and not row[-1][1].strip() and "reverse" not in row[-1][0] and "ground" not in row[-1][0]:
            row = row[:-1]
        return self.rows.setdefault(row, len(self.rows))

    def text(self, text: str) -> int:
        """Return the number of a text."""
        return self.texts.setdefault(text, len(self.texts))

    def drawn(self) -> list[list[int | str]]:
        """Return the rows as numbers of inks, each followed by its characters."""
        return [
            [part for ink, text in row for part in (self.inks.setdefault(ink, len(self.inks)), text)]
            for row in self.rows
        ]


@dataclass(frozen=True)
class Eyes:
    """The game as one onlooker sees it: what lies on the board, beside it, and all in words."""

    name: str
    seat: Seat | None
    everything: bool = False
    board: list[Frame] = field(default_factory=list)
    beside: list[Frame] = field(default_factory=list)
    words: list[Frame] = field(default_factory=list)

    def take(self, desk: Desk, album: Album) -> None:
        """Add the position the desk shows."""
        desk.eyes, desk.everything = self.seat, self.everything
        self.board.append([album.row(row) for row in board(desk, *BOARD).rows])
        painter = desk.painter
        rows = painter.panel(desk.state, desk.view(*BESIDE)) if painter else ()
        more = hands(desk, BESIDE[0]) if self.everything else []
        self.beside.append([album.row(row) for row in (*rows, *more)])
        self.words.append([album.text(text) for text in _words(desk)])


@dataclass(frozen=True)
class Film:
    """A game, taken at each of its ``steps``, the steps worth a look."""

    steps: tuple[int, ...]
    eyes: tuple[Eyes, ...]
    album: Album
    players: list[Frame]
    """For each step three texts a seat: whether it is to move, its points, and what else there is to say."""

    def data(self) -> dict[str, object]:
        """Return everything as plain data."""
        rows = self.album.drawn()
        wide = [length(row) for row in self.album.rows]
        views = [
            {
                "columns": max((wide[row] for frame in one.board for row in frame), default=0),
                "board": reel(one.board),
                "beside": reel(one.beside),
                "words": reel(one.words),
            }
            for one in self.eyes
        ]
        return {
            "steps": self.steps,
            "beside": BESIDE[0],
            "inks": list(self.album.inks),
            "rows": rows,
            "texts": list(self.album.texts),
            "players": reel(self.players),
            "views": views,
        }


def film(ledger: Ledger, seat: Seat | None = None) -> Film:
    """Take a game with the eyes of a seat; with None for everybody's eyes, all cards last where they are revealed."""
    desk = desk_of(ledger)
    history = desk.place.history
    steps = tuple(step for step in range(len(ledger.log) + 1) if history_text.worth(history, step))
    taken = Film(steps, tuple(_onlookers(ledger, seat)), Album(), [])
    for step in steps:
        desk.show_step(step)
        for eyes in taken.eyes:
            eyes.take(desk, taken.album)
        taken.players.append([taken.album.text(text) for text in _players(desk)])
    return taken


def reel(frames: Sequence[Frame]) -> Reel:
    """Return frames as what changes from each to the next."""
    changes = []
    for before, frame in pairwise([[], *frames]):
        new = [
            part
            for at, row in enumerate(frame)
            if at >= len(before) or before[at] != row
            for part in (at, row)
        ]
        changes.append([len(frame), *new])
    return changes


def _onlookers(ledger: Ledger, seat: Seat | None) -> Iterator[Eyes]:
    names = ledger.genesis.names
    if seat is not None:
        yield Eyes(names[seat], seat)
        return
    yield Eyes(_("a spectator"), None)
    for number, name in enumerate(names):
        yield Eyes(name, number)
    if revealed(ledger):
        yield Eyes(_("all cards"), None, everything=True)


def _words(desk: Desk) -> Iterator[str]:
    for sentence in desk.ledger.rules.words(desk.state, desk.seat, desk.known):
        yield desk.named(sentence)
    if desk.everything:
        yield from alone(desk.ledger, desk.position)


def _players(desk: Desk) -> Iterator[str]:
    scores = desk.ledger.rules.scores(desk.state)
    for seat in range(len(desk.ledger.genesis.names)):
        yield "▸" if desk.choosing == seat else ""
        yield str(scores[seat]) if scores is not None else ""
        tally = desk.named(desk.painter.tally(desk.state, seat)) if desk.painter else ""
        yield ", ".join(part for part in (tally, presence(desk, seat)) if part)

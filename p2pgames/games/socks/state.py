"""A position of Socks in the City, which both players see whole, and what was agreed before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from p2pgames.contract import Seat, Wire
from p2pgames.games.socks.building import Lone
from p2pgames.games.socks.city import (
    COLOURS,
    FREE,
    PRINTED,
    STICKS,
    TILES,
    Boards,
    Colour,
    Nets,
    Pair,
    SocksCity,
    StickRoute,
    Tile,
)

NOBODY: Final = -1
SOCKS: Final = "ABCDEF"
"""The letters of the colours."""


class SocksTask(StrEnum):
    """What has to happen next."""

    BEGIN = "begin"
    """The coin says who begins, and what a beginner's game of the players leaves out."""
    SEED = "seed"
    """The coin gives the seed of the layout, or of the blockers on a layout of the players."""
    TILE = "tile"
    """A tile is to be laid."""
    SOCK = "sock"
    """A sock is to be laid."""
    STICK = "stick"
    """A stick is to be laid."""
    OVER = "over"
    """Nothing: the game has ended."""


class SocksEnd(StrEnum):
    """Why the game has ended. The values stand in the digest of the state, so they never change."""

    NOT_YET = ""
    """It goes on."""
    ALL_WON = "All colours are won."
    NO_MORE = "Nobody can join any more socks."
    FIRST_LEFT = "Seat 1 has left the game."
    SECOND_LEFT = "Seat 2 has left the game."


LEFT: Final = (SocksEnd.FIRST_LEFT, SocksEnd.SECOND_LEFT)
"""By seat."""


# The options of a table as the rules use them.


@dataclass(frozen=True, slots=True)
class SocksTerms:
    """What was agreed before the game."""

    by_hand: bool = False
    """Whether the players lay the city out."""
    beginner: bool = False
    strict: bool = True
    """Whether every sock keeps free stations around it."""
    blockers: int = 0
    rebuild: bool = False
    """Whether printed links may be built on."""

    @property
    def tiles(self) -> int:
        """The tiles of the city, 0 while the coin has to say how many."""
        return 0 if self.beginner else TILES

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours of socks there are, one of which the coin leaves out of a beginner's game."""
        return tuple(range(COLOURS))


def socks_terms(chosen: Mapping[str, str]) -> SocksTerms:
    """Return the terms; ``chosen`` holds a legal value for every option."""
    return SocksTerms(
        by_hand=chosen["layout"] == "players",
        beginner=chosen["size"] == "beginner",
        strict=chosen["spacing"] == "strict",
        blockers=int(chosen["blockers"]),
        rebuild=chosen["neutral"] == "rebuild",
    )


@dataclass(frozen=True, slots=True)
class SocksState:
    """A position.

    ``first`` begins; ``turn`` is to move, for a stick ``todo`` times at most. ``total`` tiles and the socks of
    ``colours`` belong to the game, 0 and none while the coin has to say. ``tiles``, ``pairs`` and ``lone`` are what the
    players have laid out; ``lone`` is a sock whose partner comes next. The city and all after it are there once the
    first stick is due: ``links`` says by the number of each link whether it is free, printed, or whose stick lies
    there, ``left`` how many sticks each seat has, ``won`` who holds each colour's prize.

    The rest follows from these: ``free`` links, the ``nets`` of each seat, and a ``route`` by which somebody can
    still win a colour.
    """

    terms: SocksTerms
    task: SocksTask = SocksTask.BEGIN
    first: Seat = NOBODY
    turn: Seat = NOBODY
    todo: int = 0
    total: int = 0
    colours: tuple[Colour, ...] = ()
    tiles: tuple[Tile, ...] = ()
    pairs: tuple[Pair, ...] = ()
    lone: Lone | None = None
    city: SocksCity | None = None
    links: bytes = b""
    left: tuple[int, int] = (STICKS, STICKS)
    won: tuple[Seat, ...] = (NOBODY,) * COLOURS
    gone: Seat = NOBODY
    why: SocksEnd = SocksEnd.NOT_YET
    free: Boards = field(default=(0, 0, 0), compare=False, repr=False)
    nets: tuple[Nets, Nets] = field(default=((), ()), compare=False, repr=False)
    route: StickRoute | None = field(default=None, compare=False, repr=False)

    @property
    def town(self) -> SocksCity:
        """The city; raises ValueError before it is laid out."""
        if self.city is None:
            raise ValueError("The city is not laid out yet.")
        return self.city

    @property
    def lone_colours(self) -> tuple[Colour, ...]:
        """The colours whose socks do not lie yet."""
        laid = {colour for colour, _, _ in self.pairs}
        return tuple(colour for colour in self.colours if colour not in laid)

    def prizes(self, seat: Seat) -> tuple[Colour, ...]:
        """Return the colours a seat has won."""
        return tuple(colour for colour, owner in enumerate(self.won) if owner == seat)

    @property
    def open_colours(self) -> tuple[Colour, ...]:
        """The colours of the city nobody has won."""
        return tuple(colour for colour in self.town.colours if self.won[colour] == NOBODY)


def selectors(*, rebuild: bool) -> bytes:
    """Return the table that makes of every link a 1 where a stick may be laid and a 0 elsewhere."""
    return bytes(int(what == FREE or (rebuild and what == PRINTED)) for what in range(256))


BUILDABLE: Final = {rebuild: selectors(rebuild=rebuild) for rebuild in (False, True)}


def wire(state: SocksState) -> Wire:
    """Return the whole state as plain values."""
    terms = state.terms
    return (
        (terms.by_hand, terms.beginner, terms.strict, terms.blockers, terms.rebuild),
        state.task.value,
        state.first,
        state.turn,
        state.todo,
        state.total,
        state.colours,
        state.tiles,
        state.pairs,
        () if state.lone is None else (state.lone,),
        () if state.city is None else (state.city.layout.wire,),
        state.links,
        state.left,
        state.won,
        state.gone,
        state.why.value,
    )


def scores(state: SocksState) -> tuple[int, ...]:
    """Return the points of each seat."""
    if state.city is None:
        return 0, 0
    return tuple(sum(state.city.worth[colour] for colour in state.prizes(seat)) for seat in range(2))

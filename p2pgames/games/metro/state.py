"""The position: everything that is public, and nothing that is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames.contract import Face, Seat, Slot, Wire
from p2pgames.games.metro.board import (
    ALL,
    COLS,
    COPIES,
    DOORS,
    NOBODY,
    OWNERS,
    PIECES,
    ROWS,
    STATIONS,
    Cells,
    End,
)

BARE: Final[Cells] = ("",) * (ROWS * COLS)
AT_START: Final[tuple[End, ...]] = tuple(DOORS[station] for station in STATIONS)


@dataclass(frozen=True, slots=True)
class Held:
    """A tile in a hand or under the pile. ``face`` is empty as long as not everybody has seen it."""

    slot: Slot
    face: Face = ""


@dataclass(frozen=True, slots=True)
class State:
    """A position of Metro.

    ``turn`` is the seat to move, -1 before the roll. ``drew``: it has drawn one more in this turn, which is
    the last tile of its hand. ``drawing`` names who gets the next tiles of the pile, in order; -1 stands for a tile
    that goes under it instead. The last tiles of the ``pile`` are those ``under`` it, open to all, in order.
    ``deck`` counts the sealed decks of this game from 1; unless it is ``sealed``, the others wait to be shuffled,
    otherwise they begin at position ``top``. ``ends`` and ``lengths`` say where the lines of stations 1 to 32
    are and how many crossings they count; they follow from the cells.
    """

    seats: int
    free: bool
    size: int
    drawing: tuple[Seat, ...]
    turn: Seat = NOBODY
    drew: bool = False
    cells: Cells = BARE
    hands: tuple[tuple[Held, ...], ...] = ()
    points: tuple[int, ...] = ()
    out: tuple[Seat, ...] = ()
    deck: int = 1
    sealed: bool = False
    top: int = 0
    pile: int = len(ALL)
    under: tuple[Held, ...] = ()
    ends: tuple[End, ...] = AT_START
    lengths: tuple[int, ...] = (0,) * len(STATIONS)

    @property
    def inside(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        seats = range(self.seats)
        return tuple(seat for seat in seats if seat not in self.out) if self.out else tuple(seats)

    @property
    def owners(self) -> tuple[Seat, ...]:
        """By station: the seat whose trains it sends, -1 where nobody has one or the owner has left."""
        owners = OWNERS[self.seats]
        return tuple(NOBODY if owner in self.out else owner for owner in owners) if self.out else owners

    @property
    def laid(self) -> int:
        """How many tiles lie on the board."""
        return len(self.cells) - self.cells.count("")

    @property
    def closed(self) -> int:
        """How many tiles of the pile nobody has seen."""
        return self.pile - len(self.under)

    @property
    def deck_name(self) -> str:
        """The name of the sealed deck that the pile is of."""
        return "tiles" if self.deck == 1 else f"tiles-{self.deck}"

    def under_way(self, seat: Seat) -> int:
        """Return how many trains of the seat have not arrived."""
        return sum(owner == seat and end >= 0 for owner, end in zip(self.owners, self.ends, strict=True))

    def public(self, face: Face) -> int:
        """Return how many tiles of this face lie on the board, or open in the hands and under the pile."""
        on_board = sum(map(self.cells.count, PIECES[face]))
        return on_board + sum(held.face == face for hand in (*self.hands, self.under) for held in hand)

    def unseen(self) -> tuple[Face, ...]:
        """Return the faces that lie neither on the board nor open beside it, in the order of the data."""
        return tuple(face for face, copies in COPIES.items() for _ in range(copies - self.public(face)))

    def hidden(self) -> tuple[Slot, ...]:
        """Return the tiles in the hands that only their owners have seen."""
        return tuple(held.slot for hand in self.hands for held in hand if not held.face)

    def to_open(self) -> tuple[Slot, ...]:
        """Return the tiles that are to be laid open: under the pile, and before it is sealed anew in the hands."""
        under = tuple(held.slot for held in self.under if not held.face) if self.under else ()
        return under if self.sealed else (*self.hidden(), *under)


def wire(state: State) -> Wire:
    """Return the state as plain values, without what follows from the cells."""
    hands = tuple(tuple((*held.slot, held.face) for held in hand) for hand in state.hands)
    return (
        state.seats, state.free, state.size, state.drawing, state.turn, state.drew, state.cells, hands,
        state.points, state.out, state.deck, state.sealed, state.top, state.pile,
        tuple((*held.slot, held.face) for held in state.under),
    )  # fmt: skip

"""A position of Line 1: everything that all may see, and nothing that is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from p2pgames.contract import Face, Seat, Slot, Wire
from p2pgames.games.line1.board import CARDS, LETTERS, LINES, STACK, Cell, Route, Tile, Track, stops_of


class Line1Task(StrEnum):
    """What must happen next."""

    BEGIN = "begin"
    """Chance says who begins."""
    SEAL = "seal"
    """The line cards and the route cards are to be shuffled."""
    DEAL = "deal"
    """Everybody is to get one of each."""
    TURN = "turn"
    """The seat at turn lays a tile, or rolls if it travels."""
    ROLL = "roll"
    """Its die is to be rolled."""
    DRAW = "draw"
    """Tiles of the stack are to be drawn for it."""
    TAKE = "take"
    """It takes an open tile, or with traveller_tiles=always may draw instead."""
    OVER = "over"
    """Nothing: the game has ended."""


class Line1End(StrEnum):
    """Why the game has ended. The values stand in the digest of the state, so they never change."""

    NOT_YET = ""
    """It goes on."""
    HOME = "A tram has reached its other terminal."
    DRAWN = "Nobody could lay a tile, and nobody is on a trip."
    ALONE = "All the others have left."


@dataclass(frozen=True, slots=True)
class Trip:
    """A tram under way. ``at`` counts spaces from the beginning of the route, which is 0."""

    line: int
    card: int
    route: Route
    at: int = 0
    renewed: bool = False
    """Whether the route was announced anew in the newest turn of this seat."""
    rolled: str = ""
    """What its die showed last, 1 to 4 or H; empty before the first roll on this route."""

    @property
    def left(self) -> int:
        """How many spaces are still to go."""
        return len(self.route) - 1 - self.at


NO_SIGN: Final = -1


@dataclass(frozen=True)
class Line1State:
    """A position. Tuples named in the plural hold one entry for each seat, but ``signs`` and ``stack``.

    ``signs`` holds the cell of each building's stop sign, -1 without one. ``stack`` counts the tiles of each type
    that are left to draw. ``lays`` counts what the seat at turn has laid in this turn, a pair as two; ``passes``
    the turns in a row that ended without a lay. ``drawing`` is how many tiles are drawn by the next roll.
    ``deck`` counts how often cards were or are to be sealed.
    """

    seats: int
    always: bool
    track: Track
    hands: tuple[tuple[Tile, ...], ...]
    trips: tuple[Trip | None, ...]
    task: Line1Task
    turn: Seat = -1
    signs: tuple[Cell, ...] = (NO_SIGN,) * len(LETTERS)
    stack: tuple[int, ...] = STACK
    lays: int = 0
    passes: int = 0
    drawing: int = 0
    deck: int = 1
    gone: tuple[Seat, ...] = ()
    why: Line1End = Line1End.NOT_YET
    may_leave: bool = False
    """Whether open tiles may be left where they lie: so in version 1 of the rules. The version tells it, no digest."""

    @property
    def inside(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(self.seats) if seat not in self.gone)

    @property
    def trip(self) -> Trip | None:
        """The trip of the seat at turn."""
        return self.trips[self.turn]

    @property
    def open_hands(self) -> tuple[Seat, ...]:
        """The seats whose tiles others may take: travellers, and those who have left."""
        return tuple(
            seat
            for seat, trip in enumerate(self.trips)
            if (trip is not None or seat in self.gone) and self.hands[seat]
        )

    @property
    def deck_names(self) -> tuple[str, str]:
        """The names of the sealed decks of line cards and route cards."""
        suffix = "" if self.deck == 1 else f"-{self.deck}"
        return f"lines{suffix}", f"routes{suffix}"

    @property
    def may_begin(self) -> bool:
        """Whether the turn has just begun, with nothing laid, for a seat that does not travel."""
        return self.task is Line1Task.TURN and not self.lays and self.trip is None

    def slots(self, seat: Seat) -> tuple[Slot, Slot]:
        """Return where the line card and the route card of a seat are."""
        lines, routes = self.deck_names
        return (lines, seat), (routes, seat)

    def stop_cell(self, letter: str) -> Cell:
        """Return the cell of a building's stop sign, -1 without one."""
        return self.signs[LETTERS.index(letter)]

    def stops(self, line: int, card: int) -> str:
        """Return the letters of the buildings that this line must stop at by this route card."""
        return stops_of(self.seats, line, card)

    def after(self, seat: Seat) -> Seat:
        """Return the next seat that is inside."""
        return next(
            each for step in range(1, self.seats + 1) if (each := (seat + step) % self.seats) not in self.gone
        )


LINE_FACES: Final[tuple[Face, ...]] = tuple(f"line-{line}" for line in LINES)
CARD_FACES: Final[tuple[Face, ...]] = tuple(f"card-{card}" for card in range(1, 1 + len(CARDS["2-3"])))


def wire(state: Line1State) -> Wire:
    """Return the state as plain values, without what follows from the cells."""
    trips = tuple(
        () if trip is None else (trip.line, trip.card, trip.route, trip.at, trip.renewed, trip.rolled)
        for trip in state.trips
    )
    return (
        state.seats, state.track.strict, state.always, state.track.cells, state.hands, trips, state.task.value,
        state.turn, state.signs, state.stack, state.lays, state.passes, state.drawing, state.deck, state.gone,
        state.why.value,
    )  # fmt: skip


def drawn_tiles(state: Line1State, values: tuple[int, ...]) -> list[Tile]:
    """Return the types that a roll draws: each value counts into what is left of the stack then, in order of type."""
    stack, drawn = list(state.stack), list[Tile]()
    for value in values:
        left = value
        for tile, count in enumerate(stack):
            if left < count:
                stack[tile] -= 1
                drawn.append(tile)
                break
            left -= count
    return drawn

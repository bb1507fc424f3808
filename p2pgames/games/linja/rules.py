"""The rules of Linja, version 0: what is asked for, and what every event does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from p2pgames.contract import (
    Ask,
    Choose,
    Effect,
    Event,
    Illegal,
    Known,
    Left,
    Move,
    Moved,
    Over,
    Result,
    Roll,
    Rolled,
    Rules,
    Seat,
    Wire,
    resolve_options,
)
from p2pgames.games.linja import sentences
from p2pgames.games.linja import sentences as linja_words
from p2pgames.games.linja.info import PLAYERS, LinjaInfo
from p2pgames.games.linja.sentences import describe_spot as linja_here
from p2pgames.games.linja.state import DATA, LEFT, NOBODY, LinjaEnd, LinjaState, points
from p2pgames.games.linja.turns import PASS, legal_turns, parse_turn, play_turn, turn_text
from p2pgames.replace import replace
from p2pgames.sentences import GAME_OVER, NOT_NOW
from p2pgames.text import Message

REPETITIONS = 3
"""A position that a turn begins with for the third time ends the game (rulebook, end of the game)."""


class Linja(LinjaInfo, Rules[LinjaState]):
    """Linja by Steffen Mühlhäuser: two players, perfect information, one event for a whole turn."""

    @property
    def data(self) -> bytes:
        """The board's data."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> LinjaState:
        """Return the set-up; the coin decides who begins, unless ``first`` is given."""
        state = LinjaState(resolve_options(self, seats, options, first)["bonus"] == "any")
        return state if first is None else _at_turn(state, first)

    def ask(self, state: LinjaState) -> Ask:
        """Ask for the roll of who begins, then for turns."""
        if state.why:
            return Over(_result(state))
        return Roll((PLAYERS,)) if state.turn == NOBODY else Choose(state.turn)

    def apply(self, state: LinjaState, event: Event) -> LinjaState:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        match event:
            case _ if state.why:
                raise Illegal(GAME_OVER())
            case Left(seat) if seat in (0, 1):
                return replace(state, gone=seat, why=LEFT[seat])
            case Rolled((first,)) if state.turn == NOBODY and first in (0, 1):
                return _at_turn(state, first)
            case Moved(seat, move) if seat == state.turn and seat != NOBODY:
                return _moved(state, move)
        raise Illegal(NOT_NOW())

    def moves(self, state: LinjaState, seat: Seat, known: Known) -> Sequence[Move]:  # noqa: ARG002
        """Return every legal turn."""
        if state.why or seat != state.turn:
            return ()
        return tuple(legal_turns(state.pawns, seat, any_pawn=state.any_pawn))

    def text(self, state: LinjaState, seat: Seat, move: Move) -> str:  # noqa: ARG002
        """Return the turn as ``0-1 2-5 +6-5``."""
        return turn_text(move)

    def read(self, state: LinjaState, seat: Seat, known: Known, text: str) -> Move:  # noqa: ARG002
        """Return the turn that is typed; raise `Illegal` with the reason if it is not one."""
        return parse_turn(state.pawns, seat, text, any_pawn=state.any_pawn)

    def effects(self, before: LinjaState, event: Event, after: LinjaState) -> tuple[Effect, ...]:
        """Return what a turn did to the points of whoever made it, and to the other's where it changed them."""
        return (
            linja_words.turn_effects(before.pawns, event.seat, after.pawns)
            if isinstance(event, Moved)
            else ()
        )

    def score_breakdown(self, state: LinjaState) -> tuple[Effect, ...]:
        """Return the points of each row."""
        return tuple(linja_words.rows_worth(state.pawns))

    def wire(self, state: LinjaState) -> Wire:
        """Return the state as plain values."""
        seen = b"".join(state.seen)
        return (state.any_pawn, state.pawns, state.turn, state.passed, seen, state.gone, state.why.value)  # fmt: skip

    def begins_next(self, places: tuple[int, ...], began: Seat) -> Seat | None:
        """Return the loser (rulebook, end of the game); after a draw the one who did not begin."""
        return 1 - began if places[0] == places[1] else places.index(max(places))

    def scores(self, state: LinjaState) -> tuple[int, ...]:
        """Return the points of Red and Black."""
        return points(state.pawns)

    def describe_spot(self, state: LinjaState, seat: Seat | None, known: Known, spot: str) -> Message | None:  # noqa: ARG002
        """Return what stands at a spot."""
        return linja_here(state.pawns, spot)

    def words(self, state: LinjaState, seat: Seat | None, known: Known) -> tuple[Message, ...]:  # noqa: ARG002
        """Return the position in sentences."""
        return linja_words.position_in_words(state.pawns, state.turn, seat, sentences.WHY.get(state.why))


def _at_turn(state: LinjaState, seat: Seat) -> LinjaState:
    """Begin a turn, which counts the position; the third time it stands, the game ends."""
    key = bytes((*state.pawns[0], *state.pawns[1], seat))
    seen = (*state.seen, key)
    why = LinjaEnd.THIRD_TIME if seen.count(key) == REPETITIONS else LinjaEnd.NOT_YET
    return LinjaState(state.any_pawn, state.pawns, seat, state.passed, seen, NOBODY, why)


def _moved(state: LinjaState, move: Move) -> LinjaState:
    turn = play_turn(state.pawns, state.turn, move, any_pawn=state.any_pawn)
    passing = move == PASS
    why = LinjaEnd.NOT_YET
    if turn.ended:
        why = LinjaEnd.ALL_PASSED
    elif passing and state.passed:
        why = LinjaEnd.NO_MOVES
    after = LinjaState(state.any_pawn, turn.pawns, state.turn, passing, state.seen, NOBODY, why)
    return after if why else _at_turn(after, 1 - state.turn)


def _result(state: LinjaState) -> Result:
    red, black = points(state.pawns)
    if state.gone != NOBODY:
        places = (2, 1) if state.gone == 0 else (1, 2)
    else:
        places = (1 if red >= black else 2, 1 if black >= red else 2)
    return Result(places, (red, black), sentences.WHY[state.why])


VERSIONS: Final = {0: Linja()}

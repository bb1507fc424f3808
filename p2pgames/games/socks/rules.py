"""The rules of Socks in the City, version 0: what is asked for, and what every event does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    Roll,
    Rolled,
    Rules,
    Seat,
    Wire,
    resolve_options,
)
from p2pgames.games.socks import building, notation, sentences, turns
from p2pgames.games.socks import words as socks_words
from p2pgames.games.socks.building import SIZES, WORD, WORDS
from p2pgames.games.socks.city import COLOURS, DATA, SIXTHS, Colour, between
from p2pgames.games.socks.info import PLAYERS, SocksInfo
from p2pgames.games.socks.notation import move_text
from p2pgames.games.socks.state import LEFT, NOBODY, SocksState, SocksTask, socks_terms, wire
from p2pgames.games.socks.words import describe_spot as socks_here
from p2pgames.games.socks.words import sticks_needed
from p2pgames.replace import replace
from p2pgames.sentences import GAME_OVER, NOT_NOW, NOT_YOUR_TURN
from p2pgames.text import Count, Every, Joint, Message, SeatName

_DUE: Final = {SocksTask.TILE: building.TILE_DUE(), SocksTask.SOCK: building.SOCK_DUE()}


# What came of a move: what it won, brought nearer or cut off.


def move_effects(before: SocksState, seat: Seat, move: Move, after: SocksState) -> tuple[Effect, ...]:
    """Return what came of a move: points for each pair that it won."""
    match before.task:
        case SocksTask.TILE:
            return tuple(_tile(before, after))
        case SocksTask.SOCK:
            return tuple(_sock(before, move))
        case _:
            return (*_won(before, seat, after, move_text(before, move)), *_changes(before, seat, after))


def _won(before: SocksState, seat: Seat, after: SocksState, link: str) -> Iterator[Effect]:
    for colour in after.prizes(seat):
        if before.won[colour] == NOBODY:
            points = after.town.worth[colour]
            what = sentences.WINS(colour=sentences.letter(colour), count=Count(points))
            yield Effect(what, seat, points, link)


def _changes(before: SocksState, seat: Seat, after: SocksState) -> Iterator[Effect]:
    """Yield for each colour that nobody has won how many more sticks than before each seat needs for it."""
    for colour in after.open_colours:
        both = tuple(_change(before, after, each, colour) for each in (seat, 1 - seat))
        if changed := tuple(filter(None, both)):
            every = Every(changed, Joint.COMMA)
            yield Effect(sentences.CHANGES(colour=sentences.letter(colour), told=every))


def _change(before: SocksState, after: SocksState, seat: Seat, colour: Colour) -> Message | None:
    """Return what has become of a way that there was: no move opens one where there was none."""
    was, now = sticks_needed(before, seat, colour), sticks_needed(after, seat, colour)
    if was is None or was == now:
        return None
    player = SeatName(seat)
    if now is None:
        return sentences.LOSES(player=player)
    return sentences.LACKS(player=player, before=Count(was), now=Count(now))


def _tile(before: SocksState, after: SocksState) -> Iterator[Effect]:
    was, now = (
        len(building.enclosed(before.tiles)) if before.tiles else 0,
        len(building.enclosed(after.tiles)),
    )
    if now != was:
        yield Effect(sentences.ENCLOSES(count=Count(now)))


def _sock(before: SocksState, move: Move) -> Iterator[Effect]:
    match before.lone, move:
        case (_, cell), ("sock", _, int(q), int(r)):
            yield Effect(sentences.PAIR_WORTH(count=Count(between(cell, (q, r)))))


class Socks(SocksInfo, Rules[SocksState]):
    """Socks in the City: two players, perfect information, one event for each tile, sock or stick."""

    @property
    def data(self) -> bytes:
        """The tile and the numbers of pieces."""
        return DATA

    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> SocksState:
        """Return an empty table; the coin decides who begins, unless ``first`` is given."""
        state = SocksState(socks_terms(resolve_options(self, seats, options, first)))
        if first is None:
            return state
        given = replace(state, first=first, turn=first)
        return given if _sides(given) else turns.begin_laying(given, first)

    def ask(self, state: SocksState) -> Ask:
        """Ask for the coin where it is needed, then for moves."""
        match state.task:
            case SocksTask.STICK | SocksTask.SOCK | SocksTask.TILE:
                return Choose(state.turn)
            case SocksTask.OVER:
                return Over(turns.result(state))
            case _:
                return Roll(_sides(state))

    def apply(self, state: SocksState, event: Event) -> SocksState:
        """Return the state after the event; raise `Illegal` if it does not fit."""
        if state.task is SocksTask.OVER:
            raise Illegal(GAME_OVER())
        match event:
            case Moved(seat, move):
                if (
                    type(seat) is not int
                    or seat != state.turn
                    or state.task in (SocksTask.BEGIN, SocksTask.SEED)
                ):
                    raise Illegal(NOT_YOUR_TURN())
                return _moved(state, move)
            case Rolled(values) if state.task in (SocksTask.BEGIN, SocksTask.SEED):
                return _rolled(state, values)
            case Left(seat) if type(seat) is int and 0 <= seat < PLAYERS:
                return replace(state, task=SocksTask.OVER, gone=seat, why=LEFT[seat])
        raise Illegal(NOT_NOW())

    def moves(self, state: SocksState, seat: Seat, known: Known) -> Sequence[Move]:  # noqa: ARG002
        """Return every legal move of the seat."""
        if seat != state.turn:
            return ()
        match state.task:
            case SocksTask.STICK:
                return turns.stick_moves(state)
            case SocksTask.SOCK:
                return turns.sock_moves(state)
            case SocksTask.TILE:
                return turns.tile_moves(state)
            case _:
                return ()

    def text(self, state: SocksState, seat: Seat, move: Move) -> str:  # noqa: ARG002
        """Return the move as ``f20-g21``, or while the city is laid out as ``n52 r1`` or ``A f20``."""
        return notation.move_text(state, move)

    def read(self, state: SocksState, seat: Seat, known: Known, text: str) -> Move:  # noqa: ARG002
        """Return the move that is typed; raise `Illegal` if it is no move at all."""
        return notation.parse_move(state, text)

    def rolled(self, state: SocksState, values: tuple[int, ...]) -> Message:
        """Return what the coin decided; nobody wants to read the numbers that a city is made from."""
        return sentences.COIN() if state.task is SocksTask.SEED else super().rolled(state, values)

    def effects(self, before: SocksState, event: Event, after: SocksState) -> tuple[Effect, ...]:
        """Return what a move won, brought nearer or cut off."""
        return move_effects(before, event.seat, event.move, after) if isinstance(event, Moved) else ()

    def wire(self, state: SocksState) -> Wire:
        """Return the state as plain values."""
        return wire(state)

    def scores(self, state: SocksState) -> tuple[int, ...]:
        """Return the points of both seats."""
        return turns.scores(state)

    def describe_spot(self, state: SocksState, seat: Seat | None, known: Known, spot: str) -> Message | None:  # noqa: ARG002
        """Return what stands at a spot."""
        return socks_here(state, spot)

    def words(self, state: SocksState, seat: Seat | None, known: Known) -> tuple[Message, ...]:  # noqa: ARG002
        """Return the position in sentences."""
        return socks_words.position_in_words(state, seat)


def _sides(state: SocksState) -> tuple[int, ...]:
    """Return what the coin is asked for: the seed, or who begins and what a beginner's game leaves out."""
    if state.task is SocksTask.SEED:
        return (WORD,) * WORDS
    leaves_out = (SIZES, COLOURS) if state.terms.by_hand and state.terms.beginner else ()
    return leaves_out if state.first != NOBODY else (PLAYERS, *leaves_out)


def _rolled(state: SocksState, values: object) -> SocksState:
    sides = _sides(state)
    if not isinstance(values, tuple) or len(values) != len(sides):
        raise Illegal(building.NOT_THE_ROLL())
    if not all(type(value) is int and 0 <= value < side for value, side in zip(values, sides, strict=True)):
        raise Illegal(building.NOT_THE_ROLL())
    if state.task is SocksTask.SEED:
        return turns.layout_drawn(state, values)
    if state.first == NOBODY:
        return turns.begin_laying(state, *values)
    return turns.begin_laying(state, state.first, *values)


def _moved(state: SocksState, move: Move) -> SocksState:
    if state.task is SocksTask.STICK:
        return turns.lay_stick(state, notation.link(state, move))
    match state.task, move:
        case SocksTask.TILE, ("tile", int(q), int(r), int(sixths)) if notation.whole(q, r, sixths):
            if 0 <= sixths < SIXTHS:
                return turns.lay_tile(state, (q, r, sixths))
        case SocksTask.SOCK, ("sock", int(colour), int(q), int(r)) if notation.whole(colour, q, r):
            return turns.lay_sock(state, colour, (q, r))
    raise Illegal(_DUE[state.task])


VERSIONS: Final = {0: Socks()}

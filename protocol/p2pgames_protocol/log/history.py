"""What happened in a game, round by round, as values: what everybody is told, shown, and given as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, TypeAlias

from p2pgames import contract, sentences
from p2pgames.contract import (
    AnyRules,
    Choose,
    Effect,
    Face,
    Left,
    Move,
    Moved,
    Opened,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
    ending_effects,
)
from p2pgames_protocol.chance.coin import outcome
from p2pgames_protocol.log.consents import PAUSE, TAKEBACK, moves_undone
from p2pgames_protocol.log.position import Departure, Ending, Position
from p2pgames_protocol.log.records import Event
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import KEYS, TURN


@dataclass(frozen=True, eq=False)
class StateChange:
    """An event, as the rules have it, and the states before and after it."""

    rules: AnyRules
    event: contract.Event
    before: Any
    after: Any

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """What came of the event."""
        return self.rules.effects(self.before, self.event, self.after)


@dataclass(frozen=True, slots=True)
class _Changing:
    """An entry of what may have changed the state."""

    change: StateChange | None = field(default=None, compare=False, repr=False, kw_only=True)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What came of this entry."""
        return () if self.change is None else self.change.effects


@dataclass(frozen=True, slots=True)
class MoveEntry(_Changing):
    """A seat moved: in which state, and which faces that laid open."""

    kind: ClassVar[str] = "move"
    round: int
    seat: Seat
    move: Move
    state: Any
    shown: tuple[tuple[Slot, Face], ...] = ()


@dataclass(frozen=True, slots=True)
class RollEntry(_Changing):
    """A roll, by a seat or for nobody, and the state it was asked for in; without values it was void."""

    kind: ClassVar[str] = "roll"
    round: int
    seat: Seat | None
    values: tuple[int, ...] | None
    number: int
    """The how-many-th roll of the game it was, from 1."""
    state: Any
    begins: Seat | None
    """The seat that it let begin; None for any other roll."""


@dataclass(frozen=True, slots=True)
class ShuffleEntry(_Changing):
    """All decks were shuffled and sealed."""

    kind: ClassVar[str] = "shuffle"
    seat: ClassVar[None] = None
    round: int


@dataclass(frozen=True, slots=True)
class OpeningEntry(_Changing):
    """Cards were laid open for all, other than by a move."""

    kind: ClassVar[str] = "open"
    seat: ClassVar[None] = None
    round: int
    faces: tuple[tuple[Slot, Face], ...]


@dataclass(frozen=True, slots=True)
class AgreementEntry(_Changing):
    """All agreed on a takeback or a pause; a draw is an `EndEntry`."""

    seat: ClassVar[None] = None
    round: int
    says: str
    to: int | None = None
    """For a takeback: the round before which the game goes on."""
    undone: tuple[MoveEntry, ...] = ()
    """The moves that it took back, oldest first."""
    until: tuple[Seat, ...] = ()
    """For a pause: the seats whose event ends it."""

    @property
    def kind(self) -> str:
        """What was agreed on."""
        return self.says

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The points that are taken back."""
        return tuple(
            Effect(sentences.TAKEN_BACK(what=each.what), each.seat, -each.points, each.where)
            for move in self.undone
            for each in move.effects
            if each.points
        )


@dataclass(frozen=True, slots=True)
class DepartureEntry(_Changing):
    """A seat left, or was put out."""

    kind: ClassVar[str] = "left"
    round: int
    departure: Departure
    others: tuple[Seat, ...]
    """The other seats that were in until then."""

    @property
    def seat(self) -> Seat:
        """The seat that left."""
        return self.departure.seat


@dataclass(frozen=True, slots=True)
class EndEntry:
    """The game ended."""

    kind: ClassVar[str] = "over"
    seat: ClassVar[None] = None
    round: int
    ending: Ending

    @property
    def effects(self) -> tuple[Effect, ...]:
        """That it ended, and why."""
        return () if self.ending.result is None else ending_effects(self.ending.result)


Entry: TypeAlias = (
    MoveEntry | RollEntry | ShuffleEntry | OpeningEntry | AgreementEntry | DepartureEntry | EndEntry
)


class History:
    """What happened in a game. Each round is computed once, and anew where the log was taken back and went on."""

    def __init__(self, replica: Replica) -> None:
        self.replica = replica
        self._rounds: dict[int, tuple[Position, tuple[Entry, ...]]] = {}
        self._counting: list[tuple[Position, int]] = []
        """For each step its position, and the newest round before it that counts, -1 for none: who looked for it from
        each step would pay the square of a game in which all moves are taken back again and again."""

    def of_round(self, number: int) -> tuple[Entry, ...]:
        """Return what happened in one closed round, in order."""
        after = self.replica.positions[number + 1]
        kept = self._rounds.get(number)
        if kept is None or kept[0] is not after:
            kept = self._rounds[number] = after, tuple(self._entries(number))
        return kept[1]

    def entries(self, since: int = 0, until: int | None = None) -> Iterator[Entry]:
        """Yield what happened in the closed rounds from ``since`` on, those before ``until`` only."""
        for number in range(since, len(self.replica.log) if until is None else until):
            yield from self.of_round(number)

    def move(self, number: int) -> MoveEntry | None:
        """Return the move of a closed round; None if it held none, or the move was a fault."""
        return next((entry for entry in self.of_round(number) if isinstance(entry, MoveEntry)), None)

    def effective(self, step: int) -> Iterator[int]:
        """Yield the closed rounds before a step that still count, the newest first.

        None that were taken back, and no takebacks and pauses: of the others a game has as many as its rules allow.
        """
        number = self._counts(step)
        while number >= 0:
            yield number
            number = self._counts(number)

    def _counts(self, step: int) -> int:
        """Return the newest closed round before a step that counts; -1 if there is none."""
        counting, positions = self._counting, self.replica.positions
        while counting and (
            len(counting) > len(positions) or counting[-1][0] is not positions[len(counting) - 1]
        ):
            counting.pop()
        while len(counting) <= step:
            at = len(counting)
            counting.append((positions[at], self._newest(at - 1) if at else -1))
        return counting[step][1]

    def _newest(self, number: int) -> int:
        """Return a closed round if it counts, else the newest before it that does; the steps before are known."""
        agreed = [entry for entry in self.of_round(number) if isinstance(entry, AgreementEntry)]
        if not agreed:
            return number
        to = next((entry.to for entry in agreed if entry.to is not None), None)
        return self._counting[number if to is None else to][1]

    def _entries(self, number: int) -> Iterator[Entry]:
        before, after = self.replica.positions[number : number + 2]
        state = before.state
        for entry in self._turn(number, before, after) if before.kind is TURN else ():
            yield entry
            state = state if entry.change is None else entry.change.after
        if after.paused:
            yield AgreementEntry(number, PAUSE.name, until=after.due)
        if after.rolls > before.rolls:
            chosen = any(position.kind is TURN for position in islice(self.replica.positions, number))
            yield _roll(number, before, after, first=not chosen)
        if isinstance(before.ask, Shuffle) and not isinstance(after.ask, Shuffle) and before.kind is not KEYS:
            yield ShuffleEntry(number, change=_change(before, after, Shuffled()))
        if after.turned:
            opened = StateChange(after.rules, Opened(after.turned), state, after.state)
            yield OpeningEntry(number, after.turned, change=opened)
        if faces := _left_open(before, after):
            yield OpeningEntry(number, faces)
        yield from self._departures(number, after, after.departures[len(before.departures) :], state)
        if after.ending is not None and before.ending is None:
            yield EndEntry(number, after.ending)

    def _departures(
        self, number: int, after: Position, departures: Iterable[Departure], state: Any
    ) -> Iterator[DepartureEntry]:
        """Yield who left with a round, one after the other, from the state that what they gave had led to."""
        for departure in departures:
            inside = self.replica.positions[departure.round].seats
            others = tuple(seat for seat in inside if seat != departure.seat)
            change = None
            if after.commitments:
                event = Left(departure.seat, departure.why, departure.open)
                change = StateChange(after.rules, event, state, state := after.rules.apply(state, event))
            yield DepartureEntry(number, departure, others, change=change)

    def _turn(self, number: int, before: Position, after: Position) -> Iterator[MoveEntry | AgreementEntry]:
        """Yield the move of a turn, or what it took back."""
        faulty = {
            departure.seat for departure in after.departures if departure.round == number and departure.reason
        }
        took_back = len(after.past) < len(before.past) and after.seats == before.seats
        for record in self.replica.log[number].values():
            event = Event.read(record.body)
            if event.act == TURN.act and after.state is not before.state and event.seat not in faulty:
                move: Move = event.body[0]  # type: ignore[assignment]
                shown = self.replica.rules.reveals(before.state, event.seat, move)
                change = _change(before, after, Moved(event.seat, move))
                yield MoveEntry(number, event.seat, move, before.state, tuple(shown), change=change)
            elif event.act == TAKEBACK.name and took_back:
                to: int = event.body[0]  # type: ignore[assignment]
                moves = (self.move(made.round) for made in moves_undone(before, to))
                yield AgreementEntry(number, TAKEBACK.name, to, tuple(filter(None, moves)))


def _change(before: Position, after: Position, event: contract.Event) -> StateChange:
    """Return what an event did in a round, in which cards may have been opened and others have left after it."""
    alone = len(after.departures) == len(before.departures) and not isinstance(before.ask, Choose)
    state = after.state if alone and not after.turned else after.rules.apply(before.state, event)
    return StateChange(after.rules, event, before.state, state)


def _roll(number: int, before: Position, after: Position, *, first: bool) -> RollEntry:
    ask, values = before.ask, _rolled(before, after)
    seat = ask.seat if isinstance(ask, Roll) else None
    picks = isinstance(ask, Roll) and ask.sides == (len(before.seats),) and first
    begins = before.seats[values[0]] if picks and values is not None else None
    change = None if values is None else _change(before, after, Rolled(values))
    return RollEntry(number, seat, values, after.rolls, before.state, begins, change=change)


def _rolled(before: Position, after: Position) -> tuple[int, ...] | None:
    """Return what was rolled between two positions; None if the roll was void."""
    ask = before.ask
    if not isinstance(ask, Roll) or after.state is before.state or after.seats != before.seats:
        return None
    given = tuple((seat, after.heads[seat].last) for seat in after.seats)
    return outcome(before.genesis.game_id, after.rolls, given, ask.sides)


def _left_open(before: Position, after: Position) -> tuple[tuple[Slot, Face], ...]:
    """Return what a seat that left laid open for all to see, beside what the rules have opened."""
    gone = {left.seat for left in after.departures[len(before.departures) :] if left.open}
    held, new, old = before.decks_state.held, after.decks_state.public, before.decks_state.public
    return tuple(
        (s, new[s]) for s in held if held[s] in gone and s in new and s not in {*old, *dict(after.turned)}
    )

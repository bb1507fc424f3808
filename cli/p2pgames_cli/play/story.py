"""What has happened at a table, round by round, as people and programs are told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from p2pgames.contract import Face, Move, Moved, Result, Roll, Seat, Shuffle, Slot
from p2pgames_protocol.coin import outcome
from p2pgames_protocol.ledger import Ledger
from p2pgames_protocol.message import Act, Event
from p2pgames_protocol.position import Departure, Position, Step


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened in a round: ``kind`` is move, roll, shuffle, open, left or over."""

    round: int
    kind: str
    text: str
    seat: Seat | None = None
    move: Move = ()
    values: tuple[int, ...] | None = None
    """What was rolled; None also for a roll that was void."""


def entries(ledger: Ledger, since: int = 0) -> Iterator[Entry]:
    """Yield what happened in the closed rounds from ``since`` on, in order."""
    for number in range(since, len(ledger.log)):
        yield from of_round(ledger, number)


def of_round(ledger: Ledger, number: int) -> Iterator[Entry]:
    """Yield what happened in one closed round."""
    before, after = ledger.positions[number], ledger.positions[number + 1]
    if (made := move_of(ledger, number)) is not None:
        text = ledger.rules.text(before.state, made.seat, made.move)
        yield Entry(number, "move", text, made.seat, made.move)
    if after.rolls > before.rolls:
        values = rolled(ledger, number)
        ask = before.ask
        said = "the roll is void" if values is None else ledger.rules.rolled(before.state, values)
        if (
            not before.begun
            and values
            and isinstance(ask, Roll)
            and ask.sides == (len(ledger.genesis.names),)
        ):
            said = f"{said}, so {ledger.genesis.names[values[0]]} begins"
        yield Entry(number, "roll", said, _roller(before), values=values)
    if (
        isinstance(before.ask, Shuffle)
        and not isinstance(after.ask, Shuffle)
        and before.step is not Step.KEYS
    ):
        yield Entry(number, "shuffle", "the decks are shuffled and sealed")
    if faces := turned(before, after):
        yield Entry(number, "open", f"laid open for all: {', '.join(face for _, face in faces)}")
    for departure in after.departures[len(before.departures) :]:
        yield Entry(number, "left", departed(ledger, departure), departure.seat)
    if after.ending is not None and before.ending is None:
        yield Entry(number, "over", ended(after))


def worth(ledger: Ledger, step: int) -> bool:
    """Tell whether a step is worth a look in a replay: the ends, and where more happened than a pass."""
    if step <= 0 or step >= len(ledger.log):
        return True
    return any(entry.kind != "move" or entry.text != "pass" for entry in of_round(ledger, step - 1))


def turned(before: Position, after: Position) -> list[tuple[Slot, Face]]:
    """Return what was turned over for all to see, between two positions, other than by a move."""
    slots = [slot for slot, seat in before.wanted if seat is None] if after.state is not before.state else []
    return [(slot, after.dealing.public[slot]) for slot in slots if slot in after.dealing.public]


def progress(ledger: Ledger) -> str:
    """Return what the seats' clients are at by themselves, in a few words; empty where a player is awaited."""
    position = ledger.position
    names = [ledger.genesis.names[seat] for seat in ledger.waiting_for]
    match position.step:
        case Step.SHUFFLE:
            seats = position.seats
            turn = seats.index(position.due[0]) + 1
            return f"shuffling: {ledger.genesis.names[position.due[0]]}, {turn} of {len(seats)}"
        case Step.REKEY:
            return f"new keys for the cards: waiting for {', '.join(names)}"
        case Step.SHARE:
            return f"dealing: waiting for {', '.join(names)}"
    return ""


def move_of(ledger: Ledger, number: int) -> Moved | None:
    """Return the move of a closed round, None if it held none or the move was a fault."""
    before, after = ledger.positions[number], ledger.positions[number + 1]
    if before.step is not Step.TURN or after.state is before.state:
        return None
    for seat, record in ledger.log[number].items():
        event = Event.read(record.body)
        at_fault = any(d.seat == seat and d.round == number and d.reason for d in after.departures)
        if event.act == Act.MOVE and not at_fault:
            return Moved(seat, event.body[0])  # type: ignore[arg-type]
    return None


def rolled(ledger: Ledger, number: int) -> tuple[int, ...] | None:
    """Return what was rolled in a closed round; None where there was no roll, or it was void."""
    before, after = ledger.positions[number], ledger.positions[number + 1]
    if not isinstance(before.ask, Roll) or after.state is before.state or after.seats != before.seats:
        return None
    values = tuple((seat, after.purses[seat].last) for seat in after.seats)
    return outcome(ledger.genesis.game_id, after.rolls, values, before.ask.sides)


def _roller(before: Position) -> Seat | None:
    return before.ask.seat if isinstance(before.ask, Roll) else None


def departed(ledger: Ledger, departure: Departure) -> str:
    """Return in a few words how a seat left."""
    inside = ledger.positions[departure.round].seats
    others = ", ".join(ledger.genesis.names[seat] for seat in inside if seat != departure.seat)
    return {
        "resigned": "resigns",
        "voted": f"is out, by the vote of {others}",
        "claimed": f"is out: {others} claims the game after a silence",
        "fault": f"is out: {departure.reason}",
    }[departure.why.value]


def ended(position: Position) -> str:
    """Return how the game ended, in a sentence."""
    ending = position.ending
    if ending is None:
        return ""
    if ending.result is None:
        return (
            "The game has no result: somebody left, and this table does not go on without them."
            if position.begun
            else "The game is abandoned: somebody left before anybody could move."
        )
    return ending.result.why


def outcome_of(ledger: Ledger) -> str:
    """Return who won and how the game ended, in a sentence or two; empty while it runs."""
    ending = ledger.position.ending
    if ending is None:
        return ""
    if ending.result is None:
        return ended(ledger.position)
    first = [
        name for name, place in zip(ledger.genesis.names, ending.result.places, strict=True) if place == 1
    ]
    won = (
        f"{first[0]} wins."
        if len(first) == 1
        else f"{', '.join(first[:-1])} and {first[-1]} share the first place."
    )
    return f"{won} {ended(ledger.position)}"


def standings(ledger: Ledger, result: Result) -> list[str]:
    """Return a line for every seat, the best place first."""
    order = sorted(range(len(result.places)), key=lambda seat: (result.places[seat], seat))
    return [
        f"{result.places[seat]}. {ledger.genesis.names[seat]}"
        + (f", {points(result.scores[seat])}" if result.scores is not None else "")
        for seat in order
    ]


def points(number: int) -> str:
    """Return a number of points in words."""
    return f"{number} point" if number == 1 else f"{number} points"


def shown_faces(ledger: Ledger, number: int) -> tuple[tuple[str, int, str], ...]:
    """Return the faces the move of a closed round laid open, as deck, position and face."""
    made = move_of(ledger, number)
    if made is None:
        return ()
    shows = ledger.rules.shows(ledger.positions[number].state, made.seat, made.move)
    return tuple((deck, place, face) for (deck, place), face in shows)

"""What has happened at a table, round by round, as people and programs are told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from p2pgames.contract import Face, Move, Moved, Result, Roll, Seat, Shuffle, Slot
from p2pgames.text import Sentence
from p2pgames_cli.prose import named
from p2pgames_cli.translation import _, ngettext
from p2pgames_protocol.coin import outcome
from p2pgames_protocol.consent import undone
from p2pgames_protocol.ledger import Ledger
from p2pgames_protocol.message import Act, Event
from p2pgames_protocol.position import Basis, Departure, Position, Step


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened in a round: ``kind`` is move, takeback, pause, roll, shuffle, open, left or over."""

    round: int
    kind: str
    text: Sentence
    seat: Seat | None = None
    move: Move = ()
    values: tuple[int, ...] | None = None
    """What was rolled; None also for a roll that was void."""
    to: int | None = None
    """For a takeback: the round before which the game goes on."""


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
    yield from agreed(ledger, number)
    if after.rolls > before.rolls:
        values = rolled(ledger, number)
        ask = before.ask
        said = _("the roll is void") if values is None else ledger.rules.rolled(before.state, values)
        if (
            not before.begun
            and values
            and isinstance(ask, Roll)
            and ask.sides == (len(ledger.genesis.names),)
        ):
            said = _("the roll: {name} begins").format(name=ledger.genesis.names[values[0]])
        yield Entry(number, "roll", said, _roller(before), values=values)
    if (
        isinstance(before.ask, Shuffle)
        and not isinstance(after.ask, Shuffle)
        and before.step is not Step.KEYS
    ):
        yield Entry(number, "shuffle", _("the decks are shuffled and sealed"))
    if faces := turned(before, after):
        shown = ", ".join(face for _slot, face in faces)
        yield Entry(number, "open", _("laid open for all: {faces}").format(faces=shown))
    for departure in after.departures[len(before.departures) :]:
        yield Entry(number, "left", departed(ledger, departure), departure.seat)
    if after.ending is not None and before.ending is None:
        yield Entry(number, "over", ended(after))


class Story:
    """What happened at a table that is shown again and again: each round is told once, unless it was taken back."""

    def __init__(self) -> None:
        self._rounds: dict[int, tuple[Position, tuple[Entry, ...]]] = {}

    def of_round(self, ledger: Ledger, number: int) -> tuple[Entry, ...]:
        """Return what happened in one closed round."""
        after = ledger.positions[number + 1]
        told = self._rounds.get(number)
        if told is None or told[0] is not after:
            told = self._rounds[number] = after, tuple(of_round(ledger, number))
        return told[1]


def sentence(ledger: Ledger, entry: Entry) -> str:
    """Return an entry as a sentence that names its player."""
    name = f"{ledger.genesis.names[entry.seat]}: " if entry.seat is not None else ""
    text = f"{name}{named(entry.text, ledger.genesis.names)}"
    return text if text.endswith(".") else f"{text}."


def agreed(ledger: Ledger, number: int) -> Iterator[Entry]:
    """Yield what all agreed on in a closed round, but for a draw, which is an end."""
    before, after = ledger.positions[number], ledger.positions[number + 1]
    if (to := taken_back_to(ledger, number)) is not None:
        made = undone(before, to)
        names = ledger.genesis.names
        moves = [(one, move_of(ledger, one.round)) for one in made]
        texts = [
            f"{names[one.seat]} {ledger.rules.text(one.state, one.seat, move.move)}"
            for one, move in moves
            if move is not None
        ]
        said = ngettext("taken back: {moves}", "{count} moves are taken back: {moves}", len(made))
        yield Entry(number, "takeback", said.format(count=len(made), moves=", ".join(texts)), to=to)
    if after.paused:
        names = ledger.genesis.names
        waits = ", ".join(names[seat] for seat in after.due)
        yield Entry(number, "pause", _("the game is paused until {name} moves").format(name=waits))


def taken_back_to(ledger: Ledger, number: int) -> int | None:
    """Return the round that a closed round went back to before; None if it took nothing back."""
    before, after = ledger.positions[number], ledger.positions[number + 1]
    if before.step is not Step.TURN or len(after.past) >= len(before.past) or after.seats != before.seats:
        return None
    for record in ledger.log[number].values():
        event = Event.read(record.body)
        if event.act == Act.TAKEBACK:
            return event.body[0]  # type: ignore[return-value]
    return None


def line_back(ledger: Ledger, step: int) -> Iterator[int]:
    """Yield the closed rounds before a step that still count, the newest first: none that were taken back."""
    number = step - 1
    while number >= 0:
        to = taken_back_to(ledger, number)
        if to is None:
            yield number
        number = number - 1 if to is None else to - 1


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
            name = ledger.genesis.names[position.due[0]]
            said = _("shuffling: {name}, {turn} of {count}")
            return said.format(name=name, turn=turn, count=len(seats))
        case Step.REKEY:
            return _("new keys for the cards: waiting for {names}").format(names=", ".join(names))
        case Step.SHARE:
            return _("dealing: waiting for {names}").format(names=", ".join(names))
    return ""


def effect_of(ledger: Ledger, entry: Entry) -> str:
    """Return in one line what a move of the story brought about, with names for seats; may be empty."""
    brought = ledger.rules.effect(ledger.positions[entry.round].state, entry.seat or 0, entry.move)
    return named(brought, ledger.genesis.names)


def shuffling(ledger: Ledger) -> bool:
    """Tell whether the clients shuffle, which takes a while."""
    return ledger.position.step is Step.SHUFFLE


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
    said = {
        "resigned": _("resigns"),
        "voted": _("is out, by the vote of {others}"),
        "claimed": _("is out: {others} claims the game after a silence"),
        "fault": _("is out: {reason}"),
    }[departure.why.value]
    return said.format(others=others, reason=named(departure.reason, ledger.genesis.names).removesuffix("."))


def ended(position: Position) -> Sentence:
    """Return how the game ended, in a sentence."""
    ending = position.ending
    if ending is None:
        return ""
    if ending.result is None:
        return (
            _("The game has no result: somebody left, and this table does not go on without them.")
            if position.begun
            else _("The game is abandoned: somebody left before anybody could move.")
        )
    return ending.result.why


def outcome_of(ledger: Ledger) -> str:
    """Return who won and how the game ended, in a sentence or two; empty while it runs."""
    ending = ledger.position.ending
    if ending is None:
        return ""
    if ending.result is None or ending.basis is Basis.AGREED:
        return named(ended(ledger.position))
    first = [
        name for name, place in zip(ledger.genesis.names, ending.result.places, strict=True) if place == 1
    ]
    if len(first) == 1:
        won = _("{name} wins.").format(name=first[0])
    else:
        some = ", ".join(first[:-1])
        won = _("{some} and {last} share the first place.").format(some=some, last=first[-1])
    return f"{won} {named(ended(ledger.position), ledger.genesis.names)}"


def standings(ledger: Ledger, result: Result) -> list[str]:
    """Return a line for every seat, the best place first."""
    order = sorted(range(len(result.places)), key=lambda seat: (result.places[seat], seat))
    return [
        f"{result.places[seat]}. {ledger.genesis.names[seat]}"
        + (f", {points(result.scores[seat])}" if result.scores is not None else "")
        for seat in order
    ]


def watchers(ledger: Ledger, connected: Collection[bytes]) -> str:
    """Return how many people without a seat are linked to this client, in a sentence."""
    count = len(frozenset(connected) - frozenset(ledger.genesis.keys))
    if ledger.genesis.table["watchers"] != "yes":
        return _("This table lets nobody watch.")
    return (
        ngettext("{count} watches by way of you.", "{count} watch by way of you.", count).format(count=count)
        if count
        else _("Nobody watches by way of you.")
    )


def points(number: int) -> str:
    """Return a number of points in words."""
    return ngettext("{number} point", "{number} points", number).format(number=number)


def shown_faces(ledger: Ledger, number: int) -> tuple[tuple[str, int, str], ...]:
    """Return the faces the move of a closed round laid open, as deck, position and face."""
    made = move_of(ledger, number)
    if made is None:
        return ()
    shows = ledger.rules.shows(ledger.positions[number].state, made.seat, made.move)
    return tuple((deck, place, face) for (deck, place), face in shows)

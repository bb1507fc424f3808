"""What has happened at a table, round by round, as people and programs are told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from p2pgames.contract import Move, Result, Roll, Seat, Shuffle
from p2pgames.text import Sentence
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import named
from p2pgames_protocol.log.consents.takeback import undone
from p2pgames_protocol.log.history import move_of, rolled, roller, taken_back_to, turned
from p2pgames_protocol.log.position import Basis, Departure, Position, Step
from p2pgames_protocol.log.replica.receive import Ledger


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
        yield Entry(number, "roll", said, roller(before), values=values)
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


def worth(ledger: Ledger, step: int) -> bool:
    """Tell whether a step is worth a look in a replay: the ends, and where more happened than a pass."""
    if step <= 0 or step >= len(ledger.log):
        return True
    return any(entry.kind != "move" or entry.text != "pass" for entry in of_round(ledger, step - 1))


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

"""What has happened at a table, and how the game ended, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from p2pgames.contract import Result
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import capital, named
from p2pgames_protocol.log.history import (
    AgreementEntry,
    DepartureEntry,
    EndEntry,
    Entry,
    History,
    MoveEntry,
    OpeningEntry,
    RollEntry,
    ShuffleEntry,
)
from p2pgames_protocol.log.position import Basis, Position
from p2pgames_protocol.log.replica.receive import Ledger
from p2pgames_protocol.log.rounds.rekey import REKEY
from p2pgames_protocol.log.rounds.share import SHARE
from p2pgames_protocol.log.rounds.shuffle import SHUFFLE


def words(ledger: Ledger, entry: Entry, names: Sequence[str] = ()) -> str:
    """Return what happened in a few words, without who did it: of a move its notation, as it is typed.

    What the rules say calls seats by these names, or by number.
    """
    match entry:
        case MoveEntry():
            return ledger.rules.text(entry.state, entry.seat, entry.move)
        case RollEntry():
            return _rolled(ledger, entry, names)
        case ShuffleEntry():
            return _("the decks are shuffled and sealed")
        case OpeningEntry():
            faces = ", ".join(face for _slot, face in entry.faces)
            return _("laid open for all: {faces}").format(faces=faces)
        case AgreementEntry():
            return _agreed(ledger, entry)
        case DepartureEntry():
            return _departed(ledger, entry)
        case EndEntry():
            return ended(ledger.positions[entry.round + 1], names)


def said(ledger: Ledger, entry: Entry) -> str:
    """Return the same with the players' names."""
    return words(ledger, entry, ledger.genesis.names)


def sentence(ledger: Ledger, entry: Entry) -> str:
    """Return it as a sentence that names its player."""
    return finished(f"{_who(ledger, entry, ': ')}{said(ledger, entry)}")


def lines(ledger: Ledger, entry: Entry, *, effects: bool = False) -> Iterator[str]:
    """Yield it in sentences: with what a move brought about if wanted, after the end how everybody stands."""
    match entry:
        case EndEntry():
            yield from end_lines(ledger)
        case MoveEntry() if effects:
            brought = effect_of(ledger, entry)
            yield f"{_who(ledger, entry, ': ')}{said(ledger, entry)}" + (f": {brought}" if brought else "")
        case DepartureEntry():
            yield f"{_who(ledger, entry, ' ')}{said(ledger, entry)}."
        case MoveEntry() | RollEntry(seat=int()):
            yield f"{_who(ledger, entry, ': ')}{said(ledger, entry)}"
        case _:
            yield capital(said(ledger, entry))


def end_lines(ledger: Ledger) -> Iterator[str]:
    """Yield in sentences how the game ended, and how everybody stands."""
    yield _("The game is over. {outcome}").format(outcome=outcome_of(ledger))
    ending = ledger.position.ending
    if ending is not None and ending.result is not None:
        yield from standings(ledger, ending.result)


def finished(text: str) -> str:
    """Return a text with the full stop at its end."""
    return text if text.endswith(".") else f"{text}."


def _who(ledger: Ledger, entry: Entry, then: str) -> str:
    return f"{ledger.genesis.names[entry.seat]}{then}" if entry.seat is not None else ""


def _rolled(ledger: Ledger, entry: RollEntry, names: Sequence[str]) -> str:
    if entry.values is None:
        return _("the roll is void")
    if entry.begins is not None:
        return _("the roll: {name} begins").format(name=ledger.genesis.names[entry.begins])
    return named(ledger.rules.rolled(entry.state, entry.values), names)


def _agreed(ledger: Ledger, entry: AgreementEntry) -> str:
    names = ledger.genesis.names
    if entry.until:
        waits = ", ".join(names[seat] for seat in entry.until)
        return _("the game is paused until {name} moves").format(name=waits)
    moves = [f"{names[move.seat]} {said(ledger, move)}" for move in entry.undone]
    text = ngettext("taken back: {moves}", "{count} moves are taken back: {moves}", len(moves))
    return text.format(count=len(moves), moves=", ".join(moves))


def _departed(ledger: Ledger, entry: DepartureEntry) -> str:
    names, departure = ledger.genesis.names, entry.departure
    text = {
        "resigned": _("resigns"),
        "voted": _("is out, by the vote of {others}"),
        "claimed": _("is out: {others} claims the game after a silence"),
        "fault": _("is out: {reason}"),
    }[departure.why.value]
    others = ", ".join(names[seat] for seat in entry.others)
    return text.format(others=others, reason=named(departure.reason, names).removesuffix("."))


def worth(history: History, step: int) -> bool:
    """Tell whether a step is worth a look in a replay: the ends, and where more happened than a pass."""
    ledger = history.ledger
    if step <= 0 or step >= len(ledger.log):
        return True
    return any(words(ledger, entry) != "pass" for entry in history.of_round(step - 1))


def progress(ledger: Ledger) -> str:
    """Return what the seats' clients are at by themselves, in a few words; empty where a player is awaited."""
    position = ledger.position
    names = [ledger.genesis.names[seat] for seat in ledger.waiting_for]
    if position.kind is SHUFFLE:
        seats = position.seats
        turn = seats.index(position.due[0]) + 1
        name = ledger.genesis.names[position.due[0]]
        said = _("shuffling: {name}, {turn} of {count}")
        return said.format(name=name, turn=turn, count=len(seats))
    if position.kind is REKEY:
        return _("new keys for the cards: waiting for {names}").format(names=", ".join(names))
    if position.kind is SHARE:
        return _("dealing: waiting for {names}").format(names=", ".join(names))
    return ""


def effect_of(ledger: Ledger, move: MoveEntry) -> str:
    """Return in one line what a move brought about, with names for seats; may be empty."""
    return named(ledger.rules.effect(move.state, move.seat, move.move), ledger.genesis.names)


def shuffling(ledger: Ledger) -> bool:
    """Tell whether the clients shuffle, which takes a while."""
    return ledger.position.kind is SHUFFLE


def ended(position: Position, names: Sequence[str] = ()) -> str:
    """Return how the game ended, in a sentence that calls seats by these names, or by number."""
    ending = position.ending
    if ending is None:
        return ""
    if ending.result is None:
        return (
            _("The game has no result: somebody left, and this table does not go on without them.")
            if position.begun
            else _("The game is abandoned: somebody left before anybody could move.")
        )
    return named(ending.result.why, names)


def outcome_of(ledger: Ledger) -> str:
    """Return who won and how the game ended, in a sentence or two; empty while it runs."""
    ending = ledger.position.ending
    if ending is None:
        return ""
    if ending.result is None or ending.basis is Basis.AGREED:
        return ended(ledger.position)
    first = [
        name for name, place in zip(ledger.genesis.names, ending.result.places, strict=True) if place == 1
    ]
    if len(first) == 1:
        won = _("{name} wins.").format(name=first[0])
    else:
        some = ", ".join(first[:-1])
        won = _("{some} and {last} share the first place.").format(some=some, last=first[-1])
    return f"{won} {ended(ledger.position, ledger.genesis.names)}"


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

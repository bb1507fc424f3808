"""What has happened at a table, and how the game ended, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from p2pgames.contract import Effect, Result, Seat, set_up_effects, together
from p2pgames.text import Message, isolated
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import capital, headed, named, with_commas
from p2pgames_cli.table import sentences
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
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import REKEY, SHARE, SHUFFLE


def in_few_words(replica: Replica, entry: Entry, names: Sequence[str] = ()) -> str:
    """Return what happened in a few words, without who did it: of a move its notation, as it is typed.

    What the rules say calls seats by these names, or by number.
    """
    match entry:
        case MoveEntry():
            return replica.rules.text(entry.state, entry.seat, entry.move)
        case RollEntry():
            return _rolled(replica, entry, names)
        case ShuffleEntry():
            return _("the decks are shuffled and sealed")
        case OpeningEntry():
            faces = ", ".join(face for _slot, face in entry.faces)
            return _("revealed to all: {faces}").format(faces=faces)
        case AgreementEntry():
            return _agreed(replica, entry)
        case DepartureEntry():
            return _departed(replica, entry)
        case EndEntry():
            return ending_in_words(replica.positions[entry.round + 1], names)


def with_names(replica: Replica, entry: Entry) -> str:
    """Return the same with the players' names."""
    return in_few_words(replica, entry, replica.names)


def with_what_came(replica: Replica, entry: Entry) -> str:
    """Return the same with what came of it, unless that is already part of it, as in an end or an agreement."""
    came = () if isinstance(entry, EndEntry | AgreementEntry) else entry.effects
    brought = named(together(came), replica.names)
    text = with_names(replica, entry)
    return with_effect(text, brought)


def with_effect(move: str, brought: str) -> str:
    """Return a move with what it brings about, if anything."""
    return headed(move, brought) if brought else move


def sentence(replica: Replica, entry: Entry) -> str:
    """Return it as a sentence that names its player."""
    return with_full_stop(_of(replica, entry, with_what_came(replica, entry)))


def lines(replica: Replica, entry: Entry) -> Iterator[str]:
    """Yield it in sentences: with what came of it, and after the end how everybody stands."""
    match entry:
        case EndEntry():
            yield from end_lines(replica)
        case DepartureEntry():
            yield f"{isolated(replica.names[entry.seat])} {with_what_came(replica, entry)}."
        case MoveEntry() | RollEntry(seat=int()):
            yield _of(replica, entry, with_what_came(replica, entry))
        case _:
            yield capital(with_what_came(replica, entry))


def end_lines(replica: Replica) -> Iterator[str]:
    """Yield in sentences how the game ended, and how everybody stands."""
    yield _("The game is over. {outcome}").format(outcome=outcome_of(replica))
    ending = replica.position.ending
    if ending is not None and ending.result is not None:
        yield from standings(replica, ending.result)


def with_full_stop(text: str) -> str:
    """Return a text with the full stop at its end."""
    return text if text.endswith(".") else f"{text}."


def _of(replica: Replica, entry: Entry, said: str) -> str:
    """Return what is said of an entry with its player before it, if it has one."""
    return headed(replica.names[entry.seat], said) if entry.seat is not None else said


def _rolled(replica: Replica, entry: RollEntry, names: Sequence[str]) -> str:
    if entry.values is None:
        return _("the roll is void")
    if entry.begins is not None:
        return _("the roll: {name} begins").format(name=replica.names[entry.begins])
    return named(replica.rules.rolled(entry.state, entry.values), names)


def _agreed(replica: Replica, entry: AgreementEntry) -> str:
    names = replica.names
    if entry.until:
        waits = with_commas(names[seat] for seat in entry.until)
        return _("the game is paused until {name} moves").format(name=waits)
    moves = [f"{isolated(names[move.seat])} {with_names(replica, move)}" for move in entry.undone]
    text = ngettext("taken back: {moves}", "{count} moves are taken back: {moves}", len(moves))
    return text.format(count=len(moves), moves=", ".join(moves))


def _departed(replica: Replica, entry: DepartureEntry) -> str:
    names, departure = replica.names, entry.departure
    text = {
        "resigned": _("resigns"),
        "voted": _("is out, by the vote of {others}"),
        "fault": _("is out: {reason}"),
    }[departure.why.value]
    others = with_commas(names[seat] for seat in entry.others)
    return text.format(others=others, reason=named(departure.reason, names).removesuffix("."))


def is_worth_a_look(history: History, step: int) -> bool:
    """Tell whether a step is worth a look in a replay: the ends, and where more happened than a pass."""
    replica = history.replica
    if step <= 0 or step >= len(replica.log):
        return True
    return any(in_few_words(replica, entry) != "pass" for entry in history.of_round(step - 1))


def clients_at_work(replica: Replica, reader: Seat | None = None) -> str:
    """Return what the seats' clients are at by themselves, in a few words; empty if a player is awaited.

    The reader's own seat is not told that it waits for itself.
    """
    position = replica.position
    names = with_commas(replica.names[seat] for seat in replica.waiting_for if seat != reader)
    if position.kind is SHUFFLE:
        seats = position.seats
        turn = seats.index(position.due[0]) + 1
        name = replica.names[position.due[0]]
        said = _("shuffling: {name}, {turn} of {count}")
        return said.format(name=name, turn=turn, count=len(seats))
    if position.kind is REKEY:
        return (
            _("new keys for the cards: waiting for {names}").format(names=names) if names else _("new keys")
        )
    if position.kind is SHARE:
        return _("dealing: waiting for {names}").format(names=names) if names else _("dealing")
    return ""


def is_shuffling(replica: Replica) -> bool:
    """Tell whether the clients shuffle, which takes a while."""
    return replica.position.kind is SHUFFLE


def ending_in_words(position: Position, names: Sequence[str] = ()) -> str:
    """Return how the game ended, in a sentence that calls seats by these names, or by number."""
    return named(why_ended(position), names)


def why_ended(position: Position) -> Message | None:
    """Return the sentence on how the game ended; None while it runs."""
    ending = position.ending
    if ending is None:
        return None
    if ending.result is None:
        return sentences.NO_RESULT if position.commitments else sentences.ABANDONED
    return ending.result.why


def outcome_of(replica: Replica) -> str:
    """Return who won and how the game ended, in a sentence or two; empty while it runs."""
    ending = replica.position.ending
    if ending is None:
        return ""
    if ending.result is None or ending.basis is Basis.AGREED:
        return ending_in_words(replica.position)
    first = [name for name, place in zip(replica.names, ending.result.places, strict=True) if place == 1]
    if len(first) == 1:
        won = _("{name} wins.").format(name=first[0])
    else:
        some = with_commas(first[:-1])
        won = _("{some} and {last} share first place.").format(some=some, last=first[-1])
    return f"{won} {ending_in_words(replica.position, replica.names)}"


def standings(replica: Replica, result: Result) -> list[str]:
    """Return a line for every seat, the best place first."""
    order = sorted(range(len(result.places)), key=lambda seat: (result.places[seat], seat))
    return [
        f"{result.places[seat]}. {isolated(replica.names[seat])}"
        + (f", {points_in_words(result.scores[seat])}" if result.scores is not None else "")
        for seat in order
    ]


def watchers_line(replica: Replica, connected: Collection[bytes]) -> str:
    """Return how many people without a seat are linked to this client, in a sentence."""
    count = len(frozenset(connected) - frozenset(replica.keys))
    if replica.genesis.table["watchers"] != "yes":
        return _("This table lets nobody watch.")
    return (
        ngettext(
            "{count} person is watching through you.", "{count} people are watching through you.", count
        ).format(count=count)
        if count
        else _("Nobody is watching through you.")
    )


def points_in_words(number: int) -> str:
    """Return a number of points in words."""
    return ngettext("{number} point", "{number} points", number).format(number=number)


# What the points of a game consist of: what was told of them and still holds, or what the position shows.


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a seat's points, and the entry that they came from, if it was a single one."""

    told: Effect
    entry: Entry | None = None

    def as_data(self) -> dict[str, Any]:
        """Return it for a program."""
        return {**self.told.as_data(), "round": None if self.entry is None else self.entry.round}


def breakdown(history: History, step: int) -> list[Part]:
    """Return what the points after a step consist of, the oldest first: for each seat they add up to its score."""
    replica = history.replica
    if (shown := replica.rules.score_breakdown(replica.positions[step].state)) is not None:
        return [Part(told) for told in shown if told.points]
    rounds = reversed([*history.effective(step)])
    entries = [entry for number in rounds for entry in history.of_round(number)]
    begun = [Part(told) for told in set_up_effects(replica.rules, replica.positions[0].state)]
    return [*begun, *(Part(told, entry) for entry in entries for told in entry.effects if told.points)]


def points_lines(history: History, step: int, seat: Seat) -> Iterator[str]:
    """Yield the points of a seat and what they consist of, in words."""
    replica, names = history.replica, history.replica.names
    scores = replica.rules.scores(replica.positions[step].state)
    yield headed(names[seat], points_in_words(scores[seat] if scores is not None else 0))
    parts = [part for part in breakdown(history, step) if part.told.seat == seat]
    wide = max((len(f"{part.told.points:+d}") for part in parts), default=0)
    for part in parts:
        yield f"  {part.told.points:+{wide}d}  {_came_from(part, history)}{named(part.told.what, names)}"


def _came_from(part: Part, history: History) -> str:
    if (entry := part.entry) is None:
        return ""
    who = "" if entry.seat is None else f"{isolated(history.replica.names[entry.seat])} "
    step = _("step {step}").format(step=entry.round + 1)
    return headed(f"{step}, {who}{with_names(history.replica, entry)}", "")

"""One new thing at a table, in the words of every front end."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

from p2pgames.contract import Seat
from p2pgames.text import isolated, with_message
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import capital, named
from p2pgames_cli.table import history_data, history_text, lesson_step, waiting
from p2pgames_cli.table.chat_text import all_messages, heard_messages, muted_seats, spoken_by
from p2pgames_cli.table.offers import answerable, offer_in_words, offers_line
from p2pgames_cli.table.seat_handle import SeatHandle, held_back, seat_of
from p2pgames_cli.table.status import transport_sentence
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.waiting import taken_line
from p2pgames_protocol.log.consents import moves_undone
from p2pgames_protocol.log.history import AgreementEntry, DepartureEntry, EndEntry, Entry, MoveEntry
from p2pgames_protocol.log.records import DECLINE, By
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.validate import StandingOffer
from p2pgames_protocol.transports.transport import Phase, Route, TransportStatus
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown

Notice: TypeAlias = tuple[str, str]
"""A word, as Info, Wait, Warn, Fault, Chat or Plan, and a sentence."""
NOTHING: Final[Notice] = ("", "")
"""A notice that makes room: what was said before is older than what the screen shows elsewhere now."""


@dataclass(frozen=True, slots=True)
class News:
    """One new thing: lines print its sentences, a program gets its data, the screen shows its notice."""

    kind: str
    """The type of the object for programs."""
    sentences: tuple[str, ...] = ()
    data: Mapping[str, Any] | None = None
    """The fields of that object; None if programs are not told."""
    notice: Notice | None = None
    """None if the screen shows it in another way, or not at all."""
    urgent: bool = False
    """Whether its notice stays where others come at the same time."""


class Source(Protocol):
    """One kind of thing that can be new, with the memory of what was told of it."""

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield what is new at a table since this was last called, to its end."""


# What the players say to each other, without the seats that this player has muted.


@dataclass
class ChatNews:
    """Remembers how much of it was told."""

    again: int = sys.maxsize
    """How many of the messages of before are told to begin with."""
    _told: int | None = None

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for each message; the screen has a notice of those of others."""
        everything, deaf = all_messages(handle), muted_seats(handle)
        before = self._told
        self._told = len(everything)
        if before is None:
            new = heard_messages(handle, min(self.again, len(everything)))
        else:
            new = [message for message in everything[before:] if message.seat not in deaf]
        for message in new:
            text = spoken_by(handle, message)
            data = {
                "seat": message.seat,
                "number": message.number,
                "round": message.round,
                "text": message.text,
            }
            yield News("chat", (text,), data, (N_("Chat"), text) if message.seat != seat_of(handle) else None)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take all that was said so far as told."""
        self._told = len(all_messages(handle))


# Whether nothing is sent from here, since another copy of the game may have played on.


@dataclass
class CopiesNews:
    """Remembers who had to show what they know, and whether another computer plays by our key."""

    _told: frozenset[bytes] = frozenset()
    _elsewhere: tuple[str, ...] | None = None

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece when that begins, when it ends, and for programs whenever it is about others."""
        before, self._told = self._told, handle.must_show
        other, self._elsewhere = self._elsewhere, handle.elsewhere
        if (before, other) == (self._told, self._elsewhere):
            return
        said = held_back(handle) or _("Everybody has shown what they know: the game goes on here.")
        keys = handle.replica.keys
        yield News(
            "copy",
            (said,) if (bool(before), other) != (bool(self._told), self._elsewhere) else (),
            {
                "awaits": sorted(keys.index(key) for key in self._told),
                "elsewhere": None if self._elsewhere is None else list(self._elsewhere),
            },
        )


# That the game is over, and how it ended.


@dataclass
class EndNews:
    """Remembers whether it was told; an end that was taken back is followed by another one."""

    _told: bool = False

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece when the game has ended."""
        before, self._told = self._told, handle.replica.finished
        if before or not self._told:
            return
        replica = handle.replica
        if replica.accusations.verdict is not None:
            sentences = [_("The game has ended: one key signed twice.")]
        else:
            sentences = list(history_text.end_lines(replica))
        notice: Notice | None = (
            (N_("Over"), history_text.outcome_of(replica)) if replica.position.over else None
        )
        yield News("over", tuple(sentences), history_data.over(replica), notice)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take the end as told."""
        self._told = handle.replica.finished


# Who has broken the rules of the protocol, and where the proof lies.


@dataclass
class FaultNews:
    """Remembers which faults were told, and whether it was told where their proof lies."""

    _told: int = 0
    _proved: bool = False

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for each fault, and for people one more for the proof once it is there."""
        replica = handle.replica
        for misconduct in replica.accusations.found[self._told :]:
            why = named(misconduct.why, replica.names)
            yield News(
                "fault",
                (_("Fault: {why}").format(why=why),),
                {
                    "seat": misconduct.seat,
                    "round": misconduct.round,
                    "kind": misconduct.fault.value,
                    **with_message("why", misconduct.why),
                },
                (N_("Fault"), why),
                urgent=True,
            )
        self._told = len(replica.accusations.found)
        if self._told and handle.proof is not None and not self._proved:
            self._proved = True
            said = _("The proof is in {file}: p2pgames audit shows it to anybody.")
            yield News("fault", (said.format(file=handle.proof),))


# What a lesson says at each step.


@dataclass
class LessonNews:
    """Remembers at which step the pupil was told what to do, and in which round."""

    at: TableModel
    _told: tuple[int, int] = (-1, -1)

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for each step, anew where the pupil has gone back to it."""
        course = self.at.course
        if course is None or self._told == (now := (course.at, len(handle.replica.log))):
            return
        went_on = course.at > self._told[0] >= 0
        self._told = now
        notice = (N_("Right"), self._brought(handle)) if went_on else NOTHING
        yield News("lesson", lesson_step.current_step(course).lines, lesson_step.as_data(course), notice)

    @staticmethod
    def _brought(handle: SeatHandle) -> str:
        """Return what the pupil's newest move brought."""
        own, moves = seat_of(handle), reversed(list(handle.history.entries()))
        found = (each for each in moves if isinstance(each, MoveEntry) and each.seat == own)
        return next((history_text.sentence(handle.replica, each) for each in found), "")


# What is offered to all players, who agrees, and who declines.

_About: TypeAlias = tuple[int, Seat, str, int | None]
"""The round, who says so, what, and for a takeback the round to go back to before."""


@dataclass
class OfferNews:
    """Remembers which offers and answers of the open round were told, and how all of them stood."""

    _told: set[_About] = field(default_factory=set)
    _state: tuple[list[dict[str, Any]], tuple[Seat, ...]] = field(default_factory=lambda: ([], ()))
    _line: str = ""

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece where anything has changed; the screen makes room for the line that it shows of it."""
        sentences, data, now = tuple(self._sentences(handle)), self._data(handle.replica), offers_line(handle)
        room = NOTHING if now and now != self._line else None
        self._line = now
        if sentences or data is not None or room is not None:
            yield News("offers", sentences, data, room)

    def _data(self, replica: Replica) -> dict[str, Any] | None:
        declined = replica.notes.declined(replica.position)
        state = [_as_data(replica, offer) for offer in replica.offers], declined
        if state == self._state:
            return None
        self._state = state
        return {"round": replica.round, "offers": state[0], "declined": list(state[1])}

    def _sentences(self, handle: SeatHandle) -> Iterator[str]:
        """Yield a sentence for every offer and answer that is new."""
        replica, names = handle.replica, handle.replica.names
        number = replica.round
        self._told = {told for told in self._told if told[0] == number}
        for offer in replica.offers:
            for seat in offer.seats:
                first = not any(told[2:] == (offer.says, offer.to) for told in self._told)
                if self._is_new((number, seat, offer.says, offer.to)):
                    yield _made(handle, offer, seat) if first else _agreed(names[seat], offer)
        for seat in replica.notes.declined(replica.position):
            if self._is_new((number, seat, DECLINE, None)):
                yield _("{name} declines.").format(name=names[seat])

    def _is_new(self, about: _About) -> bool:
        new = about not in self._told
        self._told.add(about)
        return new


def _made(handle: SeatHandle, offer: StandingOffer, seat: Seat) -> str:
    text = f"{isolated(handle.replica.names[seat])} {offer_in_words(handle.replica, offer)}."
    if offer in answerable(handle):
        return text + " " + _("Type accept or decline; it lapses with the next move.")
    return text + " " + _("It holds until the next move.") if seat_of(handle) == seat else text


def _agreed(name: str, offer: StandingOffer) -> str:
    return _("{name} agrees ({what}).").format(name=name, what=_(offer.says))


def _as_data(replica: Replica, offer: StandingOffer) -> dict[str, Any]:
    return {
        "offer": offer.says,
        "to": offer.to,
        "moves": len(moves_undone(replica.position, offer.to)),
        "agreed": list(offer.seats),
        "text": offer_in_words(replica, offer),
    }


# What became of the player's plans.


@dataclass
class PlanNews:
    """Tells what became of the plans."""

    at: TableModel

    def news(self, handle: SeatHandle) -> Iterator[News]:  # noqa: ARG002  # a planning has its own
        """Yield a piece for each report."""
        session = self.at.session
        for report in session.planning.fresh():
            said = report.sentence()
            yield News("plan", (said,), {"what": report.kind, "text": report.text}, (N_("Plan"), said))


# Who comes and goes, and by what the players are linked.


@dataclass
class PresenceNews:
    """Remembers who was there, and by what."""

    alone: bool = True
    """Whether one player sits here, so that people are told who comes and goes."""
    _present: dict[Seat, Route | None] = field(default_factory=dict)
    _routes: dict[Seat, Route] = field(default_factory=dict)

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece where anything has changed; who has handed the seat over is linked to nobody by that."""
        if handle.seat_transfer is not None and handle.seat_transfer.given:
            return
        before, self._present = self._present, _present(handle)
        sentences = (*self._comings(handle, before), *self._ways(handle))
        if sentences or self._present != before:
            by = [
                {"seat": seat, "carrier": by.transport, "relay": by.relay}
                for seat, by in self._present.items()
                if by is not None
            ]
            data = {"connected": list(self._present), "by": by}
            yield News("presence", sentences, data, ("Info", sentences[-1]) if sentences else None)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take all who are there as told, but not by what."""
        self._present = _present(handle)

    def _comings(self, handle: SeatHandle, before: dict[Seat, Route | None]) -> Iterator[str]:
        for seat in sorted(self._present.keys() ^ before.keys()) if self.alone else ():
            # Who is linked to others may be there all the same, if not to this client.
            elsewhere = self._present or waiting.is_watcher(handle)
            gone = _("{name} is no longer linked to this client.") if elsewhere else _("{name} is away.")
            said = _("{name} is connected.") if seat in self._present else gone
            yield said.format(name=handle.replica.names[seat])

    def _ways(self, handle: SeatHandle) -> Iterator[str]:
        """Yield by what players are linked where the transport's name does not say it: directly, or by whose relay."""
        now = {seat: by for seat, by in self._present.items() if by is not None and by.changes}
        for seat, route in now.items():
            if route != self._routes.get(seat):
                name = handle.replica.names[seat]
                yield _("{name} is linked by {way}.").format(name=name, way=named(route.text()))
        self._routes = now


def _present(handle: SeatHandle) -> dict[Seat, Route | None]:
    """Return the seats at the other ends of links, in order, each with its route where one is known."""
    keys, routes = set(handle.links.connected), handle.links.routes
    return {seat: routes.get(key) for seat, key in enumerate(handle.replica.keys) if key in keys}


# What the players' clients are at by themselves: shuffling and dealing.


@dataclass
class ProgressNews:
    """Remembers what they were at; people hear of what takes a while."""

    _told: str = ""

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece whenever they have come to something else."""
        replica = handle.replica
        doing = history_text.clients_at_work(replica)
        if doing and doing != self._told:
            sentences = (capital(doing),) if history_text.is_shuffling(replica) else ()
            yield News("progress", sentences, {"text": doing, "seats": list(replica.waiting_for)})
        self._told = doing


# What happened in the game, round by round, and again from where rounds were taken back; its end comes last.


@dataclass
class MoveNews:
    """Remembers how many rounds were told."""

    told: int = 0
    _rewinds: int = 0

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece for each thing that happened in a round."""
        replica = handle.replica
        for entry in handle.history.entries(self._first(replica)):
            if not isinstance(entry, EndEntry):
                lines, data = history_text.lines(replica, entry), history_data.event(replica, entry)
                yield News("event", tuple(lines), data, self._notice(replica, entry))
        self.told = len(replica.log)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take all closed rounds as told."""
        self._first(handle.replica)
        self.told = len(handle.replica.log)

    def _first(self, replica: Replica) -> int:
        """Return the first round that is still to be told: an earlier one where the log was taken back."""
        back = replica.branch.rewinds[self._rewinds :]
        self._rewinds = len(replica.branch.rewinds)
        return min([self.told, len(replica.log), *back])

    @staticmethod
    def _notice(replica: Replica, entry: Entry) -> Notice | None:
        if isinstance(entry, AgreementEntry | DepartureEntry):
            return "Info", " ".join(history_text.lines(replica, entry))
        return None


# Who plays on for whom, and that one's own seat was handed over.


@dataclass
class SuccessorNews:
    """Remembers which of them were told."""

    _told: frozenset[bytes] = frozenset()
    _given: bool = False

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for every seat that was handed over, and one when that is one's own."""
        new = [record for record in handle.replica.successors if record.id not in self._told]
        self._told |= {record.id for record in new}
        for record in new:
            by = By.read(record.body)
            said = successor_line(handle.replica, by)
            yield News("by", (said,), successor_as_data(by), ("Info", said), urgent=True)
        if handle.seat_transfer is not None and handle.seat_transfer.arrived and not self._given:
            self._given = True
            said = taken_line()
            yield News("handed_over", (said,), {}, ("Info", said), urgent=True)


def successor_line(replica: Replica, by: By) -> str:
    """Return who plays on for whom, and what everybody should know of that."""
    said = _(
        "{name} has handed seat {seat} over to {successor} (key {key}). {name} still knows its cards and rolls, and"
        " could end the game by signing for it."
    )
    name = replica.successors.before(by, replica.genesis)
    return said.format(name=name, seat=by.seat + 1, successor=shown(by.name), key=short(by.key))


def successor_as_data(by: By) -> dict[str, object]:
    """Return the same for programs."""
    return {
        "seat": by.seat,
        "round": by.round,
        "name": by.name,
        "shown": shown(by.name),
        "key": by.key.hex(),
    }


# How the transports get on that need something before they can dial, as Tor does.

STEP: Final = 20
"""Per cent between two sentences about the same start: people need not hear of each."""


@dataclass
class TransportNews:
    """Remembers how they stood. That something can dial when it is first looked at is no news."""

    _told: dict[str, TransportStatus] = field(default_factory=dict)
    _said: dict[str, TransportStatus] = field(default_factory=dict)

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield a piece for each that stands otherwise than before."""
        yield from self.of(handle.links.transports)

    def of(self, now: Mapping[str, TransportStatus]) -> Iterator[News]:
        """Yield a piece for each of these that stands otherwise than before."""
        for name, status in now.items():
            before = self._told.get(name)
            self._told[name] = status
            if status != before and not (before is None and status.phase.dials):
                sentences = (transport_sentence(status),) if self._is_step(name, status) else ()
                notice = _transport_word(status), named(status.text)
                yield News("carrier", sentences, _transport_data(name, status), notice)

    def _is_step(self, name: str, now: TransportStatus) -> bool:
        """Tell whether this differs enough from what people heard last."""
        before = self._said.get(name)
        if before is None or now.phase is not before.phase:
            differs = True
        elif now.phase is Phase.STARTING:
            differs = now.percent >= before.percent + STEP or now.percent < before.percent
        else:
            differs = now.text != before.text
        if differs:
            self._said[name] = now
        return differs


def _transport_word(status: TransportStatus) -> str:
    if status.phase.dials:
        return "Info"
    return N_("Wait") if status.phase is Phase.STARTING else N_("Warn")


def _transport_data(name: str, status: TransportStatus) -> dict[str, Any]:
    about = {"stage": status.phase.value, "percent": status.percent}
    said = with_message("text", status.text, "") | with_message("help", status.help, "")
    return {"carrier": name, **about, **said}


# What is voted on whom the table waits for, that silence allows a vote now, and that nobody can be voted out.


@dataclass
class VoteNews:
    """Remembers what was told of the open round."""

    at: TableModel
    _round: int = -1
    _told: tuple[str, ...] = ()
    _open: bool = False

    def news(self, handle: SeatHandle) -> Iterator[News]:
        """Yield one piece where there is anything to say that was not said of this round."""
        number = handle.replica.round
        if handle.replica.finished:
            return
        if number != self._round:
            self._round, self._told, self._open = number, (), False
        voted = [
            line for seat in waiting.awaited(handle) for line in waiting.votes_in_words(handle.replica, seat)
        ]
        now = [*voted, *self._opened(handle)]
        new = tuple(line for line in now if line not in self._told)
        self._told += new
        if new:
            notice = ("Info", voted[-1]) if voted and voted[-1] in new else None
            yield News("waiting", new, waiting.as_data(handle, self.at.silence), notice)

    def _opened(self, handle: SeatHandle) -> Iterator[str]:
        """Yield all there is to say of those awaited, when silence first allows a vote."""
        if not self._open and waiting.seconds_until_vote(handle, self.at.silence) == 0:
            self._open = True
            yield from waiting.waiting_lines(handle, self.at.silence)

    @property
    def until(self) -> float | None:
        """In how many seconds silence will allow a vote; None if only an event can bring that about."""
        silence = self.at.silence
        wait = waiting.seconds_until_vote(silence.handle, silence)
        return wait if wait and not self._open else None


# What is new at a table, told once: the sources in the order in which every front end tells of them.


class Feed:
    """What is new at a table; one for each front end, which only shows it."""

    def __init__(
        self, at: TableModel, *, alone: bool = False, since: int = 0, again: int = sys.maxsize
    ) -> None:
        """Begin at a round, and with this many earlier messages.

        ``alone``: one player sits here, so that people are told who comes and goes.
        """
        story, presence = MoveNews(told=since), PresenceNews(alone=alone)
        spoken, self._end, self._votes = ChatNews(again), EndNews(), VoteNews(at)
        self.sources: tuple[Source, ...] = (
            story,
            FaultNews(),
            ProgressNews(),
            OfferNews(),
            presence,
            CopiesNews(),
            SuccessorNews(),
            self._votes,
            TransportNews(),
            spoken,
            PlanNews(at),
            LessonNews(at),
            self._end,
        )
        self._events = (story, presence, spoken, self._end)
        """Those of what happens once, which is past then; the others tell of what holds."""

    def news(self, handle: SeatHandle, *, ended: bool = True) -> Iterator[News]:
        """Yield what is new since this was called last, as a seat knows it; to be taken to its end at once.

        Without ``ended`` the end of the game is left for later.
        """
        for source in self.sources:
            if ended or source is not self._end:
                yield from source.news(handle)

    def catch_up(self, handle: SeatHandle) -> None:
        """Take what has happened so far as told; what holds now and is to be known is told all the same."""
        for source in self._events:
            source.catch_up(handle)

    @property
    def until(self) -> float | None:
        """In how many seconds silence alone will be news; None if only an event can bring any."""
        return self._votes.until

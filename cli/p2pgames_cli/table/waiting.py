"""Whom the table waits for: since when, how they are known, what others say of them, and what a vote would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, time
from typing import Any, Final

from p2pgames.contract import Illegal, Open, Seat, Shuffle, Why
from p2pgames.text import Verbatim
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import both, named, with_commas
from p2pgames_cli.table import history_text, sentences
from p2pgames_cli.table.seat_handle import SeatHandle, held_back, is_behind, seat_of
from p2pgames_protocol.log.advance import position_without
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.records import Ballot
from p2pgames_protocol.log.replica import Replica


def awaited(handle: SeatHandle) -> tuple[Seat, ...]:
    """Return the seats of others on which the open round depends."""
    return tuple(seat for seat in handle.replica.held_up_by if seat != seat_of(handle))


def is_away(handle: SeatHandle, seat: Seat) -> bool:
    """Tell whether a seat is neither here nor linked to this client."""
    return seat != seat_of(handle) and handle.replica.keys[seat] not in handle.links.connected


def bridges(handle: SeatHandle, seat: Seat) -> tuple[str, ...]:
    """Return the names of linked players through whom an unlinked seat has confirmed the newest round."""
    links = handle.links
    genesis = handle.replica.genesis
    if not is_away(handle, seat) or not handle.replica.confirms(seat):
        return ()
    through = links.known_through.get(seat, frozenset()) & {*links.connected}
    return tuple(name for name, key in zip(handle.replica.names, genesis.keys, strict=True) if key in through)


def is_watcher(handle: SeatHandle) -> bool:
    """Tell whether nobody sits here: watchers are linked to some of the players, and to all through these."""
    return seat_of(handle) is None


def whereabouts(handle: SeatHandle, seat: Seat) -> str:
    """Return in a word or two where a player is, as far as this client can tell."""
    if not is_away(handle, seat):
        return _("here")
    if bridges(handle, seat):
        return _("via others")
    return unlinked_in_words(handle)


def unlinked_in_words(handle: SeatHandle) -> str:
    """Return what is said of a player of whom nothing comes: a watcher cannot tell who is away."""
    return _("not linked") if is_watcher(handle) else _("away")


def out_of_reach(handle: SeatHandle, seat: Seat) -> bool:
    """Tell whether a seat is away, and has not confirmed the newest round through somebody who is linked now."""
    return is_away(handle, seat) and not bridges(handle, seat)


def missing_votes(handle: SeatHandle, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats without whose vote another one cannot be put out, and who cannot be reached."""
    position, votes = handle.replica.position, handle.replica.ballots
    others = [other for other in position.seats if other != seat]
    if len(others) < 2:
        return ()
    return tuple(s for s in others if out_of_reach(handle, s) and votes.says(position, s, seat) is None)


def seconds_until_vote(handle: SeatHandle, silence: Silence) -> float | None:
    """Return in how many seconds this table allows to vote; None if there is nobody to do it about."""
    replica = handle.replica
    signer, limit = handle.signer, seconds_allowed(replica.genesis.table["time"])
    if limit is None or signer is None or handle.must_show or replica.position.paused:
        return None
    if not signer.voting.votable():
        return None
    return silence.left(limit)


# -- in sentences --


def awaited_in_words(handle: SeatHandle) -> str:
    """Return whom the table waits for, and why nothing is sent if nothing is, in a sentence or two."""
    return f"{waiting_line(handle)} {held_back(handle)}".rstrip()


def waiting_line(handle: SeatHandle, since: str = "") -> str:
    """Return whom the table waits for: the others if it is any of them, else the player here."""
    others = [handle.replica.names[seat] for seat in awaited(handle)]
    if others:
        return _("Waiting for {names}{since}.").format(names=both(others), since=since)
    return _("Waiting for you.") if handle.replica.held_up_by else _("Nobody is being waited for.")


def awaited_lines(handle: SeatHandle, silence: Silence) -> list[str]:
    """Return whom the table waits for, each once, with everything that is known of their absence."""
    known = list(waiting_lines(handle, silence))
    return known if known and not held_back(handle) else [awaited_in_words(handle), *known]


def waiting_lines(handle: SeatHandle, silence: Silence) -> Iterator[str]:
    """Yield all there is to say of those whom the table waits for, a sentence or two for each seat."""
    for seat in awaited(handle) if not handle.replica.finished else ():
        yield f"{waited_in_words(handle, seat, silence)} {known_by(handle, seat)}"
        yield from votes_in_words(handle.replica, seat)
        yield from why_suspended(handle, seat)
        yield from what_can_be_done(handle, seat, silence)


def waited_in_words(handle: SeatHandle, seat: Seat, silence: Silence) -> str:
    """Return for how long a seat has been awaited, since the record before was stored."""
    name = handle.replica.names[seat]
    return _("The table has waited for {name} for {time}.").format(
        name=name, time=spoken_duration(silence.seconds_waited())
    )


# How long the table has been waiting for somebody, and when that allows a vote.

LISTENING: Final = 600.0
"""Seconds after which a move that was sent meanwhile would have come: others look for us at least that often."""
_UNITS: Final = {"m": 60, "h": 3600, "d": 86400}


def seconds_allowed(limit: str) -> float | None:
    """Return the seconds of a table's option ``time``; None if silence never allows anything."""
    return None if limit == "none" else int(limit[:-1]) * _UNITS[limit[-1]]


def stored_for(handle: SeatHandle) -> float:
    """Return for how many seconds nothing was stored of a table between computers; 0 where that is not known."""
    from p2pgames_protocol.net.peer import Peer

    if not isinstance(handle, Peer):
        return 0.0
    with suppress(OSError):
        file = handle.store.path
        return max(0.0, time() - file.stat().st_mtime)
    return 0.0


def spoken_duration(seconds: float) -> str:
    """Return a duration as people say it."""
    if seconds < 90:
        number = int(seconds)
        said = ngettext("{n} second", "{n} seconds", number)
    elif seconds < 90 * 60:
        number = round(seconds / 60)
        said = ngettext("{n} minute", "{n} minutes", number)
    elif seconds < 36 * 3600:
        number = round(seconds / 3600)
        said = ngettext("{n} hour", "{n} hours", number)
    else:
        number = round(seconds / 86400)
        said = ngettext("{n} day", "{n} days", number)
    return said.format(n=number)


def brief_duration(seconds: float) -> str:
    """Return a duration in as few characters as tell it: ``20 s``, ``3 min``, ``5 h``, ``2 d``."""
    minutes = int(seconds // 60)
    if not minutes:
        return _("{n} s").format(n=int(seconds))
    if minutes < 90:
        return _("{n} min").format(n=minutes)
    if minutes < 36 * 60:
        return _("{n} h").format(n=minutes // 60)
    return _("{n} d").format(n=minutes // 1440)


@dataclass
class Silence:
    """Watches one table: since when the open round waits, counted from when the record before it was stored."""

    handle: SeatHandle
    round: int = -1
    clock: Callable[[], float] = monotonic
    """Returns seconds since any moment."""
    waited: float = 0.0
    """Seconds for which the file of the game had been as it is when this began."""
    since: float = 0.0
    began: float = 0.0
    """When this client first looked."""

    def __post_init__(self) -> None:
        replica = self.handle.replica
        self._first = replica.round

    def seconds_waited(self) -> float:
        """Return for how many seconds the open round has been waiting."""
        replica = self.handle.replica
        number, now = replica.round, self.clock()
        if self.round < 0:
            self.began = now
        if number != self.round:
            before = self.waited if self.round < 0 and number == self._first else 0.0
            self.round, self.since = number, now - before
        return now - self.since

    def left(self, limit: float) -> float:
        """Return in how many seconds a table with this limit allows to vote.

        Who was away, and so could not hear a move, has to listen a while first, however old the file is.
        """
        waited = self.seconds_waited()
        listens = min(LISTENING, limit / 10) - (self.clock() - self.began)
        return max(0.0, limit - waited, listens)

    def _check_pause(self) -> None:
        replica = self.handle.replica
        if replica.position.paused:
            names = sentences.listed_names(replica.names[seat] for seat in replica.waiting_for)
            raise Illegal(sentences.PAUSED(names=names))

    def check_vote(self, seat: Seat | None = None) -> Seat:
        """Return the seat that may be voted absent now; raise `Illegal`, saying why, unless it may.

        Without a seat it is the one that is awaited.
        """
        replica = self.handle.replica
        self._check_pause()
        signer, waited = self.handle.signer, self.seconds_waited()
        votable = signer.voting.votable() if signer is not None else ()
        if signer is not None and len(signer.voting.silent) > 1:
            self._limit()
            names = sentences.listed_names(replica.names[one] for one in signer.voting.silent)
            raise Illegal(sentences.SEVERAL_SILENT(names=names))
        if not votable or (seat is not None and seat not in votable):
            raise Illegal(sentences.VOTE_NEEDS)
        self._check_time(votable[0], waited)
        return votable[0]

    def _limit(self) -> float:
        """Return after how many seconds this table allows a vote; raise `Illegal` if it never does."""
        replica = self.handle.replica
        limit = seconds_allowed(replica.genesis.table["time"])
        if limit is None:
            raise Illegal(sentences.NO_TIME_LIMIT)
        return limit

    def _check_time(self, seat: Seat, waited: float) -> None:
        replica = self.handle.replica
        limit = self._limit()
        if waited >= limit and (more := self.left(limit)):
            raise Illegal(sentences.VOTE_LISTENS(time=Verbatim(spoken_duration(more))))
        if waited < limit:
            name, so_far, after = map(
                Verbatim, (replica.names[seat], spoken_duration(waited), spoken_duration(limit))
            )
            raise Illegal(sentences.VOTE_LATER(name=name, waited=so_far, limit=after))


def vote_effect(replica: Replica, seat: Seat) -> str:
    """Return in a sentence or two what a vote on a seat does."""
    names = replica.names
    others = [names[other] for other in replica.position.seats if other != seat]
    if len(others) == 1:
        return _(
            "{name} is out at once, and a vote cannot be taken back."
            " If the missing move turns up after all, nobody wins."
        ).format(name=names[seat])
    return _(
        "{name} is out for good once {some} and {last} have all voted so, unless one of them has what is missing;"
        " a vote cannot be taken back."
    ).format(name=names[seat], some=with_commas(others[:-1]), last=others[-1])


def known_by(handle: SeatHandle, seat: Seat) -> str:
    """Return over whose links a seat is known here."""
    links = handle.links
    genesis = handle.replica.genesis
    name, through = handle.replica.names[seat], links.known_through.get(seat, frozenset())
    if not is_away(handle, seat):
        return _("{name} is linked to this client.").format(name=name)
    if genesis.keys[seat] in through:
        return _("{name} was linked to this client before.").format(name=name)
    others = [n for n, key in zip(handle.replica.names, genesis.keys, strict=True) if key in through]
    if not others:
        return _("Nothing has come from {name} since this client began.").format(name=name)
    if len(others) == 1:
        return _("{name} is known only through {other}.").format(name=name, other=others[0])
    return _("{name} is known through {others}, never directly.").format(name=name, others=both(others))


def votes_in_words(replica: Replica, seat: Seat) -> Iterator[str]:
    """Yield what has been voted on a seat in the open round."""
    position, names = replica.position, replica.names
    by: dict[Ballot, list[str]] = {Ballot.ABSENT: [], Ballot.PRESENT: []}
    for voter in position.seats:
        ballot = replica.ballots.says(position, voter, seat)
        if ballot in by:
            by[ballot].append(names[voter])
    if by[Ballot.ABSENT]:
        yield ngettext(
            "{names} has voted that nothing has come from {name}.",
            "{names} have voted that nothing has come from {name}.",
            len(by[Ballot.ABSENT]),
        ).format(names=both(by[Ballot.ABSENT]), name=names[seat])
    if by[Ballot.PRESENT]:
        yield ngettext(
            "{names} has voted that something has come from {name}: so nobody is put out.",
            "{names} have voted that something has come from {name}: so nobody is put out.",
            len(by[Ballot.PRESENT]),
        ).format(names=both(by[Ballot.PRESENT]), name=names[seat])


def why_suspended(handle: SeatHandle, seat: Seat) -> Iterator[str]:
    """Yield why nobody can be voted out, where more than one is away: the game waits."""
    names = handle.replica.names
    if lacking := [names[other] for other in votes_lacked(handle, seat)]:
        yield ngettext(
            "The game is suspended: a vote on {name} takes {others}, who is away too. It goes on when one of them is"
            " back, also after weeks.",
            "The game is suspended: a vote on {name} takes {others}, who are away too. It goes on when one of them is"
            " back, also after weeks.",
            len(lacking),
        ).format(name=names[seat], others=both(lacking))


def votes_lacked(handle: SeatHandle, seat: Seat) -> tuple[Seat, ...]:
    """Return the others without whom a silent seat cannot be put out: silent as well, or out of reach."""
    position = handle.replica.position
    silent = tuple(other for other in awaited(handle) if other != seat)
    too = tuple(other for other in missing_votes(handle, seat) if other not in silent)
    return (*silent, *too) if is_away(handle, seat) and len(position.seats) > 2 else ()


def what_can_be_done(handle: SeatHandle, seat: Seat, silence: Silence) -> Iterator[str]:
    """Yield what this player can do about a silent seat, from when on, and what that would bring about."""
    signer, wait = handle.signer, seconds_until_vote(handle, silence)
    if wait is None or signer is None:
        return
    if seat in signer.voting.votable():
        yield _in_time(wait, _("You may vote {name} out (vote {number})")).format(
            name=handle.replica.names[seat], number=seat + 1
        )
        yield consequence(handle.replica, seat, Why.VOTED)


def _in_time(wait: float, what: str) -> str:
    return (
        _("{what} now.").format(what=what)
        if wait <= 0
        else _("{what} in {time}.").format(what=what, time=spoken_duration(wait))
    )


def consequence(replica: Replica, seat: Seat, why: Why) -> str:
    """Return what would follow in this game if a seat went out now, in a sentence or two, by its rules."""
    names, after = replica.names, position_without(replica.position, seat, why)
    stay = both([names[other] for other in after.seats])
    if ending := _ending(replica, after):
        return ending
    out = _("{name} could not win any more.").format(name=names[seat])
    match after.ask:
        case Open(slots) if all(to is None for _slot, to in slots):
            return (
                _(
                    "All hidden hands would be revealed, the rest reshuffled, and {names} would play on."
                ).format(names=stay)
                + f" {out}"
            )
        case Shuffle():
            return (
                _("What is left would be reshuffled, and {names} would play on.").format(names=stay)
                + f" {out}"
            )
    return _("{names} would play on; nothing hidden is revealed.").format(names=stay) + f" {out}"


def resigning(handle: SeatHandle) -> str:
    """Return what would follow for the others if this player resigned now, in a sentence or two."""
    signer, replica = handle.signer, handle.replica
    if signer is None or replica.finished or signer.seat not in replica.position.seats:
        return ""
    names, after = replica.names, signer.after_resigning()
    if ending := _ending(replica, after):
        return ending
    stay = both([names[other] for other in after.seats])
    if not replica.rules.decks:
        return _("{names} would play on; nothing hidden is revealed.").format(names=stay)
    return _(
        "What {name} holds would be revealed. {names} would play on: their hands stay hidden, and "
        "nothing is reshuffled."
    ).format(name=names[signer.seat], names=stay)


def _ending(replica: Replica, after: Position) -> str:
    """Return how the game would end with a departure, in a sentence; empty if it would go on."""
    names = replica.names
    if not replica.position.commitments:
        return _("The game would be abandoned: not everybody has sat down yet.")
    result = after.ending.result if after.ending is not None else None
    if result is None:
        return ""
    winners = both([names[winner] for winner in result.winners])
    return _("That ends the game, won by {names}: {why}").format(names=winners, why=named(result.why, names))


def resigned_line(handle: SeatHandle) -> str:
    """Return that a player has resigned, where that still has to reach others."""
    names = both([handle.replica.names[seat] for seat in awaited(handle)])
    return _("You have resigned. It counts once the news has reached {names}.").format(names=names)


# -- as data --


def as_data(handle: SeatHandle, silence: Silence) -> dict[str, Any]:
    """Return the same as plain data; see docs/json.md."""
    replica, links = handle.replica, handle.links
    position, wait = replica.position, seconds_until_vote(handle, silence)
    signer = handle.signer
    return {
        "round": position.round,
        "seconds": int(silence.seconds_waited()),
        "allowed_in": None if wait is None else int(-(-wait // 1)),
        "seats": [
            {
                "seat": seat,
                "linked": not is_away(handle, seat),
                "known_through": _seats(replica, links.known_through.get(seat, frozenset())),
                "absent": _voters(replica, seat, Ballot.ABSENT),
                "present": _voters(replica, seat, Ballot.PRESENT),
                "away_too": list(votes_lacked(handle, seat)),
                "votable": signer is not None and seat in signer.voting.votable(),
            }
            for seat in awaited(handle)
        ],
    }


def _seats(replica: Replica, keys: frozenset[bytes]) -> list[Seat]:
    return [seat for seat, key in enumerate(replica.keys) if key in keys]


def _voters(replica: Replica, seat: Seat, ballot: Ballot) -> list[Seat]:
    position = replica.position
    return [voter for voter in position.seats if replica.ballots.says(position, voter, seat) is ballot]


# Where the others are: linked to this client, or away, and since when.

LONG: Final = 60
"""Seconds from which on it is said how long somebody has been away."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """How a player is linked, and since when."""

    linked: bool
    since: float
    closed: int = -1
    """How many rounds were closed when the link ended: what was confirmed before says nothing of now."""


@dataclass
class LastSeen:
    """Remembers who was linked, and since when."""

    silence: Silence
    """Has the clock."""
    _seen: dict[bytes, _Seen] = field(default_factory=dict)

    def presence_of(self, handle: SeatHandle, key: bytes) -> str:
        """Return in a word or two whether a player is linked, and if not, for how long they have been away."""
        linked, now = key in handle.links.connected, self.silence.clock()
        closed = len(handle.replica.log)
        seen = self._seen.setdefault(key, _Seen(linked, now))
        if linked != seen.linked:
            seen = self._seen[key] = _Seen(linked, now, closed)
        replica = handle.replica
        seat = replica.keys.index(key)
        said = whereabouts(handle, seat) if linked or closed > seen.closed else unlinked_in_words(handle)
        away = now - seen.since
        return (
            _("away {time}").format(time=brief_duration(away)) if said == _("away") and away >= LONG else said
        )


# Whom the table waits for, in one line.


def waited_for(handle: SeatHandle, silence: Silence) -> str:
    """Return whom the table waits for, and since when; or what the clients are at by themselves."""
    signer = handle.signer
    replica = handle.replica
    if handle.seat_transfer is not None and handle.seat_transfer.given:
        return taken_line()
    if held_back(handle) and is_behind(handle):
        return _("Held back: this file is older than what you have signed.")
    if held_back(handle):
        return _("Held back: another copy may have played on. See take over.")
    doing = history_text.clients_at_work(replica, seat_of(handle))
    if not replica.held_up_by:
        return waiting_line(handle)
    if signer is not None and signer.voting.has_resigned():
        return resigned_line(handle)
    waited = silence.seconds_waited()
    since = _(", for {time} now").format(time=spoken_duration(waited)) if waited >= 10 else ""
    if (
        doing
        and since
        and (gone := [replica.names[seat] for seat in awaited(handle) if is_away(handle, seat)])
    ):
        said = ngettext(
            "{names} has been away for {time}; dealing goes on when they are back.",
            "{names} have been away for {time}; dealing goes on when they are back.",
            len(gone),
        )
        return said.format(names=both(gone), time=spoken_duration(waited))
    if doing:
        return f"{doing[0].upper()}{doing[1:]}{since}."
    return f"{waiting_line(handle, since)} {_standstill(handle, silence)}".rstrip()


def _standstill(handle: SeatHandle, silence: Silence) -> str:
    """Return in few words that somebody may be voted out now, or that nobody can be."""
    if seconds_until_vote(handle, silence) != 0:
        return ""
    if any(True for seat in awaited(handle) for _line in why_suspended(handle, seat)):
        return _("Suspended: see status.")
    return _("Vote, or wait.")


def taken_line() -> str:
    """Return what somebody is told whose seat was handed over."""
    return _("Your seat is taken. You can close the client.")

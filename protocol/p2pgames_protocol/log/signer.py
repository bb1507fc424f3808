"""A seat at the table, and what its player does there. Sans-I/O.

Moves wait for the player; whatever else the seat owes is signed by its `AutoSigner`. A signer judges its own events
as the others will before it signs them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from p2pgames.contract import AnyRules, Illegal, Known, Move, Seat, Slot, Why
from p2pgames.sentences import NOT_YOUR_TURN
from p2pgames_protocol.chance.decryption_share import own_share
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.advance import position_without
from p2pgames_protocol.log.chat import Chat, ChatMessage
from p2pgames_protocol.log.decks import DecksState, GivenShare, given_by, prove_given
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.intake import Intake, event_seen
from p2pgames_protocol.log.position import Body, Position, Prepared, Proved, ValidatedEvent
from p2pgames_protocol.log.proof_jobs import ProofJob, Reception, Status, do_jobs
from p2pgames_protocol.log.records import RESIGN, Ballot, By, Event, Have, Kind, Note, Record, Vote, sign
from p2pgames_protocol.log.replica import Faces, Replica
from p2pgames_protocol.log.rounds import DONE, KEYS, REKEY, TURN, missing
from p2pgames_protocol.log.validate import (
    between_two,
    event_digest,
    is_live,
    is_resignation,
    may_vote,
    validate,
    why_not,
)
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.identity import Identity

# What a seat signs by itself: keys, coin values, shares, haves, answers to votes, reveals.

# When a seat says which rounds it has closed.


class Confirming:
    """The haves of one seat; what signs them asks here which one is due."""

    def __init__(self, replica: Replica, seat: Seat) -> None:
        self._replica = replica
        self._seat = seat
        self.later = False
        """Whether haves that nobody waits for are left until `confirm`, where one stands for several rounds."""

    def due(self) -> Have | None:
        """Return the have that is to be signed at once, if there is one."""
        return self.newest() if not self.later or self._is_waited_for() else None

    def newest(self) -> Have | None:
        """Return the have of the newest closed round; None if this seat has signed one, never a second."""
        last = len(self._replica.log) - 1
        if self._replica.accusations.verdict is not None or self._replica.haves.last(self._seat) >= last:
            return None
        return Have(self._seat, last, self._replica.position.previous)

    @property
    def is_open(self) -> bool:
        """Whether nothing that this seat has signed says that it closed the newest round: no have, and no event."""
        return self.newest() is not None and not self._replica.confirms(self._seat)

    def _is_waited_for(self) -> bool:
        """Tell whether others wait for the have: before hidden things are shown, and at the end."""
        position = self._replica.position
        if position.kind is DONE:
            return True
        echo = len(position.seats) >= 3 and self._seat in position.seats
        return echo and position.kind.discloses(position, self._seat)


# What a seat owes the open round and need not think about.

Due: TypeAlias = tuple[str, Body, tuple[bytes, ...]]
"""Act, body and consents of an event that is to be signed."""


# What a seat has given away of hidden cards.


class ShareLog:
    """Every card of which this seat has given its share, and who could open it with that: never twice for others."""

    def __init__(self) -> None:
        self.given: dict[tuple[int, str, int], GivenShare] = {}
        self._fresh: list[GivenShare] = []

    def may_give(self, shares: Iterable[GivenShare], open_seats: Container[Seat]) -> bool:
        """Tell whether none of these went to others before; what went to a seat now open may go to everybody."""
        before = ((share, self.given.get(share.card, share)) for share in shares)
        return all(old == share or (share.to is None and old.to in open_seats) for share, old in before)

    def note_given(self, shares: Iterable[GivenShare]) -> None:
        """Note that these shares were given, to be stored before they are sent."""
        for share in shares:
            if share.card not in self.given:
                self.given[share.card] = share
                self._fresh.append(share)

    def restore(self, shares: Iterable[GivenShare]) -> None:
        """Take in what was given before this process began; called before anything is signed."""
        self.given |= {share.card: share for share in shares}

    def drain(self) -> list[GivenShare]:
        """Return what was given since the last call; it is to be stored before any record is."""
        taken, self._fresh = self._fresh, []
        return taken


# What a seat has signed that its log lacks, because an older copy of the file was put back or its end was damaged.


class Retransmission:
    """Records of one seat which it gives again, the same bytes, each as soon as the log has what it is built on."""

    def __init__(self) -> None:
        self._kept: list[Record] = []
        self.newest = -1
        """The newest round of which an event is to be given again, be it given by now or not; -1 for none."""

    def bind(self, records: Iterable[Record]) -> None:
        """Keep these alone to be sent again, in place of those before."""
        self._kept = sorted(records, key=_needs)
        events = (_needs(record) for record in self._kept if record.kind is Kind.EVENT)
        self.newest = max(events, default=-1)

    def __bool__(self) -> bool:
        """Whether there are any left."""
        return bool(self._kept)

    def keep(self, intake: Intake, seat: Seat) -> bool:
        """Give the first that belongs there by now, unless something is in its place; tell whether there was any."""
        if not self._kept or _needs(self._kept[0]) > len(intake.replica.log):
            return False
        record = self._kept.pop(0)
        if not _is_given(intake.replica, seat, record):
            intake.receive(record)
        return True


def _is_given(replica: Replica, seat: Seat, record: Record) -> bool:
    """Tell whether a seat has a message like this one of its own in a replica, be it the same or not."""
    match record.kind:
        case Kind.EVENT:
            return event_seen(replica, seat, Event.read(record.body).round) is not None
        case Kind.HAVE:
            return replica.haves.find(seat, Have.read(record.body).round) is not None
        case Kind.VOTE:
            return replica.ballots.find(Vote.read(record.body)) is not None
    return False


def _needs(record: Record) -> int:
    """Return how many rounds must be closed before a message can be judged."""
    match record.kind:
        case Kind.EVENT:
            return Event.read(record.body).round
        case Kind.HAVE:
            return Have.read(record.body).round + 1
        case Kind.VOTE:
            return Vote.read(record.body).round
    return 0


class Owed:
    """Whether a seat owes an event, which one, and whether it may be given now; it signs none itself."""

    def __init__(
        self,
        replica: Replica,
        seat: Seat,
        secret: GameSecret,
        shares: ShareLog,
        retransmission: Retransmission,
    ) -> None:
        self._replica = replica
        self._seat = seat
        self._secret = secret
        self._shares = shares
        self._retransmission = retransmission

    def waits(self) -> bool:
        """Tell whether the open round waits for an event that this seat has not signed."""
        replica = self._replica
        return (
            self._seat in replica.waiting_for
            and replica.branch.event(self._seat, len(replica.log)) is None
            and self._signed_elsewhere() < len(replica.log)
        )

    def _signed_elsewhere(self) -> int:
        """Return the newest round for which this seat has signed an event beside the log; it never signs another."""
        replica, seat = self._replica, self._seat
        beside = *replica.side_records.rounds(seat), *replica.pending.rounds(seat)
        return max((self._retransmission.newest, *beside))

    def quick(self) -> Due | None:
        """Return what is owed, if it can be made at once; None if a player decides, or it takes long.

        A seat that has resigned by a note owes only the event that embeds it.
        """
        position = self._replica.position
        if self._resigned():
            return RESIGN, (), ()
        kind = position.kind
        body = None if kind.slow else kind.contribution(position, self._seat, self._secret)
        if body is not None:
            return position.kind.act, body(), ()
        if position.kind is not TURN:
            return None
        return (RESIGN, (), ()) if self._replica.notes.resignations(position) else self._agreed()

    def slow(self) -> Callable[[], Prepared] | None:
        """Return a function that makes the proofs that are owed; None if none are, or they may not be given yet."""
        position = self._replica.position
        if not position.kind.slow or self._resigned():
            return None
        prepared = position.kind.prepared(position, self._seat, self._secret)
        if prepared is None or not self._shares.may_give(self.shares(), position.decks_state.layers):
            return None
        return prepared if not position.kind.discloses(position, self._seat) or self.may_disclose() else None

    def keys_given(self) -> tuple[bytes, ...]:
        """Return the secret parts of the deck keys that this seat has given in closed rounds."""
        given = self._replica.position.decks_state.given_keys.get(self._seat, ())
        return tuple(self._secret.deck_key(key.epoch).write() for key in given)

    def keys(self) -> tuple[bytes, ...]:
        """Return the seat's secret deck keys, for when it leaves: of all that it has given, also for the open round."""
        position = self._replica.position
        given = self._replica.branch.event(self._seat, position.round)
        if position.rules.decks and given is not None and Event.read(given.body).act in (KEYS.act, REKEY.act):
            epoch = Epoch(position.genesis.game_id, position.decks_state.epoch)
            return (*self.keys_given(), self._secret.deck_key(epoch).write())
        return self.keys_given()

    def shares(self) -> tuple[GivenShare, ...]:
        """Return the shares that go out with what is owed."""
        position = self._replica.position
        return position.kind.gives(position, self._seat)

    def may_disclose(self) -> bool:
        """Tell whether a secret or a share may be published: with three or more seats only after their echo.

        Without it a cheat could show two players different branches, and have a card opened on each.
        """
        replica, position = self._replica, self._replica.position
        if len(position.seats) < 3:
            return True
        out = {self._seat, *replica.ballots.absent(position)}
        return all(replica.confirms(seat) for seat in position.seats if seat not in out)

    def _resigned(self) -> bool:
        position = self._replica.position
        note = self._replica.notes.find(self._seat, RESIGN)
        return note is not None and is_resignation(position, note)

    def _body(self) -> Callable[[], Body] | None:
        position = self._replica.position
        return position.kind.contribution(position, self._seat, self._secret)

    def _agreed(self) -> Due | None:
        """Return the event that makes happen what all still in agree on, with the notes of all others."""
        position = self._replica.position
        agreed = next((offer for offer in self._replica.offers if offer.seats == position.seats), None)
        if agreed is None:
            return None
        pending = self._replica.notes.pending(position)
        others = tuple(
            record.pack() for record, note in pending if note.says == agreed.says and note.seat != self._seat
        )
        return agreed.says, () if agreed.to is None else (agreed.to,), others


# What a seat says of others that are silent.


class Voting:
    """Which votes a seat may give, and what it owes to the votes of others; it signs none itself."""

    def __init__(self, replica: Replica, seat: Seat) -> None:
        self._replica = replica
        self._seat = seat

    @property
    def silent(self) -> tuple[Seat, ...]:
        """The other seats on which the open round depends."""
        return tuple(seat for seat in self._replica.held_up_by if seat != self._seat)

    def votable(self) -> tuple[Seat, ...]:
        """Return the seat that this one may vote absent now, if any; the wait is for the client to keep.

        Of two silent seats neither: who has voted both absent and then hears from one would wait for the other's
        answer, which may never come.
        """
        replica, position, silent = self._replica, self._replica.position, self.silent
        if replica.accusations.verdict is not None or len(silent) > 1:
            return ()
        return tuple(
            seat
            for seat in silent
            if may_vote(position, self._seat, seat)
            and replica.branch.event(seat, position.round) is None
            and not replica.ballots.has_given(position.round, seat, self._seat)
        )

    def says(self, ballot: Ballot, seat: Seat) -> Vote:
        """Return what this seat says of the open round."""
        return self._vote(ballot, seat, self._replica.position)

    def answer(self) -> Vote | None:
        """Return the answer to a vote of somebody else: with what is here, or, once resigned, like the others."""
        replica, resigned = self._replica, self.has_resigned()
        if replica.accusations.verdict is not None:
            return None
        for position, seat in replica.ballots.questioned(replica.positions):
            number = position.round
            if replica.ballots.has_given(number, seat, self._seat) or not may_vote(
                position, self._seat, seat
            ):
                continue
            if (event := replica.branch.event(seat, number)) is not None:
                return self._vote(Ballot.PRESENT, seat, position, event_digest(event.body))
            if resigned and number == len(replica.log) and self.silent == (seat,):
                return self._vote(Ballot.ABSENT, seat, position)
        return None

    def has_resigned(self) -> bool:
        """Tell whether this seat has signed a note that nothing has embedded yet."""
        return self._replica.notes.resigned(self._seat) and self._seat in self._replica.position.seats

    def _vote(self, ballot: Ballot, seat: Seat, position: Position, event: bytes = b"") -> Vote:
        return Vote(ballot, self._seat, seat, position.round, position.previous, position.inside, event)


# What signs for a seat.

_KINDS = {Event: Kind.EVENT, Have: Kind.HAVE, Vote: Kind.VOTE, Note: Kind.NOTE, By: Kind.BY}


class SigningKey:
    """The only holder of a seat's secret key. It makes what the seat signs of its replica, changing nothing there."""

    def __init__(self, replica: Replica, seat: Seat, identity: Identity) -> None:
        self._replica = replica
        self._seat = seat
        self._identity = identity

    def event(
        self, act: str, body: Body, consents: tuple[bytes, ...] = (), own: Proved | None = None
    ) -> tuple[Record, ValidatedEvent]:
        """Return a signed event for the open round after judging it as the others will, but for proofs just made.

        ``own`` is what these show, where they are. Raises `Illegal` if the event is not in order.
        """
        event = self.draft(act, body, consents)
        validated = validate(self._replica.position, event, event.pack(), own)
        if validated.fault is not None:
            raise Illegal(validated.fault)
        return self.sign(event), validated

    def draft(self, act: str, body: Body, consents: tuple[bytes, ...] = ()) -> Event:
        """Return an event for the open round; it embeds the resignations that wait, unless it holds consents."""
        replica, position = self._replica, self._replica.position
        carries = act != position.kind.act or position.kind.carries
        notes = consents or (replica.notes.resignations(position) if carries else ())
        header = position.round, self._seat, position.previous, position.state_digest, position.inside
        return Event(*header, act, body, notes)

    def sign(self, message: Event | Have | Vote | Note | By) -> Record:
        """Return the record of a message of this seat."""
        return sign(self._identity, _KINDS[type(message)], self._replica.genesis.game_id, message.pack())

    def sign_chat(self, chat: Chat, text: str) -> ChatMessage:
        """Sign and keep a chat message, which is no part of the log; raise `Illegal` as `Chat.sign_message` does."""
        return chat.sign_message(self._identity, self._seat, self._replica.position.round, text)


class AutoSigner:
    """Signs whatever its seat owes and need not think about, whenever something was heard or said.

    It never signs two different messages for one round. ``signing`` is off until everything stored has been fed.
    """

    def __init__(
        self, seat: Seat, secret: GameSecret, signing_key: SigningKey, voting: Voting, intake: Intake
    ) -> None:
        self.signing_key = signing_key
        self.shares = ShareLog()
        self.confirming = Confirming(intake.replica, seat)
        self._retransmission = Retransmission()
        self.due = Owed(intake.replica, seat, secret, self.shares, self._retransmission)
        self.signing = False
        self.deferred = False
        """Whether work on proofs waits until its job is done."""
        self._seat = seat
        self._secret = secret
        self._voting = voting
        self._intake = intake

    @property
    def behind(self) -> bool:
        """Whether this seat has signed what is built on rounds that are still open here; see `retransmit`."""
        return bool(self._retransmission)

    @property
    def may_sign(self) -> bool:
        """Whether anything new may be signed now."""
        return self.signing and not self.behind

    @property
    def owes_have(self) -> bool:
        """Whether this seat has not confirmed the newest closed round yet."""
        return self.may_sign and self.confirming.is_open

    # -- from when on it signs --

    def prepare(self) -> None:
        """Walk the seat's coin chain, so that nothing it signs takes long; it may be called in a thread."""
        self._secret.coin_tip()

    def sign_from_now_on(self) -> None:
        """Let this seat sign what it owes; called once everything stored has been fed."""
        self.signing = True
        self.settle()

    def sign_nothing(self) -> None:
        """Let this seat sign nothing new until `sign_from_now_on` is called again."""
        self.signing = False

    def retransmit(self, records: Iterable[Record]) -> None:
        """Be bound by what this seat has signed before and the log lacks; called before anything is signed.

        It gives the same again as soon as the log has what that is built on, and signs nothing else before.
        """
        self._retransmission.bind(records)
        self.settle()

    def sign_key(self) -> None:
        """Sign the key event where it is owed, and nothing more: it is the same however often it is made."""
        replica = self._intake.replica
        owes_key = replica.position.kind is KEYS and self._seat in replica.waiting_for
        if owes_key and (due := self.due.quick()) is not None:
            self.sign_event(*due)

    # -- what it hears, and proofs --

    def receive(self, record: Record) -> Reception:
        """Let the replica take in one record, and sign what this seat now owes."""
        reception = self._intake.receive(record)
        if not self.deferred:
            reception = do_jobs(self, record) or reception
        if reception.status in (Status.ACCEPTED, Status.AUTHOR, Status.EARLY):
            self.settle()
        return reception

    def next_job(self) -> ProofJob | None:
        """Return the next work on proofs: events to be judged first, then one's own to be made."""
        job = self._intake.next_job()
        if job is not None or not self.may_sign or not self.due.waits():
            return job
        position, prepared = self._intake.replica.position, self.due.slow()
        if prepared is None:
            return None

        def make() -> tuple[Record, ValidatedEvent]:
            body, own = prepared()
            return self.signing_key.event(position.kind.act, body, own=own)

        return ProofJob(None, make, position.kind.is_brief(position))

    def complete_job(self, job: ProofJob, result: Any) -> Reception:
        """Take in what a proof job has returned, note what it releases, and sign what this seat now owes."""
        if job.record is None:
            self.shares.note_given(self.due.shares())
        reception = self._intake.complete_job(job, result)
        self._settle_what_is_quick()
        return reception

    # -- signing --

    def confirm(self) -> None:
        """Sign the have of the newest closed round, if that may be; it stands for all before."""
        have = self.confirming.newest() if self.may_sign else None
        if have is not None:
            self.sign_beside(have)

    def sign_event(self, act: str, body: Body, consents: tuple[bytes, ...] = ()) -> None:
        """Sign an event for the open round, and take it in; raise `Illegal` if it is not in order."""
        self._intake.add_event(*self.signing_key.event(act, body, consents))

    def sign_beside(self, message: Have | Vote | Note | By) -> None:
        """Sign something beside the rounds, and take it in."""
        self._intake.receive(self.signing_key.sign(message))

    def settle(self) -> None:
        """Sign everything that this seat owes and need not think about."""
        self._settle_what_is_quick()
        if not self.deferred:
            do_jobs(self)

    def _settle_what_is_quick(self) -> None:
        while self._retransmission.keep(self._intake, self._seat) or (self.may_sign and self._settle_once()):
            pass

    def _settle_once(self) -> bool:
        """Sign one thing that is owed and made at once; tell whether there was any."""
        if (said := self._voting.answer() or self.confirming.due()) is not None:
            self.sign_beside(said)
        elif self.due.waits() and (due := self.due.quick()) is not None:
            self.sign_event(*due)
        else:
            return False
        return True


# The hidden cards that a seat sees with its own share.


class OwnCards(Faces):
    """The faces open to all, and those that one seat opens for itself; it shows them to the others as well."""

    def __init__(self, secret: GameSecret, seat: Seat) -> None:
        self._secret = secret
        self._seat = seat
        self._opened: dict[Slot, int] = {}

    def known(self, decks_state: DecksState) -> Known:
        """Return the faces this seat has seen: those open to all, and those of the cards that were dealt to it."""
        faces = decks_state.faces
        own = {
            slot: faces[slot[0]][self._card(decks_state, slot)] for slot in decks_state.dealt_to(self._seat)
        }
        return {**decks_state.public, **own} if own else decks_state.public

    def _card(self, decks_state: DecksState, slot: Slot) -> int:
        if slot not in self._opened:
            deck = decks_state.decks[slot[0]]
            key = self._secret.deck_key(deck.id.epoch)
            given = self._seat in decks_state.shares.get(slot, {})
            self._opened[slot] = decks_state.card(slot, None if given else own_share(key, (deck, slot[1])))
        return self._opened[slot]

    def show(self, decks_state: DecksState, slots: Sequence[Slot]) -> tuple[Plain, Plain]:
        """Return the numbers of these cards, and the shares that let everybody see them, as they are sent."""
        owed = decks_state.due(self._seat, ((slot, None) for slot in slots))
        numbers = tuple((*slot, self._card(decks_state, slot)) for slot in slots)
        return numbers, prove_given(decks_state, self._secret, owed)


# What acts for a seat, whether anything is signed by that or not.


class Seated(Protocol):
    """A `Signer`, or a seat of a game that is only tried out."""

    @property
    def seat(self) -> Seat:
        """The seat."""

    @property
    def replica(self) -> Replica:
        """The game as this seat knows it."""

    @property
    def voting(self) -> Voting:
        """Which votes it may give now."""

    @property
    def behind(self) -> bool:
        """Whether it has signed what is built on rounds that are still open here."""

    @property
    def my_turn(self) -> bool:
        """Whether this seat is the one that is to move, and may."""

    def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; raise `Illegal` if it is not this seat's turn or not allowed."""

    def after_resigning(self) -> Position:
        """Return what would follow if this seat resigned now and nothing else happened: what is asked next."""

    def resign(self) -> None:
        """Leave the game; raise `Illegal` when there is nothing to leave."""


class Signer:
    """Holds a replica, and signs for its seat what that lets it."""

    def __init__(self, genesis: Genesis, rules: AnyRules, identity: Identity) -> None:
        """Sit down; raise ValueError if the identity has no seat, and `Refused` as `Replica` does."""
        own = genesis.own(identity)
        if own is None:
            raise ValueError("This identity has no seat at the table.")
        self.seat: Seat = genesis.keys.index(own.key)
        secret = GameSecret(own, genesis.game_id, self.seat)
        self._cards = OwnCards(secret, self.seat)
        self.replica = replica = Replica(genesis, rules, self.seat)
        replica.faces = self._cards
        self.voting = Voting(replica, self.seat)
        signing_key = SigningKey(replica, self.seat, own)
        intake = Intake(replica, deferred=True)  # the work on proofs is for the auto-signer, among one's own
        self.auto_signer = AutoSigner(self.seat, secret, signing_key, self.voting, intake)

    @property
    def behind(self) -> bool:
        """Whether this seat has signed what is built on rounds still open here; see `AutoSigner.retransmit`."""
        return self.auto_signer.behind

    @property
    def my_turn(self) -> bool:
        """Whether this seat is the one that is to move, and may sign."""
        return (
            self.auto_signer.may_sign and self.replica.position.kind is TURN and self.auto_signer.due.waits()
        )

    def receive(self, record: Record) -> Reception:
        """Let the replica take in one record, and sign what this seat now owes."""
        return self.auto_signer.receive(record)

    # -- what the player does --

    def act(self, move: Move, at: bytes | None = None) -> None:
        """Make a move; raise `Illegal`, and sign nothing, if it is not this seat's turn or not allowed.

        With ``at``, also where the state is no longer the one of this digest, for which the move was chosen.
        """
        if not self.my_turn:
            raise Illegal(NOT_YOUR_TURN())
        position = self.replica.position
        if at is not None and at != position.state_digest:
            raise Illegal(sentences.GAME_WENT_ON)
        shown = position.rules.reveals(position.state, self.seat, move)
        slots = tuple(dict.fromkeys(slot for slot, _ in shown))
        owed = missing(position, self.seat, slots)
        shares = given_by(position.decks_state, ((slot, None) for slot in owed))
        self.auto_signer.sign_event(TURN.act, (move, *self._cards.show(position.decks_state, slots)))
        self.auto_signer.shares.note_given(shares)
        self.auto_signer.settle()

    def resign(self) -> None:
        """Leave the game: at once where this seat owes an event, else as soon as an event embeds the note.

        With it this seat hands out its deck keys, so that nothing has to be shuffled anew without it. Raises `Illegal`
        when the game is over or this seat is out already.
        """
        if not self._plays():
            raise Illegal(sentences.NOTHING_TO_RESIGN)
        if not self.voting.has_resigned():
            self.auto_signer.sign_beside(Note(self.seat, RESIGN, keys=self.auto_signer.due.keys()))
        self.auto_signer.settle()

    def after_resigning(self) -> Position:
        """Return what would follow if this seat resigned now and nothing else happened: what is asked next."""
        return position_without(
            self.replica.position, self.seat, Why.RESIGNED, self.auto_signer.due.keys_given()
        )

    def offer(self, says: str, to: int | None = None) -> None:
        """Offer something, agree to it, or decline all that is offered; raise `Illegal` if that is not possible.

        It holds until the next event and cannot be changed. When all others still in have said the same, the seat
        whose turn it is, if it has said so too, makes it happen at once.
        """
        if not self._plays():
            raise Illegal(sentences.ONLY_WHO_PLAYS)
        if says == RESIGN:
            self.resign()
            return
        position = self.replica.position
        if refusal := why_not(position, says, to):
            raise Illegal(refusal)
        note = self.replica.notes.find(self.seat, says)
        if note is not None and is_live(position, note):
            raise Illegal(sentences.SAID_ALREADY)
        self.auto_signer.sign_beside(Note(self.seat, says, position.previous, to))
        self.auto_signer.settle()

    def _plays(self) -> bool:
        return (
            self.auto_signer.signing
            and not self.replica.finished
            and self.seat in self.replica.position.seats
        )

    # -- what it says of silent seats --

    def vote(self, seat: Seat) -> None:
        """Vote a seat absent from the open round; raise `Illegal` when that is not possible.

        It cannot be taken back. The seat is out when all others still in vote the same: between two, at once.
        """
        if seat not in self.voting.votable() or not self.auto_signer.may_sign:
            raise Illegal(sentences.VOTE_NEEDS)
        self.auto_signer.sign_beside(self.voting.says(Ballot.ABSENT, seat))
        self.auto_signer.settle()

    def leave_votes(self) -> None:
        """Vote on whom the open round waits for, if this seat has resigned by a note that nothing has embedded yet.

        Called when its client closes: nobody comes back to give the vote of who has resigned, and without it a seat
        that stays silent could not be voted out. Between two it stays silent: its vote alone would end the game.
        """
        if (
            self.voting.has_resigned()
            and self.auto_signer.may_sign
            and not between_two(self.replica.position)
        ):
            for seat in self.voting.votable():
                self.auto_signer.sign_beside(self.voting.says(Ballot.ABSENT, seat))
            self.auto_signer.settle()

"""Coins and cards of a log, checked without the rules by what its events name.

Which decks, slots and rolls are asked for only the rules can say. But keys, coin values, shuffles, shares and shown
cards must follow from what was given before, and all that the events of a round name of it must be equal. Where it is
not nobody is blamed: those who stay in could name it wrongly together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from p2pgames.contract import Illegal, Seat, Shuffle, Slot
from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.audit import sentences as told
from p2pgames_protocol.audit.chain import ClosedRound
from p2pgames_protocol.audit.sentences import A_CARD, CARDS_NAMED
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.coin import ChainHead
from p2pgames_protocol.chance.deck import take_shuffles
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.elgamal import MAX_CARDS, MAX_NAME
from p2pgames_protocol.chance.joint_key import Epoch, join_keys, read_key
from p2pgames_protocol.chance.secret import recompute_shuffle
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.consents import CONSENTS
from p2pgames_protocol.log.decks import DecksState, add_keys, open_layer
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import NOTHING, Proved
from p2pgames_protocol.log.records import RESIGN, Event
from p2pgames_protocol.log.rounds import (
    COIN,
    KEYS,
    REKEY,
    ROUNDS,
    SHARE,
    SHUFFLE,
    TURN,
    deck_names,
    key_of,
    read_move,
)
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import Malformed, Plain, pack, unpack
from p2pgames_protocol.wire.fields import beginnings

Handed = Mapping[Seat, tuple[bytes, ...]]


# The coins of a log, followed without the rules.

# What an event names of its round, which every other event of the round names too.

_FIELDS = {COIN.act: 3, REKEY.act: 1, SHARE.act: 1}
"""How many fields of the body, from the first on, are equal in all events of a round."""


@dataclass(frozen=True, slots=True)
class Named:
    """The act, and with it the number, sides and seat of a roll, an epoch, all decks or all slots."""

    act: str
    packed: bytes

    @property
    def fields(self) -> Plain:
        """The number, sides and seat of a roll, and so on: all that is named but the act."""
        return unpack(self.packed)


def is_known(act: str) -> bool:
    """Tell whether there is such an act, in whatever step."""
    return act in CONSENTS or any(kind.act == act for kind in ROUNDS)


def named_by(event: Event) -> Named:
    """Return what an event names; its body may be of any form."""
    body = beginnings(event.body, 2) if event.act == SHUFFLE.act else event.body[: _FIELDS.get(event.act, 0)]
    return Named(event.act, pack(body))


class CoinCheck:
    """What is known of every seat's chain; ``rolls`` are the numbers of those of which a value was right."""

    def __init__(self, genesis: Genesis) -> None:
        self.game = genesis.game_id
        self.rolls: set[int] = set()
        self._tips: dict[Seat, bytes] = {}
        self._heads: dict[Seat, ChainHead] = {}
        self._last = 0
        self._begun: Named | None = None
        """A roll for one seat, which gave its value: those of the others are due."""

    def commit(self, event: Event) -> None:
        """Note the tip of a key event, which binds its seat even if the event is at fault for something else."""
        with suppress(Malformed):
            if event.act == KEYS.act:
                _, tip = key_of(event)
                self._tips[event.seat], self._heads[event.seat] = tip, ChainHead(tip)

    def check(self, event: Event, inside: Collection[Seat]) -> None:
        """Check a key event, or take a coin event; raise `Illegal` or `Malformed` if it is wrong."""
        if event.act == KEYS.act:
            key_of(event)
        elif event.act == COIN.act:
            self._heads[event.seat] = self._taken(event, inside)
            self.rolls.add(_fields(event)[0])

    def close_round(self, counted: Mapping[Seat, Event], *, whole: bool) -> None:
        """Note which roll was begun, and whether the values of others are still due to it.

        ``whole`` tells that nobody left.
        """
        coins = {seat: event for seat, event in counted.items() if event.act == COIN.act}
        self._begun = None
        for seat, event in coins.items():
            number, _, to, _ = _fields(event)
            self._last = max(self._last, number)
            if whole and to == seat and len(coins) == 1:
                self._begun = named_by(event)

    def check_secret(self, seat: Seat, secret: bytes) -> None:
        """Raise `Illegal` unless the seat's chain comes from this secret."""
        if coin.tip(secret, self.game, seat) != self._tips.get(seat):
            raise Illegal(sentences.WRONG_TIP)

    def _taken(self, event: Event, inside: Collection[Seat]) -> ChainHead:
        number, sides, to, value = _fields(event)
        due = (
            number > self._last
            if self._begun is None
            else named_by(event) == self._begun and to != event.seat
        )
        fair = all(type(side) is int and side > 0 for side in sides)
        if not (due and fair and (to is None or to in inside)):
            raise Illegal(sentences.OTHER_ROLL(roll=Count(number)))
        head = self._heads.get(event.seat)
        taken = head.advance(self.game, event.seat, number, value) if head is not None else None
        if taken is None:
            raise Illegal(sentences.WRONG_COIN(roll=Count(number)))
        return taken


def _fields(event: Event) -> tuple[int, tuple[Plain, ...], Seat | None, bytes]:
    match event.body:
        case (int(number), tuple() as sides, None | int() as to, bytes(value)) if bool not in (
            type(number),
            type(to),
        ):
            return number, sides, to, value
    raise Malformed(told.NO_COIN)


# The sealed decks of a log, followed without the rules: a card is its number in the deck before the shuffle.


class CardCheck:
    """The state of the decks as far as events show it. Faces stand for numbers of cards."""

    def __init__(self, genesis: Genesis) -> None:
        self.genesis = genesis
        self.state = DecksState()
        self._resumed = False
        """Whether an open seat left a shuffle, which then went on or began anew as only the rules can say."""
        self._assumed: frozenset[str] = frozenset()
        """Decks that are sealed if such a shuffle went on."""

    # -- one round --

    def read(self, event: Event, inside: Collection[Seat]) -> Proved:
        """Return what an event shows; raise `Illegal`, `Malformed` or `Forged` if it is wrong."""
        reader = _READERS.get(event.act)
        return NOTHING if reader is None else reader(self, event, inside)

    def give(self, alike: Named | None, counted: Mapping[Seat, Proved]) -> None:
        """Take the keys and shares of a round whose events name this; they count whatever becomes of it."""
        match alike:
            case Named(act=REKEY.act, fields=(int(epoch),)):
                self.state = replace(self.state, keys=None, epoch=epoch)
        keys = [each.key for each in counted.values() if each.key is not None]
        state = add_keys(self.state, keys) if keys else self.state
        self.state = state.with_shares(share for each in counted.values() for share in each.shares)

    def close_round(self, alike: Named | None, counted: Mapping[Seat, Proved]) -> Message | None:
        """Close a round to which all gave what they owe; return what is wrong with its keys together."""
        keys = [each.key for each in counted.values() if each.key is not None]
        if len({key.epoch for key in keys}) == 1:  # which epoch is right, only the rules can tell
            try:
                self.state = replace(self.state, keys=join_keys(keys))
            except Forged as wrong:
                return wrong.message
        for each in counted.values():
            if each.decks:
                self.state = replace(self.state, shuffling=each.decks)
                self._resumed = False
                self._seal()
        match alike:
            case Named(act=SHARE.act, fields=(slots,)):
                self.state = self.state.deal(_wanted(slots))
        return None

    def leave(
        self, inside: frozenset[Seat], left: Collection[Seat], handed: Mapping[Seat, tuple[bytes, ...]]
    ) -> None:
        """Follow what departures do to keys and unfinished shuffles."""
        for seat in sorted(left):
            opened = open_layer(self.state, seat, handed[seat]) if seat in handed else None
            inside -= {seat}
            self.state = (opened or self.state).only(sorted(inside), same=True)
            self._resumed = bool(self.state.shuffling)
        if left and self.state.shuffling and not self.state.unsealed:
            self._assumed |= {deck.id.name for deck in self.state.shuffling}
            self._seal()

    def check_secret(self, seat: Seat, secret: bytes) -> None:
        """Raise `Forged` unless the seat's keys and shuffles follow from its secret."""
        for deck in self.state.decks.values():
            if seat in deck.keys.seats:
                recompute_shuffle(deck, seat, secret)

    def _seal(self) -> None:
        if not self.state.unsealed:
            decks = self.state.shuffling
            asked = Shuffle(tuple((deck.id.name, _numbers(len(deck.faces))) for deck in decks))
            self.state = self.state.seal(asked)

    # -- what events show --

    def key(self, event: Event, inside: Collection[Seat]) -> Proved:  # noqa: ARG002
        """Return the deck key of a key event, where the game has decks."""
        if self.genesis.proposal.decks:
            return Proved(key=read_key(Epoch(self.genesis.game_id), event.seat, event.body[2:]))
        if event.body[2:] != (None, None):
            raise Malformed(sentences.NO_DECKS)
        return NOTHING

    def fresh_key(self, event: Event, inside: Collection[Seat]) -> Proved:  # noqa: ARG002
        """Return the deck key of a rekey event."""
        match event.body:
            case (int(number), *proof) if (
                type(number) is int and self.state.epoch < number <= fields.MAX_ROUND
            ):
                epoch = Epoch(self.genesis.game_id, number)
                return Proved(key=read_key(epoch, event.seat, tuple(proof)))
        raise Illegal(sentences.OTHER_EPOCH)

    def shuffle(self, event: Event, inside: Collection[Seat]) -> Proved:
        """Return the decks after one seat's shuffle, be they under way or begun by it."""
        sent = tuple(each[2:] for each in event.body if type(each) is tuple)
        tries = [self.state] if self.state.shuffling else []
        if self._resumed or not tries:
            tries.append(self._begun(event, inside))
        fitting = [
            state.unsealed
            for state in tries
            if [deck.seat for deck in state.unsealed[:1]] == [event.seat]
            and pack(fields.beginnings(event.body, 2)) == pack(deck_names(state.unsealed))
        ]
        if not fitting:
            raise Illegal(sentences.OTHER_SHUFFLE)
        for decks in fitting[:-1]:
            try:
                return Proved(decks=take_shuffles(decks, sent))
            except Forged:
                continue
        return Proved(decks=take_shuffles(fitting[-1], sent))

    def shares(self, event: Event, inside: Collection[Seat]) -> Proved:
        """Return the shares that a seat owes in the slots that its event names."""
        match event.body:
            case (slots, batches):
                wanted = _wanted(slots)
            case _:
                raise Malformed(sentences.NO_SHARES)
        if not self.state.can_open(wanted, sorted(inside)):
            raise Illegal(sentences.OTHER_SLOTS)
        return self._owed(event.seat, self.state.due(event.seat, wanted), batches)

    def shows(self, event: Event, inside: Collection[Seat]) -> Proved:  # noqa: ARG002
        """Return the shares that open the cards a move shows, which must be those."""
        _, shows, batches = read_move(event)
        slots = [_slot(*fields.array(each, 3, A_CARD)[:2]) for each in shows]
        if len(set(slots)) != len(slots):
            raise Illegal(sentences.OTHER_CARDS)
        for slot in slots:
            self.state.check_dealt(slot, event.seat)
        proved = self._owed(event.seat, self.state.due(event.seat, ((slot, None) for slot in slots)), batches)
        if not slots:
            return proved
        after = self.state.with_shares(proved.shares)
        if pack(shows) != pack(tuple((*slot, int(after.public[slot])) for slot in slots)):
            raise Illegal(sentences.OTHER_CARDS)
        return proved

    def _owed(self, seat: Seat, owed: tuple[Slot, ...], batches: Plain) -> Proved:
        try:
            return Proved(shares=self.state.read_shares(seat, owed, batches))
        except ValueError:  # a seat without a key of that epoch
            raise Illegal(sentences.NOT_DEALT) from None

    def _begun(self, event: Event, inside: Collection[Seat]) -> DecksState:
        """Return the decks as a shuffle of those that an event names begins."""
        names = [_deck(each) for each in event.body]
        ask = Shuffle(tuple((name, _numbers(size)) for name, size in names))
        kept = {name: deck for name, deck in self.state.decks.items() if name not in self._assumed}
        seats = sorted(inside)
        if not self.state.serves(seats):
            raise Illegal(sentences.OTHER_SHUFFLE)
        try:
            return replace(self.state, decks=kept).start(ask).only(seats, same=True)
        except ValueError:
            raise Illegal(sentences.OTHER_SHUFFLE) from None


_READERS: dict[str, Callable[[CardCheck, Event, Collection[Seat]], Proved]] = {
    KEYS.act: CardCheck.key,
    REKEY.act: CardCheck.fresh_key,
    SHUFFLE.act: CardCheck.shuffle,
    SHARE.act: CardCheck.shares,
    TURN.act: CardCheck.shows,
}


def _numbers(size: int) -> tuple[str, ...]:
    return tuple(map(str, range(size)))


def _deck(value: Plain) -> tuple[str, int]:
    if type(value) is not tuple or len(value) < 2:
        raise Malformed(sentences.OTHER_SHUFFLE)
    return fields.text(value[0], MAX_NAME, sentences.DECK), fields.integer(
        value[1], MAX_CARDS, sentences.POSITION
    )


def _slot(name: Plain, position: Plain) -> Slot:
    return fields.text(name, MAX_NAME, sentences.DECK), fields.integer(
        position, MAX_CARDS, sentences.POSITION
    )


def _wanted(slots: Plain) -> tuple[tuple[Slot, Seat | None], ...]:
    """Return the slots that an event names, each with who is to see it."""
    named = [
        fields.array(each, 3, A_CARD) for each in fields.some_array(slots, fields.MAX_ROUND, CARDS_NAMED)
    ]
    return tuple((_slot(name, at), None if to is None else fields.seat(to)) for name, at, to in named)


class Chance:
    """What is known of coins and cards after the rounds of a log; ``faults`` are those of their events.

    ``disputed`` are the rounds whose events name different things. A seat found at fault is out: nothing more is
    read of it but its reveal.
    """

    def __init__(self, genesis: Genesis, links: Sequence[ClosedRound]) -> None:
        self.genesis = genesis
        self.cards = CardCheck(genesis)
        self.coins = CoinCheck(genesis)
        self.faults: list[tuple[int, Seat, Message]] = []
        self.disputed: list[int] = []
        self._out: set[Seat] = set()
        for paper in links[0].given.values() if links else ():
            self.coins.commit(paper.event)
        after: list[frozenset[Seat] | None] = [link.inside for link in links[1:]]
        for number, link in enumerate(links):
            self._follow(number, link, [*after, None][number])

    @property
    def checks(self) -> dict[str, int]:
        """How many rolls, shuffles and shares were verified, counted as in a full audit."""
        shares = sum(map(len, self.cards.state.shares.values()))
        return {"rolls": len(self.coins.rolls), "shuffles": self.cards.state.shuffles, "shares": shares}

    def check_secret(self, seat: Seat, secret: bytes) -> None:
        """Raise `Illegal` or `Forged` unless all that the seat gave follows from the secret it committed to."""
        self.coins.check_secret(seat, secret)
        self.cards.check_secret(seat, secret)

    def _follow(self, number: int, link: ClosedRound, after: frozenset[Seat] | None) -> None:
        """Take in one round; ``after`` are those in after it, None if that is not seen."""
        handed = _handed_out(link)
        events = {
            seat: paper.event
            for seat, paper in sorted(link.given.items())
            if seat not in self._out | link.at_fault
        }
        proved: dict[Seat, Proved] = {}
        for seat, event in events.items():
            try:
                proved[seat] = self._read(number, link, event)
            except (Illegal, Malformed, Forged) as wrong:
                self._blame(number, seat, wrong.message)
        named = {seat: named_by(events[seat]) for seat in proved if events[seat].act != RESIGN}
        if len(set(named.values())) > 1:
            self.disputed.append(number)
        counted = {
            seat: each for seat, each in proved.items() if after is None or seat in after or seat in handed
        }
        alike = _alike(named[seat] for seat in counted if seat in named)
        whole = len(counted) == len(link.given) and not link.absent
        whole &= all(event.act != RESIGN for event in events.values())
        self.cards.give(alike, counted)
        if whole and (wrong_together := self.cards.close_round(alike, counted)):
            for seat in counted:
                self._blame(number, seat, wrong_together)
        left = link.absent.union(handed, events.keys() - proved) if after is None else link.inside - after
        self.coins.close_round({seat: events[seat] for seat in counted}, whole=whole and not left)
        self.cards.leave(link.inside, left, handed)

    def _read(self, number: int, link: ClosedRound, event: Event) -> Proved:
        """Return what an event shows; raise `Illegal`, `Malformed` or `Forged` if it is seen to be at fault."""
        if event.act == RESIGN:
            return NOTHING
        if not is_known(event.act) or (event.act == KEYS.act) is not (number == 0):
            raise Illegal(told.FITS_NO_ROUND(act=Verbatim(event.act)))
        self.coins.check(event, link.inside)
        return self.cards.read(event, link.inside)

    def _blame(self, number: int, seat: Seat, why: Message) -> None:
        self._out.add(seat)
        self.faults.append((number, seat, why))


def _alike(named: Iterable[Named]) -> Named | None:
    """Return what all of these are; None if they differ."""
    values = set(named)
    return values.pop() if len(values) == 1 else None


def _handed_out(link: ClosedRound) -> Handed:
    """Return what the seats that resign by notes hand out; of several notes of a seat the first counts."""
    handed: dict[Seat, tuple[bytes, ...]] = {}
    for seat in sorted(link.given.keys() - link.at_fault):
        paper = link.given[seat]
        for note in paper.notes if paper.leaving else ():
            handed.setdefault(note.seat, note.keys)
    return handed

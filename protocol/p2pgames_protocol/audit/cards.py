"""The sealed decks of a log, followed without the rules: a card is its number in the deck before the shuffle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from p2pgames.contract import Illegal, Seat, Shuffle, Slot
from p2pgames.text import Message
from p2pgames_protocol.audit.messages import A_CARD, CARDS_NAMED
from p2pgames_protocol.audit.named import Named
from p2pgames_protocol.chance.deck import SealedDeck, UnsealedDeck, take_shuffles
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.elgamal import MAX_CARDS, MAX_NAME
from p2pgames_protocol.chance.joint_key import Epoch, join_keys, read_key
from p2pgames_protocol.chance.reveal import recompute_shuffle
from p2pgames_protocol.log import field_names, messages
from p2pgames_protocol.log.decks import DecksState, add_keys, open_layer
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.rounds.keys import KEYS
from p2pgames_protocol.log.rounds.rekey import REKEY
from p2pgames_protocol.log.rounds.share import SHARE
from p2pgames_protocol.log.rounds.shuffle import SHUFFLE, deck_names
from p2pgames_protocol.log.rounds.turn import TURN, read_move
from p2pgames_protocol.log.validated_event import NOTHING, Proved
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import Malformed, Plain, pack


class Cards:
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
        self.state = state.give(share for each in counted.values() for share in each.shares)

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
            self.state = self.state.seal(_ask(self.state.shuffling))

    # -- what events show --

    def key(self, event: Event, inside: Collection[Seat]) -> Proved:  # noqa: ARG002
        """Return the deck key of a key event, where the game has decks."""
        if self.genesis.proposal.decks:
            return Proved(key=read_key(Epoch(self.genesis.game_id), event.seat, event.body[2:]))
        if event.body[2:] != (None, None):
            raise Malformed(messages.NO_DECKS)
        return NOTHING

    def fresh_key(self, event: Event, inside: Collection[Seat]) -> Proved:  # noqa: ARG002
        """Return the deck key of a rekey event."""
        match event.body:
            case (int(number), *proof) if (
                type(number) is int and self.state.epoch < number <= fields.MAX_ROUND
            ):
                epoch = Epoch(self.genesis.game_id, number)
                return Proved(key=read_key(epoch, event.seat, tuple(proof)))
        raise Illegal(messages.OTHER_EPOCH)

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
            raise Illegal(messages.OTHER_DECKS)
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
                raise Malformed(messages.NO_SHARES)
        if not self.state.can_open(wanted, sorted(inside)):
            raise Illegal(messages.OTHER_SLOTS)
        return self._owed(event.seat, self.state.owed(event.seat, wanted), batches)

    def shows(self, event: Event, inside: Collection[Seat]) -> Proved:  # noqa: ARG002
        """Return the shares that open the cards a move shows, which must be those."""
        _, shows, batches = read_move(event)
        slots = [_slot(*fields.array(each, 3, A_CARD)[:2]) for each in shows]
        if len(set(slots)) != len(slots):
            raise Illegal(messages.OTHER_CARDS)
        for slot in slots:
            self.state.check_dealt(slot, event.seat)
        proved = self._owed(
            event.seat, self.state.owed(event.seat, ((slot, None) for slot in slots)), batches
        )
        if not slots:
            return proved
        after = self.state.give(proved.shares)
        if pack(shows) != pack(tuple((*slot, int(after.public[slot])) for slot in slots)):
            raise Illegal(messages.OTHER_CARDS)
        return proved

    def _owed(self, seat: Seat, owed: tuple[Slot, ...], batches: Plain) -> Proved:
        try:
            return Proved(shares=self.state.read_shares(seat, owed, batches))
        except ValueError:  # a seat without a key of that epoch
            raise Illegal(messages.NOT_DEALT) from None

    def _begun(self, event: Event, inside: Collection[Seat]) -> DecksState:
        """Return the decks as a shuffle of those that an event names begins."""
        names = [_deck(each) for each in event.body]
        ask = Shuffle(tuple((name, _numbers(size)) for name, size in names))
        kept = {name: deck for name, deck in self.state.decks.items() if name not in self._assumed}
        seats = sorted(inside)
        if not self.state.serves(seats):
            raise Illegal(messages.OTHER_DECKS)
        try:
            return replace(self.state, decks=kept).start(ask).only(seats, same=True)
        except ValueError:
            raise Illegal(messages.OTHER_DECKS) from None


_READERS: dict[str, Callable[[Cards, Event, Collection[Seat]], Proved]] = {
    KEYS.act: Cards.key,
    REKEY.act: Cards.fresh_key,
    SHUFFLE.act: Cards.shuffle,
    SHARE.act: Cards.shares,
    TURN.act: Cards.shows,
}


def _numbers(size: int) -> tuple[str, ...]:
    return tuple(map(str, range(size)))


def _ask(decks: tuple[UnsealedDeck | SealedDeck, ...]) -> Shuffle:
    return Shuffle(tuple((deck.id.name, _numbers(len(deck.faces))) for deck in decks))


def _deck(value: Plain) -> tuple[str, int]:
    if type(value) is not tuple or len(value) < 2:
        raise Malformed(messages.OTHER_DECKS)
    return fields.text(value[0], MAX_NAME, field_names.DECK), fields.integer(
        value[1], MAX_CARDS, field_names.POSITION
    )


def _slot(name: Plain, position: Plain) -> Slot:
    return fields.text(name, MAX_NAME, field_names.DECK), fields.integer(
        position, MAX_CARDS, field_names.POSITION
    )


def _wanted(slots: Plain) -> tuple[tuple[Slot, Seat | None], ...]:
    """Return the slots that an event names, each with who is to see it."""
    named = [
        fields.array(each, 3, A_CARD) for each in fields.some_array(slots, fields.MAX_ROUND, CARDS_NAMED)
    ]
    return tuple((_slot(name, at), None if to is None else fields.seat(to)) for name, at, to in named)

"""The sealed decks of a game as everybody knows them: keys, shuffles, shares given, faces open to all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from p2pgames.contract import Face, Illegal, Seat, Shuffle, Slot
from p2pgames.replace import replace
from p2pgames_protocol.chance.deck import MAX_DECKS, SealedDeck, UnsealedDeck, start_deck
from p2pgames_protocol.chance.decryption_share import (
    DecryptionShare,
    SealedSlot,
    open_card,
    own_share,
    prove_shares,
    read_shares,
)
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.elgamal import MAX_CARDS, MAX_NAME, DeckId
from p2pgames_protocol.chance.joint_key import DeckKey, Epoch, Keys, SecretKey
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import sentences
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import pack

Wanted: TypeAlias = Iterable[tuple[Slot, Seat | None]]
"""Slots, each with the seat that alone may see it, or None for everybody."""


@dataclass(frozen=True, slots=True)
class DecksState:
    """What follows about the decks from the closed rounds; nobody's secrets are in it.

    ``shuffling`` are the decks that are being shuffled, ``decks`` the sealed ones by name, with their printed
    ``faces``. ``shares`` holds every verified share that was given, ``held`` the seat a slot was dealt to, and
    ``public`` the faces that everybody can open.
    """

    keys: Keys | None = None
    given_keys: Mapping[Seat, tuple[DeckKey, ...]] = field(default_factory=dict)
    """Every key that a seat has given, the oldest first."""
    layers: Mapping[Seat, tuple[SecretKey, ...]] = field(default_factory=dict)
    """The secret keys of the seats that handed them out when they left: everybody computes their shares."""
    epoch: int = 0
    """How many rounds of fresh keys have begun: the number of the epoch."""
    shuffling: tuple[UnsealedDeck | SealedDeck, ...] = ()
    decks: Mapping[str, SealedDeck] = field(default_factory=dict)
    faces: Mapping[str, tuple[Face, ...]] = field(default_factory=dict)
    shares: Mapping[Slot, Mapping[Seat, DecryptionShare]] = field(default_factory=dict)
    held: Mapping[Slot, Seat] = field(default_factory=dict)
    public: Mapping[Slot, Face] = field(default_factory=dict)

    # -- keys --

    def serves(self, seats: Sequence[Seat]) -> bool:
        """Tell whether decks can be sealed with the current keys: each is of one of these seats, or open to all."""
        return self.keys is not None and set(self.keys.seats) <= {*seats, *self.layers}

    def only(self, seats: Sequence[Seat], *, same: bool) -> DecksState:
        """Return the state of the decks after others have left: whose keys are open need not shuffle any more.

        What is being shuffled is dropped unless the ``same`` is asked for, and its keys serve.
        """
        if not (same and self.serves(seats)):
            return replace(self, shuffling=())
        left = tuple(
            deck.without(self.layers) if isinstance(deck, UnsealedDeck) else deck for deck in self.shuffling
        )
        return replace(self, shuffling=left)

    # -- shuffling --

    @property
    def unsealed(self) -> tuple[UnsealedDeck, ...]:
        """The decks that wait for the next seat's shuffle."""
        return tuple(deck for deck in self.shuffling if isinstance(deck, UnsealedDeck))

    @property
    def shuffles(self) -> int:
        """How many verified shuffles there are, of all decks by all seats."""
        return sum(len(deck.stages) - 1 for deck in (*self.decks.values(), *self.shuffling))

    def start(self, ask: Shuffle) -> DecksState:
        """Return the state with these decks ready for the first seat; raise ValueError for impossible ones."""
        names = [name for name, _ in ask.decks]
        if self.keys is None or not 0 < len(names) <= MAX_DECKS or len(set(names)) < len(names):
            raise ValueError(f"1 to {MAX_DECKS} decks of different names are shuffled at once.")
        if any(name in self.decks for name in names) or sum(len(f) for _, f in ask.decks) > MAX_CARDS:
            raise ValueError(f"A deck has a new name, and all together at most {MAX_CARDS} cards.")
        epoch, keys = self.keys.epoch, self.keys
        started = tuple(start_deck(DeckId(epoch, name), keys, len(faces)) for name, faces in ask.decks)
        return replace(self, shuffling=started)

    def seal(self, ask: Shuffle) -> DecksState:
        """Return the state of the decks with the decks that all seats have shuffled."""
        sealed = {deck.id.name: deck for deck in self.shuffling if isinstance(deck, SealedDeck)}
        return replace(
            self, shuffling=(), decks={**self.decks, **sealed}, faces={**self.faces, **dict(ask.decks)}
        )

    # -- shares --

    def due(self, seat: Seat, wanted: Wanted) -> tuple[Slot, ...]:
        """Return the slots in which the seat has to give its share, so that others see them."""
        return tuple(slot for slot, to in wanted if to != seat and seat not in self.shares.get(slot, {}))

    def can_open(self, wanted: Wanted, seats: Sequence[Seat]) -> bool:
        """Tell whether these seats can open all the slots: nobody who left is needed, and no card changes hands."""
        return all(
            self._exists(slot)
            and all(seat in seats or seat in self.shares.get(slot, {}) for seat in self._seats(slot))
            and (to is None or self.held.get(slot, to) == to)
            for slot, to in wanted
        )

    def check_dealt(self, slot: Slot, seat: Seat) -> None:
        """Raise `Illegal` unless this seat needs nobody's help to open the slot."""
        if not self._exists(slot) or set(self._seats(slot)) - {seat, *self.shares.get(slot, {})}:
            raise Illegal(sentences.NOT_DEALT)

    def batches(self, slots: Iterable[Slot]) -> list[tuple[SealedSlot, ...]]:
        """Return the slots by the keys they are sealed under, the oldest first: each batch has one proof."""
        grouped: dict[Epoch, list[SealedSlot]] = {}
        for name, position in slots:
            deck = self.decks[name]
            grouped.setdefault(deck.id.epoch, []).append((deck, position))
        return [tuple(grouped[epoch]) for epoch in sorted(grouped, key=lambda epoch: epoch.number)]

    def read_shares(self, seat: Seat, slots: Iterable[Slot], sent: object) -> tuple[DecryptionShare, ...]:
        """Return the seat's shares in exactly these slots, verified; raise `Forged` if they are not proved."""
        batches = self.batches(slots)
        if type(sent) is not tuple or len(sent) != len(batches):
            raise Forged(sentences.SHARE_BATCHES)
        return tuple(
            share
            for batch, each in zip(batches, sent, strict=True)
            for share in read_shares(seat, batch, each)
        )

    def with_shares(self, shares: Iterable[DecryptionShare]) -> DecksState:
        """Return the state of the decks with more shares, and with the faces that all seats have opened with them."""
        shares = tuple(shares)
        if not shares:
            return self
        given = dict(self.shares)
        touched: dict[Slot, None] = {}
        for share in shares:
            slot = share.deck.name, share.position
            given[slot] = {**given.get(slot, {}), share.seat: share}
            touched[slot] = None
        return replace(self, shares=given).with_faces(touched)

    def with_faces(self, slots: Iterable[Slot]) -> DecksState:
        """Return the state of the decks, with the faces of all of these slots that everybody can open."""
        opened = {
            slot: self.face(slot)
            for slot in slots
            if slot not in self.public and {*self._seats(slot)} <= self.shares[slot].keys()
        }
        return replace(self, public={**self.public, **opened}) if opened else self

    def card(self, slot: Slot, own: DecryptionShare | None = None) -> int:
        """Return the number of the card in the slot, which the shares given, and one's own, open.

        It is the number that it had before its deck was shuffled. Raises ValueError if a share is missing.
        """
        name, position = slot
        deck, given = self.decks[name], {**self.shares.get(slot, {})}
        if own is not None:
            given[own.seat] = own
        for seat in {*deck.keys.seats} & self.layers.keys() - given.keys():
            key = next(key for key in self.layers[seat] if key.epoch == deck.id.epoch)
            given[seat] = own_share(key, (deck, position))
        return open_card((deck, position), given.values())

    def face(self, slot: Slot, own: DecryptionShare | None = None) -> Face:
        """Return what is on that card, as the rules have listed it; raises as `card` does."""
        return self.faces[slot[0]][self.card(slot, own)]

    def deal(self, wanted: Wanted) -> DecksState:
        """Return the state of the decks in which these slots belong to the seats that see them."""
        return replace(self, held={**self.held, **{slot: to for slot, to in wanted if to is not None}})

    def dealt_to(self, seat: Seat) -> tuple[Slot, ...]:
        """Return the slots that this seat alone can see."""
        return tuple(slot for slot, to in self.held.items() if to == seat and slot not in self.public)

    # -- the end --

    def open_all(self, orders: Mapping[DeckId, Mapping[Seat, tuple[int, ...]]]) -> DecksState:
        """Return the state of the decks with every face of the decks of which all seats' shuffles are known."""
        opened: dict[Slot, Face] = {}
        for name, deck in self.decks.items():
            known = orders.get(deck.id, {})
            if set(known) == set(deck.keys.seats):
                places: tuple[int, ...] = tuple(range(len(deck.faces)))
                for seat in deck.keys.seats:
                    places = tuple(places[place] for place in known[seat])
                opened |= {(name, at): self.faces[name][place] for at, place in enumerate(places)}
        return replace(self, public={**self.public, **opened})

    def _exists(self, slot: Slot) -> bool:
        name, position = slot
        return name in self.decks and 0 <= position < len(self.decks[name].faces)

    def _seats(self, slot: Slot) -> tuple[Seat, ...]:
        """Return the seats whose shares open a slot: those with a key that is not open to all."""
        return tuple(seat for seat in self.decks[slot[0]].keys.seats if seat not in self.layers)


def add_keys(decks_state: DecksState, keys: Iterable[DeckKey]) -> DecksState:
    """Return the state of the decks in which these keys were given, too."""
    given = dict(decks_state.given_keys)
    for key in keys:
        given[key.seat] = (*given.get(key.seat, ()), key)
    return replace(decks_state, given_keys=given)


def open_layer(decks_state: DecksState, seat: Seat, keys: Sequence[bytes]) -> DecksState | None:
    """Return the state of the decks with a seat's layer open to all; None if these are not just its secret keys."""
    given = decks_state.given_keys.get(seat, ())
    if len(keys) != len(given):
        return None
    try:
        layer = tuple(SecretKey.read(key, sent) for key, sent in zip(given, keys, strict=True))
    except Forged:
        return None
    opened = replace(decks_state, layers={**decks_state.layers, seat: layer})
    return opened.with_faces(decks_state.shares)


# What a seat notes before it gives a share away: the card, and who may open it. No card is released twice.


@dataclass(frozen=True, slots=True)
class GivenShare:
    """The own share in the card at ``position`` of a deck was given so that ``to`` can open it, None for everybody."""

    epoch: int
    deck: str
    position: int
    to: Seat | None

    @property
    def card(self) -> tuple[int, str, int]:
        """What must be released once only; it is the same on every branch of the log."""
        return self.epoch, self.deck, self.position

    def pack(self) -> bytes:
        """Return the bytes that are stored."""
        return pack((self.epoch, self.deck, self.position, self.to))

    @classmethod
    def read(cls, data: bytes) -> GivenShare:
        """Decode a stored release; raise `Malformed` if it is not one."""
        epoch, deck, position, to = fields.unpacked(data, 4, sentences.RELEASE)
        return cls(
            fields.round_number(epoch),
            fields.text(deck, MAX_NAME, sentences.DECK),
            fields.integer(position, MAX_CARDS, sentences.POSITION),
            None if to is None else fields.seat(to),
        )


def given_by(decks_state: DecksState, wanted: Wanted) -> tuple[GivenShare, ...]:
    """Return what a seat gives away with its shares in these slots, each for the seat that is to see the card."""
    return tuple(
        GivenShare(decks_state.decks[name].id.epoch.number, name, position, to)
        for (name, position), to in wanted
    )


def prove_given(
    decks_state: DecksState, secret: GameSecret, slots: Iterable[Slot]
) -> tuple[tuple[bytes, ...], ...]:
    """Return a seat's shares in these slots as they are sent, a batch for each set of keys."""
    return tuple(
        prove_shares(secret.deck_key(batch[0][0].id.epoch), batch) for batch in decks_state.batches(slots)
    )

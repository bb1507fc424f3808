"""Files full of cards: what somebody who has every seat of a table can make a fast audit verify."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import count

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames_protocol.chance.deck import SealedDeck, UnsealedDeck, start_deck
from p2pgames_protocol.chance.decryption_share import prove_shares
from p2pgames_protocol.chance.elgamal import MAX_CARDS, DeckId
from p2pgames_protocol.chance.joint_key import Epoch, Keys, join_keys
from p2pgames_protocol.chance.secret import GameSecret, recompute_shuffle
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import Genesis, Proposal, sign_proposal
from p2pgames_protocol.log.records import Event, Kind, Note, Record, sign
from p2pgames_protocol.log.validate import event_digest, round_digest, start_digest
from p2pgames_protocol.wire.codec import HASH_SIZE, Plain
from p2pgames_protocol.wire.identity import Identity

Given = tuple[str, tuple[Plain, ...]]
"""An act and its body."""
SEATS = 16
ASKED = 5_000
"""Slots that an event can name."""


def person(number: int) -> Identity:
    """A player's key."""
    return Identity(bytes([number + 1]) * HASH_SIZE)


@cache
def genesis(seats: int) -> Genesis:
    """A sound genesis of a game with decks, for more seats than its rules have."""
    proposal = replace(
        Proposal.of(person(0).key, registry.game("metro").rules, 2, bytes(HASH_SIZE)), seats=seats
    )
    signed = sign_proposal(person(0), proposal)
    joins = (gen.sign_join(person(n), signed, f"P{n}", bytes([n]) * HASH_SIZE) for n in range(seats))
    return gen.assemble(signed, tuple(joins))


@cache
def own(seats: int, seat: Seat) -> Identity:
    """The seat's key."""
    found = genesis(seats).own(person(seat))
    assert found is not None
    return found


@cache
def secret(seats: int, seat: Seat) -> GameSecret:
    """The seat's game secret."""
    return GameSecret(own(seats, seat), genesis(seats).game_id, seat)


class Table:
    """The rounds so far, and the decks that are sealed."""

    def __init__(self, seats: int) -> None:
        self.genesis, self.seats = genesis(seats), seats
        self.number, self.previous = 0, start_digest(self.genesis.game_id)
        self.inside = frozenset(range(seats))
        self.epoch = Epoch(self.genesis.game_id)
        self.decks = 0

    def sign(self, seat: Seat, kind: Kind, body: bytes) -> Record:
        """Return the record that this seat signs."""
        return sign(own(self.seats, seat), kind, self.genesis.game_id, body)

    def round(self, given: Mapping[Seat, Given], notes: Sequence[Record] = ()) -> list[Record]:
        """Return the events of the next round; the first of them carries these notes."""
        packed, records = tuple(note.pack() for note in notes), []
        for seat, (act, body) in given.items():
            event = Event(
                self.number,
                seat,
                self.previous,
                bytes(HASH_SIZE),
                self.inside,
                act,
                body,
                () if records else packed,
            )
            records.append(self.sign(seat, Kind.EVENT, event.pack()))
        hashed = {seat: event_digest(record.body) for seat, record in zip(given, records, strict=True)}
        self.close(hashed)
        return records

    def close(self, hashed: Mapping[Seat, bytes], absent: frozenset[Seat] = frozenset()) -> None:
        """Go on to the next round after these events."""
        self.previous = round_digest(
            self.genesis.game_id, self.number, self.previous, self.inside, hashed, absent
        )
        self.number += 1

    def keys(self) -> list[Record]:
        """Return the round of keys."""
        return self.round({seat: ("key", self.key(seat)) for seat in range(self.seats)})

    def key(self, seat: Seat) -> tuple[Plain, ...]:
        """Return what a seat's key event holds."""
        held = secret(self.seats, seat)
        return held.commitment(), held.coin_tip(), *held.deck_key(self.epoch).prove()

    def resignation(self, seat: Seat) -> Record:
        """Return a note by which the seat leaves with its keys open to all."""
        key = secret(self.seats, seat).deck_key(self.epoch)
        return self.sign(seat, Kind.NOTE, Note(seat, "resign", keys=(key.write(),)).pack())

    def begin(self) -> list[Record]:
        """Return keys, and a round after which seat 0 alone is left and all others are open."""
        others = range(1, self.seats)
        records = self.keys() + self.round({0: ("resign", ())}, [self.resignation(seat) for seat in others])
        self.inside = frozenset({0})
        return records

    @property
    def joint(self) -> Keys:
        """The keys of all together."""
        return join_keys(secret(self.seats, seat).deck_key(self.epoch).public for seat in range(self.seats))

    def shuffle(self, size: int) -> tuple[SealedDeck, list[Record]]:
        """Return one more deck, which seat 0 alone shuffles, and the event."""
        self.decks += 1
        deck = start_deck(DeckId(self.epoch, str(self.decks)), self.joint, size).without(range(1, self.seats))
        assert isinstance(deck, UnsealedDeck)
        ((sent, sealed),) = secret(self.seats, 0).shuffle((deck,))
        assert isinstance(sealed, SealedDeck)
        return sealed, self.round({0: ("shuffle", ((deck.id.name, size, *sent),))})

    def open(self, deck: SealedDeck, positions: Sequence[int]) -> list[Record]:
        """Return the round that opens these cards of a deck to all."""
        slots = [(deck, position) for position in positions]
        batch = prove_shares(secret(self.seats, 0).deck_key(self.epoch), slots)
        named = tuple((deck.id.name, position, None) for position in positions)
        return self.round({0: ("share", (named, (batch,)))})


def begun(seats: int) -> tuple[Table, list[Record]]:
    """A table at which seat 0 alone is left, and the records until then."""
    table = Table(seats)
    return table, table.begin()


def shuffles() -> Iterator[Record]:
    """Decks as large as may be, one after the other."""
    table, records = begun(2)
    yield from records
    while True:
        yield from table.shuffle(MAX_CARDS)[1]


def openings() -> Iterator[Record]:
    """The same, all of whose cards are opened, for which the shares of 15 who have left are to be computed."""
    table, records = begun(SEATS)
    yield from records
    while True:
        deck, shuffled = table.shuffle(MAX_CARDS)
        yield from shuffled
        yield from table.open(deck, range(MAX_CARDS))


def small_decks() -> Iterator[Record]:
    """Decks of one card, each of which is opened."""
    table, records = begun(2)
    yield from records
    while True:
        deck, shuffled = table.shuffle(1)
        yield from shuffled
        yield from table.open(deck, range(1))


def _opened(seats: int) -> tuple[Table, SealedDeck, list[Record]]:
    table, records = begun(seats)
    deck, shuffled = table.shuffle(MAX_CARDS)
    return table, deck, records + shuffled + table.open(deck, range(MAX_CARDS))


def shown_again() -> Iterator[Record]:
    """Moves that show all cards of a deck, open to all, again and again."""
    table, deck, records = _opened(SEATS)
    yield from records
    order = recompute_shuffle(deck, 0, secret(SEATS, 0).reveal())
    shows = tuple((deck.id.name, position, card) for position, card in enumerate(order))
    while True:
        yield from table.round({0: ("move", (("show",), shows, ()))})


def asked_again() -> Iterator[Record]:
    """Events that name slots in which all shares are given, as many as they can."""
    table, deck, records = _opened(2)
    yield from records
    slots = tuple((deck.id.name, at % MAX_CARDS, None) for at in range(ASKED))
    while True:
        yield from table.round({0: ("share", (slots, ()))})


def keys_anew() -> Iterator[Record]:
    """Rounds of fresh keys."""
    table = Table(SEATS)
    yield from table.keys()
    for number in count(1):
        table.epoch = Epoch(table.genesis.game_id, number)
        fresh = {seat: secret(SEATS, seat).deck_key(table.epoch).prove() for seat in range(SEATS)}
        yield from table.round({seat: ("rekey", (number, *sent)) for seat, sent in fresh.items()})


def back_again() -> Iterator[Record]:
    """A seat that leaves with open keys, and that later events name as in, so that it could leave again."""
    table, _, records = _opened(2)
    yield from records
    while True:
        table.inside = frozenset({0, 1})
        yield from table.round({0: ("resign", ())}, [table.resignation(1)])
        table.inside = frozenset({0})
        yield from table.round({0: ("move", (("wait",), (), ()))})


CARDS: dict[str, tuple[int, Callable[[], Iterator[Record]]]] = {
    "shuffles": (2, shuffles),
    "cards opened": (SEATS, openings),
    "decks of one card": (2, small_decks),
    "cards shown again": (SEATS, shown_again),
    "slots asked for again": (2, asked_again),
    "fresh keys": (SEATS, keys_anew),
    "who left comes back": (2, back_again),
}
"""By what a file is full of: how many seats the table has, and the records, without an end."""

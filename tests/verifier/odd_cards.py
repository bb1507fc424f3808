"""Logs full of coins and cards, nearly sound: what the insiders of a table can make for readers without the rules.

Every step is what a client could do next, as far as the decks say; then some of it is changed before it is signed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from p2pgames.contract import Seat, Shuffle, Slot
from p2pgames_protocol.chance.decryption_share import prove_shares
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.joint_key import Epoch, join_keys
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.decks import DecksState, add_keys, open_layer
from p2pgames_protocol.log.file import write_records
from p2pgames_protocol.log.records import Ballot, Event, Kind, Note, Record, Vote
from p2pgames_protocol.log.validate import event_digest
from tests.worst_cards import Given, Table, secret

ACTS = ("key", "coin", "move", "share", "shuffle", "rekey", "reveal", "dance", "pause")
NUMBERS = (0, 1, 2, -1, 63, 64, 111, 112, 2**32, None, True)


def odd_cards(chance: Random) -> bytes:
    """Return a game file."""
    return _Writer(chance).file()


def _changed(chance: Random, value: Any) -> Any:
    """The value with one thing in it changed."""
    if isinstance(value, tuple) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return (*value[:at], _changed(chance, value[at]), *value[at + 1 :])
    match value:
        case tuple():
            doubled = (*value, *value[-1:])
            return chance.choice([value[:-1], value[::-1], doubled, (*value, chance.choice(NUMBERS))])
        case int():
            return chance.choice([value + 1, value - 1, str(value), *NUMBERS])
        case bytes():
            return chance.choice([bytes(len(value)), value[:-1], value[32:] + value[:32], value[::-1]])
        case str():
            return chance.choice(["", value + "x", "1", "2", 1])
    return chance.choice(NUMBERS)


def _faces(size: int) -> tuple[str, ...]:
    return tuple(map(str, range(size)))


class _Writer:
    def __init__(self, chance: Random) -> None:
        self.chance, self.state = chance, DecksState()
        self.table = Table(chance.choice([2, 3, 3]))
        self.records: list[Record] = []
        self.rolls = self.decks = 0
        self.odds = chance.choice([0, 0.1, 0.3])
        """How likely what a seat gives is changed."""
        self.keys({seat: ("key", self.table.key(seat)) for seat in self.inside}, 0)
        likely = [self.shuffle] * 6 + [self.share] * 5 + [self.move] * 3
        for _ in range(chance.randrange(2, 9)):
            if self.inside:
                chance.choice([*likely, self.coin, self.coin_of_one, self.resign, self.vote, self.rekey])()
        if chance.random() < 0.4:
            result = (tuple([1] * self.table.seats), None, "played")
            self.round({s: ("reveal", (self.secret(s).reveal(), result)) for s in range(self.table.seats)})

    def file(self) -> bytes:
        return write_records([Record(Kind.GENESIS, self.table.genesis.record), *self.records])

    @property
    def inside(self) -> list[Seat]:
        return sorted(self.table.inside)

    def secret(self, seat: Seat) -> GameSecret:
        return secret(self.table.seats, seat)

    def epoch(self, number: int) -> Epoch:
        return Epoch(self.table.genesis.game_id, number)

    # -- a round --

    def round(
        self, given: Mapping[Seat, Given], notes: Sequence[Record] = (), absent: Iterable[Seat] = ()
    ) -> bool:
        """Write a round; tell whether nothing in it was changed, and nobody left by it."""
        chance, table, absent = self.chance, self.table, frozenset(absent)
        odd = {seat for seat in given if chance.random() < self.odds}
        if self.inside and chance.random() < 0.2 * self.odds:
            notes = [*notes, self.note(chance.choice(self.inside))]
        carrier, hashed = next(iter(given), None), {}
        for seat, sound in given.items():
            act, body = self.odd(*sound) if seat in odd else sound
            inside = table.inside if chance.random() > 0.1 * self.odds else table.inside - {seat}
            packed = tuple(note.pack() for note in notes) if seat == carrier else ()
            event = Event(table.number, seat, table.previous, bytes(32), inside, act, body, packed)
            self.records.append(table.sign(seat, Kind.EVENT, event.pack()))
            hashed[seat] = event_digest(event.pack())
        table.close(hashed, absent)
        handed = {note.seat: note.keys for note in (Note.read(record.body) for record in notes)}
        gone = table.inside & {*handed, *absent, *(seat for seat in sorted(odd) if chance.random() < 0.8)}
        for seat in sorted(gone):
            table.inside -= {seat}
            opened = open_layer(self.state, seat, handed[seat]) if seat in handed else None
            self.state = (opened or self.state).only(self.inside, same=True)
        return not odd and not gone

    def odd(self, act: str, body: tuple[Any, ...]) -> Given:
        """The same act with another body, or another act."""
        if self.chance.random() < 0.1:
            return self.chance.choice(ACTS), body
        return act, _changed(self.chance, body)

    def note(self, seat: Seat) -> Record:
        """A resignation, most often with the seat's keys."""
        given = self.state.given_keys.get(seat, ())
        keys = tuple(self.secret(seat).deck_key(key.epoch).write() for key in given)
        if self.chance.random() < 0.2:
            keys = self.chance.choice([(), (bytes(32),)])
        return self.table.sign(seat, Kind.NOTE, Note(seat, "resign", keys=keys).pack())

    # -- keys, coins, and who leaves --

    def keys(self, given: Mapping[Seat, Given], epoch: int) -> None:
        if self.round(given):
            keys = [self.secret(seat).deck_key(self.epoch(epoch)).public for seat in given]
            self.state = replace(add_keys(self.state, keys), keys=join_keys(keys))

    def rekey(self) -> None:
        number = self.state.epoch + self.chance.choice([1, 1, 1, 2])
        self.state = replace(self.state, keys=None, epoch=number)
        proofs = {seat: self.secret(seat).deck_key(self.epoch(number)).prove() for seat in self.inside}
        self.keys({seat: ("rekey", (number, *proof)) for seat, proof in proofs.items()}, number)

    def value(self, seat: Seat, sides: tuple[int, ...], to: Seat | None) -> Given:
        return "coin", (self.rolls, sides, to, self.secret(seat).coin_value(self.rolls))

    def coin(self) -> None:
        self.rolls += self.chance.choice([1, 1, 2])
        sides = tuple(self.chance.choices([1, 6, 2**32], k=self.chance.randrange(3)))
        self.round({seat: self.value(seat, sides, None) for seat in self.inside})

    def coin_of_one(self) -> None:
        self.rolls += 1
        one = self.chance.choice(self.inside)
        if self.round({one: self.value(one, (6,), one)}) or self.chance.random() < 0.3:
            self.round({seat: self.value(seat, (6,), one) for seat in self.inside if seat != one})

    def resign(self) -> None:
        author, leaver = self.chance.choices(self.inside, k=2)
        self.round({author: ("resign", ())}, [self.note(leaver)])

    def vote(self) -> None:
        """All others vote a seat absent; now and then they give coins to the round."""
        table, out = self.table, self.chance.choice(self.inside)
        others = [seat for seat in self.inside if seat != out]
        at = table.number, table.previous, table.inside
        for voter in others:
            ballot = Vote(Ballot.ABSENT, voter, out, *at).pack()
            self.records.append(table.sign(voter, Kind.VOTE, ballot))
        self.rolls += 1
        given = {seat: self.value(seat, (6,), None) for seat in others if self.chance.random() < 0.5}
        if others:
            self.round(given, absent=[out])

    # -- cards --

    def shuffle(self) -> None:
        if not self.state.shuffling:
            if not self.state.serves(self.inside):
                return self.rekey()
            self.begin()
        if not self.state.unsealed:
            return None
        seat = self.state.unsealed[0].seat
        done = self.secret(seat).shuffle(self.state.unsealed)
        named = [(deck.id.name, len(deck.faces)) for deck in self.state.unsealed]
        sent = [(*name, *proof) for name, (proof, _) in zip(named, done, strict=True)]
        if self.round({seat: ("shuffle", tuple(sent))}):
            self.state = replace(self.state, shuffling=tuple(after for _, after in done))
            if not self.state.unsealed:
                self.state = self.state.seal(Shuffle(tuple((name, _faces(size)) for name, size in named)))
        return None

    def begin(self) -> None:
        decks = []
        for _ in range(self.chance.choice([1, 1, 2])):
            self.decks += 1
            decks.append((str(self.decks), _faces(self.chance.randrange(1, 4))))
        self.state = self.state.start(Shuffle(tuple(decks))).only(self.inside, same=True)

    @property
    def slots(self) -> list[Slot]:
        return [(name, at) for name, deck in self.state.decks.items() for at in range(len(deck.faces))]

    def proofs(self, seat: Seat, slots: Iterable[Slot]) -> tuple[Any, ...]:
        """The shares of a seat in these slots; none if it has not all the keys."""
        try:
            batches = self.state.batches(slots)
            return tuple(
                prove_shares(self.secret(seat).deck_key(each[0][0].id.epoch), each) for each in batches
            )
        except ValueError:
            return ()

    def share(self) -> None:
        if not self.slots:
            return self.shuffle()
        picked = self.chance.sample(self.slots, min(len(self.slots), self.chance.randrange(1, 4)))
        wanted = [
            (slot, self.state.held.get(slot, self.chance.choice([None, *self.inside]))) for slot in picked
        ]
        named = tuple((*slot, to) for slot, to in wanted)
        owed = {seat: self.state.due(seat, wanted) for seat in self.inside}
        sent = {seat: self.proofs(seat, slots) for seat, slots in owed.items()}
        whole = self.round({seat: ("share", (named, batches)) for seat, batches in sent.items()})
        for seat, slots in owed.items():
            self.give(seat, slots, sent[seat])
        if whole:
            self.state = self.state.deal(wanted)
        return None

    def give(self, seat: Seat, slots: Iterable[Slot], sent: tuple[Any, ...]) -> None:
        try:
            self.state = self.state.with_shares(self.state.read_shares(seat, slots, sent))
        except (Forged, ValueError):
            return  # a seat without a key of that epoch has none to give

    def move(self) -> None:
        """A move that shows cards which its seat holds, or any."""
        seat = self.chance.choice(self.inside)
        mine = [slot for slot in self.slots if self.state.held.get(slot) == seat or slot in self.state.public]
        slots = mine or self.slots
        if not slots:
            return self.shuffle()
        shown = self.chance.sample(slots, min(len(slots), self.chance.randrange(1, 3)))
        owed = self.state.due(seat, [(slot, None) for slot in shown])
        sent = self.proofs(seat, owed)
        self.give(seat, owed, sent)
        cards = tuple((*slot, int(self.state.public.get(slot, "0"))) for slot in shown)
        self.round({seat: ("move", (("lay",), cards, sent))})
        return None

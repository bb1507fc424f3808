"""Game files that show without the rules what is wrong with coins and cards (SPEC 13.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from p2pgames_protocol.chance.coin import LENGTH
from p2pgames_protocol.chance.deck import UnsealedDeck, start_deck
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.log.file import write_records
from p2pgames_protocol.log.records import Ballot, Event, Kind, Record, Vote
from p2pgames_protocol.log.validate import event_digest, start_digest
from p2pgames_protocol.wire.fields import MAX_ROUND
from tests.drafts import Draft
from tests.worst_cards import Given, Table, secret

ELSEWHERE = b"x" * 32
Log = tuple[str, str, bytes]
"""A name, what it is about, and the file."""


def chance_logs() -> Iterator[Log]:
    """Yield what a reader without the rules sees of coins, keys, shuffles and shares."""
    yield from _coins()
    yield from _epochs()
    yield from _shares()
    yield _shuffle()
    yield _note()
    yield from _reveals()


def _epochs() -> Iterator[Log]:
    def fresh(*epochs: int) -> bytes:
        table = Table(2)
        records = table.keys()
        given: dict[int, Given] = {}
        for seat, number in enumerate(epochs):
            key = secret(2, seat).deck_key(Epoch(table.genesis.game_id, number))
            given[seat] = ("rekey", (number, *key.prove()))
        return _file(table, records + table.round(given))

    about = "which is right only the rules can tell, and nobody is blamed"
    yield "keys-of-different-epochs", about, fresh(1, 2)
    yield "keys-of-an-epoch-that-was", "both name the epoch of the first keys", fresh(0, 0)
    yield "keys-of-an-epoch-beyond-all-rounds", "a game has not so many rounds", fresh(1, MAX_ROUND + 1)


def _shares() -> Iterator[Log]:
    for name, about, slots in (
        ("share-in-no-deck", "no such deck is sealed", (("none", 0, None),)),
        ("share-beyond-the-deck", "it has three cards", (("1", 3, None),)),
        ("share-in-one-slot-for-two", "what one seat sees alone no other can", (("1", 0, 0), ("1", 0, 1))),
    ):
        table = Table(2)
        records = table.begin() + table.shuffle(3)[1]
        yield name, about, _file(table, records + table.round({0: ("share", (slots, ()))}))


def _shuffle() -> Log:
    """Seat 2 is voted out with its key, and seat 0 shuffles under the keys of all three."""
    table = Table(3)
    records = table.keys()
    at = table.number, table.previous, table.inside
    votes = [table.sign(seat, Kind.VOTE, Vote(Ballot.ABSENT, seat, 2, *at).pack()) for seat in range(2)]
    table.close({}, frozenset({2}))
    table.inside -= {2}
    deck = start_deck(DeckId(table.epoch, "1"), table.joint, 3).without(())
    assert isinstance(deck, UnsealedDeck)
    ((sent, _),) = secret(3, 0).shuffle((deck,))
    records += votes + table.round({0: ("shuffle", (("1", 3, *sent),))})
    return "shuffle-without-fresh-keys", "one of the keys is of a seat that left", _file(table, records)


def _note() -> Log:
    table = Table(3)
    records = table.keys() + table.round({0: ("dance", ())}, [table.resignation(0)])
    table.inside -= {0}
    deck = start_deck(DeckId(table.epoch, "1"), table.joint, 3).without((0,))
    assert isinstance(deck, UnsealedDeck)
    ((sent, _),) = secret(3, 1).shuffle((deck,))
    records += table.round({1: ("shuffle", (("1", 3, *sent),))})
    about = "a resignation in an event whose act is unknown: the shuffle goes by the keys that it hands out"
    return "resigned-by-an-unknown-act", about, _file(table, records)


def _reveals() -> Iterator[Log]:
    table, result = Table(2), ((1, 1), None, "played")
    given: dict[int, Given] = {seat: ("key", table.key(seat)) for seat in range(2)}
    *others, _ = table.key(1)
    given[1] = ("key", (*others, bytes(64)))
    records = table.round(given)
    records += table.round({seat: ("reveal", (secret(2, seat).reveal(), result)) for seat in range(2)})
    about = "the deck key of one was not proved; what it committed to counts, and its reveal is right"
    yield "reveal-after-a-wrong-key", about, _file(table, records)
    table, records = _another_in()
    table.inside -= {1}
    records += table.round({seat: ("reveal", (secret(2, seat).reveal(), result)) for seat in range(2)})
    yield "reveal-after-a-key-with-another-in", "so does what that committed to", _file(table, records)
    table, records = _another_in()
    value = secret(2, 1).coin_value(1)
    records += table.round({1: ("coin", (1, (6,), None, value))})
    yield (
        "coin-after-a-key-with-another-in",
        "the others name its seat as in: its tip counts",
        _file(table, records),
    )
    table = Table(2)
    records = table.keys() + table.round({0: ("reveal", ())})
    about = "only the rules can tell that it does not end the game"
    rest = table.round({1: ("move", (("pass",), (), ()))})
    yield "reveal-before-the-last-round", about, _file(table, records + rest)


def _another_in() -> tuple[Table, list[Record]]:
    """A table after the keys of both, of which that of seat 1 names another ``in``."""
    table = Table(2)
    named = table.inside, frozenset({0})
    header = table.previous, bytes(32)
    keys = [Event(0, seat, *header, named[seat], "key", table.key(seat)) for seat in range(2)]
    records = [table.sign(event.seat, Kind.EVENT, event.pack()) for event in keys]
    table.close({event.seat: event_digest(event.pack()) for event in keys})
    return table, records


def _file(table: Table, records: list[Record]) -> bytes:
    return write_records([Record(Kind.GENESIS, table.genesis.record), *records])


def _coins_of_a_seat() -> Iterator[Log]:
    """Rolls for seat 0: its own value first, then those of the others, who name the same."""

    def value(draft: Draft, seat: int, k: int, *named: Any) -> Record:
        return draft.event(seat, "coin", (k, *named, draft.value(seat, k)))

    for name, about, sides, to in (
        ("coins-of-a-seat", "its own value first, then those of all others", (6,), 0),
        ("coins-of-a-seat-with-other-sides", "they must name what it named", (5,), 0),
        ("coins-of-a-seat-for-another", "they must name what it named", (6,), 1),
    ):
        draft = Draft()
        draft.close(value(draft, 0, 1, (6,), 0))
        yield name, about, draft.file(*(value(draft, seat, 1, sides, to) for seat in (1, 2, 3)))
    draft = Draft()
    draft.close(value(draft, 0, 1, (6,), 0))
    other = [value(draft, seat, 2, (6,), None) for seat in (1, 2, 3)]
    yield "coins-of-a-seat-and-of-another-roll", "first the others owe theirs", draft.file(*other)
    draft = Draft()
    draft.close(*(draft.vote(voter, 3) for voter in range(3)), absent=(3,))
    gone = [value(draft, seat, 1, (6,), 3) for seat in range(3)]
    yield "coins-of-a-seat-that-left", "such a roll is for nobody", draft.file(*gone)
    draft = Draft()
    draft.close(*(value(draft, seat, LENGTH, (6,), None) for seat in range(4)))
    yield "coins-of-the-last-number", "the seeds of the chains", draft.file()
    beyond = [draft.event(seat, "coin", (LENGTH + 1, (6,), None, ELSEWHERE)) for seat in range(4)]
    yield "coins-beyond-the-last-number", "no chain is so long", draft.file(*beyond)


def _coins() -> Iterator[Log]:
    def coins(draft: Draft, k: int, sides: int = 4, fourth: Any = None) -> list[Record]:
        given = [draft.coin(seat, k, sides) for seat in range(3)]
        return [*given, draft.event(3, "coin", fourth or (k, (sides,), None, draft.value(3, k)))]

    draft = Draft()
    yield "coins", "a roll", draft.file(*coins(draft, 1))
    yield "coins-from-a-later-number", "what was void nobody sees", draft.file(*coins(draft, 7))
    yield "coins-with-a-side-of-0", "nothing can be drawn of none", draft.file(*coins(draft, 1, 0))
    wrong = (1, (4,), None, ELSEWHERE)
    yield (
        "coin-with-another-value",
        "a fault that shows without the rules",
        draft.file(*coins(draft, 1, fourth=wrong)),
    )
    other = (1, (6,), None, draft.value(3, 1))
    yield (
        "coins-with-other-sides",
        "one is at fault, and nobody is blamed",
        draft.file(*coins(draft, 1, fourth=other)),
    )
    draft.close(*coins(draft, 1))
    yield "coins-of-the-number-before", "it was used up", draft.file(*coins(draft, 1))
    yield from _coins_of_a_seat()
    draft = Draft()
    yield "unknown-act", "a fault that shows without the rules", draft.file(draft.event(0, "dance", ()))
    key = draft.event(0, "key", (ELSEWHERE, ELSEWHERE, None, None))
    yield "key-after-the-first-round", "it was given then", draft.file(key)
    start = start_digest(draft.genesis.game_id)
    move = Event(0, 0, start, bytes(32), draft.inside, "move", (("pass",), (), ()))
    about = "but for a key there may be only a resignation"
    alone = [draft.records[0], draft.sign(Kind.EVENT, 0, move.pack())]
    yield "move-in-the-first-round", about, write_records(alone)

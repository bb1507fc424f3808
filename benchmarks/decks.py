"""Sealed decks: a shuffle against the bare group operations it needs, shares, set-up, a draw, and the size of a game.

The group operations are counted in one run of the real code, and then timed by themselves: the same calls of the
library, on points of the group, with nothing around them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from random import Random
from statistics import median
from time import process_time

import nacl.bindings as nacl

from benchmarks.measure import Row
from p2pgames import registry
from p2pgames.dealer import random_bot
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.deck import (
    SealedDeck,
    SentShuffle,
    UnsealedDeck,
    cards_after,
    generators,
    start_deck,
    take_shuffles,
)
from p2pgames_protocol.chance.decryption_share import (
    DecryptionShare,
    SealedSlot,
    open_card,
    own_share,
    prove_shares,
    read_shares,
    verify_shares,
)
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.joint_key import Epoch, Keys, SecretKey, join_keys, read_key
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import Proposal, sign_proposal
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.wire.identity import Identity

OPERATIONS = {
    "multiply": "crypto_scalarmult_ed25519_noclamp",
    "base": "crypto_scalarmult_ed25519_base_noclamp",
    "add": "crypto_core_ed25519_add",
    "subtract": "crypto_core_ed25519_sub",
    "check": "crypto_core_ed25519_is_valid_point",
    "hash": "crypto_core_ed25519_from_uniform",
}
CARDS = 60
SEATS = 6
DECKS = {"line": 6, "route": 6, "tiles": 60}
"""More than any of the games has."""
HAND = 3
"""Cards of every deck that the set-up deals to each seat, as far as they go."""


def secret(seat: int) -> bytes:
    """Return a fixed secret."""
    return sha256(f"benchmark {seat}".encode()).digest()


def counted(action: Callable[[], object]) -> Counter[str]:
    """Return how often the action calls each operation of the library."""
    counts: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            counts[name] += 1
            return function(*arguments)

        return call

    originals = {attribute: getattr(edwards, attribute) for attribute in OPERATIONS.values()}
    for name, attribute in OPERATIONS.items():
        setattr(edwards, attribute, counting(name, originals[attribute]))
    try:
        action()
    finally:
        for attribute, function in originals.items():
            setattr(edwards, attribute, function)
    return counts


def bare(counts: Counter[str]) -> Callable[[], None]:
    """Return an action that does so many operations and nothing else."""
    one, two = (nacl.crypto_core_ed25519_from_uniform(bytes([n]) * 32) for n in (1, 2))
    scalar = sha256(b"scalar").digest()[:31] + b"\x0f"
    arguments = {
        "multiply": (scalar, one),
        "base": (scalar,),
        "add": (one, two),
        "subtract": (one, two),
        "check": (one,),
        "hash": (scalar,),
    }

    def act() -> None:
        for name, number in counts.items():
            function, given = getattr(nacl, OPERATIONS[name]), arguments[name]
            for _ in range(number):
                function(*given)

    return act


def keys_of(epoch: Epoch, seats: int) -> tuple[list[SecretKey], Keys]:
    """Return the secret keys, and the verified public ones."""
    own = [SecretKey.derive(secret(seat), epoch, seat) for seat in range(seats)]
    return own, join_keys(read_key(epoch, seat, key.prove()) for seat, key in enumerate(own))


def rows(repeats: int) -> Iterator[Row]:
    """Measure all of it."""
    yield from _shuffle(repeats)
    yield from _shares(repeats)
    for seats in (2, 4, 6):
        aim = "under 1.5 s" if seats == 6 else ""
        times = tuple(map(sum, (setup(secret(1000 + n), seats) for n in range(repeats))))
        yield Row(
            f"compute on the critical path of a set-up: {seats} seats, decks of 6 + 6 + 60",
            "CPU s",
            times,
            aim=aim,
        )
    for seats in (2, 4, 6):
        yield Row(f"a game of Metro of {seats} seats", "bytes", (float(len(play(seats))),))


def _shuffle(repeats: int) -> Iterator[Row]:
    """One shuffle by one seat; the bare operations are timed in turn with the real thing."""
    deck = start_deck(DeckId(Epoch(secret(99)), "tiles"), keys_of(Epoch(secret(99)), SEATS)[1], CARDS)
    generators(CARDS)
    sent = deck.shuffle(secret(0))
    both: list[tuple[float, ...]] = []
    alone: list[tuple[float, ...]] = []
    actions: dict[str, Callable[[], object]] = {
        f"shuffle of {CARDS} cards with its proof ({sum(map(len, sent)):,} bytes)": lambda: deck.shuffle(
            secret(0)
        ),
        "decode and verify it": lambda: take_anew([deck], (sent,)),
    }
    for name, action in actions.items():
        counts = counted(action)
        pairs = [(*computed(action, 1), *computed(bare(counts), 1)) for _ in range(repeats)]
        times, bare_times = zip(*pairs, strict=True)
        ratio = median(times) / median(bare_times)
        yield Row(
            name, "CPU s", times, f"its {sum(counts.values())} group operations alone", ratio, "at most 1.3"
        )
        both.append(times)
        alone.append(bare_times)
    together, bare_together = (tuple(map(sum, zip(*each, strict=True))) for each in (both, alone))
    ratio = median(together) / median(bare_together)
    yield Row(
        "prove and verify together", "CPU s", together, "their group operations alone", ratio, "at most 1.3"
    )


def _shares(repeats: int) -> Iterator[Row]:
    own, keys = keys_of(Epoch(secret(98)), SEATS)
    deck: UnsealedDeck | SealedDeck = start_deck(DeckId(keys.epoch, "tiles"), keys, CARDS)
    while isinstance(deck, UnsealedDeck):
        deck = deck.after_shuffle(deck.shuffle(secret(deck.seat)))
    slot = (deck, 0)
    sent = [prove_shares(own[seat], [slot]) for seat in range(SEATS)]
    yield Row("a share, made", "CPU s", computed(lambda: prove_shares(own[1], [slot]), repeats))
    yield Row("a share, verified", "CPU s", computed(lambda: read_anew(1, [slot], sent[1]), repeats))

    def draw() -> object:
        given = [share for seat in range(1, SEATS) for share in read_anew(seat, [slot], sent[seat])]
        return prove_shares(own[1], [slot]), open_card(slot, [own_share(own[0], slot), *given])

    yield Row(
        f"a hidden draw of {SEATS} seats: a share made, {SEATS - 1} verified, the card opened",
        "CPU s",
        computed(draw, repeats),
    )


def take_anew(decks: Sequence[UnsealedDeck], sent: tuple[SentShuffle, ...]) -> object:
    """Take in shuffles as if none had been seen before."""
    cards_after.cache_clear()
    return take_shuffles(decks, sent)


def read_anew(seat: int, slots: Sequence[SealedSlot], sent: object) -> tuple[DecryptionShare, ...]:
    """Take in shares as if none had been seen before."""
    verify_shares.cache_clear()
    return read_shares(seat, slots, sent)


def computed(work: Callable[[], object], repeats: int) -> tuple[float, ...]:
    """Return the seconds of this process's own work that each of several runs took, whatever else runs."""
    taken = []
    for _ in range(repeats):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return tuple(taken)


def setup(game: bytes, seats: int) -> list[float]:
    """Return the seconds of each stage: of one seat, where all work at the same time, else of all in turn."""
    epoch = Epoch(game)
    own = [SecretKey.derive(secret(seat), epoch, seat) for seat in range(seats)]
    sent = [key.prove() for key in own]
    times = [*computed(own[0].prove, 1)]
    times += computed(lambda: start_all(epoch, _joined(epoch, sent)), 1)
    decks: tuple[UnsealedDeck | SealedDeck, ...] = start_all(epoch, _joined(epoch, sent))
    for seat in range(seats):
        unsealed = [deck for deck in decks if isinstance(deck, UnsealedDeck)]
        times += computed(lambda unsealed=unsealed, seat=seat: shuffle_all(unsealed, seat), 1)  # type: ignore[misc]
        event = shuffle_all(unsealed, seat)
        # by the next one before it shuffles on; the seat itself knows what it has made
        times += computed(lambda unsealed=unsealed, event=event: take_anew(unsealed, event), 1)  # type: ignore[misc]
        decks = take_shuffles(unsealed, event)
    return times + deal(own, [deck for deck in decks if isinstance(deck, SealedDeck)])


def shuffle_all(decks: Sequence[UnsealedDeck], seat: int) -> tuple[SentShuffle, ...]:
    """Return the shuffles of all decks by a seat, as they are sent."""
    return tuple(deck.shuffle(secret(seat)) for deck in decks)


def _joined(epoch: Epoch, sent: list[tuple[bytes, bytes]]) -> Keys:
    return join_keys(read_key(epoch, seat, key) for seat, key in enumerate(sent))


def start_all(epoch: Epoch, keys: Keys) -> tuple[UnsealedDeck, ...]:
    """Return the decks before the first shuffle."""
    return tuple(start_deck(DeckId(epoch, name), keys, size) for name, size in DECKS.items())


def deal(own: list[SecretKey], decks: list[SealedDeck]) -> list[float]:
    """Return what it costs one seat to give its shares, and to verify all others'."""
    seats = len(own)
    slots = [(deck, at) for deck in decks for at in range(min(len(deck.faces), HAND * seats))]
    owed = {seat: [slot for slot in slots if slot[1] % seats != seat] for seat in range(seats)}
    sent = {seat: prove_shares(own[seat], owed[seat]) for seat in range(seats)}
    taken = [*computed(lambda: prove_shares(own[0], owed[0]), 1)]
    others = range(1, seats)
    return [*taken, *computed(lambda: [read_shares(seat, owed[seat], sent[seat]) for seat in others], 1)]


def play(seats: int) -> bytes:
    """Return the file of a game of Metro between seats that hand each other their records, with random moves."""
    random, rules = Random(seats), registry.game("metro").rules
    players = [Identity(random.randbytes(32)) for _ in range(seats)]
    proposal = sign_proposal(players[0], Proposal.of(players[0].key, rules, seats, random.randbytes(32)))
    joins = tuple(gen.sign_join(player, proposal, "Player", random.randbytes(32)) for player in players)
    genesis = gen.assemble(proposal, joins)
    signers = [Signer(genesis, rules, player) for player in players]
    for signer in signers:
        signer.auto_signer.sign_from_now_on()
    while not all(signer.replica.complete for signer in signers):
        for signer in signers:
            replica = signer.replica
            if signer.my_turn:
                signer.act(random_bot(rules, replica.position.state, signer.seat, replica.known, random))
            for record in replica.outbox.drain():
                for other in signers:
                    if other is not signer:
                        other.receive(record)
    return canonical(signers[0].replica)

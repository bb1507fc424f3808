"""What sealed decks cost: one shuffle of 60 cards against its bare group operations, and a six-player set-up.

    python benchmarks/shuffle.py [repeats]

The group operations are counted in one run of the real code, and then timed by themselves: the same calls of the
library, on random points, without anything around them. All of it on one core; times in milliseconds.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from statistics import median
from time import perf_counter

import nacl.bindings as nacl

from p2pgames_protocol import group
from p2pgames_protocol.cards import DeckId
from p2pgames_protocol.deck import (
    SealedDeck,
    UnsealedDeck,
    read_shuffle,
    shuffle_decks,
    start_deck,
    take_shuffles,
)
from p2pgames_protocol.deckkeys import Epoch, Keys, SecretKey, join_keys, read_key
from p2pgames_protocol.share import open_card, own_share, prove_shares, read_shares
from p2pgames_protocol.shuffleproof import generators, verify

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
HAND = 3
"""Cards of every deck that the set-up deals to each seat, as far as they go."""


def secret(seat: int) -> bytes:
    """Return a fixed secret."""
    return sha256(f"benchmark {seat}".encode()).digest()


def timed(action: Callable[[], object]) -> float:
    """Return how long the action takes, in milliseconds."""
    start = perf_counter()
    action()
    return (perf_counter() - start) * 1000


def counted(action: Callable[[], object]) -> Counter[str]:
    """Return how often the action calls each operation of the library."""
    counts: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            counts[name] += 1
            return function(*arguments)

        return call

    originals = {attribute: getattr(group, attribute) for attribute in OPERATIONS.values()}
    for name, attribute in OPERATIONS.items():
        setattr(group, attribute, counting(name, originals[attribute]))
    try:
        action()
    finally:
        for attribute, function in originals.items():
            setattr(group, attribute, function)
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


def line(name: str, times: list[float], note: str = "") -> None:
    """Print the least, middle and greatest time."""
    print(f"{name:<34}{min(times):>9.2f}{median(times):>9.2f}{max(times):>9.2f}  {note}")


def keys_of(epoch: Epoch, seats: int) -> tuple[list[SecretKey], Keys]:
    """Return the secret keys, and the verified public ones."""
    own = [SecretKey.derive(secret(seat), epoch, seat) for seat in range(seats)]
    return own, join_keys(read_key(epoch, seat, key.prove()) for seat, key in enumerate(own))


def measure_shuffle(repeats: int) -> None:
    """Print the table for one shuffle: whole, and its bare operations, taken by turns."""
    epoch = Epoch(secret(99))
    deck = start_deck(DeckId(epoch, "tiles"), keys_of(epoch, SEATS)[1], CARDS)
    generators(CARDS)
    sent = deck.shuffle(secret(0))
    after, proof = read_shuffle(sent, CARDS)
    actions: dict[str, Callable[[], object]] = {
        "shuffle and prove": lambda: deck.shuffle(secret(0)),
        "decode": lambda: read_shuffle(sent, CARDS),
        "verify": lambda: verify(deck.statement(after), proof),
        "decode and verify": lambda: deck.take(sent),
    }
    print(
        f"One shuffle of {CARDS} cards: {sum(map(len, sent))} bytes, {sum(map(len, sent[2:]))} of them proof"
    )
    print(f"{'':<34}{'min':>9}{'median':>9}{'max':>9}")
    for name, action in actions.items():
        counts = counted(action)
        alone, times, bare_times = bare(counts), [], []
        for _ in range(repeats):
            times.append(timed(action))
            bare_times.append(timed(alone))
        line(name, times, f"x {median(times) / median(bare_times):.2f} of the bare operations")
        line(
            "  bare operations", bare_times, ", ".join(f"{number} {name}" for name, number in counts.items())
        )
    line(
        "generators, once in a process",
        [timed(lambda: generators.__wrapped__(CARDS)) for _ in range(repeats)],
    )


def measure_setup(repeats: int) -> None:
    """Print the compute on the critical path from the keys to the cards in hand."""
    stages: dict[str, list[float]] = {}
    for number in range(repeats):
        for name, time in setup(secret(1000 + number)).items():
            stages.setdefault(name, []).append(time)
    print()
    print(
        f"Set-up for {SEATS} seats, decks of {' + '.join(map(str, DECKS.values()))}: compute on the critical path"
    )
    print(f"{'':<34}{'min':>9}{'median':>9}{'max':>9}")
    for name, times in stages.items():
        line(name, times)
    line("all", [sum(times) for times in zip(*stages.values(), strict=True)])


def setup(game: bytes) -> dict[str, float]:
    """Return what each stage costs one seat, where the seats work at the same time, else all of them."""
    epoch, seats = Epoch(game), range(SEATS)
    own = [SecretKey.derive(secret(seat), epoch, seat) for seat in seats]
    sent = [key.prove() for key in own]
    times = {"own key": timed(own[0].prove)}
    times["keys of the others, first decks"] = timed(
        lambda: start_all(epoch, join_keys(read_key(epoch, seat, sent[seat]) for seat in seats))
    )
    decks = start_all(epoch, join_keys(read_key(epoch, seat, sent[seat]) for seat in seats))
    times["six shuffles, proved"] = times["six shuffles, verified"] = 0.0
    for seat in seats:
        start = perf_counter()
        event = shuffle_decks(decks, secret(seat))
        middle = perf_counter()
        decks = take_shuffles(decks, event)
        times["six shuffles, proved"] += (middle - start) * 1000
        times["six shuffles, verified"] += (perf_counter() - middle) * 1000
    return times | deal(own, decks)


def start_all(epoch: Epoch, keys: Keys) -> list[UnsealedDeck]:
    """Return the decks before the first shuffle."""
    return [start_deck(DeckId(epoch, name), keys, size) for name, size in DECKS.items()]


def deal(own: list[SecretKey], decks: tuple[UnsealedDeck | SealedDeck, ...]) -> dict[str, float]:
    """Return what it costs one seat to give its shares, to verify all others', and to open its hand."""
    sealed = [deck for deck in decks if isinstance(deck, SealedDeck)]
    slots = [(deck, at) for deck in sealed for at in range(min(len(deck.faces), HAND * SEATS))]
    owed = {seat: [slot for slot in slots if slot[1] % SEATS != seat] for seat in range(SEATS)}
    sent = {seat: prove_shares(own[seat], owed[seat]) for seat in range(SEATS)}
    times = {"own shares": timed(lambda: prove_shares(own[0], owed[0]))}
    start = perf_counter()
    given = {
        seat: dict(zip(owed[seat], read_shares(seat, owed[seat], sent[seat]), strict=True))
        for seat in range(1, 6)
    }
    times["shares of the others"] = (perf_counter() - start) * 1000
    mine = [slot for slot in slots if slot[1] % SEATS == 0]
    times["opening the hand"] = timed(
        lambda: [
            open_card(slot, [own_share(own[0], slot), *(given[seat][slot] for seat in given)])
            for slot in mine
        ]
    )
    return times


def main() -> None:
    """Print both tables."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    print(f"Python {sys.version.split()[0]}, PyNaCl, {repeats} repeats, milliseconds")
    measure_shuffle(repeats)
    measure_setup(max(3, repeats // 5))


if __name__ == "__main__":
    main()

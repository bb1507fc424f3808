"""SPEC 8: the values of a chain, and what they come to."""

from functools import lru_cache
from hashlib import sha256

from tests.independent.basics import digest, pre, u64

LENGTH = 65536


@lru_cache(1024)
def back(game, seat, value, place, to):
    """SPEC 8.1: the value at a place of a chain that follows from one further on."""
    # digest("coin", game, seat, at, value) 65,536 times: what is the same in all is put together once
    head, eight, hashed = pre("coin", game, u64(seat)), (8).to_bytes(4, "big"), (32).to_bytes(4, "big")
    for at in range(place, to, -1):
        value = sha256(b"".join((head, eight, at.to_bytes(8, "big"), hashed, value))).digest()
    return value


def tip(secret, game, seat):
    """SPEC 8.1."""
    return back(game, seat, digest("coin seed", secret), LENGTH, 0)


def outcome(game_id, roll, values, sides):
    """SPEC 8.4."""
    seed = digest(
        "roll", game_id, u64(roll), *(part for seat, value in values for part in (u64(seat), value))
    )
    drawn, block = [], 0
    for side in sides:
        while True:
            word = int.from_bytes(digest("draw", seed, u64(block))[:8], "big")
            block += 1
            if word < 2**64 // side * side:
                break
        drawn.append(word % side)
    return drawn

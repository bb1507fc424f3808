"""Plain values: whether something is one, whether two are the same, and any that a hostile peer may send."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from p2pgames.contract import Wire
from p2pgames_protocol.testing.game.case import fail, shown

_SCALARS: tuple[Wire, ...] = (
    -1,
    0,
    1,
    2,
    70,
    -(2**63),
    2**64 - 1,
    True,
    False,
    b"",
    b"\0" * 40,
    "",
    "a",
    "é",
    "9",
)


def exact(value: object) -> str:
    """Return a plain value so that no two different ones give the same text; raise `Broken` if it is not plain."""
    if isinstance(value, tuple):
        return f"({','.join(map(exact, value))})"
    if not isinstance(value, bool | int | str | bytes):
        fail(f"{shown(value)} is no plain value, but a {type(value).__name__}.")
    return f"{type(value).__name__}:{value!r}"


def same(one: object, other: object) -> bool:
    """Tell whether two plain values are equal and of equal types: True is not 1 on the wire."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def nonsense(random: Random, deep: int = 3) -> Wire:
    """Return any plain value."""
    if deep and random.random() < 0.4:
        return tuple(nonsense(random, deep - 1) for _ in range(random.randrange(5)))
    return random.choice(_SCALARS)


def bent(value: Wire, random: Random) -> Wire:
    """Return the value with one part of it changed: what is nearly a move is the likeliest to slip through."""
    if isinstance(value, tuple) and value and random.random() < 0.8:
        at = random.randrange(len(value))
        return random.choice(
            [
                (*value[:at], bent(value[at], random), *value[at + 1 :]),
                (*value[:at], *value[at + 1 :]),
                (*value, value[at]),
                (*value[:at], value[-1 - at], *value[at + 1 :]),
            ]
        )
    return random.choice([*_near(value), nonsense(random, 1)])


def with_card(value: Wire, place: int, face: str) -> Wire:
    """Return the value with another card, where it names one by its place and its face."""
    match value:
        case (int(), str(), *rest):
            return (place, face, *rest)
        case (one, *rest):
            return (with_card(one, place, face), *rest)
    return face if isinstance(value, str) else value


def _near(value: Any) -> Iterator[Wire]:
    match value:
        case bool():
            yield from (not value, int(value))
        case int():
            yield from (value - 1, value + 1, -value, str(value))
            yield from (bool(value),) if value in (0, 1) else ()
        case str():
            yield from (value + " ", value.upper(), value[1:], value.encode())
        case _:
            yield from ((value,), b"")

"""Signatures made by hand: valid ones, and those that readers take who use the cofactor or look less closely."""

from __future__ import annotations

from hashlib import sha512
from itertools import count

from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.codec import prefixed
from p2pgames_protocol.wire.identity import Identity
from tests.protocol.chance import independent as curve

SCOPE = b"g" * 32
P, Q = curve.P, curve.Q
EIGHTH = curve.decoded_anywhere(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
)
"""A point of order 8."""
NEUTRAL = curve.encoded(curve.ZERO)
SECRET, NONCE = 12345, 67890
KEY = curve.encoded(curve.times(SECRET, curve.BASE))
POINT = curve.times(NONCE, curve.BASE)


def challenge(first: bytes, key: bytes, body: bytes) -> int:
    """Return k of RFC 8032 for a body of these vectors."""
    message = prefixed("event", SCOPE, body)
    return int.from_bytes(sha512(first + key + message).digest(), "little") % Q


def signed(
    first: bytes, body: bytes = b"body", key: bytes = KEY, secret: int = SECRET, nonce: int = NONCE
) -> bytes:
    """Return the signature with this R, made of this nonce."""
    s = (nonce + challenge(first, key, body) * secret) % Q
    return first + s.to_bytes(32, "little")


def signed_again(signer: Identity, kind: Kind, game_id: bytes, body: bytes) -> Record:
    """Return a record with another valid signature than the library makes: its nonce is not the one of RFC 8032."""
    scalar = int.from_bytes(sha512(signer.seed()).digest()[:32], "little")
    secret = (scalar & ~7 & (2**254 - 1)) | 2**254
    first = curve.encoded(POINT)
    k = int.from_bytes(sha512(first + signer.key + prefixed(kind, game_id, body)).digest(), "little") % Q
    return Record(kind, body, first + ((NONCE + k * secret) % Q).to_bytes(32, "little"))


def lucky(first: bytes, key: bytes) -> bytes:
    """Return a body for which the challenge is a multiple of 8: small orders drop out of the equation."""
    bodies = (f"body {number}".encode() for number in count())
    return next(body for body in bodies if challenge(first, key, body) % 8 == 0)


def signatures() -> dict[str, tuple[str, bytes, bytes, bytes, bool]]:
    """Return by name: what it is, key, signature, body, and whether it is valid."""
    honest, own = identity(0), signed(curve.encoded(POINT))
    s = int.from_bytes(own[32:], "little")
    twice, first = NEUTRAL[:1] + bytes(30) + b"\x80", own[:32]
    off = curve.encoded(curve.plus(POINT, EIGHTH))
    mixed = curve.encoded(curve.plus(curve.times(SECRET, curve.BASE), EIGHTH))
    small, high = curve.encoded(EIGHTH), (P + 1).to_bytes(32, "little")
    forged = lucky(first, mixed)
    return {
        "valid": (
            "signed by the library",
            honest.key,
            honest.sign("event", SCOPE, b"body"),
            b"body",
            True,
        ),
        "valid-by-hand": ("made of a secret scalar and a nonce", KEY, own, b"body", True),
        "valid-neutral-r": ("R is the neutral element", KEY, signed(NEUTRAL, nonce=0), b"body", True),
        "r-plus-torsion": (
            "R plus a point of order 8: valid with a cofactor",
            KEY,
            signed(off),
            b"body",
            False,
        ),
        "r-not-canonical": ("R is neutral, with y = p + 1", KEY, signed(high, nonce=0), b"body", False),
        "r-with-the-sign-of-zero": (
            "R is neutral, with the sign of x set",
            KEY,
            signed(twice, nonce=0),
            b"body",
            False,
        ),
        "s-plus-order": ("s + q", KEY, first + (s + Q).to_bytes(32, "little"), b"body", False),
        "s-plus-order-often": ("s + 15 q", KEY, first + (s + 15 * Q).to_bytes(32, "little"), b"body", False),
        "key-neutral": (
            "the neutral element for a key, R neutral, s = 0",
            NEUTRAL,
            NEUTRAL + bytes(32),
            b"body",
            False,
        ),
        "key-of-order-8": (
            "a key of order 8, R neutral, s = 0, k a multiple of 8",
            small,
            NEUTRAL + bytes(32),
            lucky(NEUTRAL, small),
            False,
        ),
        "key-of-mixed-order": (
            "a key plus a point of order 8, k a multiple of 8",
            mixed,
            signed(first, forged, mixed),
            forged,
            False,
        ),
        "key-not-canonical": (
            "a key with y = p + 1, R neutral, s = 0",
            high,
            NEUTRAL + bytes(32),
            b"body",
            False,
        ),
        "another-key": ("of another key", honest.key, own, b"body", False),
        "another-body": ("of another body", KEY, own, b"bodi", False),
        "truncated": ("63 bytes", KEY, own[:-1], b"body", False),
        "too-long": ("65 bytes", KEY, own + bytes(1), b"body", False),
    }

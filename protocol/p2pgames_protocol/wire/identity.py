"""Keys: Ed25519 (RFC 8032), one for a player, the identity, and one for each seat; one library decides what is valid.

Accept sets differ between Ed25519 implementations (Chalkias et al. 2020, "Taming the many EdDSAs"). SPEC.md has
the equation without cofactor: R is compared as bytes, and s is below the order. cryptography (OpenSSL) does just
that, and takes any key; so keys that are not canonical or outside the prime-order subgroup are refused at the door,
once for each key. libsodium is asked before it, for its quicker yes.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from nacl.bindings import crypto_core_ed25519_is_valid_point, crypto_sign_open
from nacl.exceptions import BadSignatureError

from p2pgames_protocol.wire.codec import prefixed

SEED_SIZE: Final = 32
KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64
"""Bytes, as Ed25519 has them (RFC 8032, 5.1.5 and 5.1.6)."""
KEPT_SIZE: Final = 1024
"""Bytes of the longest message of which it is kept that its signature is in order; shuffles are longer."""


class Identity:
    """A secret key, of a player or of a seat. Its bytes appear in no repr, log or exception."""

    __slots__ = ("_private", "_seed", "key")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_SIZE:
            raise ValueError("An identity is made from 32 bytes.")
        self._seed = seed
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.key: bytes = self._private.public_key().public_bytes_raw()

    def __repr__(self) -> str:
        return f"Identity({short(self.key)})"

    def sign(self, tag: str, scope: bytes, body: bytes) -> bytes:
        """Return the signature of a tagged message; ``scope`` is the game id, or empty before there is one."""
        return self._private.sign(prefixed(tag, scope, body))

    def derive(self, tag: str, scope: bytes) -> bytes:
        """Return 32 secret bytes for one purpose and scope (HKDF-SHA256, RFC 5869)."""
        return HKDF(SHA256(), 32, salt=None, info=prefixed(tag, scope)).derive(self._seed)

    def seat(self, nonce: bytes) -> Identity:
        """Return the key pair of the seat that a join with this nonce takes: it signs there in place of this one."""
        return Identity(self.derive("seat", nonce))

    def seed(self) -> bytes:
        """Return the secret seed, for the key file alone."""
        return self._seed


def short(key: bytes) -> str:
    """Return the first bytes of a public key as people compare them: ``7f3a-c201``."""
    return f"{key[:2].hex()}-{key[2:4].hex()}"


def is_valid_key(key: bytes) -> bool:
    """Tell whether the key is a canonical point of the prime-order subgroup and not the identity."""
    return len(key) == KEY_SIZE and bool(crypto_core_ed25519_is_valid_point(key))


def verify(key: bytes, signature: bytes, tag: str, scope: bytes, body: bytes) -> bool:
    """Tell whether the key signed the tagged message. Refuses every signature of an invalid key."""
    if len(signature) != SIGNATURE_SIZE:
        return False
    message = prefixed(tag, scope, body)
    check = _check if len(message) <= KEPT_SIZE else _check.__wrapped__
    try:
        check(key, signature, message)
    except InvalidSignature:
        return False
    return True


# What libsodium says of an Ed25519 signature: it takes half the time of OpenSSL, and is believed where it says yes.
#
# By the equation of SPEC 3.2 it compares R as bytes, and s is below the order. It refuses an R of small order as
# well, so a no decides nothing. Builds that multiply by the cofactor or take a larger s would accept more than
# SPEC: they are found out, and not asked.

_KEY: Final = bytes.fromhex("ef4f62f8479733ad879cfaced3c89a9c39dd4fc795ef2efa1c3eafe4d729a081")
_COFACTOR: Final = bytes.fromhex(
    "b2c12cabb91c48f5c0a931475675a987b33628004d45ffa3b14f8fee50fb485f"
    "0eff2bb85c91c0b5e3947c9c6bab88d5d9321684f5986cc5933d4aaa64d76f05"
)
"""A point of order 8 was added to R, which whoever multiplies by the cofactor does not see."""
_LARGE: Final = bytes.fromhex(
    "8c5491d56f8c8ce58d256de0eb2a7dd0c9ab15faf25fba2b1e3ff376b9d70e54"
    "c4573cbda6e5b29e9028d8f8f6c4df7ab0fa1644b793047e8eb26f73553db719"
)
"""The order was added to s, which a build for old signatures allows."""
_TEXT: Final = b"message"


def accepts(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether a valid key surely signed the message; where this says no it may have signed it all the same."""
    return _is_strict() and _opens(key, signature, message)


@cache
def _is_strict() -> bool:
    return not any(_opens(_KEY, forged, _TEXT) for forged in (_COFACTOR, _LARGE))


def _opens(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        crypto_sign_open(signature + message, key)
    except BadSignatureError:
        return False
    return True


@lru_cache(maxsize=1024)
def _check(key: bytes, signature: bytes, message: bytes) -> None:
    """Raise `InvalidSignature` unless the key signed the message.

    Whether it did follows from these three alone, so who holds with this once holds with it always: several seats at
    one computer, and a game that is read again, need not compute it anew. What fails is not kept: an exception is not.
    """
    public = _public(key)
    if public is None:
        raise InvalidSignature
    if not accepts(key, signature, message):
        public.verify(signature, message)


@lru_cache(maxsize=256)
def _public(key: bytes) -> Ed25519PublicKey | None:
    return Ed25519PublicKey.from_public_bytes(key) if is_valid_key(key) else None

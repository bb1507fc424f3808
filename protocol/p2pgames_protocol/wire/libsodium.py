"""What libsodium says of an Ed25519 signature: it takes half the time of OpenSSL, and is believed where it says yes.

By the equation of SPEC 3.2 it compares R as bytes, and s is below the order. It refuses an R of small order as well, so
a no decides nothing. Builds that multiply by the cofactor or take a larger s would accept more than SPEC: they are
found out, and not asked.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

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

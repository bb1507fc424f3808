"""What libsodium says of an Ed25519 signature: it takes half the time of OpenSSL, and is believed where it says yes.

By the equation of SPEC 3.2 it compares R as bytes, and s is below the order. It refuses an R of small order as well, so
a no decides nothing. A build that multiplies by the cofactor would accept more than SPEC: it is found out, and not
asked.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from nacl.bindings import crypto_sign_open
from nacl.exceptions import BadSignatureError

_KEY: Final = bytes.fromhex("0f7608783489684c04726001595638e5258c2ed0bdb3d18d9e3453ea8bb458ad")
_OFF: Final = bytes.fromhex(
    "1c354c4c7a6de4bcb4fd275f391333dd9bf17d38b41332753f60cf56d5ef4fcc"
    "13b65e8e6723e694cdf377c5bf4443d621261400e5a380122539a587b1b22e0c"
)
"""Not valid for `_TEXT`: a point of order 8 was added to R, which whoever multiplies by the cofactor does not see."""
_TEXT: Final = b"message"


def accepts(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether a valid key surely signed the message; where this says no it may have signed it all the same."""
    return _is_strict() and _opens(key, signature, message)


@cache
def _is_strict() -> bool:
    return not _opens(_KEY, _OFF, _TEXT)


def _opens(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        crypto_sign_open(signature + message, key)
    except BadSignatureError:
        return False
    return True

"""The file of an identity key: PKCS8 PEM of mode 0600, with a passphrase if the player wants one."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final
from unicodedata import normalize

from p2pgames.text import Count, Verbatim
from p2pgames_protocol.store import messages
from p2pgames_protocol.store.home_error import HomeError, PassphraseNeeded
from p2pgames_protocol.store.os_errors import os_error
from p2pgames_protocol.wire.identity import Identity

MAX_KEY_FILE: Final = 16 * 1024
"""Bytes; a key file has about 300, and nobody should wait for a film to be read as a key."""
MAX_PASSPHRASE: Final = 1023
"""Bytes; more is refused by OpenSSL."""
_BEGINNINGS: Final = (b"-----BEGIN PRIVATE KEY-----", b"-----BEGIN ENCRYPTED PRIVATE KEY-----")


def read_key_file(file: Path) -> bytes:
    """Return the bytes of a key file, at most one more than `MAX_KEY_FILE`; raise `HomeError` or FileNotFoundError."""
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_KEY_FILE + 1)
    except FileNotFoundError:
        raise
    except OSError as wrong:
        raise HomeError(messages.CANNOT_READ_KEY(file=Verbatim(str(file)), why=os_error(wrong))) from None


def to_pem(identity: Identity, passphrase: bytes | None = None) -> bytes:
    """Return the secret key as PKCS8 PEM, encrypted if there is a passphrase."""
    from cryptography.hazmat.primitives import serialization as ser
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if passphrase is not None and not 0 < len(passphrase) <= MAX_PASSPHRASE:
        raise HomeError(messages.PASSPHRASE_LENGTH(most=Count(MAX_PASSPHRASE)))
    protection: ser.KeySerializationEncryption = (
        ser.BestAvailableEncryption(passphrase) if passphrase else ser.NoEncryption()
    )
    private = Ed25519PrivateKey.from_private_bytes(identity.seed())
    return private.private_bytes(ser.Encoding.PEM, ser.PrivateFormat.PKCS8, protection)


def _spellings(passphrase: bytes) -> Iterator[bytes]:
    """Yield the bytes that one passphrase may have been when the key was made.

    Keyboards and file systems compose accents or not, and files made on Windows begin with a mark that versions before
    took for a part of it.
    """
    yield passphrase
    with suppress(UnicodeDecodeError):
        text = passphrase.decode()
        yield from {normalize(form, text).encode() for form in ("NFC", "NFD")} - {passphrase}
        yield BOM_UTF8 + passphrase
        yield BOM_UTF16_LE + text.encode("utf-16-le")


def from_pem(pem: bytes, passphrase: bytes | None = None, file: Path | str = "The key") -> Identity:
    """Return the identity of a PEM key; a passphrase is not looked at where none is needed.

    Raises `PassphraseNeeded`, or `HomeError` if the key is damaged, of another kind, or opened wrongly;
    ``file`` is what the message calls it.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    plain, encrypted = (beginning in pem for beginning in _BEGINNINGS)
    if len(pem) > MAX_KEY_FILE or plain == encrypted:
        raise HomeError(messages.NO_KEY_FILE(file=Verbatim(str(file))))
    if encrypted and not passphrase:
        raise PassphraseNeeded(messages.HAS_PASSPHRASE(file=Verbatim(str(file))))
    for spelled in _spellings(passphrase) if passphrase and encrypted else (None,):
        try:
            key = load_pem_private_key(pem, spelled)
        except UnsupportedAlgorithm:
            key = None
        except (ValueError, TypeError):
            continue
        break
    else:
        # OpenSSL cannot tell a wrong passphrase from changed bytes.
        why = messages.WRONG_PASSPHRASE if encrypted else messages.FILE_DAMAGED
        raise HomeError(messages.CANNOT_OPEN(file=Verbatim(str(file)), why=why)) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise HomeError(messages.OTHER_KIND_OF_KEY(file=Verbatim(str(file))))
    return Identity(key.private_bytes_raw())

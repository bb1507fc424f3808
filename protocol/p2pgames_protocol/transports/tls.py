"""TLS 1.3 over TCP: nobody on the way reads or changes anything, and the dialler knows whom it talks to.

The listener shows a self-signed certificate whose key the dialler knows beforehand, by the pin in the address. No
authority is asked and no name is looked at. The dialler shows no certificate: both ends prove their identities
in the hello, which signs the listener's transport key (docs/decisions/0007-pins.md).
"""

from __future__ import annotations

import ssl
from base64 import b32encode
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache, cached_property
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final

import trio
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization as ser
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2pgames.text import Message, Verbatim
from p2pgames_protocol.store.disk import write_secret
from p2pgames_protocol.transports import sentences
from p2pgames_protocol.transports.tcp import connect, here_of, host_of, moved, permitted, serve
from p2pgames_protocol.transports.transport import (
    ChannelBinding,
    Handler,
    May,
    Pipe,
    Transport,
    Unreachable,
)
from p2pgames_protocol.wire.identity import Identity

NAME: Final = "p2pgames"
"""Whom every certificate of ours names."""
HANDSHAKE_TIME: Final = 5.0
"""Seconds a dialler waits for the handshake; a listener's lies within the time for the hello."""
_FROM, _TO = datetime(2020, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)


def pin_of(certificate: bytes) -> bytes:
    """Return the SHA-256 of the public key (SubjectPublicKeyInfo) of a DER certificate; raise ValueError if none."""
    from cryptography import x509

    try:
        key = x509.load_der_x509_certificate(certificate).public_key()
    except (x509.InvalidVersion, UnsupportedAlgorithm) as wrong:
        raise ValueError(str(wrong)) from None
    return sha256(key.public_bytes(ser.Encoding.DER, ser.PublicFormat.SubjectPublicKeyInfo)).digest()


def write_pin(pin: bytes) -> str:
    """Return the pin as it stands in addresses: base32 without padding, 52 characters."""
    return b32encode(pin).decode("ascii").rstrip("=")


class Tls(Transport):
    """TLS with a key of this identity on this device: always the same, so addresses stay good over restarts."""

    name = "tls"

    def __init__(self, identity: Identity, device: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(identity.derive("transport key", device))
        self.certificate = _certificate(self._key)
        self.pin = pin_of(self.certificate)

    async def dial(self, address: str) -> Pipe:
        """Return a pipe to the holder of the pinned key; raise `Unreachable` if it is not there."""
        place, _, pin = address.removeprefix("tls:").partition("#")
        tcp = await connect(place)
        heard = _Heard(tcp)
        stream = trio.SSLStream(heard, _dialling())
        try:
            with trio.fail_after(HANDSHAKE_TIME):
                await stream.do_handshake()
            certificate = stream.getpeercert(binary_form=True) or b""
            found = pin_of(certificate)
        except (trio.BrokenResourceError, ValueError):
            await trio.aclose_forcefully(tcp)
            raise Unreachable(heard.not_tls(place=Verbatim(place))) from None
        except trio.TooSlowError:
            await trio.aclose_forcefully(tcp)
            raise Unreachable(sentences.SILENT(place=Verbatim(place))) from None
        except BaseException:
            await trio.aclose_forcefully(tcp)
            raise
        if not compare_digest(write_pin(found).encode(), pin.encode()):
            await trio.aclose_forcefully(tcp)
            ours = NAME.encode() in certificate
            said = sentences.SOMEBODY_ELSE if ours else sentences.OTHER_PROGRAM
            raise Unreachable(said(place=Verbatim(place)))
        return Pipe(stream, ChannelBinding(self.name, found), host_of(tcp), here=here_of(tcp))

    async def permitted(self, address: str, may: May) -> tuple[str, ...]:
        """Return what `Transport.permitted` says."""
        return await permitted(address, may)

    async def listen(
        self,
        where: str,
        handler: Handler,
        *,
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve as `Transport.listen` says; the handshake happens with the handler's first message."""
        channel = ChannelBinding(self.name, self.pin)

        async def take(tcp: trio.SocketStream) -> None:
            stream = trio.SSLStream(tcp, self._listening, server_side=True)
            await handler(Pipe(stream, channel, host_of(tcp), here=here_of(tcp)))

        await serve(where, take, lambda place: f"tls:{place}#{write_pin(self.pin)}", task_status)

    async def moved(self, where: str, addresses: Sequence[str]) -> tuple[str, ...]:
        """Wait as `Transport.moved` says."""
        return await moved(where, addresses)

    @cached_property
    def _listening(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.num_tickets = 0  # nothing is resumed: every connection has a hello of its own
        _load(context, self.certificate, self._key)
        return context


class _Heard(trio.abc.Stream):
    """A stream that remembers how the other end began: ssl does not tell a web server from any other program."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self._first = b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        data = await self._stream.receive_some(max_bytes)
        self._first = self._first or bytes(data[:16])
        return data

    async def aclose(self) -> None:
        await self._stream.aclose()

    @property
    def not_tls(self) -> Callable[..., Message]:
        """What is said of an end with which no handshake comes about."""
        if not self._first:
            return sentences.HUNG_UP
        return sentences.WEB_SERVER if self._first.startswith((b"HTTP/", b"<")) else sentences.OTHER_PROGRAM


@cache
def _dialling() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # No authority knows these certificates. The pin is compared instead, before anything is sent.
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _certificate(key: Ed25519PrivateKey) -> bytes:
    """Return the one certificate of a key, in DER; nothing in it changes with time or chance."""
    from cryptography import x509

    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, _FROM, _TO)
    return builder.sign(key, None).public_bytes(ser.Encoding.DER)


def _load(context: ssl.SSLContext, certificate: bytes, key: Ed25519PrivateKey) -> None:
    """Give the context its key. Python's ssl reads keys from files only.

    So it lies for a moment in a folder of mode 0700, in a file of mode 0600, under a passphrase that nobody keeps.
    """
    passphrase = token_hex(16)
    protected = ser.BestAvailableEncryption(passphrase.encode())
    pem = key.private_bytes(ser.Encoding.PEM, ser.PrivateFormat.PKCS8, protected)
    with TemporaryDirectory(prefix="p2pgames-") as folder:
        file = Path(folder, "key.pem")
        write_secret(file, pem + ssl.DER_cert_to_PEM_cert(certificate).encode())
        context.load_cert_chain(file, password=passphrase)

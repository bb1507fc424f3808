"""What both ends of a link say in the hello, and sign. Pure."""

from __future__ import annotations

from p2pgames.text import Count, Verbatim
from p2pgames_protocol.net import messages
from p2pgames_protocol.transports.transport import ChannelBinding
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import Malformed, Plain
from p2pgames_protocol.wire.format import FORMAT
from p2pgames_protocol.wire.hashing import SIZE
from p2pgames_protocol.wire.identity import KEY_SIZE, Identity, is_valid_key
from p2pgames_protocol.wire.messages import KEY, NONCE


def heard(hello: tuple[Plain, ...], own: Identity | None) -> tuple[bytes, bytes]:
    """Return key and nonce of the other end; raise `Malformed` if it may not have them."""
    version, key, nonce = hello
    if type(version) is not int or version != FORMAT:
        raise Malformed(messages.OTHER_FORMAT(theirs=Verbatim(fields.named(version)), ours=Count(FORMAT)))
    key, nonce = fields.binary(key, KEY_SIZE, KEY), fields.binary(nonce, SIZE, NONCE)
    if own is not None and key == own.key:
        raise Malformed(messages.SAME_IDENTITY)
    if not is_valid_key(key):
        raise Malformed(messages.INVALID_KEY)
    return key, nonce


def said(
    channel: ChannelBinding, dialler: bytes, dialler_nonce: bytes, listener: bytes, listener_nonce: bytes
) -> tuple[Plain, ...]:
    """Return what both ends sign, without their role."""
    transport = channel.listener_key + channel.dialler_key
    return (FORMAT, channel.transport, transport, dialler, dialler_nonce, listener, listener_nonce)

"""NAT-PMP (RFC 6886): two messages by UDP to the gateway, of fixed sizes."""

from __future__ import annotations

import struct
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Final

import trio

from p2pgames_protocol.transports.router.router import LEASE, Forwarded, Router, RouterFault, believed

PORT: Final = 5351
FIRST_WAIT: Final = 0.25
TURNS: Final = 3
"""Times a question is sent, each with twice the patience of the one before; the RFC has nine."""
MAPPED, ADDRESS = 2, 0
"""What is asked for: a TCP port, the address outside. An answer has 128 more."""


@dataclass(frozen=True, slots=True)
class NatPmp(Router):
    """A gateway that speaks NAT-PMP."""

    gateway: str
    at: int
    outside: IPv4Address

    async def forward(self, outer: int, port: int) -> Forwarded:
        """Have a port forwarded; the gateway may choose another one outside."""
        answer = await _asked(self.gateway, self.at, _request(outer, port, LEASE), 16)
        inner, outer, lease = struct.unpack("!HHI", answer[8:])
        if inner != port or not outer or not lease:
            raise RouterFault
        return Forwarded(outer, believed(lease))

    async def close(self, outer: int, port: int) -> None:  # noqa: ARG002  # it is known by ours (RFC 6886, 3.4)
        """Have it forwarded no more."""
        with suppress(RouterFault):
            await _asked(self.gateway, self.at, _request(0, port, 0), 16)


async def find(gateway: str, at: int = PORT) -> NatPmp:
    """Return the gateway at this address; raise `RouterFault` if none answers."""
    answer = await _asked(gateway, at, bytes(2), 12)
    return NatPmp(gateway, at, IPv4Address(answer[8:]))


def _request(outer: int, port: int, lease: int) -> bytes:
    return struct.pack("!BBHHHI", 0, MAPPED, 0, port, outer, lease)


async def _asked(gateway: str, at: int, request: bytes, size: int) -> bytes:
    """Return the answer to a question; only what comes from the gateway's own address is read."""
    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as udp:
        try:
            await udp.connect((gateway, at))
            for turn in range(TURNS):
                await udp.send(request)
                with trio.move_on_after(FIRST_WAIT * 2**turn):
                    while True:
                        answer = await udp.recv(64)
                        if len(answer) == size and answer[:2] == bytes((0, 128 + request[1])):
                            if answer[2:4] != bytes(2):
                                raise RouterFault
                            return answer
        except OSError:
            raise RouterFault from None
    raise RouterFault

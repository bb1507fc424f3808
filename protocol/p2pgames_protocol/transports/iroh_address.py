"""Addresses of iroh, and the relays they name."""

from __future__ import annotations

from base64 import b32decode, b32encode
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from p2pgames.text import BadValue, Typed
from p2pgames_protocol.transports import messages
from p2pgames_protocol.wire.address import MAX_ADDRESS, join_address, split_address
from p2pgames_protocol.wire.identity import KEY_SIZE

MAX_PLACES: Final = 8
NO_RELAY: Final = "none"


@dataclass(frozen=True, slots=True)
class IrohAddress:
    """What an address says."""

    id: bytes
    hosts: tuple[str, ...]
    relay: str = ""

    def text(self) -> str:
        """Return the address, without the last hosts where it would be too long."""
        places = [*([self.relay] if self.relay else []), *self.hosts][:MAX_PLACES]
        while len(text := f"iroh:{','.join(places)}#{_written(self.id)}") > MAX_ADDRESS:
            places.pop()
        return text


def read(address: str) -> IrohAddress:
    """Return what an address says; raise ValueError if it is not one."""
    places, _, mark = address.removeprefix("iroh:").partition("#")
    key = b32decode(mark + "=" * (-len(mark) % 8))
    if len(key) != KEY_SIZE or _written(key) != mark:
        raise ValueError("The id of an iroh address is 32 bytes in base32.")
    several = [place for place in places.split(",") if place]
    relays = [place for place in several if "://" in place]
    hosts = tuple(_host(place) for place in several if "://" not in place)
    if len(several) > MAX_PLACES or len(relays) > 1 or not several:
        raise ValueError(f"An iroh address has 1 to {MAX_PLACES} places, at most one of them a relay.")
    return IrohAddress(key, hosts, check_relay(relays[0]) if relays else "")


def check_relay(url: str) -> str:
    """Return the URL of a relay; raise ValueError if it is not one."""
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username or parts.query:
        raise BadValue(messages.NOT_A_RELAY(url=Typed(url)))
    return url


def relays_in(relays: Sequence[str]) -> tuple[str, ...] | None:
    """Return the relays that were named, none for `NO_RELAY`, None if nothing was; raise ValueError for others."""
    if NO_RELAY in relays:
        if len(relays) > 1:
            raise BadValue(messages.RELAY_NONE)
        return ()
    return tuple(check_relay(url) for url in relays) or None


def _host(place: str) -> str:
    host, port = split_address(place)
    if not port:
        raise ValueError("Port 0 is no place.")
    return join_address(str(ip_address(host)), port)


def _written(key: bytes) -> str:
    return b32encode(key).decode("ascii").rstrip("=")

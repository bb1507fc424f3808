"""The BitTorrent DHT (BEP 5, BEP 44): where a player is, for the players of its table, when no address leads there.

A record lies under a key made for one player at one table, which only those know who were told the address
``dht:KEY.SECRET``. The nodes that keep it see one size of bytes they cannot read. Nothing but the DHT of the library
is used: it takes no connections, shares nothing, and answers no queries of others (BEP 43).
"""

from __future__ import annotations

from base64 import b32decode, b32encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha512
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import trio
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from p2pgames.text import BadValue, Message, Typed
from p2pgames_protocol.discovery import sentences
from p2pgames_protocol.discovery.discovery import Discovery
from p2pgames_protocol.transports.transport import DependencyMissing, Unreachable, hint
from p2pgames_protocol.wire.address import read_addresses, split_address
from p2pgames_protocol.wire.codec import Entropy, Malformed, digest, pack, unpack
from p2pgames_protocol.wire.identity import Identity, is_valid_key

REFRESH: Final = 45 * 60.0
"""Seconds until a record is stored anew: nodes forget it after two hours (BEP 44)."""
RETRY: Final = 30.0
"""Seconds until it is tried again when no node took it."""
FIND_TIME: Final = 20.0
"""Seconds to look somebody up."""
SETTLE_TIME: Final = 2.0
"""Seconds to wait for a newer record once one is there."""
LOOK: Final = 0.2
"""Seconds between looks at what the library has to say. It offers to call us instead; but then its thread waits for
Python's lock while ours holds that and waits for it, for ever (https://github.com/arvidn/libtorrent/issues/4638)."""
_QUIET: Final[Mapping[str, Any]] = {
    "listen_interfaces": "0.0.0.0:0,[::]:0",
    "user_agent": "",
    "peer_fingerprint": "",
    "enable_dht": True,
    "dht_read_only": True,
    **dict.fromkeys(
        [
            "enable_lsd",
            "enable_upnp",
            "enable_natpmp",
            "enable_incoming_tcp",
            "enable_outgoing_tcp",
            "enable_incoming_utp",
            "enable_outgoing_utp",
        ],
        False,
    ),
}


# A record of the DHT: the address that leads to it, and its encryption's sizes.

SECRET_SIZE: Final = 16
"""Bytes, as LINK 14.8 has them: nobody guesses them, and the address stays short."""
NONCE_SIZE: Final = 12
"""Bytes that ChaCha20-Poly1305 takes (RFC 8439)."""
PLAIN: Final = 700
"""Bytes of every record before encryption: how many addresses there are does not show. BEP 44 allows 1,000."""
RECORD: Final = NONCE_SIZE + PLAIN + 16
"""Bytes of a record as it is stored: the cipher adds a tag of 16."""


@dataclass(frozen=True, slots=True)
class RecordLocation:
    """What an address says: under which key the record lies, and what it is encrypted with."""

    key: bytes
    secret: bytes

    def text(self) -> str:
        """Return the address."""
        return f"dht:{_written(self.key)}.{_written(self.secret)}"

    def _cipher(self) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(digest("dht record", self.secret, self.key))

    def lock(self, addresses: Sequence[str], nonce: bytes) -> bytes:
        """Return the record of these addresses, without the last ones where they are too long."""
        kept = list(addresses)
        while len(body := pack(tuple(kept))) > PLAIN - 2:
            kept.pop()
        plain = len(body).to_bytes(2, "big") + body
        return nonce + self._cipher().encrypt(nonce, plain.ljust(PLAIN, b"\0"), self.key)

    def unlock(self, record: bytes) -> tuple[str, ...]:
        """Return the addresses in a record; raise `Malformed` if it does not belong to this key and secret."""
        if len(record) != RECORD:
            raise Malformed(sentences.DHT_LENGTH)
        try:
            plain = self._cipher().decrypt(record[:NONCE_SIZE], record[NONCE_SIZE:], self.key)
        except InvalidTag:
            raise Malformed(sentences.DHT_ENCRYPTED) from None
        length = int.from_bytes(plain[:2], "big")
        return read_addresses(unpack(plain[2 : 2 + length]))


def seed_of(identity: Identity, table: bytes) -> bytes:
    """Return the seed of the key under which this identity keeps its record at this table."""
    return identity.derive("dht key", table)


def record_place(identity: Identity, table: bytes) -> RecordLocation:
    """Return where the record of this identity at this table lies, and what opens it."""
    key = Identity(seed_of(identity, table)).key
    return RecordLocation(key, identity.derive("dht secret", table)[:SECRET_SIZE])


def read_dht_address(address: str) -> RecordLocation:
    """Return what an address says; raise ValueError if it is not one."""
    key, _, secret = address.removeprefix("dht:").partition(".")
    place = RecordLocation(_unwritten(key), _unwritten(secret))
    if len(place.secret) != SECRET_SIZE or not is_valid_key(place.key) or place.text() != address:
        raise ValueError("An address of the DHT is KEY.SECRET.")
    return place


def _written(data: bytes) -> str:
    return b32encode(data).decode("ascii").rstrip("=")


def _unwritten(text: str) -> bytes:
    return b32decode(text + "=" * (-len(text) % 8))


def expanded_key(seed: bytes) -> bytes:
    """Return the 64 bytes that the library takes for the Ed25519 key of a seed (RFC 8032, 5.1.5)."""
    half = bytearray(sha512(seed).digest())
    half[0] &= 248
    half[31] = half[31] & 63 | 64
    return bytes(half)


@dataclass
class _Own:
    """Our own record at one table."""

    secret_key: bytes
    place: RecordLocation
    addresses: tuple[str, ...] = ()
    due: float = field(default_factory=trio.current_time)


@dataclass(eq=False)
class _Lookup:
    """What a lookup has brought so far: the newest record, its number, and whether no newer one is known."""

    key: bytes
    number: int = -1
    record: bytes = b""
    is_newest: bool = False

    def hear(self, alert: Any) -> None:
        if type(alert.item) is bytes and alert.seq >= self.number:
            self.number, self.record = alert.seq, alert.item
        self.is_newest = bool(alert.authoritative)


class Dht(Discovery):
    """Keeps us findable in the DHT, and looks others up."""

    name = "dht"

    def __init__(
        self,
        identity: Identity,
        entropy: Entropy,
        nodes: Sequence[str] = (),
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare; nothing is opened yet. ``nodes`` are HOST:PORT of nodes to begin with, instead of the library's.

        ``settings`` are further ones of the library. Raises `DependencyMissing` if it is not installed.
        """
        if find_spec("libtorrent") is None:
            raise DependencyMissing(hint(sentences.THE_DHT, "libtorrent"))
        self._identity, self._entropy = identity, entropy
        self._settings: dict[str, Any] = {**_QUIET, **(settings or {})}
        if nodes:
            self._settings["dht_bootstrap_nodes"] = ",".join(nodes)
        self._session: Any = None
        self._own: dict[bytes, _Own] = {}
        self._lookups: list[_Lookup] = []
        """Those that go on; several may ask for one key, as a player can name the address of another."""
        self._change = trio.Event()
        self._begun = trio.Event()
        """Set once nodes are known; what is asked before comes to nothing."""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Take part in the DHT until cancelled, and store our record again and again."""
        library: Any = await trio.to_thread.run_sync(import_module, "libtorrent")
        self._settings["alert_mask"] = library.alert_category.dht
        self._session = library.session(self._settings)
        task_status.started()
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._hear)
                nursery.start_soon(self._publish)
        finally:
            self._session = None

    # -- being found --

    def _record_of(self, table: bytes) -> _Own:
        if table not in self._own:
            seed = seed_of(self._identity, table)
            self._own[table] = _Own(expanded_key(seed), record_place(self._identity, table))
        return self._own[table]

    def address(self, table: bytes) -> str:
        """Return where our record at this table lies, and what opens it."""
        return self._record_of(table).place.text()

    def tell(self, table: bytes, addresses: Sequence[str]) -> None:
        """Let these addresses be found at this table; they are stored soon."""
        own = self._record_of(table)
        if own.addresses != tuple(addresses):
            own.addresses, own.due = tuple(addresses), trio.current_time()
            self._poke()

    def _poke(self) -> None:
        self._change.set()
        self._change = trio.Event()

    async def _publish(self) -> None:
        await self._begun.wait()
        while True:
            change = self._change
            now = trio.current_time()
            for own in self._own.values():
                if own.addresses and own.due <= now:
                    record = own.place.lock(own.addresses, self._entropy(NONCE_SIZE))
                    if self._session is not None:
                        self._session.dht_put_mutable_item(own.secret_key, own.place.key, record, b"")
                    # This may fail while there are no nodes yet; the answer sets the time again.
                    own.due = now + RETRY
            soonest = min((own.due for own in self._own.values()), default=float("inf"))
            with trio.move_on_at(soonest):
                await change.wait()

    # -- finding --

    async def find(self, address: str) -> tuple[str, ...]:
        """Return where a player is, by its newest record; raise `Unreachable` if none is found in time."""
        try:
            place = read_dht_address(address)
        except ValueError:
            raise Unreachable(sentences.DHT_ADDRESS) from None
        if self._session is None:
            raise Unreachable(sentences.DHT_NOT_RUNNING)
        lookup = _Lookup(place.key)
        self._lookups.append(lookup)
        try:
            with trio.move_on_after(FIND_TIME):
                await self._begun.wait()
                self._session.dht_get_mutable_item(place.key, b"")
                while not (lookup.record or lookup.is_newest):
                    await self._change.wait()
                with trio.move_on_after(SETTLE_TIME):
                    while not lookup.is_newest:
                        await self._change.wait()
        finally:
            self._lookups.remove(lookup)
        try:
            return place.unlock(lookup.record)
        except Malformed:
            raise Unreachable(sentences.NOT_IN_DHT) from None

    async def _hear(self) -> None:
        """Take in all that the library has to say, whenever it has something."""
        while True:
            alerts = self._session.pop_alerts()
            for alert in alerts:
                self._take(alert)
            if alerts:
                self._poke()
            await trio.sleep(LOOK)

    def _take(self, alert: Any) -> None:
        match type(alert).__name__:
            case "dht_bootstrap_alert":
                self._begun.set()
            case "dht_put_alert":
                stored = bytes(alert.public_key) if alert.num_success else None
                for own in self._own.values():
                    if own.place.key == stored:
                        own.due = trio.current_time() + REFRESH
            case "dht_mutable_item_alert":
                key = bytes(alert.key)
                for lookup in self._lookups:
                    if lookup.key == key:
                        lookup.hear(alert)
            case _:
                pass

    def about(self) -> Message | None:
        """Return what the DHT keeps, and what its nodes learn."""
        return sentences.DHT_ABOUT


def check_node(node: str) -> str:
    """Return the HOST:PORT of a node; raise ValueError if it is not one."""
    if "," in node or not split_address(node)[1]:
        raise BadValue(sentences.NOT_A_NODE(node=Typed(node)))
    return node

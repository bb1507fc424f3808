"""Finding the other players of a table, and finding them again: every player dials every other, and answers all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from ipaddress import ip_network
from typing import Final

import trio

from p2pgames.text import BadValue, Count, Message, Typed, Verbatim
from p2pgames_protocol.discovery.discovery import Discovery, OpenTable
from p2pgames_protocol.discovery.registry import is_looked_up, named_by
from p2pgames_protocol.net import sentences
from p2pgames_protocol.net.acceptor import Acceptor, go_on, greet
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.store.player import NOBODY, Known, Player
from p2pgames_protocol.transports import tcp
from p2pgames_protocol.transports.port_mapping import Mapper
from p2pgames_protocol.transports.sentences import NOBODY_ANSWERS, NOBODY_BY_IROH, NOBODY_BY_TOR, REFUSED
from p2pgames_protocol.transports.tcp import means_the_same
from p2pgames_protocol.transports.transport import Transport, TransportStatus, Unreachable
from p2pgames_protocol.wire.address import (
    ANY,
    MAX_ADDRESS,
    MAX_ADDRESSES,
    Reach,
    host_of,
    ip_of,
    join_address,
    places_in,
    reach_of,
    split_address,
    transport_of,
)
from p2pgames_protocol.wire.identity import Identity

NEWS_WAIT: Final = 5.0
"""Seconds after an attempt before new addresses of a player are tried."""


# Dialling one player: all addresses, staggered, and what is said when none of them leads anywhere.

STAGGER: Final = 0.25
"""Seconds before the next address is tried beside the one before (RFC 8305 has the same).

Also where that one has failed already: otherwise whoever names addresses would learn which of our ports are closed.
"""


MAX_PORTS: Final = 4
"""Ports of one host that are dialled for one player: its own, that of its router, and a few for clients begun anew."""
PORTS_TIME: Final = 3600.0
"""Seconds after which a port that is no longer dialled makes room for another one."""


class Dialer:
    """Makes links to players, by the transports and discoveries that are switched on."""

    def __init__(
        self, player: Player, transports: Mapping[str, Transport], discoveries: Mapping[str, Discovery]
    ) -> None:
        self._player = player
        self._transports = transports
        self._discoveries = discoveries
        self._ports: dict[bytes, dict[tuple[str, int], float]] = {}
        """By player: what was dialled for it, and when last."""

    async def dial(
        self,
        addresses: Sequence[str],
        key: bytes,
        own: Identity | None = None,
        *,
        trusted: Collection[str] = (),
    ) -> Link:
        """Return a link to who holds the key, by the first address where the hello succeeds; the others are dropped.

        Where none leads to it, it is looked up. We show our own seat's key, or without one our identity. An address
        that is not ``trusted`` is dialled only where it means the same here as to who named it. Raises `Unreachable`
        with what is wrong at each address.
        """
        direct = [
            one for one in addresses if transport_of(one) not in self._discoveries and not is_looked_up(one)
        ]
        try:
            return await self._first(direct, key, own, trusted)
        except Unreachable as wrong:
            looked_up = await self._look_up(
                [one for one in addresses if transport_of(one) in self._discoveries]
            )
            fresh = [
                one for one in looked_up if one not in direct and transport_of(one) not in self._discoveries
            ]
            if not fresh:
                raise wrong from None
            return await self._first(fresh, key, own)

    async def _look_up(self, addresses: Sequence[str]) -> list[str]:
        """Return what all discoveries know of a player."""
        found: list[str] = []

        async def ask(address: str) -> None:
            with suppress(Unreachable):
                found.extend(await self._discoveries[transport_of(address)].find(address))

        async with trio.open_nursery() as nursery:
            for address in addresses:
                nursery.start_soon(ask, address)
        return found

    async def _first(
        self, addresses: Sequence[str], key: bytes, own: Identity | None, trusted: Collection[str] = ()
    ) -> Link:
        """Return the first link that comes about; raise `Unreachable` if none does."""
        found: list[Link] = []
        failures: dict[str, Message] = {}

        async def attempt(number: int, address: str) -> None:
            await trio.sleep(STAGGER * number)
            try:
                link = await self._try(address, key, own, trusted)
            except (Unreachable, LinkFault) as wrong:
                failures[address] = wrong.message
                return
            if found:
                await link.aclose()
            else:
                found.append(link)
                nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            for number, address in enumerate(addresses):
                nursery.start_soon(attempt, number, address)
        if not found:
            raise Unreachable(_nobody(addresses, failures))
        return found[0]

    def _has_few_ports(self, key: bytes, address: str) -> bool:
        with suppress(ValueError):  # the transport says what is wrong with an address that is none
            return all(self._is_one_of_few(key, *place) for place in places_in(address))
        return True

    def _is_one_of_few(self, key: bytes, host: str, port: int) -> bool:
        """Tell whether a port is one of a few of its host that are dialled for a player, and note that it is."""
        now, name = trio.current_time(), str(ip_of(host) or host.lower())
        dialled = {place: at for place, at in self._ports.get(key, {}).items() if now < at + PORTS_TIME}
        others = {other for where, other in dialled if where == name} - {port}
        if few := len(others) < MAX_PORTS:
            dialled[name, port] = now
        self._ports[key] = dialled
        return few

    async def until_ready(self, addresses: Sequence[str]) -> None:
        """Wait until a transport of these addresses can dial, or it is clear that none will."""
        transports = {
            name: self._transports[name] for name in map(transport_of, addresses) if name in self._transports
        }

        async def wait_for(transport: Transport) -> None:
            with suppress(Unreachable):
                await transport.until_ready()
                nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            for transport in transports.values():
                nursery.start_soon(wait_for, transport)

    async def _try(self, address: str, key: bytes, own: Identity | None, trusted: Collection[str]) -> Link:
        transport = self._transports.get(transport_of(address))
        if transport is None:
            raise Unreachable(why_unknown(address))
        await transport.until_ready()
        with trio.move_on_after(transport.dial_time):
            if address not in trusted:
                found = await transport.permitted(
                    address, lambda host, port: means_the_same(host) and self._is_one_of_few(key, host, port)
                )
                if not found:
                    raise Unreachable(sentences.NOT_FOR_OTHERS(place=Verbatim(address.partition("#")[0])))
                if found != (address,):  # a name is looked up once: the next time it could lead elsewhere
                    return await self._first(found, key, own, found)
            elif not self._has_few_ports(key, address):
                raise Unreachable(sentences.MANY_PORTS(place=Verbatim(address.partition("#")[0])))
            pipe = await transport.dial(address)
            return await greet(self._player, pipe, key, own)
        # Who may be reached from everywhere, and says nothing, is a case of its own.
        silent = sentences.SILENCE if reach_of((address,)) is Reach.INTERNET else sentences.NOBODY_IN_TIME
        raise Unreachable(silent(place=Verbatim(address.partition("#")[0])))


_UNANSWERED: Final = (NOBODY_ANSWERS, NOBODY_BY_IROH, NOBODY_BY_TOR, sentences.NOBODY_IN_TIME)
"""What says only that nobody is there."""
_TELLING: Final = (REFUSED, sentences.SILENCE)
"""What says more: the first holds of several; what is wrong with who answers comes before both."""


def why_unknown(address: str) -> Message:
    """Return why an address cannot be dialled whose transport is not switched on."""
    ways = named_by((address,))
    place = address.partition("#")[0]
    if not ways:
        return sentences.CANNOT_DIAL(place=Verbatim(place))
    return sentences.NOT_SWITCHED_ON(place=Verbatim(place), way=Verbatim(ways[0]))


def _nobody(addresses: Sequence[str], failures: dict[str, Message]) -> Message:
    """Return the sentence for a player whom none of the addresses leads to."""
    if not addresses:
        return sentences.NO_ADDRESS_YET
    if len(addresses) == 1:
        return failures[addresses[0]]
    places = ", ".join(address.partition("#")[0] for address in addresses)
    other = [why for why in failures.values() if why.template not in (*_UNANSWERED, *_TELLING)]
    other += [why for told in _TELLING for why in failures.values() if why.template is told]
    return sentences.NOBODY_AT_ANY(
        number=Count(len(addresses)),
        places=Verbatim(places),
        why=other[0] if other else sentences.IS_IT_RUNNING,
    )


# Answering: the places at which our transports listen, and what becomes of them when this computer moves.

ROUTER: Final = "router"
"""Stands among the places where the router forwards a port."""


@dataclass
class Served:
    """A place at which one transport listens."""

    transport: Transport
    place: str
    opened: tuple[str, ...] = ()
    """Its addresses, once it does."""
    outside: tuple[str, ...] = ()
    """Those of the router that lead here."""

    @property
    def where(self) -> str:
        """The place, with the port that was found once it is open."""
        return self.transport.place(self.place, self.opened) if self.opened else self.place


# Our own addresses: which of them the others are told, and how they are kept right with everybody.

FIRST_WAIT: Final = 0.5
LAST_WAIT: Final = 30.0
"""Seconds between attempts, to reach a player or to put the address book right: the first, doubling up to the last."""


class AddressSharing:
    """Where others can reach us, and by which discoveries they find that out."""

    def __init__(self, discoveries: Mapping[str, Discovery]) -> None:
        self._discoveries = discoveries
        self.addresses: tuple[str, ...] = ()
        """Where others can reach us, once we serve."""
        self._table = b""
        self._found_by: tuple[str, ...] = ()
        self._own: tuple[str, ...] = ()
        """Where neighbours can reach us, whatever is told to others."""

    def opened(self, own: Sequence[str], told: Sequence[Sequence[str]]) -> None:
        """Note what was opened, and what of it others are told by each transport; it is looked up anew from now on."""
        self._own = tuple(own)
        self._are(fit_addresses(told, MAX_ADDRESSES - len(self._discoveries)))
        if self._table:
            self.findable(self._table)

    def _are(self, addresses: Sequence[str]) -> None:
        self.addresses = (*addresses, *self._found_by)

    def findable(self, table: bytes) -> None:
        """Let others look us up at the table of this nonce, by addresses that are told them with the rest."""
        self._table = table
        reachable = [one for one in self.addresses if one not in self._found_by]
        if reachable:
            for discovery in self._discoveries.values():
                discovery.tell(table, self._own if discovery.is_near else reachable)
            self._found_by = tuple(discovery.address(table) for discovery in self._discoveries.values())
            self._are(reachable)

    @property
    def invited(self) -> tuple[str, ...]:
        """What of our addresses stands in invites: who was invited need not be a neighbour."""
        near = {discovery.name for discovery in self._discoveries.values() if discovery.is_near}
        return tuple(one for one in self.addresses if transport_of(one) not in near)

    @property
    def shows(self) -> bool:
        """Whether strangers can see that a table is open."""
        return any(discovery.is_near for discovery in self._discoveries.values())

    def announce_table(self, table: OpenTable | None) -> None:
        """Let strangers see that a table is open, or with None no longer, where a discovery does that."""
        for discovery in self._discoveries.values():
            discovery.show(table)

    async def keep_told(self, peer: Peer, own: Identity | None, step: int = 1) -> None:
        """Keep our seat's entry in the address book up to date, until cancelled: others may send an old one.

        Where another client may be on with our key, it is signed anew with a number larger by ``step``.
        """
        book, live = peer.address_book, peer.live
        self.findable(peer.replica.genesis.proposal.nonce)
        if book is None or own is None:
            return
        wait, told = FIRST_WAIT, self.addresses

        def is_due() -> bool:
            return live.guard.renews or (
                bool(self.addresses) and book.addresses_of(own.key) != self.addresses
            )

        while True:
            if is_due():
                wait, told = (
                    FIRST_WAIT if told != self.addresses else min(wait * 2, LAST_WAIT),
                    self.addresses,
                )
                anew, live.guard.renews = (step if live.guard.renews else 0), False
                peer.links.tell_address(
                    await book.sign_own(own, self.addresses or book.addresses_of(own.key), anew)
                )
                # Another device of the same player may say otherwise: two must not talk each other down.
                await trio.sleep(wait)
            else:
                await peer.wait_until(is_due)


def fit_addresses(groups: Sequence[Sequence[str]], most: int) -> list[str]:
    """Return the addresses of all transports, at most this many: the transport with the most loses its last ones."""
    kept = [list(group) for group in groups]
    while sum(map(len, kept)) > most:
        max(kept, key=len).pop()
    return [address for group in kept for address in group]


def announced_addresses(found: Sequence[str], told: Sequence[str]) -> list[str]:
    """Return the addresses with the hosts that the player wants to announce in place of those found."""
    if not told:
        return list(found)
    written = []
    for address in found:
        name, _, rest = address.partition(":")
        place, mark, pin = rest.partition("#")
        for one in told:
            host, port = _host_port(one, split_address(place)[1])
            new = f"{name}:{join_address(host, port)}{mark}{pin}"
            if len(new) > MAX_ADDRESS or not new.isascii() or not new.isprintable():
                raise BadValue(sentences.ADDRESS_TO_TELL)
            written.append(new)
    return list(dict.fromkeys(written))


def _host_port(one: str, port: int) -> tuple[str, int]:
    """Return host and port of HOST or HOST:PORT, with this port where none is given."""
    if one.count(":") == 1 or (one.startswith("[") and "]:" in one):
        return split_address(one)
    host = one.strip("[]")
    if not host or host == ANY or any(character in host for character in " #/"):
        raise BadValue(sentences.HOST_OR_PORT(address=Typed(one)))
    return host, port


class Listener:
    """Runs transports and discoveries, and lets the door answer whoever comes."""

    def __init__(
        self,
        door: Acceptor,
        transports: Mapping[str, Transport],
        discoveries: Mapping[str, Discovery],
        sharing: AddressSharing,
        mapper: Mapper | None,
    ) -> None:
        self._door = door
        self._transports = transports
        self._discoveries = discoveries
        self._sharing = sharing
        self._mapper = mapper
        self._served: list[Served] = []
        self._instead: Sequence[str] = ()
        self.places: tuple[str, ...] = ()
        """Where we listen, as it can be asked for again: with the port that was found."""
        self.noted: tuple[str, ...] = ()
        """The same, and what is switched on besides, for when the game is resumed."""
        self.running = trio.Event()
        """Set as soon as the transports can dial; they begin to listen after that."""
        self.told: Callable[[], None] = lambda: None
        """Called when ``statuses`` has changed."""

    @property
    def statuses(self) -> Mapping[str, TransportStatus]:
        """The status of the transports that need something before they can dial, by their names."""
        return {name: one.status for name, one in self._transports.items() if one.status.text}

    async def serve(
        self,
        *wheres: str,
        told: Sequence[str] = (),
        task_status: trio.TaskStatus[tuple[str, ...]] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Answer at these places until cancelled, and report the addresses for others.

        A place is HOST:PORT or CARRIER:HOST:PORT; the first transport is meant where none is named. ``told`` are
        hosts, or HOST:PORT, to tell the others instead of those of this computer. The transports and discoveries run as
        long, also where no place is given. Raises `PortTaken`, `DependencyMissing`, ValueError.
        """
        self._served = [Served(*self._transport(where)) for where in wheres]
        self._instead = told
        # At once: a client killed before all of them are open can then go on by the same ways.
        self._note()
        async with trio.open_nursery() as nursery:
            for served in self._served:
                served.transport.prepare(served.place)
            for transport in self._transports.values():
                await nursery.start(transport.run)
                nursery.start_soon(self._watch, transport)
            for discovery in self._discoveries.values():
                await nursery.start(discovery.run)
            self.running.set()
            async with trio.open_nursery() as opening:
                for served in self._served:
                    opening.start_soon(self._open, nursery, served)
            self._note()
            self._reckon()
            for served in self._served:
                nursery.start_soon(self._follow, served)
            task_status.started(self._sharing.addresses)

    def _note(self) -> None:
        """Note where we listen, as far as it is known, and what is switched on."""
        self.places = tuple(f"{one.transport.name}:{one.where}" for one in self._served)
        on = [*self._discoveries, *([ROUTER] if any(one.outside for one in self._served) else [])]
        self.noted = self._door.places = (*self.places, *(f"{name}:on" for name in on))

    async def _watch(self, transport: Transport) -> None:
        """Tell the players here whenever the status of a transport changes."""
        while True:
            await transport.changed()
            if self._door.peer is not None:
                self._door.peer.links.carried(self.statuses)
            self.told()

    async def _open(self, nursery: trio.Nursery, served: Served) -> None:
        """Begin to listen at a place, and have the router forward its port; no transport waits for another one."""
        served.opened = await nursery.start(served.transport.listen, served.place, self._door.answer)
        if self._mapper is not None and served.transport.has_hosts:
            served.outside = await self._mapper.outside(nursery, served.opened[0])

    def _reckon(self) -> None:
        """Work out where others can reach us from what was opened."""
        found = [
            announced_addresses((*one.outside, *one.opened), self._instead)
            if one.transport.has_hosts
            else list(one.opened)
            for one in self._served
        ]
        self._sharing.opened([address for one in self._served for address in one.opened], found)

    async def _follow(self, served: Served) -> None:
        """Note it when the computer comes to another network: the other players are told, and dead links are cut."""
        while True:
            now = await served.transport.moved(served.place, served.opened)
            # Transports without hosts keep their own links alive.
            hosts = served.transport.has_hosts
            gone = set(map(host_of, served.opened)) - set(map(host_of, now)) if hosts else set()
            served.opened = now
            self._reckon()
            if self._door.peer is not None:
                self._door.peer.links.cut(gone)

    def everywhere(self, wheres: Sequence[str]) -> tuple[str, ...]:
        """Return these places, and any at all for each transport that they do not name."""
        named = {self._transport(where)[0].name for where in wheres}
        return (*wheres, *(f"{name}:{ANY}:0" for name in self._transports if name not in named))

    def _transport(self, where: str) -> tuple[Transport, str]:
        name = transport_of(where)
        if name in self._transports:
            return self._transports[name], where.removeprefix(f"{name}:")
        return next(iter(self._transports.values())), where


class Network:
    """Our end of all connections: the door that answers, the dialling, and staying linked to everybody."""

    def __init__(
        self,
        player: Player,
        transports: Sequence[Transport],
        door: Acceptor,
        discoveries: Sequence[Discovery] = (),
        mapper: Mapper | None = None,
    ) -> None:
        self.player = player
        self.acceptor = door
        self.transports = {transport.name: transport for transport in transports}
        self.discoveries = {discovery.name: discovery for discovery in discoveries}
        self.mapper = mapper
        self.sharing = AddressSharing(self.discoveries)
        self.listener = Listener(door, self.transports, self.discoveries, self.sharing, mapper)
        self.dialer = Dialer(player, self.transports, self.discoveries)

    def about(self) -> list[tuple[str, Message]]:
        """Return the names of what is switched on and has something to say, with what it shows others of us."""
        every: list[Transport | Discovery] = [*self.transports.values(), *self.discoveries.values()]
        told = [(one.name, said) for one in every if (said := one.about())]
        mapped = self.mapper.said if self.mapper is not None else None
        return [*told, ("map-port", mapped)] if mapped else told

    async def mesh(self, peer: Peer, known: Known = NOBODY) -> None:
        """Stay linked to all other players of a game, and tell them our addresses, until cancelled.

        ``known`` are addresses that the address book may not have. A watcher stays linked to those it has of anybody.
        """
        genesis = peer.replica.genesis
        own = peer.links.identity
        known = {genesis.seat_key(key): addresses for key, addresses in known.items()}
        peer.links.carried(self.listener.statuses)
        while not peer.live.writer.given:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_until_silent, peer, nursery.cancel_scope)
                # By chance, for two copies of a home must not come to the same number.
                step = 1 + int.from_bytes(self.player.entropy(2), "big")
                nursery.start_soon(self.sharing.keep_told, peer, own, step)
                hinted = peer.address_book.hinted if peer.address_book is not None else ()
                for key in genesis.keys if own is not None else {*known, *hinted}:
                    if own is None or key != own.key:
                        nursery.start_soon(self.stay_linked, peer, key, known.get(key, ()))
            await peer.wait_until(lambda: peer.live.writer.given or not peer.live.is_silent)

    async def stay_linked(self, peer: Peer, key: bytes, addresses: Sequence[str] = ()) -> None:
        """Stay linked to one player until cancelled; ``addresses`` are tried after those of the address book."""

        def is_new(before: tuple[str, ...]) -> bool:
            return key in peer.links.connected or self._known(peer, key, addresses) != before

        wait = FIRST_WAIT
        while True:
            if key in peer.links.connected:
                await peer.wait_until(lambda: key not in peer.links.connected)
                wait = FIRST_WAIT
            where = self._known(peer, key, addresses)
            if where and await self._once(peer, key, where):
                wait = FIRST_WAIT
            # A player who names new addresses again and again shall not have others dialled again and again.
            # A factor from 0.5 to 1: players who lost each other do not all come back at one moment.
            pause = wait * (0.5 + int.from_bytes(self.player.entropy(2), "big") / 2**17)
            least = min(pause, NEWS_WAIT)
            with trio.move_on_after(least):
                await peer.wait_until(lambda: key in peer.links.connected)
            with trio.move_on_after(pause - least):
                await peer.wait_until(partial(is_new, where))
            wait = min(wait * 2, LAST_WAIT)

    def _known(self, peer: Peer, key: bytes, more: Sequence[str]) -> tuple[str, ...]:
        """Return the addresses of a player, those it told itself first."""
        told = peer.address_book.addresses(key) if peer.address_book is not None else ()
        return tuple(dict.fromkeys((*told, *more)))

    async def _once(self, peer: Peer, key: bytes, where: Sequence[str]) -> bool:
        """Dial a player once and serve the link to its end; tell whether one came about."""
        try:
            trusted = peer.address_book.trusted(key) if peer.address_book is not None else ()
            link = await self.dialer.dial(where, key, peer.links.identity, trusted=trusted)
        except Unreachable:
            return False
        try:
            await go_on(link, peer)
            await peer.attach(link)
        except LinkFault:
            return False
        finally:
            with trio.CancelScope(shield=True):
                await link.aclose()
        return True


async def _until_silent(peer: Peer, scope: trio.CancelScope) -> None:
    """Dial nobody any more once the seat is played elsewhere: of one key there is one link."""
    await peer.wait_until(lambda: peer.live.is_silent)
    scope.cancel()


# What can be told of an invite before anybody is dialled: that it will hardly lead there, and what would.

RELEASED: Final = date(2026, 11, 1)
"""No right clock says an earlier day."""
_WIDE: Final = tuple(map(ip_network, ("10.0.0.0/8", "100.64.0.0/10", "fc00::/7")))
"""What companies and VPNs divide into many networks that reach each other."""


def foreseen_obstacles(
    addresses: Sequence[str], networks: Collection[tcp.Network], ways: Collection[str]
) -> tuple[Message, ...]:
    """Return why the host of these addresses may not be reached from these networks by these ways.

    It may still be: nothing is left untried for it.
    """
    if not addresses or any(transport_of(one) not in ("tls", "tcp", "lan") for one in addresses):
        return ()
    direct = [one for one in addresses if transport_of(one) != "lan"]
    if not direct or reach_of(direct) is not Reach.NETWORK or any(_is_near(one, networks) for one in direct):
        return ()
    return (sentences.NO_IROH_THERE if "iroh" in ways else sentences.ONLY_THERE,)


def no_relay(today: date) -> Message:
    """Return why no relay answers, as far as this computer's date shows it."""
    return sentences.WRONG_DATE if today < RELEASED else sentences.NO_RELAY


def _is_near(address: str, networks: Collection[tcp.Network]) -> bool:
    if (here := ip_of(host_of(address))) is None:
        return False
    wide = [one for one in _WIDE if here in one]
    return any(
        here in one or any(one.version == w.version and one.overlaps(w) for w in wide) for one in networks
    )

"""An internet for tests: computers in network namespaces, routers that translate addresses, links that lose and delay.

Every computer is a namespace with a TUN interface; this process carries the packets between them. So whole clients,
with the system's own TCP, meet what they meet outside, and no packet leaves the test. Linux and root are needed.
"""

from __future__ import annotations

import ctypes
import fcntl
import heapq
import os
import selectors
import shutil
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.cli.client import Client

TUN = Path("/dev/net/tun")
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000
CLONE_NEWNET = 0x40000000
TCP, UDP = 6, 17


def why_not():
    """Return why no namespaces can be made here; empty if they can."""
    if not sys.platform.startswith("linux"):
        return "network namespaces are Linux's"
    if missing := [tool for tool in ("ip", "unshare", "nsenter") if shutil.which(tool) is None]:
        return f"{' and '.join(missing)} (iproute2, util-linux) are needed for network namespaces"
    if subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode:
        return "this user may not make network namespaces: it takes root"
    if not os.access(TUN, os.R_OK | os.W_OK):
        return f"{TUN} cannot be opened: it takes root, and the tun module"
    return ""


needs_namespaces = pytest.mark.skipif(bool(why_not()), reason=why_not() or "they can be made")


@dataclass(eq=False)
class Router:
    """Translates the addresses of the computers behind it, and lets in only answers to what they sent.

    Two kinds do otherwise: a full cone lets in everybody to a port that was sent from, and a symmetric one has another
    port for everybody that is sent to (RFC 3489, 5).
    """

    public: str
    kind: str = "port restricted"
    ports: dict[tuple, int] = field(default_factory=dict)
    """By protocol, inner address and port: the outer port."""
    heard: set[tuple] = field(default_factory=set)
    """Protocol, outer port, and the place outside that something was sent to from it."""

    def outward(self, packet):
        """Return the packet as it leaves the router."""
        inside = packet.protocol, packet.source, packet.from_port
        if self.kind == "symmetric":
            inside = *inside, packet.target, packet.to_port
        port = self.ports.setdefault(inside, 40000 + len(self.ports))
        self.heard.add((packet.protocol, port, packet.target, packet.to_port))
        return packet.changed(source=self.public, from_port=port)

    def inward(self, packet):
        """Return the packet as the computer behind gets it; None for what nobody asked for."""
        known = (packet.protocol, packet.to_port, packet.source, packet.from_port) in self.heard
        if not known and self.kind != "full cone":
            return None
        for (protocol, host, port, *_there), outer in self.ports.items():
            if (protocol, outer) == (packet.protocol, packet.to_port):
                return packet.changed(target=host, to_port=port)
        return None


@dataclass(frozen=True)
class Packet:
    """An IP packet; only of version 4 are the ports looked at."""

    data: bytes

    @property
    def version(self):
        return self.data[0] >> 4

    @property
    def source(self):
        return str(ip_address(self.data[12:16] if self.version == 4 else self.data[8:24]))

    @property
    def target(self):
        return str(ip_address(self.data[16:20] if self.version == 4 else self.data[24:40]))

    @property
    def protocol(self):
        return self.data[9]

    @property
    def at(self):
        """Where the ports stand."""
        return (self.data[0] & 15) * 4

    @property
    def from_port(self):
        return int.from_bytes(self.data[self.at : self.at + 2], "big")

    @property
    def to_port(self):
        return int.from_bytes(self.data[self.at + 2 : self.at + 4], "big")

    def changed(self, source=None, from_port=None, target=None, to_port=None):
        """Return the packet with other places on it, and right checksums (RFC 791, 9293, 768)."""
        data, at = bytearray(self.data), self.at
        data[12:16] = ip_address(source or self.source).packed
        data[16:20] = ip_address(target or self.target).packed
        data[at : at + 4] = struct.pack("!HH", from_port or self.from_port, to_port or self.to_port)
        data[10:12] = bytes(2)
        data[10:12] = _checksum(bytes(data[:at]))
        check = at + (16 if self.protocol == TCP else 6)
        data[check : check + 2] = bytes(2)
        pseudo = bytes(data[12:20]) + struct.pack("!HH", self.protocol, len(data) - at)
        data[check : check + 2] = _checksum(pseudo + bytes(data[at:]))
        return Packet(bytes(data))


def _checksum(data):
    padded = data + bytes(len(data) % 2)
    total = sum(struct.unpack(f"!{len(padded) // 2}H", padded))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return (0xFFFF - total).to_bytes(2, "big")


@dataclass(eq=False)
class Host:
    """A namespace, and what runs in it."""

    holder: subprocess.Popen

    @property
    def enter(self):
        return ("nsenter", f"--net=/proc/{self.holder.pid}/ns/net", "--")

    def run(self, *command):
        """Run a command in the namespace."""
        subprocess.run([*self.enter, *command], check=True, capture_output=True)

    def client(self, home, *arguments, **more):
        """Start a client on this computer."""
        return Client(home, *arguments, prefix=self.enter, **more)


@dataclass(eq=False)
class Neighbour(Host):
    """A computer on a local network."""

    def move(self, address):
        """Give the computer another address."""
        self.run("ip", "address", "flush", "dev", "wire")
        self.run("ip", "address", "add", address, "dev", "wire")


@dataclass(eq=False)
class Computer(Host):
    """A computer with one way out."""

    name: str
    wire: int = -1
    addresses: list[str] = field(default_factory=list)
    router: Router | None = None
    delay: float = 0.0
    """Seconds on the way out."""
    loss: float = 0.0
    """The share of packets that get lost on the way out."""
    drops: object = staticmethod(lambda _packet: False)
    """Tells of a packet from or to here whether it vanishes."""

    def move(self, *addresses):
        """Give the computer other addresses in place of those it has."""
        self.run("ip", "address", "flush", "dev", self.name, "scope", "global")
        self.addresses = list(addresses)
        for address in addresses:
            version = ["-6"] if ":" in address else []
            bits, more = ("128", ["nodad"]) if version else ("32", [])
            self.run("ip", "address", "add", f"{address}/{bits}", "dev", self.name, *more)
            self.run("ip", *version, "route", "replace", "default", "dev", self.name)


class Segment:
    """One local network: computers at a switch, with what the kernel has for it. Use it in a with statement."""

    def __init__(self):
        self.switch = _namespace()
        self.holders = [self.switch]
        self._ip(self.switch, "link", "add", "switch", "type", "bridge", "mcast_snooping", "0")
        self._ip(self.switch, "link", "set", "switch", "up")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for holder in self.holders:
            _end(holder)

    def computer(self, address):
        """Add a computer with an address and its network, ``10.0.0.1/24``."""
        holder, number = _namespace(), len(self.holders)
        self.holders.append(holder)
        port = f"port{number}"
        self._ip(self.switch, "link", "add", port, "type", "veth", "peer", "wire", "netns", str(holder.pid))
        self._ip(self.switch, "link", "set", port, "master", "switch", "up")
        computer = Neighbour(holder)
        # Without IPv6 there is no waiting for its addresses to be found unique.
        computer.run("sh", "-c", "echo 1 > /proc/sys/net/ipv6/conf/wire/disable_ipv6")
        computer.run("ip", "link", "set", "wire", "up")
        computer.move(address)
        return computer

    def alone(self):
        """Add a computer that is in no network."""
        self.holders.append(_namespace())
        return Neighbour(self.holders[-1])

    def _ip(self, holder, *command):
        subprocess.run(["nsenter", f"--net=/proc/{holder.pid}/ns/net", "--", "ip", *command], check=True)


def _namespace():
    """Start a process that holds a new network namespace."""
    holder = subprocess.Popen(
        ["unshare", "--net", "sh", "-c", "ip link set lo up && echo up && exec sleep 600"],
        stdout=subprocess.PIPE,
    )
    assert holder.stdout.readline() == b"up\n"
    return holder


def _end(holder):
    holder.kill()
    holder.wait()
    holder.stdout.close()


class Internet:
    """All computers, and the thread that carries their packets. Use it in a with statement."""

    def __init__(self):
        self.computers = []
        self.waiting = []
        self.random = Random(1)
        self.selector = selectors.DefaultSelector()
        self.work, self.bell = os.pipe()
        self.orders, self.done = [], threading.Semaphore(0)
        self.thread = threading.Thread(target=self._carry, daemon=True)

    def __enter__(self):
        self.selector.register(self.work, selectors.EVENT_READ)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self._order(self._stop)
        self.thread.join()
        for computer in self.computers:
            _end(computer.holder)
            os.close(computer.wire)
        os.close(self.work)
        os.close(self.bell)
        self.selector.close()

    def computer(self, *addresses, router=None, **more):
        """Add a computer with these addresses; behind a router they mean nothing outside."""
        computer = Computer(_namespace(), f"wire{len(self.computers)}", router=router, **more)
        self._order(lambda: self._lay_wire(computer))
        computer.run("ip", "link", "set", computer.name, "up")
        computer.move(*addresses)
        self.computers.append(computer)
        return computer

    def _order(self, what):
        """Have the carrying thread do something."""
        self.orders.append(what)
        os.write(self.bell, b".")
        self.done.acquire()

    def _stop(self):
        self.stopped = True

    def _lay_wire(self, computer):
        """Make a TUN interface in this thread's own namespace, and move it to the computer's."""
        computer.wire = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
        named = struct.pack("16sH22x", computer.name.encode(), IFF_TUN | IFF_NO_PI)
        fcntl.ioctl(computer.wire, TUNSETIFF, named)
        subprocess.run(["ip", "link", "set", computer.name, "netns", str(computer.holder.pid)], check=True)
        self.selector.register(computer.wire, selectors.EVENT_READ, computer)

    # -- carrying --

    def _carry(self):
        """Carry packets until stopped; this thread has a namespace of its own."""
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.unshare(CLONE_NEWNET) == 0
        self.stopped = False
        while not self.stopped:
            wait = max(0.0, self.waiting[0][0] - monotonic()) if self.waiting else None
            for key, _ in self.selector.select(wait):
                if key.data is None:
                    os.read(self.work, 1)
                    self.orders.pop(0)()
                    self.done.release()
                else:
                    self._take(key.data)
            while self.waiting and self.waiting[0][0] <= monotonic():
                self._deliver(heapq.heappop(self.waiting)[2])

    def _take(self, computer):
        """Take one packet from a computer, and send it on its way."""
        with suppress(BlockingIOError):
            packet = Packet(os.read(computer.wire, 65536))
            if packet.source not in computer.addresses or self._is_lost(computer, packet):
                return
            if packet.version == 4 and packet.protocol not in (TCP, UDP):
                return
            if computer.router is not None:
                packet = computer.router.outward(packet)
            due = monotonic() + computer.delay
            heapq.heappush(self.waiting, (due, self.random.random(), packet))

    def _is_lost(self, computer, packet):
        return computer.drops(packet) or self.random.random() < computer.loss

    def _deliver(self, packet):
        """Hand a packet to the computer that has its target address, through its router if it has one."""
        for router in {one.router for one in self.computers if one.router is not None}:
            if router.public == packet.target:
                packet = router.inward(packet)
                break
        else:
            router = None
        for computer in self.computers if packet is not None else ():
            if computer.router is router and packet.target in computer.addresses:
                if not computer.drops(packet):
                    with suppress(OSError):
                        os.write(computer.wire, packet.data)
                return

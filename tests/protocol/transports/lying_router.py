"""A router on the loopback that forwards ports when asked, or lies in one way: UPnP and NAT-PMP with trio."""

from __future__ import annotations

import re
import struct
from contextlib import suppress
from dataclasses import dataclass, field

import trio

HOST = "127.0.0.2"
SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
OWN = "127.0.0.1"


def about(control="/control", service=SERVICE):
    """A description of a router."""
    return (
        '<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device><serviceList>'
        "<service><serviceType>urn:schemas-upnp-org:service:Other:1</serviceType><controlURL>/o</controlURL>"
        f"</service><service><controlURL>{control}</controlURL><serviceType>{service}</serviceType></service>"
        "</serviceList></device></root>"
    ).encode()


@dataclass
class Gateway:
    """What it says; each test changes one thing."""

    outside: str = "9.9.9.9"
    about: bytes = field(default_factory=about)
    location: str = ""
    """Instead of its own."""
    taken: tuple[int, ...] = ()
    only_for_good: bool = False
    answers: int = 1
    """How often it answers a search."""
    endless: bool = False
    silent: bool = False
    pmp: bytes | None = None
    """The answer to any question by NAT-PMP; None for what belongs there."""
    asked: list[str] = field(default_factory=list)
    web: int = 0
    search: int = 0
    nat_pmp: int = 0

    async def run(self, *, task_status=trio.TASK_STATUS_IGNORED):
        """Answer until cancelled."""
        async with trio.open_nursery() as nursery:
            (listener,) = await trio.open_tcp_listeners(0, host=HOST)
            self.web = listener.socket.getsockname()[1]
            nursery.start_soon(trio.serve_listeners, self._page, [listener])
            for name, answer in (("search", self._found), ("nat_pmp", self._mapped)):
                udp = trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM)
                await udp.bind((HOST, 0))
                setattr(self, name, udp.getsockname()[1])
                nursery.start_soon(self._datagrams, udp, answer)
            task_status.started()

    async def _datagrams(self, udp, answer):
        with udp:
            while True:
                said, sender = await udp.recvfrom(2048)
                for one in answer(said):
                    await udp.sendto(one, sender)

    def _found(self, _said):
        where = self.location or f"http://{HOST}:{self.web}/about.xml"
        for number in range(self.answers):
            place = where if number == 0 else f"{where}?{number}"
            yield f"HTTP/1.1 200 OK\r\nST: x\r\nLOCATION: {place}\r\n\r\n".encode()

    def _mapped(self, said):
        if self.pmp is not None:
            yield self.pmp
        elif said == b"\0\0":
            yield struct.pack("!BBHI4s", 0, 128, 0, 1, bytes(map(int, self.outside.split("."))))
        else:
            inner, outer, lease = struct.unpack("!HHI", said[4:])
            self.asked.append(f"pmp {'open' if lease else 'close'} {inner} {outer} {lease}")
            yield struct.pack("!BBHIHHI", 0, 130, 0, 1, inner, outer + 1, lease)

    async def _page(self, stream):
        async with stream:
            with suppress(trio.BrokenResourceError):
                await self._reply(stream)

    async def _reply(self, stream):
        said = b""
        while b"\r\n\r\n" not in said or not self._whole(said):
            more = await stream.receive_some()
            if not more:
                return
            said += more
        self.asked.append(said.partition(b" HTTP")[0].decode())
        if self.silent:
            await trio.sleep_forever()
        if self.endless:
            await stream.send_all(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                await stream.send_all(bytes(4096))
        code, body = self._answer(said.decode())
        head = f"HTTP/1.1 {code} X\r\nContent-Length: {len(body)}\r\n\r\n"
        await stream.send_all(head.encode() + body)

    @staticmethod
    def _whole(said):
        length = re.search(rb"Content-Length: (\d+)", said, re.IGNORECASE)
        return len(said.partition(b"\r\n\r\n")[2]) >= int(length[1] if length else 0)

    def _answer(self, said):
        if said.startswith("GET"):
            return 200, self.about
        action = re.search(r'SOAPAction: "[^#]*#(\w+)"', said, re.IGNORECASE)[1]
        told = dict(re.findall(r"<New(\w+)>([^<]*)</New", said))
        self.asked[-1] = f"{action} {told.get('ExternalPort', '')} {told.get('LeaseDuration', '')}".strip()
        if int(told.get("ExternalPort", 0)) in self.taken:
            return 500, b"<e><errorCode>718</errorCode></e>"
        if self.only_for_good and told.get("LeaseDuration", "0") != "0":
            return 500, b"<s:e xmlns:s='x'><s:errorCode>725</s:errorCode></s:e>"
        return 200, f"<r><NewExternalIPAddress>{self.outside}</NewExternalIPAddress></r>".encode()

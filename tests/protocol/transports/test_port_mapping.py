"""A router is anybody at home who answers: what it says is asked for once, and read as an address or not at all."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest
import trio

from p2pgames_protocol.transports import port_mapping
from p2pgames_protocol.transports.port_mapping import Mapper


class Router:
    """Answers as the library does: first with an address, then with what a terminal would obey."""

    lanaddr = "10.0.0.1"

    def __init__(self, first):
        self.says = [first]
        self.threads = []

    def discover(self):
        return 1

    def selectigd(self):
        return "IGD"

    def externalipaddress(self):
        self.threads.append(trio.lowlevel.in_trio_run())
        return self.says.pop() if self.says else "\x1b[2J: type your password"

    def addportmapping(self, *_):
        return True

    def deleteportmapping(self, *_):
        return True


@pytest.mark.parametrize(
    ("first", "place"),
    [("9.9.9.9", "9.9.9.9:4000"), ("2620:fe::9%\x1b[2J", "[2620:fe::9]:4000"), ("\x1b[2J", "")],
)
def test_what_a_router_says_later_or_behind_its_address_is_shown_to_nobody(monkeypatch, first, place):
    monkeypatch.setattr(port_mapping, "own_hosts", lambda: ("10.0.0.1",))

    async def test():
        router = Router(first)
        monkeypatch.setitem(sys.modules, "miniupnpc", SimpleNamespace(UPnP=lambda: router))
        mapper = Mapper()
        async with trio.open_nursery() as nursery:
            assert await nursery.start(mapper.keep, 4000) == place
            nursery.cancel_scope.cancel()
        assert "\x1b" not in str(mapper.said)
        assert not any(router.threads), "the router was waited for in trio's own thread"

    trio.run(test)

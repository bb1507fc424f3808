"""A client that is ended by a signal leaves in order: the router takes its port back, whatever shows the table."""

import os
import signal
import sys

import pytest

from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity
from tests.cli.client import PATIENCE, RUN, Client

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="these signals kill there")

ROUTER = """
import ipaddress, os, pathlib
from p2pgames_protocol.transports import port_mapping
from p2pgames_protocol.transports.router import router, search

class Fake(router.Router):
    outside = ipaddress.IPv4Address("8.8.8.8")
    async def forward(self, outer, port):
        return router.Forwarded(outer, router.LEASE)
    async def close(self, outer, port):
        pathlib.Path({file!r}).write_text("closed")

async def look(found):
    await found.send(Fake())

search.look, port_mapping.own_hosts = look, lambda *_: ["192.0.2.1"]
"""
"""Has a client find a router that notes when a port is closed."""
TABLE = ("host", "linja", "--name", "Ada", "--listen", "127.0.0.1:0", "--map-port")


@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)])
@pytest.mark.parametrize("mode", ["--json", "--plain", "--window"])
@pytest.mark.parametrize("heeds", [True, False], ids=["", "where SIGINT is ignored"])
def test_a_signal_gives_the_port_of_the_router_back(tmp_path, mode, number, heeds):
    closed = tmp_path / "closed"
    before = f"import signal; signal.signal({int(number)}, signal.SIG_DFL)\n" + (
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        if heeds
        else "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    )
    code = before + ROUTER.format(file=str(closed)) + RUN
    with Client(tmp_path / "home", *TABLE, mode=mode, code=code) as client:
        next(line for line in client.lines() if "P2PGAMES:" in line)
        assert not closed.exists()
        client.process.send_signal(number)
        assert client.wait() == -number
    assert closed.exists()


def test_closing_a_full_screen_gives_the_port_of_the_router_back(tmp_path):
    from tests.cli.terminal_window import AT_TERMINAL, Window

    closed = tmp_path / "closed"
    Home(tmp_path).keep_identity(identity(0))
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
        + ROUTER.format(file=str(closed))
        + AT_TERMINAL
    )
    with Window(*TABLE, code=code, P2PGAMES_HOME=str(tmp_path), P2PGAMES_VIA="tcp") as window:
        window.until("8.8.8.8")
        os.close(window.terminal)
        window.terminal = os.open(os.devnull, os.O_RDONLY)
        assert window.process.wait(PATIENCE) == -signal.SIGHUP
    assert closed.exists()

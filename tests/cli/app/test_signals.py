"""A client that is ended by a signal leaves in order: the router takes its port back, whatever shows the table."""

import os
import signal
import sys
import threading
import time
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.ui import tty
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity, make_genesis
from tests.cli.client import PATIENCE, Client

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="these signals kill there")

ROUTER = """
import ipaddress, os, pathlib
from p2pgames_protocol.transports import port_mapping, router

class Fake(router.Router):
    outside = ipaddress.IPv4Address("8.8.8.8")
    async def forward(self, outer, port):
        return router.Forwarded(outer, router.LEASE)
    async def close(self, outer, port):
        pathlib.Path({file!r}).write_text("closed")

async def look(found):
    await found.send(Fake())

router.look_for_routers, port_mapping.own_hosts = look, lambda *_: ["192.0.2.1"]
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
    before += ROUTER.format(file=str(closed))
    with Client(tmp_path / "home", *TABLE, mode=mode, before=before) as client:
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


CONSOLE = """
import threading
from p2pgames_cli.ui import tty
def close():
    with open({gate!r}) as gate:
        gate.read()
    tty.console_event({event})
threading.Thread(target=close, daemon=True).start()
"""
"""Has a thread do what Windows does when a console is closed; nothing of Windows itself can be tried elsewhere."""


@pytest.mark.parametrize("mode", ["--json", "--plain", "--window"])
@pytest.mark.parametrize("event", tty.CLOSING)
def test_a_closed_console_of_windows_gives_the_port_of_the_router_back(tmp_path, mode, event):
    closed, gate = tmp_path / "closed", tmp_path / "gate"
    os.mkfifo(gate)
    before = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
        + ROUTER.format(file=str(closed))
        + CONSOLE.format(gate=str(gate), event=event)
    )
    with Client(tmp_path / "home", *TABLE, mode=mode, before=before) as client:
        next(line for line in client.lines() if "P2PGAMES:" in line)
        gate.write_text("")
        assert client.wait() == -signal.SIGHUP
    assert closed.exists()


def test_windows_waits_until_the_client_has_ended_but_not_for_ever(monkeypatch):
    told = []
    monkeypatch.setattr("_thread.interrupt_main", told.append)
    monkeypatch.setattr(tty, "CLOSING_TIME", 0.01)
    monkeypatch.setattr(tty, "_ended", threading.Event())
    assert tty.console_event(2)
    assert told == [signal.SIGHUP]
    monkeypatch.setattr(tty, "CLOSING_TIME", 1000.0)
    monkeypatch.setattr("_thread.interrupt_main", lambda _number: tty.end_as_told())
    assert tty.console_event(6)


@pytest.mark.parametrize("event", [0, 1])
def test_ctrl_c_and_ctrl_break_are_for_others_to_hear(monkeypatch, event):
    told = []
    monkeypatch.setattr("_thread.interrupt_main", told.append)
    assert not tty.console_event(event)
    assert told == []


async def begun(home):
    """Begin a game in a home, whose player is not there."""
    person = Player(identity(0), "Ada", Home(home), Random(1).randbytes, registry.rules)
    await play_game(person, make_genesis(registry.game("linja").rules, 2))


SLOW = """
import trio
from p2pgames_protocol.transports import port_mapping
from p2pgames_protocol.transports import router

async def look(found):
    print("asked", file=sys.stderr, flush=True)
    await trio.sleep_forever()

import sys
router.look_for_routers, port_mapping.own_hosts, port_mapping.PATIENCE = look, lambda *_: ["192.0.2.1"], 1000.0
"""
"""Has a client find a router that never answers."""


def asked(client):
    while "asked" not in client.complaints():
        time.sleep(0.02)


@pytest.mark.parametrize("command", ["host", "resume"])
def test_a_program_can_quit_while_a_router_is_asked(tmp_path, command):
    home = tmp_path / "home"
    if command == "resume":
        Home(home).keep_identity(identity(0))
        trio.run(begun, home)
    line = TABLE if command == "host" else ("resume", "--listen", "127.0.0.1:0", "--map-port")
    with Client(home, *line, before=SLOW) as client:
        asked(client)
        client.type("nonsense")
        assert "object" in client.until("error")["why"]
        client.send(do="quit")
        assert client.wait() == 0


def test_ctrl_c_ends_a_client_while_a_router_is_asked(tmp_path):
    before = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n" + SLOW
    with Client(tmp_path / "home", *TABLE, mode="--plain", before=before) as client:
        asked(client)
        client.process.send_signal(signal.SIGINT)
        assert client.wait() == 130
    assert "Traceback" not in (tmp_path / "home.errors").read_text()


NEIGHBOURS = """
from p2pgames_protocol.discovery import lan
from p2pgames_protocol.discovery.lan import Found, Notice

async def tables():
    return [Found(Notice(bytes(32), "PIN", "linja", "Ada", 2, 1), ("tls:10.255.255.1:1#PIN",))]

{nobody}
lan.tables = tables
"""


@pytest.mark.parametrize("found", [True, False])
def test_a_program_can_quit_while_neighbours_are_looked_for_and_listed(tmp_path, found):
    nobody = "" if found else "async def tables(): return (await __import__('trio').sleep(1)) or []"
    with Client(tmp_path / "home", "join", "--lan", before=NEIGHBOURS.format(nobody=nobody)) as client:
        if found:
            assert client.until("neighbours")["tables"][0]["name"] == "Ada"
        client.type("nonsense")
        assert "object" in client.until("error")["why"]
        client.send(do="quit")
        assert client.wait() == 0

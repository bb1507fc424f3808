"""What players and programs are told of Tor: by real clients, with a program that looks like tor from outside."""

import json
import os
import signal
from dataclasses import replace

import pytest
import trio

from p2pgames.text import Count
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.waiting_page import WaitingPage
from p2pgames_cli.table import session
from p2pgames_cli.table.lobby import Lobby
from p2pgames_cli.table.news import TransportNews
from p2pgames_cli.table.session import Mode, PlayOptions
from p2pgames_cli.table.status import transport_sentence
from p2pgames_cli.ui import app
from p2pgames_protocol.store.disk import os_text
from p2pgames_protocol.transports import sentences as tor
from p2pgames_protocol.transports.tor import stuck
from p2pgames_protocol.transports.transport import Phase, TransportStatus
from tests import faketor
from tests.cli.client import Client
from tests.cli.presenter import seated

at_unix = pytest.mark.skipif(os.name == "nt", reason="the program of the test is a script")
READS, CONNECTED = faketor.SCRIPT.splitlines()


@pytest.fixture
def network(tmp_path, monkeypatch):
    """A network whose tor is found first; it gets on as far as to the list of relays, until there is a file ``go``."""
    program = faketor.install(tmp_path / "bin", tmp_path / "net", f"{READS}\nwait\n{CONNECTED}")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return tmp_path / "net"


def kill_tor_of(home, network):
    """Kill the newest Tor of a home."""
    lines = (network / "starts").read_text().splitlines()
    os.kill(int([line for line in lines if f"/{home.name}/" in line][-1].split()[0]), signal.SIGKILL)


@at_unix
def test_programs_are_told_how_tor_starts_and_that_it_starts_again(network, tmp_path):
    with Client(tmp_path / "a", "host", "linja", "--via", "tor", "--bot", "random") as ada:
        invite = ada.until("invite")
        assert [address[:4] for address in invite["addresses"]] == ["tor:"]
        told = ada.until("carrier")
        while told["percent"] < 45:
            told = ada.until("carrier")
        text = "Tor is reading the list of its relays: 45 %."
        assert told == {
            "type": "carrier",
            "carrier": "tor",
            "stage": "starting",
            "percent": 45,
            "text": text,
            "text_message": {"id": "tor.reads-list", "params": {"percent": {"count": 45}}},
            "help": "",
            "help_message": None,
        }
        (network / "go").touch()
        stages = []
        while "known" not in stages:
            stages.append(ada.until("carrier")["stage"])
        assert set(stages) <= {"starting", "ready", "known"}
        with Client(tmp_path / "b", "join", invite["invite"], "--via", "tor") as ben:
            first = ben.until("ask")
            kill_tor_of(tmp_path / "b", network)
            linked = [{"seat": 0, "carrier": "tor", "relay": ""}]
            # The other end may dial anew through its own Tor before the end of this one is told.
            carrier, by = [], [linked]
            while not (carrier and carrier[-1]["stage"] == "known" and by[-1] == linked):
                said = json.loads(next(ben.lines()))
                if said["type"] == "carrier":
                    carrier.append(said)
                elif said["type"] == "presence":
                    by.append(said["by"])
            assert (carrier[0]["stage"], carrier[0]["text"]) == (
                "ended",
                "Tor has ended (signal 9). It starts again in 1 second.",
            )
            ben.send(move=first["moves"][0])
            ben.send(do="resign")
            assert ben.until("over")["basis"] == "resigned"
            assert ben.wait() == 0
        assert ada.wait() == 0


@at_unix
def test_people_read_it_in_lines(network, tmp_path):
    with Client(tmp_path / "a", "host", "linja", "--via", "tor", mode="--plain") as ada:
        until(ada, "Tor is reading the list of its relays: 45 %.")
        (network / "go").touch()
        until(ada, "Tor is connected, and others can find you through it.")


@at_unix
def test_a_guest_whose_tor_does_not_get_on_is_told_why(network, tmp_path):
    with Client(tmp_path / "a", "host", "linja", "--via", "tor") as ada:
        invite = ada.until("invite")["invite"]
        warned = 'STATUS_CLIENT WARN BOOTSTRAP PROGRESS=5 WARNING="Connection refused" RECOMMENDATION=warn'
        (network / "script").write_text(f"{warned}\nwait\n")
        with Client(tmp_path / "b", "join", invite, mode="--plain") as ben:
            ben.type("y")
            said = " ".join(line.strip() for line in ben.lines())
            complaint = ben.complaints()
            assert ben.wait() == 6
    assert "Tor is stuck at 5 %: Connection refused. Is this computer online" in said
    assert "Traceback" not in complaint
    assert "Tor is stuck at 5 %: Connection refused." in complaint


def until(client, text):
    """Read lines until one says this."""
    for line in client.lines():
        if text in line:
            return
    raise AssertionError(f"The client ended before it said {text}: {client.complaints()}")


# -- what is told, and what is not ------------------------------------------------------------------


def starting(percent):
    return TransportStatus(Phase.STARTING, percent, tor.READS_LIST(percent=Count(percent)))


READY = TransportStatus(Phase.READY, 100, tor.CONNECTED)
ENDED = TransportStatus(Phase.ENDED, 0, tor.STARTS_AGAIN(count=Count(1), why=tor.SIGNAL(number=Count(9))))


def test_programs_hear_every_change_once_and_nothing_of_what_was_ready_all_along():
    transports = TransportNews()
    told = [
        [(one.kind, one.data["carrier"], one.data["text"]) for one in transports.of({"tor": status})]
        for status in (READY, READY, ENDED, ENDED, starting(45), starting(46), READY)
    ]
    heard = [[("carrier", "tor", str(one.text))] for one in (ENDED, starting(45), starting(46), READY)]
    assert told == [[], [], heard[0], [], *heard[1:]]


def test_people_hear_of_some_steps_and_of_everything_else():
    people = TransportNews()
    heard = [
        line
        for status in (
            *map(starting, (45, 46, 55, 65, 70)),
            stuck(70, os_text("Connection refused")),
            READY,
            ENDED,
        )
        for one in people.of({"tor": status})
        for line in one.sentences
    ]
    assert heard == [
        "Tor is reading the list of its relays: 45 %.",
        "Tor is reading the list of its relays: 65 %.",
        f"Tor is stuck at 70 %: Connection refused. {tor.ADVICE}",
        "Tor is connected.",
        "Tor has ended (signal 9). It starts again in 1 second.",
    ]


def test_the_room_shows_how_tor_gets_on_in_the_place_of_what_it_said_before():
    room = WaitingPage(
        Lobby(line="P2PGAMES:X", transports=(transport_sentence(stuck(5, os_text("Connection refused"))),))
    )
    home = PageStack([room], "leave", client=session.Client(PlayOptions(Mode.SCREEN)))
    shown = text_of(home)
    assert "Tor is stuck at 5 %: Connection refused." in shown
    assert "choose another way to connect" in shown
    room.lobby.transports = (transport_sentence(READY),)
    assert "Tor is stuck at" not in text_of(home)
    assert "Tor is connected." in text_of(home)


def text_of(home):
    """Return the page as it is drawn on 80 columns."""
    return " ".join("".join(text for _, text in row).strip() for row in app.compose(home, 80, 24).rows)


def test_the_table_screen_says_it_while_one_plays(tmp_path):
    async def main():
        async with seated(tmp_path) as at:
            handle = at.presenter.model.timeline.handles[0]
            handle.links = replace(handle.links, transports={"tor": READY})
            at.news()
            assert at.presenter.notices.shown == ("", "")
            for status, word in ((ENDED, "Warn"), (starting(45), "Wait"), (READY, "Info")):
                handle.links = replace(handle.links, transports={"tor": status})
                at.news()
                assert at.presenter.notices.shown == (word, str(status.text))
                assert f"{'' if word == 'Info' else f'{word}: '}{status.text}" in at.text(80, 24)

    trio.run(main)

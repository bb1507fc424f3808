"""An invite in five words, from one real client to another, and what a person is told who types the wrong ones."""

from contextlib import ExitStack, contextmanager

import pytest

from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.words import draw_words
from p2pgames_cli.commands.network_flags import complete
from p2pgames_cli.main import run
from p2pgames_cli.pages.waiting_page import WaitingPage
from p2pgames_cli.table.lobby import Lobby
from p2pgames_cli.window.lobby import LobbyScene
from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.transports.tls import Tls
from tests.cli.client import Client, until
from tests.protocol.agreed import BOT, check_same
from tests.protocol.internet import Internet, Router, Segment, needs_namespaces
from tests.protocol.relays import RELAY, URL, Running

BY = ("--via", "tcp,iroh", "--relay", URL)
SAID = "abandon amount liar amount fence"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("abandon amount liar amount", "five words; this has 4"),
        ("amount abandon liar amount fence", "differs from what was shown"),
        ("abandon amonut liar amount fence", "Did you mean amount"),
        ("P2PGAMES:NONSENSE", "damaged"),
        ("nonsense", "This is not an invite"),
    ],
)
@pytest.mark.parametrize("command", ["join", "watch"])
def test_wrong_words_are_noticed_before_anybody_is_dialled(capsys, command, typed, says):
    assert run([command, *typed.split()]) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def test_without_a_way_that_finds_tables_by_words_it_is_said_which_do(capsys):
    assert run(["join", *SAID.split(), "--via", "tcp"]) == 2
    assert "Add --via tcp,iroh,lan" in " ".join(capsys.readouterr().err.split())


def test_words_are_completed_in_a_shell_and_lines_are_not():
    assert complete(None, None, "zeb") == ["zebra"]
    assert complete(None, None, "ab")[:2] == ["abandon", "ability"]
    assert complete(None, None, "") == complete(None, None, "P2PGAMES:AB") == complete(None, None, "qq") == []


def test_every_table_has_words_of_its_own_and_says_by_what_they_lead():
    ways = Enabled((Tls(identity(0), b""),))
    one, other = draw_words(NetworkOptions(), ways), draw_words(NetworkOptions(), ways)
    assert one.words.text() != other.words.text()
    assert one.by == ()


def test_a_host_shows_a_program_words_and_a_person_what_they_need(tmp_path):
    with Client(tmp_path / "a", "host", "linja", "--via", "tcp") as ada:
        told = ada.until("invite")
        assert len(told["words"].split()) == 5
        assert told["words_by"] == []
    with Client(tmp_path / "a", "host", "linja", "--via", "tcp", mode="--plain") as ada:
        lines = ada.lines()
        said = next(line for line in lines if "Five words" in line)
        assert "need --via" in said + next(lines)


def test_iroh_is_not_advised_to_a_host_who_has_it_on(tmp_path):
    pytest.importorskip("iroh", reason="there is no iroh for this system")
    with Client(tmp_path, "host", "linja", "--via", "tcp,iroh", "--relay", "none", mode="--plain") as ada:
        lines = ada.lines()
        said = next(line for line in lines if "Five words" in line)
        said = " ".join([said, next(lines)])
        assert "need a relay of iroh" in said
        assert "tcp,iroh" not in said


def at_home(internet, number, address="192.168.1.2", **line):
    """A computer behind a router of its own."""
    return internet.computer(address, router=Router(f"198.51.100.{number}"), **line)


@contextmanager
def two_homes():
    """Two computers behind routers of their own, and a relay that both reach."""
    pytest.importorskip("iroh", reason="there is no iroh for this system")
    with Internet() as internet, Running(internet.computer(RELAY)):
        yield [at_home(internet, number) for number in (1, 2)]


@pytest.mark.slow
@needs_namespaces
def test_words_lead_from_behind_one_router_to_behind_another(tmp_path):
    homes = [tmp_path / name for name in "ab"]
    with two_homes() as (left, right), left.client(homes[0], "host", "linja", *BY, *BOT) as ada:
        told = ada.until("invite")
        assert told["words_by"] == ["iroh"]
        with right.client(homes[1], "join", *told["words"].split(), *BY, *BOT) as ben:
            assert ada.until("over") == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)
    check_same(*homes)


@pytest.mark.slow
@needs_namespaces
def test_a_game_by_words_goes_on_after_both_were_killed_and_came_to_other_networks(tmp_path):
    """All addresses of both are new, and every hundredth packet is lost: only the relay is where it was."""
    pytest.importorskip("iroh", reason="there is no iroh for this system")
    homes = [tmp_path / name for name in "ab"]
    line = {"delay": 0.02, "loss": 0.01}
    with Internet() as internet:
        hub = internet.computer(RELAY)
        left, right = (at_home(internet, number, **line) for number in (1, 2))
        with Running(hub), left.client(homes[0], "host", "linja", *BY) as ada:
            words = ada.until("invite")["words"].split()
            with right.client(homes[1], "join", *words, *BY) as ben:
                before = [
                    until(client, "event", lambda said: said["kind"] == "roll") for client in (ada, ben)
                ]
                assert before[0] == before[1]
        away = [at_home(internet, number, "192.168.7.9", **line) for number in (11, 12)]
        with (
            Running(hub),
            away[0].client(homes[0], "resume", *BY[2:], *BOT) as ada,
            away[1].client(homes[1], "resume", *BY[2:], *BOT) as ben,
        ):
            assert ada.until("over") == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)
    check_same(*homes)


@pytest.mark.slow
@needs_namespaces
def test_two_tables_of_one_home_are_told_apart_by_their_relay(tmp_path):
    """Each has a key of its own: of two with one key, all that is sent would go to the newer."""
    homes = [tmp_path / name for name in "ab"]
    with two_homes() as (left, right), ExitStack() as stack:
        hosts = [stack.enter_context(left.client(homes[0], "host", "linja", *BY, *BOT)) for _ in range(2)]
        words = [one.until("invite")["words"].split() for one in hosts]
        guests = [
            stack.enter_context(right.client(homes[1], "join", *said, *BY, *BOT)) for said in reversed(words)
        ]
        ends = [[one.until("over") for one in both] for both in zip(hosts, reversed(guests), strict=True)]
        assert [one == other for one, other in ends] == [True, True]
        assert [one.wait() for one in (*hosts, *guests)] == [0] * 4


@pytest.mark.slow
@needs_namespaces
@pytest.mark.parametrize("guest", [("--via", "tcp,lan"), ()], ids=["lan", "whatever there is"])
def test_words_lead_to_a_neighbour_without_any_relay(tmp_path, guest):
    """Nothing of the internet is there; the guest may look by iroh too, which finds nobody."""
    homes = [tmp_path / name for name in "ab"]
    with Segment() as segment:
        here, there = segment.computer("10.0.0.1/24"), segment.computer("10.0.0.2/24")
        by = ("--via", "tcp,lan")
        with here.client(homes[0], "host", "linja", *by, *BOT) as ada:
            told = ada.until("invite")
            assert told["words_by"] == ["lan"]
            with there.client(homes[1], "join", *told["words"].split(), *guest, *BOT) as ben:
                assert ada.until("over") == ben.until("over")
                assert (ada.wait(), ben.wait()) == (0, 0)
    check_same(*homes)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
def test_what_is_wrong_is_seen_also_where_there_is_no_room_for_all_that_was_said_before(columns, rows):
    lobby = Lobby("linja", SAID, "P2PGAMES:" + "A" * 430, names=("Ada",), seats=2)
    room = WaitingPage(lobby)
    lobby.lines += ["iroh: " + "with the relays of somebody " * 5]
    lobby.transports = ("By words: No relay answers.",)
    seen = ["".join(text for _style, text in row) for row in room.rows(columns, rows - 4).rows]
    assert any("No relay answers" in line for line in seen)
    assert any("with the relays" in line for line in seen) == (rows == 40)


@pytest.mark.parametrize("copy", [None, print])
def test_on_a_small_screen_the_line_gives_way_to_its_words_if_it_can_be_copied(copy):
    room = WaitingPage(Lobby("linja", SAID, "P2PGAMES:" + "A" * 430, names=("Ada",), seats=2), copy=copy)
    seen = ["".join(text for _style, text in row) for row in room.rows(60, 16).rows]
    assert f"   {SAID}" in seen
    assert any("P2PGAMES:" in line for line in seen) == (copy is None)
    assert any("Ada" in line for line in seen) == (copy is print)


def test_the_words_stand_above_the_line_on_the_screen_and_on_the_page():
    lobby = LobbyScene()
    room = WaitingPage(lobby)
    lobby.leads("P2PGAMES:LINE", "linja", words=SAID)
    rows = ["".join(text for _style, text in row) for row in room.rows(80, 24).rows]
    assert rows.index(f"   {SAID}") < rows.index("P2PGAMES:LINE")
    assert lobby.parts()["lobby"]["words"] == SAID
    lobby.leads("P2PGAMES:LINE", "linja")
    assert not any(SAID in "".join(text for _style, text in row) for row in room.rows(80, 24).rows)

"""A table that fills up says who of those that sit there is linked just now: in lines, to programs, on both screens."""

import json
from dataclasses import replace

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.json.lobby import JsonLobby
from p2pgames_cli.main import run
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.screen.waiting_room import ScreenLobby
from p2pgames_cli.table.lobby import LobbyFrontEnd, until_full
from p2pgames_cli.table.session import Client, Mode, PlayOptions
from p2pgames_cli.table.trouble import About, Trouble
from p2pgames_cli.window.lobby import PageLobby, WindowLobby
from p2pgames_cli.window.window import Window
from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.sentences import NO_RELAY
from p2pgames_protocol.net.session import host_table, join_table
from p2pgames_protocol.testing.memory import Memory, clocked
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.invite import Words
from tests.cli.at_home import text
from tests.protocol.meetings import in_world, player

SEATS = 3
SAID = Words(b"secret")


def sitting(world, tmp_path, number, invite=None, **more):
    """A seat at a table of Bus in memory: its host's, or that of somebody who has the invite."""
    own = replace(player(number, tmp_path), rules_of=registry.rules)
    place = {"listen": (f"h{number}:1",), "ways": Enabled((Memory(world, f"h{number}"),))}
    if invite is not None:
        return join_table(own, invite, **place)
    proposal = Proposal.of(identity(0).key, registry.game("bus").rules, SEATS, bytes(32))
    return host_table(own, proposal, **place, **more)


def in_lines(opening, capsys):
    """The newest that was printed of the seats."""
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("At the table")]
    return [
        name.partition(";")[0].partition(".")[0]
        for name in said[-1].removeprefix("At the table: ").split(", ")
    ]


def in_objects(opening, capsys):
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    return [f"{name} (away)" if seat in said["away"] else name for seat, name in enumerate(said["names"])]


def on_page(opening, capsys):
    lobby = opening.lobby.parts()["lobby"]
    assert len(lobby["where"]) == len(lobby["names"])
    return [
        f"{name} ({where})" if where else name
        for name, where in zip(lobby["names"], lobby["where"], strict=True)
    ]


def on_screen(opening, capsys):
    shown = text(PageStack([opening.room], client=opening.client))
    rows = [line.split()[1:] for line in shown.splitlines() if " P0" in line or " P1" in line]
    return [f"{name} ({rest[0]})" if rest else name for name, *rest in rows]


FRONTS = [
    (LobbyFrontEnd, Mode.PLAIN, in_lines),
    (JsonLobby, Mode.JSON, in_objects),
    (PageLobby, Mode.WINDOW, on_page),
    (ScreenLobby, Mode.SCREEN, on_screen),
]


@pytest.mark.parametrize(("own", "without"), [(0, ["P0", "P1 (away)"]), (1, ["P0 (away)", "P1"])])
@pytest.mark.parametrize(("front", "mode", "shown"), FRONTS)
def test_who_has_gone_is_shown_as_away_until_they_are_back(
    tmp_path, capsys, front, mode, shown, own, without
):
    opening = front(Client(PlayOptions(mode), settings=LiveSettings(tmp_path / "settings.toml")))

    async def become(session, away):
        while (session.names, session.away) != (("P0", "P1"), away):
            await session.changed()
        await trio.testing.wait_all_tasks_blocked()

    async def test(world, tmp_path):
        async with (
            sitting(world, tmp_path, 0) as host,
            sitting(world, tmp_path, 1, host.invite) as guest,
            trio.open_nursery() as nursery,
        ):
            session = (host, guest)[own]
            nursery.start_soon(until_full, opening, session)
            await become(session, ())
            assert shown(opening, capsys) == ["P0", "P1"]
            world.lay(lambda *_hosts: False)
            await become(session, (1 - own,))
            assert shown(opening, capsys) == without
            world.reaches = lambda *_hosts: True
            await become(session, ())
            assert shown(opening, capsys) == ["P0", "P1"]
            nursery.cancel_scope.cancel()

    clocked(in_world, test, tmp_path)


def test_a_page_shows_the_invite_together_with_the_seats(tmp_path, monkeypatch):
    seen = []

    def invite(own, *_given):
        seen.append(own.lobby.view().names)
        raise Stop(Code.FINE, "Seen.")

    monkeypatch.setattr(WindowLobby, "invite", invite)
    home = ["--home", str(tmp_path / "home"), "--name", "Ada"]
    assert run([*home, "host", "linja", "--json", "--window", "--via", "tcp", "--listen", "127.0.0.1:0"]) == 0
    assert seen == [("Ada",)]


@pytest.mark.parametrize("in_window", [False, True])
@pytest.mark.parametrize("mode", [Mode.PLAIN, Mode.JSON])
def test_what_does_not_lead_to_the_table_is_told_once_everywhere(tmp_path, capsys, mode, in_window):
    how = Client(PlayOptions(mode), settings=LiveSettings(tmp_path / "settings.toml"))
    printed = opening = (JsonLobby if mode is Mode.JSON else LobbyFrontEnd)(how)
    if in_window:
        opening = Window(how.settings).opening(how, printed)

    async def test(world, tmp_path):
        meeting = Meeting(SAID, lambda _own: (), (), stretch=lambda text: text.ljust(32, b"\0"))
        async with sitting(world, tmp_path, 0, meeting=meeting) as host, trio.open_nursery() as nursery:
            meeting.wrong.append(NO_RELAY)
            nursery.start_soon(until_full, opening, host)
            await trio.testing.wait_all_tasks_blocked()
            opening.warn(Trouble(About.WAYS, NO_RELAY))
            nursery.cancel_scope.cancel()

    clocked(in_world, test, tmp_path)
    out, err = capsys.readouterr()
    sentences = [f"By words: {NO_RELAY}", f"{NO_RELAY} The table is open as it was."]
    told = [" ".join((out if mode is Mode.PLAIN else err).split())]
    if in_window:
        told.append(" ".join(opening.lobby.lines))
    for each in told:
        assert [each.count(sentence) for sentence in sentences] == [1, 1]
    if mode is Mode.JSON:
        objects = [one for one in map(json.loads, out.splitlines()) if one["type"] == "trouble"]
        assert [(one["about"], one["why"]) for one in objects] == [
            ("words", str(NO_RELAY)),
            ("ways", str(NO_RELAY)),
        ]
        assert all(one["why_message"] == NO_RELAY.as_data() for one in objects)

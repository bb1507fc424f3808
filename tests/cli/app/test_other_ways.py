"""A host has the table opened in other ways while it fills up: by a program, in lines, on a page of either screen."""

from __future__ import annotations

import os
import socket
import threading
from functools import partial
from types import SimpleNamespace

import pytest
import trio
import trio.testing

from p2pgames_cli.app.network import as_written, network_of
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.json.lobby import JsonLobby
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.transport_form import other_ways
from p2pgames_cli.pages.waiting_page import WaitingPage
from p2pgames_cli.table.input import AHEAD, Lines
from p2pgames_cli.table.lobby import Lobby, LobbyFrontEnd
from p2pgames_cli.table.session import Client, Mode, PlayOptions
from p2pgames_cli.table.transport_choice import TransportChange, TransportChoice, TransportsChanged
from p2pgames_cli.window.lobby import PageLobby
from p2pgames_cli.window.window import Window
from p2pgames_protocol.discovery.registry import switched_on
from p2pgames_protocol.testing.room import identity
from tests.cli.at_home import text
from tests.cli.client import host, join, until
from tests.protocol.meetings import hosting, in_world, player

NOW = TransportChoice("tcp", listen="*:7000")


def test_a_program_changes_the_ways_and_nobody_loses_a_seat(tmp_path):
    homes = [tmp_path / name for name in "abc"]
    with host(homes[0], "--seats", "3", "--via", "tcp", game="bus") as ada:
        first = ada.until("invite")
        with join(homes[1], first["invite"]) as ben:
            until(ada, "lobby", lambda said: len(said["names"]) == 2)
            ada.send(do="ways", via="tcp,pigeon")
            assert "'pigeon' is not a way" in ada.until("error")["why"]
            ada.send(do="ways", port=1)
            ada.until("error")
            ada.send(do="ways", address="127.0.0.1 localhost")
            second = ada.until("invite")
            assert second["words"] == first["words"]
            assert set(first["addresses"]) < set(second["addresses"])
            with join(homes[2], first["invite"]) as cleo:
                tables = [client.until("table") for client in (ada, ben, cleo)]
    assert len({table["game_id"] for table in tables}) == 1
    assert [table["you"] for table in tables] == [[0], [1], [2]]


def test_ways_that_cannot_be_had_leave_the_table_open_as_it_was(tmp_path):
    homes = [tmp_path / name for name in "abc"]
    with socket.create_server(("127.0.0.1", 0)) as taken, host(homes[0], "--seats", "3", game="bus") as ada:
        first = ada.until("invite")
        with join(homes[1], first["invite"]) as ben:
            until(ada, "lobby", lambda said: len(said["names"]) == 2)
            ada.send(do="ways", via="tcp", listen=f"127.0.0.1:{taken.getsockname()[1]}")
            assert ada.until("invite")["words"] == first["words"]
            trouble = ada.until("trouble")
            assert (trouble["about"], "in use" in trouble["why"]) == ("ways", True)
            assert trouble["why_message"]
            with join(homes[2], first["invite"]) as cleo:
                tables = [client.until("table") for client in (ada, ben, cleo)]
                assert "The table is open as it was." in ada.complaints()
    assert [table["you"] for table in tables] == [[0], [1], [2]]


def how(tmp_path, mode, *lines):
    options = Client(PlayOptions(mode), settings=LiveSettings(tmp_path / "settings.toml"))
    options.input.waiting.extend(lines)
    return options


def check(ways):
    if "pigeon" in ways.via:
        raise Stop(Code.USAGE, "No pigeons here.")


async def asked_for(opening, tmp_path, meanwhile=None):
    """Return what ways are asked for while a table fills up."""

    async def test(world, tmp_path):
        opening.can_change(TransportChange(NOW, check))
        async with hosting(world, tmp_path) as session, trio.open_nursery() as nursery:
            if meanwhile is not None:
                nursery.start_soon(meanwhile)
            try:
                await opening.begun(session)
            except TransportsChanged as other:
                found.append(other.ways)

    found = []
    with trio.fail_after(20):
        await in_world(test, tmp_path)
    return found[0]


@pytest.mark.parametrize(
    ("mode", "lines", "wanted", "says"),
    [
        (
            Mode.PLAIN,
            ["ways", "ways pigeon", "ways tcp, iroh --map-port"],
            TransportChoice("tcp,iroh", "", "", "*:7000", "", True),
            ["by tcp", "No pigeons"],
        ),
        (
            Mode.JSON,
            [
                '{"do": "ways", "via": 1}',
                '{"do": "ways", "via": "pigeon"}',
                '{"do": "ways", "map_port": true}',
            ],
            TransportChoice("tcp", "", "", "*:7000", "", True),
            ["object", "No pigeons"],
        ),
    ],
)
def test_lines_that_are_about_ways_are_taken_and_moves_are_left(tmp_path, capsys, mode, lines, wanted, says):
    moves = ['{"move": "0-1 2-4"}', '{"move": "1-2"}'] if mode is Mode.JSON else ["0-1 2-4", "1-2"]
    options = how(tmp_path, mode, moves[0], *lines, moves[1])
    opening = (JsonLobby if mode is Mode.JSON else LobbyFrontEnd)(options)
    assert trio.run(asked_for, opening, tmp_path) == wanted
    assert list(options.input.waiting) == moves
    told = capsys.readouterr().out
    assert all(one in told for one in says)


def test_how_the_ways_are_changed_is_said_once_to_somebody_who_can_type(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    options = how(tmp_path, Mode.PLAIN)
    opening = Window(options.settings).opening(options, LobbyFrontEnd(options))

    async def opened():
        opening.can_change(TransportChange(NOW, check))

    trio.run(opened)
    assert capsys.readouterr().out.count("type ways and their names") == 1
    assert opening.change is opening.printed.change is not None


def test_who_is_asked_about_a_knock_may_change_the_ways_first(tmp_path):
    options = how(tmp_path, Mode.PLAIN, "ways tcp,lan", "y")
    opening = LobbyFrontEnd(options)

    async def knocked():
        change = TransportChange(NOW, check)
        opening.change = change
        assert await opening.confirm("Ben", identity(1).key)
        assert change.wanted.via == "tcp,lan"

    trio.run(knocked)


def test_the_page_of_a_terminal_opens_the_form_and_the_form_begins_with_what_holds(tmp_path):
    async def main():
        options, change = how(tmp_path, Mode.SCREEN), TransportChange(NOW, check)
        lobby = Lobby("linja")
        room = WaitingPage(lobby)
        stack = PageStack([room], client=options)
        assert "other ways" not in text(stack)
        form = partial(other_ways, change, options.settings, stack.back)
        room.deeds["r"] = ("other ways", lambda: stack.open(form()))
        assert "r  other ways" in text(stack)
        lobby.leads("P2PGAMES:LINE", "linja", "P2PGAMES:WATCH", "a b c d e")
        room.copy = print
        assert [key[0] for key in [*room.keys()]] == ["c", "l", "r", "w"], "the most used first"
        stack.press("F1")
        assert "other ways" in text(stack), "where the bar has no room for it"
        stack.press("escape")
        stack.type("r")
        form = stack.page
        assert form is not room
        fields = {field.name: field for field in form.fields}
        assert [name for name in ("tcp", "iroh") if fields[name].value == "yes"] == ["tcp"]
        assert fields["listen at"].value == "*:7000"
        fields["tcp"].step(1)
        form.chosen = len(form.fields)
        stack.press("enter")
        assert "no way chosen" in stack.notice
        assert (stack.page, change.wanted) == (form, NOW)
        fields["lan"].step(1)
        stack.press("enter")
        assert stack.page is room
        assert change.wanted == TransportChoice("lan", listen="*:7000")

    trio.run(main)


def test_the_page_of_the_window_has_the_same_form_over_it(tmp_path):
    opening = PageLobby(how(tmp_path, Mode.WINDOW))
    lobby = opening.lobby

    async def by_hand():
        while not lobby.parts()["lobby"]["changes"]:
            await trio.lowlevel.checkpoint()
        lobby.handle_message({"ways": True})
        lobby.handle_message({"overlay": {"back": -1}})
        assert lobby.parts()["overlay"] is None
        lobby.handle_message({"ways": True})
        shown = lobby.parts()["overlay"]
        names = [field["name"] for field in shown["fields"]]
        lobby.handle_message({"overlay": {"field": names.index("lan"), "name": "lan", "value": 0}})
        lobby.handle_message({"overlay": {"button": 0, "name": shown["buttons"][0]}})
        assert lobby.over is None

    assert trio.run(asked_for, opening, tmp_path, by_hand) == TransportChoice("tcp,lan", listen="*:7000")
    assert not lobby.parts()["lobby"]["changes"]


def test_what_holds_is_written_as_it_would_be_chosen(tmp_path):
    settings = LiveSettings(tmp_path / "settings.toml")
    chosen = TransportChoice("tcp,lan", "", "", "*:7000", "home.example", map_port=True)
    network = network_of(settings, chosen)
    assert as_written(network, switched_on(player(0, tmp_path), network.via)) == chosen


def test_a_game_that_has_begun_keeps_its_ways(tmp_path):
    """Whoever wants others at the moment in which the last one sits down has wanted them too late."""
    from tests.protocol.meetings import joining

    async def test(world, tmp_path):
        opening = LobbyFrontEnd(how(tmp_path, Mode.PLAIN))
        async with hosting(world, tmp_path) as session:
            change = TransportChange(NOW, check)
            opening.can_change(change)
            async with joining(world, tmp_path, 1, session.invite) as guest:
                while not session.network.acceptor.lobby.decided:
                    await session.network.acceptor.lobby.changed()
                change.want(TransportChoice("lan"))
                assert await opening.begun(session) is session.peer
                await guest.begun()

    trio.run(in_world, test, tmp_path)


def test_lines_that_nobody_wants_yet_are_not_read_without_end(monkeypatch):
    reads, writes = os.pipe()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(fileno=lambda: reads))
    before = set(threading.enumerate())

    async def main():
        lines, found = Lines(), []

        async def look():
            found.append(await lines.next_such(lambda line: line == "ways"))

        with trio.fail_after(20):
            async with trio.open_nursery() as nursery:
                os.write(writes, b"0-1\n" * 2 * AHEAD)
                nursery.start_soon(look)
                assert await lines.next() == "0-1"
                await trio.testing.wait_all_tasks_blocked()
                assert "input" not in [thread.name for thread in set(threading.enumerate()) - before]
                os.write(writes, b"ways\n")
                assert len(lines.waiting) == 2 * AHEAD - 1
                for _ in range(AHEAD):
                    await lines.next()
        assert found == ["ways"]
        assert len(lines.waiting) == AHEAD - 1

    trio.run(main)
    os.close(writes)
    os.close(reads)


def test_a_line_that_comes_after_its_reader_has_ended_is_for_the_next_one(monkeypatch):
    """Words are looked for in one loop, and the table runs in the next."""
    reads, writes = os.pipe()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(fileno=lambda: reads))
    lines = Lines()

    async def look():
        with trio.move_on_after(0.05):
            await lines.next()

    async def read(*sent):
        for line in sent:
            os.write(writes, line)
        with trio.fail_after(20):
            return await lines.next()

    trio.run(look)
    assert trio.run(read, b"0-1\n") == "0-1"
    trio.run(look)
    os.write(writes, b"1-2\n")
    while lines._read_bytes is None:
        pass
    assert trio.run(read) == "1-2"
    os.close(writes)
    os.close(reads)

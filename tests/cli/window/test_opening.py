"""A table that fills up, told to a program and on the page of the window at once."""

import json

import pytest
import trio

from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.json.lobby import JsonLobby
from p2pgames_cli.table.session import Client, Mode, PlayOptions
from p2pgames_cli.window.window import Window
from p2pgames_protocol.wire.invite import Invite

KEY = bytes(range(32))


@pytest.fixture
def opening(tmp_path):
    settings = LiveSettings(tmp_path / "settings.toml")
    how = Client(PlayOptions(Mode.JSON), settings=settings)
    return Window(settings).opening(how, JsonLobby(how))


def test_the_invite_goes_to_the_program_and_onto_the_page(opening, capsys):
    invite = Invite(KEY, bytes(16), "linja", ("tcp:127.0.0.1:4000",))
    opening.invite(invite, None)
    opening.reach(invite, near=False)
    (said,) = map(json.loads, capsys.readouterr().out.splitlines())
    lobby = opening.lobby.parts()["lobby"]
    assert (said["type"], said["invite"]) == ("invite", invite.text())
    assert (lobby["invite"], lobby["game"]) == (invite.text(), "Linja")
    assert lobby["code"]["path"]
    assert lobby["lines"]


@pytest.mark.parametrize("yes", [True, False])
def test_who_knocks_is_let_in_on_the_page_or_by_the_program(opening, capsys, yes):
    async def knock():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(on_page)
            return await opening.confirm("Ben", KEY)

    async def on_page():
        while not opening.lobby.asked:
            await trio.lowlevel.checkpoint()
        opening.lobby.handle_message({"answer": yes, "to": opening.lobby.asked[0].text})

    async def knock_once_more():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(by_program)
            answer = await opening.confirm("Ben", KEY)
            nursery.cancel_scope.cancel()
        return answer

    async def by_program():
        while not opening.printed._questions:
            await trio.lowlevel.checkpoint()
        opening.client.input.waiting.append(json.dumps({"do": "admit" if yes else "refuse"}))
        await opening.hear()

    assert trio.run(knock) is yes
    assert trio.run(knock_once_more) is yes
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["type"] for one in said] == ["knock", "knock"]


def test_who_leaves_a_table_on_the_page_is_asked_first(opening):
    lobby = opening.lobby
    lobby.hosting = True
    assert lobby.parts()["question"] is None
    lobby.handle_message({"answer": True})
    assert not lobby.left.is_set()
    for answer in (False, True):
        lobby.handle_message({"leave": True})
        assert lobby.parts()["question"]["text"] == "Close the table? Those waiting are told."
        lobby.handle_message({"answer": answer, "to": "who knocks"})
        assert lobby.parts()["question"] is not None
        lobby.handle_message({"answer": answer})
        assert lobby.parts()["question"] is None
        assert lobby.left.is_set() == answer

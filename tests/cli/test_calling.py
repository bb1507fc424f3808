"""How a player is called, and what is marked as new: nothing a name holds may reach the terminal as a command."""

import io

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pgames_cli.screen import panels
from p2pgames_cli.screen.notify import MOST, call, clean, entitle, message, title
from p2pgames_cli.table.history_text import words
from tests.cli.desk import desk_test, seated, settings


class Ear:
    """What a terminal would hear."""

    def __init__(self):
        self.written = io.StringIO()
        self.output = Vt100_Output(self.written, lambda: Size(rows=24, columns=80), term="xterm-256color")

    def heard(self, deed):
        self.written.seek(0)
        self.written.truncate()
        result = deed(self.output)
        return self.written.getvalue(), result


@desk_test
async def test_each_notice_can_be_switched_off(tmp_path):
    said = {}
    for bell in ("true", "false"):
        for desktop in ("off", "osc9", "osc777"):
            chosen = settings(tmp_path, f'[notices]\nbell = {bell}\ndesktop = "{desktop}"')
            folder = tmp_path / f"{bell}{desktop}"
            folder.mkdir()
            async with seated(folder, manner=chosen) as at:
                at.desk.local = False
                said[bell, desktop] = Ear().heard(lambda out, desk=at.desk: call(desk, out))[0]
    assert said["false", "off"] == ""
    assert said["true", "off"] == "\a"
    assert said["false", "osc9"] == "\x1b]9;Linja: It is your turn.\x1b\\"
    assert said["true", "osc777"] == "\a\x1b]777;notify;Linja;It is your turn.\x1b\\"


@desk_test
async def test_nobody_is_called_who_sits_there_anyway(tmp_path):
    async with seated(tmp_path) as at:
        assert Ear().heard(lambda out: call(at.desk, out))[0] == ""


@desk_test
async def test_the_title_says_whose_turn_it_is_once_and_goes(tmp_path):
    chosen = settings(tmp_path, "")
    async with seated(tmp_path, manner=chosen) as at:
        ear, desk = Ear(), at.desk
        assert title(desk) == f"{desk.ledger.genesis.names[desk.choosing]} to move - Linja"
        desk.local = False
        said, now = ear.heard(lambda out: entitle(desk, out, ""))
        assert "● your turn - Linja" in said
        assert ear.heard(lambda out: entitle(desk, out, now))[0] == ""
        settings(tmp_path, "[notices]\ntitle = false")
        desk.look_up_settings()
        said, now = ear.heard(lambda out: entitle(desk, out, now))
        assert ("Linja" in said, now) == (False, "")


@trials(deadline=None)
@given(st.text(), st.text(), st.sampled_from(["osc9", "osc777"]))
def test_no_text_ends_a_message_or_begins_a_command(one, other, kind):
    said = message(kind, one, other)
    assert said.startswith("\x1b]")
    assert said.endswith("\x1b\\")
    assert said[2:-2].isprintable()
    assert said.count(";") == {"osc9": 1, "osc777": 3}[kind]
    assert len(clean(one)) <= MOST


@desk_test
async def test_what_others_did_is_new_until_a_key_is_pressed(tmp_path):
    async with seated(tmp_path) as at:
        desk = at.desk
        desk.look_at()
        assert not desk.news()
        first = desk.choosing
        await at.play(1)
        (entry,) = desk.news()
        assert entry.seat == first
        move = words(desk.ledger, entry)
        text = f"»{desk.ledger.genesis.names[first]} {move}"
        assert text in at.text()
        assert f"» {panels.sign(first)[1]} {desk.ledger.genesis.names[first]} {move}" in at.text(80, 24)
        assert any("fresh" in ink for row in at.frame().rows for ink, part in row if move in part)
        desk.look_at()
        assert "»" + text[1:] not in at.text()
        assert not desk.news()


@desk_test
async def test_own_moves_are_not_new(tmp_path):
    async with seated(tmp_path) as at:
        at.desk.look_at()
        await at.play(2)
        assert [entry.seat for entry in at.desk.news()] == [1 - at.desk.seat]
        assert len(at.desk.recent) == 2


@desk_test
async def test_looking_back_marks_nothing_as_new(tmp_path):
    async with seated(tmp_path) as at:
        at.desk.look_at()
        await at.play(6)
        at.desk.rewind(-1)
        assert not at.desk.news()
        assert not any("fresh" in ink for row in at.frame().rows for ink, _ in row)


@pytest.mark.parametrize("room", [1, 3, 10, 30])
def test_the_newest_events_are_those_that_fit(tmp_path, room):
    @desk_test
    async def check(folder):
        async with seated(folder) as at:
            await at.play(20)
            at.desk.look_at()
            every = panels.events(at.desk, 30, 10**6)
            assert panels.events(at.desk, 30, room) == every[-room:]

    check(tmp_path)

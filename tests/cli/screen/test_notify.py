"""How a player is called, and what is marked as new: nothing a name holds may reach the terminal as a command."""

import io

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pgames_cli.screen import panels
from p2pgames_cli.screen.app import MOST, call, clean, entitle, message, title
from p2pgames_cli.table.history_text import in_few_words
from tests.cli.presenter import presenter_test, seated, settings


class Terminal:
    """A terminal that keeps what is written to it."""

    def __init__(self):
        self.written = io.StringIO()
        self.output = Vt100_Output(self.written, lambda: Size(rows=24, columns=80), term="xterm-256color")

    def heard(self, do):
        self.written.seek(0)
        self.written.truncate()
        result = do(self.output)
        return self.written.getvalue(), result


@presenter_test
async def test_each_notice_can_be_switched_off(tmp_path):
    said = {}
    for bell in ("true", "false"):
        for desktop in ("off", "osc9", "osc99", "osc777"):
            chosen = settings(tmp_path, f'[notices]\nbell = {bell}\ndesktop = "{desktop}"')
            folder = tmp_path / f"{bell}{desktop}"
            folder.mkdir()
            async with seated(folder, client=chosen) as at:
                at.presenter.model.local = False
                said[bell, desktop] = Terminal().heard(
                    lambda out, presenter=at.presenter: call(presenter, out)
                )[0]
    assert said["false", "off"] == ""
    assert said["true", "off"] == "\a"
    assert said["false", "osc9"] == "\x1b]9;Linja: It is your turn.\x1b\\"
    assert said["false", "osc99"] == (
        "\x1b]99;i=p2pgames:d=0;Linja\x1b\\\x1b]99;i=p2pgames:p=body;It is your turn.\x1b\\"
    )
    assert said["true", "osc777"] == "\a\x1b]777;notify;Linja;It is your turn.\x1b\\"


@presenter_test
async def test_a_message_is_shown_by_itself_only_where_the_terminal_has_answered(tmp_path):
    async with seated(tmp_path, client=settings(tmp_path, "[notices]\nbell = false")) as at:
        at.presenter.model.local = False
        assert Terminal().heard(lambda out: call(at.presenter, out))[0] == ""
        at.presenter.model.client.terminal.notices = True
        assert (
            Terminal()
            .heard(lambda out: call(at.presenter, out))[0]
            .startswith("\x1b]99;i=p2pgames:d=0;Linja")
        )


@presenter_test
async def test_nobody_is_called_who_sits_there_anyway(tmp_path):
    async with seated(tmp_path) as at:
        assert Terminal().heard(lambda out: call(at.presenter, out))[0] == ""
        at.presenter.model.local = False
        assert Terminal().heard(lambda out: call(at.presenter, out))[0] == "\a"
        at.presenter.model.client.terminal.looked_at = True
        assert Terminal().heard(lambda out: call(at.presenter, out))[0] == ""


@presenter_test
async def test_the_title_says_whose_turn_it_is_once_and_goes(tmp_path):
    chosen = settings(tmp_path, "")
    async with seated(tmp_path, client=chosen) as at:
        ear, presenter = Terminal(), at.presenter
        assert (
            title(presenter)
            == f"{presenter.model.replica.genesis.names[presenter.model.timeline.choosing]} to move - Linja"
        )
        presenter.model.local = False
        said, now = ear.heard(lambda out: entitle(presenter, out, ""))
        assert "● your turn - Linja" in said
        assert ear.heard(lambda out: entitle(presenter, out, now))[0] == ""
        settings(tmp_path, "[notices]\ntitle = false")
        presenter.notices.look_up_settings()
        said, now = ear.heard(lambda out: entitle(presenter, out, now))
        assert ("Linja" in said, now) == (False, "")


@trials(deadline=None)
@given(st.text(), st.text(), st.sampled_from(["osc9", "osc99", "osc777"]))
def test_no_text_ends_a_message_or_begins_a_command(one, other, kind):
    said = message(kind, one, other)
    assert said.startswith("\x1b]")
    assert said.endswith("\x1b\\")
    assert all(part.isprintable() for part in said[2:-2].split("\x1b\\\x1b]"))
    assert said.count(";") == {"osc9": 1, "osc99": 4, "osc777": 3}[kind]
    assert len(clean(one)) <= MOST


@presenter_test
async def test_what_others_did_is_new_until_a_key_is_pressed(tmp_path):
    async with seated(tmp_path) as at:
        presenter = at.presenter
        presenter.notices.look_at()
        assert not presenter.model.unread.moves()
        first = presenter.model.timeline.choosing
        await at.play(1)
        (entry,) = presenter.model.unread.moves()
        assert entry.seat == first
        move = in_few_words(presenter.model.replica, entry)
        text = f"»{presenter.model.replica.genesis.names[first]} {move}"
        assert text in at.text()
        assert f"» {panels.sign(first)[1]} {presenter.model.replica.genesis.names[first]} {move}" in at.text(
            80, 24
        )
        assert any("fresh" in ink for row in at.frame().rows for ink, part in row if move in part)
        presenter.notices.look_at()
        assert "»" + text[1:] not in at.text()
        assert not presenter.model.unread.moves()


@presenter_test
async def test_own_moves_are_not_new(tmp_path):
    async with seated(tmp_path) as at:
        at.presenter.notices.look_at()
        await at.play(2)
        assert [entry.seat for entry in at.presenter.model.unread.moves()] == [
            1 - at.presenter.model.visibility.seat
        ]
        assert len(at.presenter.model.unread.recent) == 2


@presenter_test
async def test_looking_back_marks_nothing_as_new(tmp_path):
    async with seated(tmp_path) as at:
        at.presenter.notices.look_at()
        await at.play(6)
        at.presenter.model.timeline.rewind(-1)
        assert not at.presenter.model.unread.moves()
        assert not any("fresh" in ink for row in at.frame().rows for ink, _ in row)


@pytest.mark.parametrize("room", [1, 3, 10, 30])
def test_the_newest_events_are_those_that_fit(tmp_path, room):
    @presenter_test
    async def check(folder):
        async with seated(folder) as at:
            await at.play(20)
            at.presenter.notices.look_at()
            every = panels.events(at.presenter.model, 30, 10**6)
            assert panels.events(at.presenter.model, 30, room) == every[-room:]

    check(tmp_path)

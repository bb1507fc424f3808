"""Replays: nothing of what comes later is shown, whose eyes look, and what is tried out touches nothing."""

import json
import os
from random import Random

import pytest
import trio

from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.lines.replay import LineReplay
from p2pgames_cli.main import run
from p2pgames_cli.pages.palette import Palette
from p2pgames_cli.pages.text_page import TextPage
from p2pgames_cli.screen import actions, app
from p2pgames_cli.screen.board import press
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.table import history_text
from p2pgames_cli.table.actions.looking import LEAP
from p2pgames_cli.table.viewpoint import seen_faces
from p2pgames_protocol.local.what_if import WhatIf
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.testing.room import identity
from tests.cli.presenter import seated
from tests.cli.presenters import presenter_of

posix = pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")


@pytest.fixture(scope="session")
def file(tmp_path_factory):
    """The file of a finished game with hidden cards."""
    file = tmp_path_factory.mktemp("replay") / "metro.p2pg"
    assert run(["demo", "metro", "--seed", "r", "--bot", "random", "--out", str(file)]) == 0
    return file


@pytest.fixture(scope="session")
def replica(file):
    return replay_file(file)


def cut(replica, step):
    """The same game as it stood after so many steps."""
    early = Replica(replica.genesis, replica.rules)
    for record in replica.records():
        if len(early.log) < step:
            Intake(early).receive(record)
    assert len(early.log) == step
    return early


def shown(presenter, columns, rows):
    """Everything that can be seen at a presenter, but for the length of the game and the keys."""
    pages = [compose(presenter, columns, rows).rows]
    presenter.actions.act("history")
    pages.append(presenter.overlay.lines)
    presenter.actions.act("read")
    pages.append(presenter.overlay.lines)
    presenter.overlay = None
    lines = [
        line if isinstance(line, str) else "".join(text for _, text in line)
        for page in pages
        for line in page
    ]
    return [line for line in lines if " step" not in line and "Step" not in line]


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40)])
def test_nothing_is_shown_of_what_comes_later(replica, columns, rows):
    for step in (6, 40, 90, 122):
        whole = presenter_of(replica, step)
        early = presenter_of(cut(replica, step), step)
        for _ in range(2):
            assert shown(whole, columns, rows) == [
                line for line in shown(early, columns, rows) if "come this far" not in line
            ]
        assert not whole.catch_up()
        assert whole.notices.shown == ("", "")
        assert not any(item.action == "status" for item in actions.items(whole))


def test_in_lines_nothing_comes_before_its_step(replica, capsys):
    told = LineReplay(replica, 40)
    told.whole()
    early = capsys.readouterr().out
    LineReplay(cut(replica, 40), 40).whole()
    assert early == capsys.readouterr().out
    assert "over" not in early
    LineReplay(replica, len(replica.log)).whole()
    assert history_text.outcome_of(replica) in capsys.readouterr().out


def test_as_json_with_the_eyes_of_a_seat(file, replica, capsys):
    at = next(n for n in range(40, 99) if replica.positions[n].decks_state.dealt_to(1))
    assert run(["replay", str(file), "--at", str(at), "--seat", "2", "--json"]) == 0
    *events, position = map(json.loads, capsys.readouterr().out.splitlines())
    assert {said["type"] for said in events} == {"table", "event"}
    assert max(said.get("round", 0) for said in events) < at
    assert (position["type"], position["step"], position["seat"]) == ("position", at, 1)
    own = {f"{deck} {n}" for deck, n in replica.positions[at].decks_state.dealt_to(1)}
    assert own <= set(position["known"])
    assert run(["replay", str(file), "--at", str(at), "--json"]) == 0
    spectator = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert not own & set(spectator["known"])
    assert run(["replay", str(file), "--json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["type"], last["why"]) == ("over", history_text.ending_in_words(replica.position))


def test_wrong_usage_says_what_is_there(file, replica, capsys):
    for wrong, said in (
        (["--at", "9999"], f"The game has {len(replica.log)} steps"),
        (["--seat", "3"], "The game has 2 seats"),
        (["--what-if"], "over at this step"),
        (["--at", "9", "--bot", "random"], "--bot is for --what-if"),
        (["--at", "9", "--what-if", "--svg", "x.svg"], "draws no picture"),
        (["--at", "9", "--what-if", "--bot", "nobody"], "has the bots"),
        (["--at", "9", "--what-if", "--seat", "1"], "name a --bot"),
    ):
        assert run(["replay", str(file), "--plain", *wrong]) == 2
        assert said in capsys.readouterr().err


def test_a_what_if_between_bots_leaves_the_file_as_it_is(file, capsys):
    before = file.read_bytes()
    given = ["--at", "60", "--what-if", "--bot", "1=random", "--bot", "2=random", "--json"]
    assert run(["replay", str(file), *given]) == 0
    said = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert said[0]["what_if"] is True
    assert said[0]["game_id"] != replay_file(file).genesis.game_id.hex()
    assert said[-1]["type"] == "over"
    assert file.read_bytes() == before


def write(presenter, text):
    for data in text:
        app.TableScreen(presenter).type(data)


def test_a_replay_goes_on_by_itself_and_stops_at_the_end(replica):
    presenter = presenter_of(replica, 0)
    presenter.go_on()
    assert presenter.model.timeline.step == 0
    write(presenter, " ")
    presenter.go_on()
    assert presenter.model.timeline.step > 0
    actions.palette(presenter)
    before = presenter.model.timeline.step
    presenter.go_on()
    assert presenter.model.timeline.step == before, "not behind a list"
    presenter.overlay = None
    for _ in range(len(replica.log)):
        presenter.go_on()
    assert presenter.model.timeline.step is None
    assert not presenter.playback.running
    write(presenter, " ")
    assert (presenter.model.timeline.step, presenter.playback.running) == (0, True)
    press(presenter, "right")
    assert not presenter.playback.running


def test_what_was_refused_at_a_step_is_not_said_at_another(replica):
    presenter = presenter_of(replica, 0)
    press(presenter, "End")
    write(presenter, "w")
    assert presenter.notices.shown[0] == "No"
    write(presenter, "12")
    press(presenter, "enter")
    assert (presenter.model.timeline.step, presenter.notices.shown) == (12, ("", ""))


def test_page_keys_leap(replica):
    presenter = presenter_of(replica, 0)
    for _ in range(LEAP):
        press(presenter, "right")
    there = presenter.model.timeline.step
    presenter.model.timeline.show_step(0)
    press(presenter, "PgDn")
    assert presenter.model.timeline.step == there


def test_who_tries_out_is_chosen(replica):
    presenter = presenter_of(replica, next(n for n in range(60, 99) if replica.positions[n].kind is TURN))
    write(presenter, "w")
    assert isinstance(presenter.overlay, Palette)
    names = replica.genesis.names
    mover = presenter.model.timeline.choosing
    assert [item.name for item in presenter.overlay.items] == [
        "by hand",
        names[mover],
        names[1 - mover],
        "bots",
    ]
    presenter.overlay.step(1)
    press(presenter, "enter")
    assert presenter.closed
    assert set(presenter.what_if.bots) == {1 - mover}
    presenter = presenter_of(replica)
    write(presenter, "w")
    assert presenter.overlay is None
    assert "over here" in presenter.notices.shown[1]


def test_the_history_of_a_replay_ends_at_its_step(replica):
    presenter = presenter_of(replica, 30)
    presenter.actions.act("history")
    assert isinstance(presenter.overlay, TextPage)
    assert max(int(line.split()[0]) for line in presenter.overlay.lines) < 30


@posix
def test_a_what_if_on_the_screen(file):
    from tests.cli.terminal_window import Window

    before = file.read_bytes()
    with Window("replay", str(file), "--at", "60", columns=80, rows=24) as window:
        window.until("After step 60 of", "what if")
        window.press("w")
        window.until("the game stays as it is", "by hand")
        window.press("\r")
        window.until("What if: Metro", "move>")
        window.press("\t\r")
        window.until("▶")
        window.press("\r")
        window.until("move>")
        window.press("\x18")
        window.until("move>")
        window.press("\x03")
        window.until("Nothing of it is saved. y yes")
        window.press("y")
        window.until("After step 60 of")
        window.press("q")
        assert window.ended() == 0
    assert file.read_bytes() == before


@posix
def test_a_what_if_in_lines(file):
    from tests.cli.terminal_window import Window

    with Window("replay", str(file), "--plain", columns=100, rows=40) as window:
        window.until("step 0>")
        window.press("60\n")
        window.until("step 60>")
        window.press("what-if\n")
        window.until("nothing here is saved", "Your turn")
        window.press("quit\n")
        window.until("Leave the what-if")
        window.press("yes\n")
        window.until("You have left the what-if")
        window.press("seat 2\n")
        window.until("You see the game as Ben did.")
        window.press("last\n")
        window.until("The game is over.")
        window.press("nonsense\n")
        window.until("no such word here")
        window.press("quit\n")
        assert window.ended() == 0


def test_of_a_running_game_its_player_sees_their_own_cards_and_no_others(tmp_path):
    async def main():
        async with seated(tmp_path, "metro") as at:
            await at.play(8, "random")
            return [dict(handle.replica.known) for handle in at.hot.handles]

    knew = trio.run(main)
    (file,) = (tmp_path / "games").glob("*.p2pg")
    table = replay_file(file, identity=identity(0))
    assert dict(table.known) == knew[0]
    assert set(knew[0]) - set(replay_file(file).known)
    assert seen_faces(table, table.position, 0) == knew[0]
    assert not set(seen_faces(table, table.position, 1)) & (set(knew[1]) - set(replay_file(file).known))
    assert {record.id for record in table.outbox.drain()} <= {
        record.id for record in logfile.read_records(file.read_bytes())
    }
    step = next(n for n in range(len(table.log), 0, -1) if table.positions[n].kind is TURN)
    trial = WhatIf(table, step, Random(0))
    own = {slot: face for slot, face in trial.handles[0].replica.known.items() if slot in knew[0]}
    assert own.items() <= knew[0].items()

"""Looking back on a game from its file: at the command, in an export and in a replay, and kept for next time."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2pgames import registry
from p2pgames.search import advice
from p2pgames_cli.main import run
from p2pgames_cli.table.actions.action import do
from p2pgames_cli.table.actions.advice import ANALYSIS
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.window.page_model import PageModel
from p2pgames_cli.window.scene import take
from p2pgames_cli.window.table_page import TablePage
from tests.cli.presenter import Seated, hot_seat


@pytest.fixture
def ended(tmp_path, monkeypatch):
    """A game that one player gave up, in a home of its own."""

    async def main():
        at = Seated(await hot_seat(tmp_path), "linja")
        await at.play(8)
        await at.hot.handles[0].resign()
        return at.presenter.model.replica

    replica = trio.run(main)
    monkeypatch.setenv("P2PGAMES_HOME", str(tmp_path))
    monkeypatch.setattr("p2pgames.games.linja.bots.LinjaEvaluator.nodes", 80)
    (file,) = Path(tmp_path).rglob("*.p2pg")
    return replica, file


def test_a_game_is_looked_back_on_once_and_then_read(ended, capsys, tmp_path, monkeypatch):
    replica, file = ended
    assert run(["analyse", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Ben won. ")
    assert [line.split()[0] for line in lines[-2:]] == ["Ada", "Ben"]
    assert len(list(tmp_path.rglob("*.analysis"))) == 1
    monkeypatch.setattr(advice, "_judged", None)
    assert run(["analyse", str(file), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["game_id"] == replica.genesis.game_id.hex()
    assert {each["seat"] for each in said["decisions"]} == {0, 1}
    assert said["lines"][0] == "Seat 2 won."
    assert run(["export", str(file), "--format", "json", "--analysis"]) == 0
    assert json.loads(capsys.readouterr().out)["analysis"]["decisions"] == said["decisions"]
    assert run(["export", str(file), "--analysis"]) == 0
    assert lines[0] in capsys.readouterr().out


def test_what_was_kept_and_is_damaged_is_worked_out_again(ended, capsys, tmp_path):
    _, file = ended
    assert run(["analyse", str(file)]) == 0
    first = capsys.readouterr().out
    (kept,) = tmp_path.rglob("*.analysis")
    kept.write_text('{"decisions": 5}')
    assert run(["analyse", str(file)]) == 0
    assert capsys.readouterr().out == first


def test_a_replay_has_it_too(ended):
    replica, _ = ended
    model = TableModel(
        TableSession(
            [ArchivedSeat(replica)],
            registry.game("linja"),
            Client(PlayOptions(Mode.PLAIN)),
            passive=True,
            local=True,
        ),
        guarded=False,
    )
    answer = trio.run(do, ANALYSIS, model)
    assert next(iter(answer.sentences)).startswith("Ben won. ")
    assert len(answer.data()["luck"]) == 2


def test_at_the_window_chances_are_drawn_and_a_mistake_is_shown_with_the_better_move(ended):
    replica, _ = ended
    how = Client(PlayOptions(Mode.WINDOW))
    session = TableSession([ArchivedSeat(replica)], registry.game("linja"), how, passive=True, local=True)
    model = PageModel(TableModel(session, returns=True, guarded=False))
    answer = trio.run(do, ANALYSIS, model.table)
    lines, judged = list(answer.sentences), answer.data()["decisions"][1]
    assert len(answer.turns) == len(lines)
    lines.insert(1, "That was a mistake.")  # whether one is named depends on the game
    mistake, turns = judged["step"], ((0, ""), (judged["step"], judged["best"]), (0, ""), (0, ""))
    model.show("analysis", replace(answer, sentences=lines, turns=turns))
    shown = TablePage(model).parts()["text_dialog"]
    assert shown["lines"] == lines[:-2]  # what the last two draw in characters, the page draws in lines
    assert [len(each) for each in shown["chart"]] == [len(answer.data()["decisions"])] * 2
    assert shown["recalls"] == [False, True]
    take(model, {"recall": 0})
    take(model, {"recall": 99})
    assert model.text_dialog is not None
    take(model, {"recall": 1})
    assert model.text_dialog is None
    assert model.table.timeline.step == mistake - 1
    assert model.notices.shown == ("Info", lines[1])
    view = model.input.view()
    assert (view.typed, view.seat) == (judged["best"], judged["seat"])
    take(model, {"step": mistake})
    assert model.input.view().typed == ""


def test_a_running_game_is_not_looked_back_on(tmp_path, monkeypatch, capsys):
    async def main():
        await Seated(await hot_seat(tmp_path), "linja").play(2)

    trio.run(main)
    monkeypatch.setenv("P2PGAMES_HOME", str(tmp_path))
    (file,) = Path(tmp_path).rglob("*.p2pg")
    assert run(["analyse", str(file)]) == 2
    assert "finished" in capsys.readouterr().err

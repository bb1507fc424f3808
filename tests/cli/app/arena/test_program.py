"""Programs that play in matches and ladders by lines of JSON."""

import json
import re
import subprocess
import sys
from random import Random

import pytest

from p2pgames.contract import Result, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.registry import game
from p2pgames_cli.app.arena.job import Job, Program, play
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.main import run
from tests import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "program.py"
JOB = Job("linja", ("mine", "greedy"), (("bonus", "own"),), 3)


def command(tmp_path, text):
    file = tmp_path / "bot.py"
    file.write_text(f"import json, sys\n{text}", encoding="utf-8")
    return subprocess.list2cmdline([sys.executable, str(file)]).replace("\\", "/")


def words(file):
    return re.findall("<text [^>]*>([^<]*)</text>", file.read_text(encoding="utf-8"))


def test_the_example_plays_in_a_match_and_in_a_ladder_and_is_drawn(tmp_path, capsys):
    mine = "mine=" + subprocess.list2cmdline([sys.executable, str(EXAMPLE)]).replace("\\", "/")
    file = tmp_path / "mine.svg"
    asked = ["--program", mine, "--games", "2", "--plot", str(file), "--json"]
    assert run(["match", "linja", "mine", "greedy", "--jobs", "1", *asked]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["bot"], said["games"]) == ("mine", 2)
    assert f"{said['rate']:.0%}" in words(file)
    assert run(["ladder", "linja", "--bot", "random", "--jobs", "2", *asked]) == 0
    assert set(json.loads(capsys.readouterr().out)["ratings"]) == {"random", "mine"}
    assert {"mine", "random", "mine – random"} <= set(words(file))


def test_a_program_is_told_of_its_table_asked_and_told_of_the_end(tmp_path):
    heard = tmp_path / "heard"
    text = (
        f"out = open({str(heard)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    out.write(line)\n"
        "    said = json.loads(line)\n"
        "    if said['type'] == 'ask':\n"
        "        print(json.dumps({'move': said['moves'][0]}), flush=True)\n"
    )
    found = play(JOB, (("mine", command(tmp_path, text)),))
    table, *asks, over = map(json.loads, heard.read_text().splitlines())
    assert (table["type"], table["game"], table["you"]) == ("table", "linja", [0])
    assert [seat["name"] for seat in table["seats"]] == ["mine", "greedy"]
    assert {each["type"] for each in asks} == {"ask"}
    assert len(asks) == found.decisions[0]
    assert over == {"type": "over", "places": list(found.places), "scores": list(found.scores)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "has ended"),
        ("print('hello', flush=True)", "answered 'hello'"),
        ("print('{}', flush=True)", "answered"),
        ("print(json.dumps({'move': '9-9'}), flush=True)", "answered '9-9'"),
        ("print(json.dumps({'move': '0-1 1-2 2-3'}), flush=True)", "answered '0-1 1-2 2-3'"),
        ("print('[' * 60000, flush=True)", "answered"),
    ],
)
def test_what_is_no_legal_move_ends_it_with_a_sentence_and_nothing_is_left_running(tmp_path, text, says):
    asked = command(tmp_path, f"sys.stdin.readline()\nsys.stdin.readline()\n{text}")
    with pytest.raises(Stop, match="The bot mine") as stop:
        play(JOB, (("mine", asked),))
    assert says in str(stop.value)


def test_a_move_that_is_one_but_forbidden_ends_it_too(tmp_path):
    rules = game("metro").rules
    job = Job("metro", ("mine", "mine"), tuple(resolve_options(rules, 2, {}).items()), 1)
    text = "for line in sys.stdin:\n    print(json.dumps({'move': 'd4'}), flush=True)"
    with pytest.raises(Stop, match="The bot mine answered 'd4': "):
        play(job, (("mine", command(tmp_path, text)),))


def test_the_sentence_comes_from_other_processes_too(tmp_path, capsys):
    asked = "mine=" + command(tmp_path, "print('hello', flush=True)")
    assert run(["match", "linja", "mine", "random", "--games", "2", "--jobs", "2", "--program", asked]) == 1
    assert "The bot mine answered 'hello'" in capsys.readouterr().err


def test_a_program_that_does_not_answer_is_not_waited_for():
    rules = game("linja").rules
    dealer = LocalDealer(rules, 2, resolve_options(rules, 2, {}), Random(1))
    asked = subprocess.list2cmdline([sys.executable, "-c", "input(); input(); input()"]).replace("\\", "/")
    silent = Program("mine", asked, {}, patience=0.3)
    with pytest.raises(Stop, match="did not answer within"):
        silent(rules, dealer.state, dealer.turn, {}, Random(1))
    silent.end(None)
    assert silent.process.poll() is not None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--program", "mine=/nowhere/at-all"], "cannot be run"),
        (["--program", "mine="], "cannot be run"),
        (["--program", "greedy=python x.py"], "has a bot greedy already"),
        (["--program", "mine=python x.py", "--cluster", "tcp://127.0.0.1:1"], "leave out --cluster"),
    ],
)
def test_programs_that_cannot_play_are_refused_before_a_game(capsys, arguments, says):
    assert run(["match", "linja", "mine", "random", "--games", "1", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_program_that_does_not_end_is_named_and_stopped_soon(capsys, monkeypatch):
    monkeypatch.setattr("p2pgames_cli.app.arena.job.PARTING", 0.1)
    stays = subprocess.list2cmdline([sys.executable, "-c", "import time; time.sleep(600)"]).replace("\\", "/")
    program = Program("mine", stays, {})
    program.end(Result((1, 2), "", (1, 0)))
    assert program.process.poll() is not None
    assert "The bot mine did not end within" in capsys.readouterr().err

"""Bots against bots: which games are played, what they say, and keeping them."""

import json

import pytest

from p2pgames_cli.app.arena import terms
from p2pgames_cli.app.arena.job import Job, Played, of_plain, play
from p2pgames_cli.app.arena.score import Share, ratings, score
from p2pgames_cli.app.workers.workers import ALONE, Workers
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.main import run

PLAN = Job("linja", (), (("bonus", "own"),), 7)


def test_a_bot_sits_at_every_seat_in_turn_on_equal_seeds():
    jobs = terms.duel_jobs(PLAN, "a", "b", 3, 7)
    assert [job.bots for job in jobs[:3]] == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    assert [job.seed for job in jobs] == [7, 7, 7, 8, 8, 8, 9]


def known(places, scores, seat):
    bots = tuple("a" if at == seat else "b" for at in range(len(places)))
    return Played(Job("x", bots, (), 1), places, scores, (1,) * len(places), (0.5,) * len(places))


def test_a_shared_win_counts_its_part_and_the_margin_is_that_to_the_best_of_the_others():
    found = score(
        "a", "b", [known((1, 1, 3), (9, 9, 2), 0), known((2, 1, 3), (5, 9, 1), 0), known((2, 3, 1), None, 2)]
    )
    assert found.wins == Share(1.5, 3)
    assert found.even == pytest.approx(1 / 3)
    assert found.ahead.won == pytest.approx(0.75 + 0.5 + 1)
    assert found.margin == -2.0
    assert found.ms == found.rival_ms == 500


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0, 0.2775), (20, 20, 0.8389, 1), (0, 0, 0, 1)],
)
def test_the_interval_is_wilsons(won, games, low, high):
    assert Share(won, games).span == pytest.approx((low, high), abs=1e-4)


def test_ratings_order_bots_by_who_is_ahead_and_a_bot_that_never_loses_stays_finite():
    rated = ratings(
        ["weak", "middle", "best"],
        {
            ("middle", "weak"): Share(75, 100),
            ("best", "middle"): Share(75, 100),
            ("best", "weak"): Share(100, 100),
        },
    )
    assert rated["weak"] == 0
    assert 150 < rated["middle"] < 260
    assert rated["middle"] + 150 < rated["best"] < 600
    assert ratings(["alone"], {}) == {"alone": 0}


def test_equal_jobs_give_equal_games_also_in_other_processes(tmp_path):
    jobs = terms.duel_jobs(Job("linja", (), (("bonus", "own"),), 7, nodes=12), "strong", "greedy", 2, 4)
    here = [play(job) for job in jobs]
    there = terms.play_jobs(jobs, Workers(2), tmp_path / "kept")
    assert [(each.job, each.places, each.scores) for each in here] == [
        (each.job, each.places, each.scores) for each in there
    ]


def test_what_was_kept_is_not_played_again(tmp_path):
    file, jobs, told = tmp_path / "kept", terms.duel_jobs(PLAN, "random", "greedy", 2, 5), []
    first = terms.play_jobs(jobs[:3], ALONE, file)
    assert [of_plain(json.loads(line)) for line in file.read_text().splitlines()] == first
    with file.open("a") as opened:
        opened.write('{"job": {"ga')  # whoever wrote it was killed
    assert terms.play_jobs(jobs, ALONE, file, lambda *at: told.append(at))[:3] == first
    assert told == [(1, 2), (2, 2)]
    assert [each.job for each in terms.read_games(file)] == jobs


@pytest.mark.parametrize("text", ["notes", "notes\n", '{"job": 1}\n', "\n"])
def test_a_file_that_holds_other_things_is_left_as_it_is(tmp_path, text):
    file = tmp_path / "kept"
    file.write_text(text)
    with pytest.raises(Stop, match="something else"):
        terms.play_jobs(terms.duel_jobs(PLAN, "random", "greedy", 2, 1), ALONE, file)
    assert file.read_text() == text


def test_a_game_that_is_none_is_not_taken():
    said = play(terms.duel_jobs(PLAN, "random", "greedy", 2, 1)[0]).plain
    said = json.loads(json.dumps(said))
    assert of_plain(said).plain == play(of_plain(said).job).plain | {"seconds": of_plain(said).seconds}
    for wrong in (
        {"places": [1]},
        {"places": [1, "2"]},
        {"scores": 3},
        {"decisions": [1, 2.0]},
        {"seconds": [0.1, -1]},
        {"seconds": [0.1, float("nan")]},
        {"job": said["job"] | {"bots": "ab"}},
        {"job": said["job"] | {"seed": True}},
        {"job": said["job"] | {"options": [["bonus"]]}},
        {"more": 1},
    ):
        with pytest.raises(ValueError, match=r"."):
            of_plain(said | wrong)


def test_a_match_is_told_to_people_and_to_programs(capsys):
    asked = ["match", "linja", "greedy", "random", "--games", "4", "--jobs", "1"]
    assert run(asked) == 0
    _, names, row = capsys.readouterr().out.splitlines()
    assert names.split()[:2] == ["bot", "against"]
    assert run([*asked, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert row.split()[:5] == ["greedy", "random", "4", f"{said['won']:.1f}", f"{said['rate']:.0%}"]
    assert said["low"] < said["rate"] <= said["high"]


def test_a_match_by_time_ends(capsys):
    asked = ["match", "linja", "strong", "random", "--games", "1", "--ms", "1", "--jobs", "1", "--json"]
    assert run(asked) == 0
    assert 0 < json.loads(capsys.readouterr().out)["ms"] < 50


def test_a_ladder_rates_the_bots_that_are_asked_for(capsys):
    bots = ["--bot", "random", "--bot", "greedy", "--bot", "easy"]
    asked = ["ladder", "linja", *bots, "--games", "4", "--jobs", "1"]
    assert run(asked) == 0
    assert capsys.readouterr().out.splitlines()[3].split() == ["random", "0"]
    assert run([*asked, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert set(said["ratings"]) == {"random", "greedy", "easy"}
    assert len(said["pairs"]) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["linja", "best", "random"], "has the bots"),
        (["linja", "greedy", "random", "--seats", "3"], "for 2 players"),
        (["linja", "greedy", "random", "--option", "bonus=no"], "bonus is one of"),
        (["linja", "easy", "random", "--ms", "5", "--nodes", "5"], "not by both"),
        (["chess", "a", "b"], "no game 'chess'"),
    ],
)
def test_wrong_wishes_get_a_sentence(capsys, arguments, says):
    assert run(["match", *arguments]) == 2
    assert says in capsys.readouterr().err

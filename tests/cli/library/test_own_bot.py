"""A bot of somebody else's package plays like any other, and one that is broken ends in a sentence."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MAIN = [sys.executable, "-c", "from p2pgames_cli.main import main; main()"]
EXAMPLE = ROOT / "docs" / "examples" / "leader"


@pytest.fixture
def p2pgames(tmp_path):
    """Run the command where a package of ``tmp_path`` offers bots."""

    def ran(points, *arguments):
        info = tmp_path / "own-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[p2pgames.bots]\n{points}\n")
        paths = os.pathsep.join(map(str, (tmp_path, EXAMPLE, ROOT, ROOT / "protocol", ROOT / "cli")))
        environment = {**os.environ, "PYTHONPATH": paths, "P2PGAMES_HOME": str(tmp_path / "home")}
        done = subprocess.run(
            [*MAIN, *arguments], capture_output=True, text=True, timeout=120, env=environment
        )
        assert "Traceback" not in done.stderr
        return done

    return ran


def test_the_example_plays_in_the_ladder_and_is_ahead_of_chance(p2pgames):
    point = (EXAMPLE / "pyproject.toml").read_text().split('p2pgames.bots"]\n')[1].splitlines()[0]
    asked = ["ladder", "linja", "--bot", "leader", "--bot", "random", "--games", "6", "--jobs", "1", "--json"]
    done = p2pgames(point.replace('"', ""), *asked)
    assert done.returncode == 0, done.stderr
    rated = json.loads(done.stdout)["ratings"]
    assert rated["leader"] > rated["random"] == 0


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("raise ImportError('gone')", "ImportError: gone"),
        ("bot = 5", "(int)"),
        ("def bot(*_): return 1 / 0", "ZeroDivisionError"),
        ("def bot(*_): return ('theirs',)", "not allowed"),
    ],
)
def test_a_broken_bot_ends_in_a_sentence_that_names_it(p2pgames, tmp_path, source, says):
    (tmp_path / "own.py").write_text(source)
    done = p2pgames("linja.mine = own:bot", "match", "linja", "mine", "random", "--games", "1", "--jobs", "1")
    assert done.returncode == 2
    assert "linja.mine" in done.stderr
    assert says in done.stderr


def test_a_bot_of_the_game_keeps_its_name_and_bots_of_other_games_stay_out(p2pgames):
    done = p2pgames("linja.greedy = nowhere:bot\nmetro.mine = nowhere:bot", "games", "--json")
    listed = {each["name"]: each["bots"] for each in json.loads(done.stdout)}
    assert list(listed["linja"]).count("greedy") == 1
    assert "mine" not in listed["linja"]
    assert "mine" in listed["metro"]

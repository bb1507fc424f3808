"""A package of somebody else adds a game by an entry point, and one that is broken does no harm."""

import json
import os
import subprocess
import sys

import pytest

from p2pgames.text import as_it_is, with_message
from tests import ROOT

MAIN = [sys.executable, "-c", "from p2pgames_cli.main import main; main()"]


def offer(folder, game, module, source, target="GAME"):
    """Lay out in the folder what pip would install."""
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[p2pgames.games]\n{game} = {module}:{target}\n")
    (folder / f"{module}.py").write_text(source)


@pytest.fixture
def p2pgames(tmp_path):
    """Run the command where the packages of ``tmp_path`` are installed too."""

    def ran(*arguments):
        paths = os.pathsep.join(map(str, (tmp_path, ROOT)))
        environment = {**os.environ, "PYTHONPATH": paths, "P2PGAMES_HOME": str(tmp_path / "home")}
        done = subprocess.run(
            [*MAIN, *map(str, arguments)], capture_output=True, text=True, timeout=120, env=environment
        )
        assert "Traceback" not in done.stderr
        return done

    return ran


@pytest.fixture
def dice(tmp_path):
    """The package of a small game."""
    source = (
        "from p2pgames.game import Game\n"
        "from p2pgames.dealer import random_bot\n"
        "from tests.dice import DICE\n"
        "GAME = Game('dice', 'Dice', {0: DICE}, {'random': random_bot}, 'Roll, or stop.')\n"
    )
    offer(tmp_path, "dice", "p2pgames_dice", source)


@pytest.mark.usefixtures("dice")
def test_the_game_is_listed_explained_played_and_audited(p2pgames, tmp_path):
    listed = json.loads(p2pgames("games", "--json").stdout)
    assert next(entry for entry in listed if entry["name"] == "dice") == {
        "name": "dice",
        "title": "Dice",
        "players": [2, 6],
        "rules": 0,
        "decks": False,
        "options": [
            {
                "name": "aim",
                "values": ["20", "300"],
                "default": "20",
                **with_message("about", as_it_is("points to reach")),
            }
        ],
        "bots": ["random"],
        "levels": [],
    }
    assert "dice     Dice, 2-6 players, rules version 0" in p2pgames("games").stdout
    assert p2pgames("rules", "dice").stdout == "Roll, or stop.\n"
    file = tmp_path / "game.p2pg"
    played = p2pgames("demo", "dice", "--seats", "4", "--out", file)
    assert "valid, finished" in played.stdout, played.stderr
    assert p2pgames("audit", file).returncode == 0
    page, picture = tmp_path / "game.html", tmp_path / "game.svg"
    assert p2pgames("export", file, "--format", "html", "--out", page).returncode == 0
    assert "<title>Dice: Ada, Ben, Cleo, Dan</title>" in page.read_text("utf-8")
    assert p2pgames("export", file, "--format", "svg", "--out", picture).returncode == 0
    assert "textLength" in picture.read_text("utf-8"), "in characters: nothing draws it"


@pytest.mark.parametrize(
    ("source", "target", "code", "says"),
    [
        ("import no_such_module_anywhere\n", "GAME", 1, "No module named"),
        ("raise RuntimeError('out of order')\n", "GAME", 1, "RuntimeError: out of order"),
        ("GAME = 1\n", "OTHER", 1, "OTHER"),
        ("GAME = 1\n", "GAME", 2, "does not hold a game"),
    ],
)
@pytest.mark.usefixtures("dice")
def test_a_broken_package_is_named_and_the_other_games_go_on(p2pgames, tmp_path, source, target, code, says):
    offer(tmp_path, "broken", "p2pgames_broken", source, target)
    listed = p2pgames("games", "--json")
    assert listed.returncode == 0
    assert {"dice", "linja"} <= {entry["name"] for entry in json.loads(listed.stdout)}
    assert "'broken'" in listed.stderr
    assert listed.stderr.count("\n") == 1
    done = p2pgames("rules", "broken")
    assert done.returncode == code
    assert says in done.stderr
    assert p2pgames("rules", "dice").returncode == 0

"""The guide to adding a game, followed word by word with the game of its example."""

import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import ROOT

GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "shuttle"
CODE = {"p2pgames": ["-c", "from p2pgames_cli.main import main; main()"], "python": []}
FOR_A_PERSON = "hotseat"


def blocks(kind):
    """Return what stands in the guide between marks of this kind."""
    return [part.split("```")[0].strip() for part in GUIDE.split(f"```{kind}\n")[1:]]


def commands():
    """Return what the guide wants to be typed once the game is installed."""
    typed = [shlex.split(line) for block in blocks("sh") for line in block.splitlines()]
    return [words for words in typed if Path(words[0]).name in CODE and FOR_A_PERSON not in words]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """What pip would lay out, and the environment in which it is found."""
    folder = tmp_path_factory.mktemp("installed")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"shuttle-{project['version']}.dist-info"
    info.mkdir()
    named = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(named)
    points = project["entry-points"]["p2pgames.games"].items()
    (info / "entry_points.txt").write_text(
        "\n".join(["[p2pgames.games]", *(f"{k} = {v}" for k, v in points)])
    )
    paths = os.pathsep.join(map(str, (folder, EXAMPLE, ROOT)))
    return {**os.environ, "PYTHONPATH": paths, "P2PGAMES_HOME": str(folder / "home")}


@pytest.fixture(scope="module")
def said(installed, tmp_path_factory):
    """What each command printed; all have been run one after the other."""
    folder = tmp_path_factory.mktemp("work")
    found = {}
    for program, *words in commands():
        given = [str(ROOT / word) if (ROOT / word).exists() else word for word in words]
        done = subprocess.run(
            [sys.executable, *CODE[Path(program).name], *given],
            cwd=folder, env=installed, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        found[" ".join(words)] = done.stdout
    return found


def test_every_command_of_the_guide_does_what_it_says(said):
    starts = {
        "games": "bus ",
        "rules shuttle": "# Shuttle",
        "demo shuttle": "shuttle · game ",
        "audit shuttle.p2pg": "shuttle.p2pg: valid, finished",
        "check-game shuttle": "Shuttle, 2 players, rules version 0, seed 1",
        "-m pytest docs": "..",
        "-m tests.look shuttle plies=3 columns": "  ",
        "-m tests.look shuttle plies=3 svg": "",
        "match": "Shuttle for 2",
    }
    assert len(said) == len(starts)
    for (words, printed), (start, begins) in zip(said.items(), starts.items(), strict=True):
        assert words.startswith(start)
        assert printed.startswith(begins), words
    assert "shuttle  Shuttle, 2 players, rules version 0" in said["games"]
    *told, verdict = said["check-game shuttle"].splitlines()[1:]
    assert {line.split()[1] for line in told} == {"ok", "-"}
    assert [line.split()[0] for line in told if line.split()[1] == "-"] == ["thinking"]
    assert verdict.startswith("No fault found in ")
    assert " passed" in said["-m pytest docs/examples/shuttle"]


def test_what_the_guide_shows_stands_in_the_rules():
    rules = "\n".join(
        line.strip() for line in (EXAMPLE / "shuttle" / "rules.py").read_text("utf-8").splitlines()
    )
    (shown,) = blocks("python")
    assert "\n".join(line.strip() for line in shown.splitlines()) in rules

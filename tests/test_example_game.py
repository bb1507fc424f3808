"""The page on writing a game, followed word by word in an empty folder outside the repository."""

import os
import shlex
import subprocess
import sys
import tomllib

import pytest

from tests import ROOT
from tests.game_page import EXAMPLE, blocks

CODE = {"p2pgames": ["-c", "from p2pgames_cli.main import main; main()"], "python": []}
FOR_A_PERSON = ("hotseat", "learn")


def installed(folder):
    """Lay out what `pip install -e .` would: the test installs nothing."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"shuttle-{project['version']}.dist-info"
    info.mkdir()
    named = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(named)
    points = [f"{name} = {where}" for name, where in project["entry-points"]["p2pgames.games"].items()]
    (info / "entry_points.txt").write_text("\n".join(["[p2pgames.games]", *points]))


def typed(line, folder):
    """Do what a line of the page says, and return what it printed; None for what is only for a person."""
    program, *words = shlex.split(line)
    if program == "mkdir":
        for name in words[: words.index("&&") if "&&" in words else None]:
            (folder / name).mkdir(exist_ok=True)
    if words[:3] == ["install", "-e", "."]:
        installed(folder)
    name = program.rpartition("/")[2]
    if name not in CODE or words[0] in FOR_A_PERSON:
        return None
    # The package is put before the repository, where the same example lies.
    paths = os.pathsep.join(map(str, (folder, ROOT)))
    done = subprocess.run(
        [sys.executable, *CODE[name], *words], cwd=folder, capture_output=True, text=True, timeout=300,
        env={**os.environ, "PYTHONPATH": paths, "P2PGAMES_HOME": str(folder / "home"), "PYTHONSAFEPATH": "1"},
    )  # fmt: skip
    assert done.returncode == 0, (line, done.stdout, done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """What each line printed, in the order of the page, and the folder in the end."""
    folder = tmp_path_factory.mktemp("shuttle-game")
    printed = []
    for block in blocks():
        if block.name:
            (folder / block.name).write_text(block.text, "utf-8")
            continue
        said = [(line.partition("/bin/")[2], typed(line, folder)) for line in block.lines]
        printed += [(line, text) for line, text in said if text is not None]
    return folder, printed


def test_every_line_of_the_page_does_what_it_says(followed):
    _folder, printed = followed
    starts = (
        ("p2pgames games", "bus "),
        ("p2pgames rules shuttle", "# Shuttle"),
        ("p2pgames check-game shuttle", "Shuttle, 2 players, rules version 0, seed 1"),
        ("p2pgames demo shuttle", "shuttle · game "),
        ("p2pgames audit shuttle.p2pg", "shuttle.p2pg: valid, finished"),
        ("p2pgames check-game shuttle", "Shuttle, 2 players, rules version 0, seed 1"),
        ("p2pgames match shuttle careful random", "Shuttle for 2"),
        ("p2pgames replay shuttle.p2pg --at 6", ""),
        ("python -m pytest", "..."),
    )
    for (line, text), (start, begins) in zip(printed, starts, strict=True):
        assert line.startswith(start)
        assert text.startswith(begins), line
    assert "shuttle  Shuttle, 2 players, rules version 0" in printed[0][1]


def test_the_game_is_whole_at_each_stage_and_what_it_lacks_is_left_out(followed):
    folder, printed = followed
    early, whole = (text.splitlines() for line, text in printed if line.startswith("p2pgames check-game"))
    painted = ["pictures", "panel", "equal", "pointing", "odd", "drawings", "clicks", "svg", "motions"]
    assert left_out(early) == ["places", "thinking", *painted, "lesson"]
    assert left_out(whole) == ["thinking"]
    assert early[-1].startswith("No fault found in ")
    assert whole[-1].startswith("No fault found in ")
    assert (folder / "shuttle.svg").read_text("utf-8").startswith("<svg")


def left_out(lines):
    assert {line.split()[1] for line in lines[1:-1]} == {"ok", "-"}
    return [line.split()[0] for line in lines if line.split()[1] == "-"]


def test_the_page_shows_the_example_and_all_of_it():
    shown = {block.name: block.text for block in blocks() if block.name and not block.draft}
    files = {
        str(path.relative_to(EXAMPLE).as_posix()): path for path in EXAMPLE.rglob("*.*") if path.is_file()
    }
    there = {name: path.read_text("utf-8") for name, path in files.items() if not name.endswith(".pyc")}
    assert shown == {name: text for name, text in there.items() if ".egg-info" not in name}

"""The golden playthroughs still come out as recorded."""

import pytest

from p2pgames.game import LEVELS
from p2pgames.registry import game, names
from tests.playthrough import FOLDER, playthrough


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_playthrough_is_as_recorded(path):
    recorded = path.read_text(encoding="utf-8")
    assert playthrough(recorded.partition("\n")[0]) == recorded


def levels():
    """The games of each level: the stronger ones think too long to be played every time."""
    for path in sorted((FOLDER / "levels").glob("*.txt")):
        slow = path.stem.endswith(LEVELS[2:])
        yield pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if slow else [])


@pytest.mark.parametrize("path", list(levels()))
def test_levels_play_as_recorded(path):
    recorded = path.read_text(encoding="utf-8")
    assert playthrough(recorded.partition("\n")[0]) == recorded


def test_there_is_a_game_of_each_level():
    there = {path.stem for path in (FOLDER / "levels").glob("*.txt")}
    assert there == {f"{name}-{level}" for name in names() if game(name).thought for level in LEVELS}


def test_no_level_passes_for_ever():
    for path in (FOLDER / "levels").glob("*.txt"):
        *lines, last = path.read_text(encoding="utf-8").splitlines()
        moves = [line.partition(": ")[2] for line in lines if line.startswith("seat ")]
        passed = sum(move.partition(" ")[0] == "pass" for move in moves)
        # a pass of Bus ends a round for a seat, which has several
        assert passed <= len(moves) / 6
        assert last.startswith("over: places (")

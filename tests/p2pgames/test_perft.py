"""Every move generator still counts what it counted."""

import pytest

from tests.perft import FOLDER, lines, perft

DEEP = {"metro": "depth=6", "bus": "plies=140", "linja": "plies=0 depth=3"}
"""Counts that take seconds: they find what the others of the game find."""
CASES = [
    pytest.param(path.stem, setup, count, marks=pytest.mark.slow if DEEP.get(path.stem, "-") in setup else ())
    for path in sorted(FOLDER.glob("*.txt"))
    for setup, count in lines(path.stem)
]


@pytest.mark.parametrize(("name", "setup", "count"), CASES, ids=lambda value: str(value).replace(" ", ","))
def test_perft(name, setup, count):
    assert perft(name, setup) == count

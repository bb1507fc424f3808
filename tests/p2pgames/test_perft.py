"""Every move generator still counts what it counted."""

import pytest

from tests.perft import FOLDER, lines, perft

CASES = [
    (path.stem, setup, count) for path in sorted(FOLDER.glob("*.txt")) for setup, count in lines(path.stem)
]


@pytest.mark.parametrize(("name", "setup", "count"), CASES, ids=lambda value: str(value).replace(" ", ","))
def test_perft(name, setup, count):
    assert perft(name, setup) == count

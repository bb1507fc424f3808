"""The example of how whole tables are tested holds for every game."""

import os
import subprocess
import sys

import pytest

from p2pgames.registry import names
from tests import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "whole_tables.py"
GUIDE = ROOT / "docs" / "testing.md"


@pytest.mark.parametrize("name", names())
def test_the_example_plays_every_game(name, tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, EXAMPLE, name], capture_output=True, text=True, timeout=120, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        "A bad network",
        "A cheat",
        "Peers that were cut apart",
    ]
    assert list(tmp_path.iterdir()) == []


def test_what_the_guide_shows_stands_in_the_example():
    shown = GUIDE.read_text("utf-8").split("```python\n")[1].split("```")[0]
    code = "\n".join(line.strip() for line in EXAMPLE.read_text("utf-8").splitlines())
    assert "\n".join(line.strip() for line in shown.strip().splitlines()) in code

"""Equal logs give equal digests whatever the hash seed, and on every Python that is there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

PROGRAM = """
from random import Random
from p2pgames.games.linja import GAME
from tests.playthrough import fingerprint
from p2pgames.dealer import LocalDealer
dealer = LocalDealer(GAME.rules, 2, {"bonus": "any"}, Random("x"))
while dealer.turn is not None:
    dealer.play(dealer.random.choice(dealer.moves()))
    print(fingerprint(GAME.rules, dealer.state))
"""
LOG = """
from p2pgames_protocol.testing.room import Room
from tests.dice import DICE
room = Room(DICE, 4, seed=3)
room.play()
print(*(position.state_digest.hex() + position.previous.hex() for position in room.replicas[0].positions))
"""


def output(python, program, seed):
    """What the program prints under this hash seed."""
    paths = os.pathsep.join(str(ROOT / part) for part in ("", "protocol", "cli"))
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}
    return subprocess.run(
        [python, "-c", program], env=environment, capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout


@pytest.mark.parametrize("program", [PROGRAM, LOG], ids=["rules", "log"])
def test_digests_do_not_depend_on_the_hash_seed(program):
    outputs = {output(sys.executable, program, seed) for seed in ("0", "1", "4242")}
    assert len(outputs) == 1
    assert len(outputs.pop()) > 500


def others():
    """Other interpreters of a version we support, if they can be started here."""
    named = (shutil.which(f"python3.{minor}") for minor in (11, 12, 13, 14))
    pyenv = Path.home() / ".pyenv" / "versions"
    return [*filter(None, named), *map(str, pyenv.glob("3.1[1-9].*/bin/python3.1[1-9]"))]


@pytest.mark.parametrize("python", [pytest.param(path, id=Path(path).name) for path in others()])
def test_the_rules_give_the_same_states_on_every_python(python):
    if subprocess.run([python, "-c", "0"], capture_output=True).returncode != 0:
        pytest.skip("one of pyenv's names for a version that is not chosen here")
    assert output(python, PROGRAM, "7") == output(sys.executable, PROGRAM, "8")

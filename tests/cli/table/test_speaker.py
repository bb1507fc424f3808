"""The front end of the guide: it plays a game to its end, and the guide says what stands in it."""

from __future__ import annotations

import ast
import re
from importlib.util import module_from_spec, spec_from_file_location
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.table.seat_handle import known_faces, seat_of, state_of
from tests import ROOT

FILE = ROOT / "docs" / "examples" / "speaker.py"
GUIDE = ROOT / "docs" / "build" / "front-end.md"


@pytest.fixture(scope="module")
def speaker():
    spec = spec_from_file_location("speaker", FILE)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def random_moves(model):
    """The lines of players who make any legal move, each alone with their hand; first one that is none."""
    random, nonsense = Random(1), True
    while not model.replica.finished:
        if model.visibility.awaits_player:
            yield ""
        if nonsense:
            yield "nonsense"
            nonsense = False
        handle = model.mine
        rules, seat = handle.replica.rules, seat_of(handle)
        yield rules.text(
            state_of(handle), seat, random.choice(rules.moves(state_of(handle), seat, known_faces(handle)))
        )


@pytest.mark.parametrize("name", ["linja", "metro"])
def test_it_plays_a_game_to_its_end(speaker, tmp_path, name):
    said = []

    async def play():
        session = await speaker.at_one_computer(name, registry.game(name).rules.players[0], tmp_path)
        front = speaker.Speaker(session, said.append)
        await front.run(random_moves(front.model))

    trio.run(play)
    assert any(line.startswith("To move: Player 1") for line in said)
    covered = [line for line in said if line.startswith("Press Enter")]
    assert bool(covered) == (name == "metro")  # whose tiles are hidden
    assert sum("nonsense" in line or "not a move" in line for line in said) == 1
    over = [number for number, line in enumerate(said) if line.startswith("The game is over.")]
    assert len(over) == 1
    assert said[over[0] + 1].startswith("1. ")


def test_it_knows_no_other_front_end(speaker):
    found = {
        node.module
        for node in ast.walk(ast.parse(FILE.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
    }
    others = ("screen", "window", "lines", "json", "ui", "home", "export")
    assert not [
        module for module in found if module.startswith(tuple(f"p2pgames_cli.{other}" for other in others))
    ]


def test_every_block_of_the_guide_stands_in_it():
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 5
    source = FILE.read_text("utf-8")
    assert [block for block in blocks if block not in source] == []

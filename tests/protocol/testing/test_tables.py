"""Whole tables of every game: over a bad network, with a cheat, with a departure, and with peers that are cut apart."""

from random import Random

import pytest

from p2pgames.contract import resolve_options
from p2pgames.registry import game, names
from p2pgames_protocol.testing.game import tables
from p2pgames_protocol.testing.game.case import Case
from tests import ROOT

KINDS = (tables.bad_network, tables.cheat, tables.departure, tables.peers, tables.altered)


@pytest.mark.parametrize("name", names())
def test_every_game_is_played_to_the_end_whatever_happens(name, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = game(name)
    seats = found.rules.players[0]
    case = Case(found, seats, resolve_options(found.rules, seats, {}), "1", 12)
    for number, look in enumerate(KINDS):
        look(case, Random(number))
    assert list(tmp_path.iterdir()) == []


def test_what_the_guide_shows_stands_in_the_code():
    shown = (ROOT / "docs" / "testing.md").read_text("utf-8").split("```python\n")[1].split("```")[0]
    source = (ROOT / "protocol/p2pgames_protocol/testing/game/tables.py").read_text("utf-8")
    code = "\n".join(line.strip() for line in source.splitlines())
    assert "\n".join(line.strip() for line in shown.strip().splitlines()) in code

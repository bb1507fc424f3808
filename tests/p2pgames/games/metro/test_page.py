"""The page of the rules names tests that exist, and the rules players read are complete."""

import ast
import re
from pathlib import Path

from p2pgames.games.metro import GAME
from p2pgames.games.metro.board import COPIES, OWNERS, STATIONS
from p2pgames.games.metro.sentences import COLOURS
from tests import ROOT

HERE = Path(__file__).parent
PAGE = (ROOT / "docs" / "build" / "rules" / "metro.md").read_text(encoding="utf-8")


def test_every_test_named_on_the_page_exists():
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    there = {
        node.name
        for path in HERE.glob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    assert len(named) > 40
    assert named <= there, named - there


def test_every_sentence_of_the_rulebook_has_its_line():
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == 62


def test_the_rules_in_words_hold_the_data():
    text = GAME.text
    for face in COPIES:
        assert face in text
    rows = re.findall(r"^\| *(\d*) *\| (\w+) \| ([\d ]+) \|$", text, re.MULTILINE)
    seats = 2
    colours = [str(colour) for colour in COLOURS]
    owned = {}
    for count, colour, stations in rows:
        seats = int(count or seats)
        for station in stations.split():
            owned[seats, int(station)] = colours.index(colour)
    for seats in range(3, 7):
        assert [owned.get((seats, station), -1) for station in STATIONS] == list(OWNERS[seats])
    assert OWNERS[2] == (0, 1) * 16
    for option in GAME.rules.options:
        assert all(f"`{option.name}={value}`" in text for value in option.values[1:])

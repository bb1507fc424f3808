"""What a file of format 1 means never changes: all of the corpus is audited again, in full and fast."""

import json
from itertools import pairwise
from random import Random

import pytest

from p2pgames import registry
from p2pgames.contract import Moved, resolve_options
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import report
from p2pgames_protocol.audit.replay import read_log, replay
from p2pgames_protocol.log.genesis import data_hash
from tests.first_linja import FIRST_LINJA
from tests.frozen import CASES, FOLDER, HASHES, hash_line, rules_of, told

FILES = sorted(FOLDER.glob("*.p2pg"))
"""A file and its object, made once; more may be added."""
METRO = ("metro-2-0", "metro-3-1", "metro-4-2", "metro-5-1", "metro-6-0")
"""One for each number of seats: a second each. The verifier in JavaScript replays the others with every run, too."""


PUBLISHED = (
    "Rules that have been played never change, options included: take this back, and add a version beside them, as"
    " docs/build/rules-version.md shows."
)


def marked(file):
    """A file as a parameter."""
    seldom = file.stem.startswith("metro-") and file.stem not in METRO
    return pytest.param(file, marks=pytest.mark.slow if seldom else (), id=file.stem)


@pytest.mark.parametrize("file", [marked(file) for file in FILES])
def test_a_frozen_game_says_what_it_said(file):
    said = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert told(file.read_bytes()) == said, PUBLISHED


def test_every_table_that_was_set_up_could_be_set_up_again():
    for file in FILES:
        proposal = read_log(file.read_bytes())[0].proposal if not file.stem.startswith("proof-") else None
        if proposal and proposal.rules != "six":
            rules, options = registry.rules(proposal.rules, proposal.version), dict(proposal.options)
            assert resolve_options(rules, proposal.seats, {}).keys() == options.keys(), PUBLISHED
            assert resolve_options(rules, proposal.seats, options) == options, PUBLISHED
            assert data_hash(rules) == proposal.data, PUBLISHED


@pytest.mark.parametrize("bonus", ["own", "any"])
def test_version_0_of_linja_is_played_as_at_first(bonus):
    now, seed = registry.rules("linja", 0), Random(4)
    both = [rules.start(2, {"bonus": bonus}, 0) for rules in (now, FIRST_LINJA)]
    while not both[0].why:
        state, first = both
        assert now.wire(state) == FIRST_LINJA.wire(first), PUBLISHED
        moves = now.moves(state, state.turn, {})
        assert moves == FIRST_LINJA.moves(first, first.turn, {}), PUBLISHED
        event = Moved(state.turn, seed.choice(moves))
        both = [rules.apply(each, event) for rules, each in zip((now, FIRST_LINJA), both, strict=True)]
    assert now.ask(both[0]).result.places == FIRST_LINJA.ask(both[1]).result.places, PUBLISHED


def test_a_frozen_series_is_one():
    reports = [
        audit.full((FOLDER / f"series-{name}.p2pg").read_bytes(), rules_of) for name in ("first", "second")
    ]
    report.check_series(reports)
    assert reports[1].follows is True


def test_no_file_is_another_one_than_when_it_was_made():
    listed = HASHES.read_text(encoding="utf-8").splitlines(keepends=True)
    there = [path for path in FOLDER.rglob("*") if path.is_file()]
    assert sorted(map(hash_line, there)) == sorted(listed)


@pytest.mark.parametrize("name", ["linja-2-1", "voted-between-two-and-contested", "handed-over"])
def test_what_is_made_anew_is_the_same_to_the_byte(name):
    assert CASES[name]() == (FOLDER / f"{name}.p2pg").read_bytes()


def test_every_option_with_every_number_of_seats_is_there():
    assert {file.stem for file in FILES} == CASES.keys()
    told = [json.loads(path.read_text(encoding="utf-8"))["full"] for path in FOLDER.glob("*.json")]
    whole = [one for one in told if one["grade"] == "finished"]
    for name in ("linja", "bus", "line1", "socks", "metro"):
        rules, games = registry.rules(name, 0), [one for one in whole if one["game"] == name]
        assert {len(one["seats"]) for one in games} == set(rules.players)
        for option in rules.options:
            played = {(len(one["seats"]), one["options"][option.name]) for one in games}
            assert played >= {(seats, value) for seats in rules.players for value in option.values}


def test_every_game_is_left_in_every_way():
    for game in ("bus", "line1", "metro", "socks"):
        told = [
            json.loads(path.read_text(encoding="utf-8"))["full"]
            for path in FOLDER.glob(f"left-{game}-*.json")
        ]
        whys = {left["why"] for one in told for left in one["left"]}
        assert whys == {"resigned", "voted", "fault"}, game
        assert {one["contested"] for one in told} == {True, False}, game
        assert any(len(one["left"]) == len(one["seats"]) for one in told), game
        ends = {left["round"] + 1 == one["rounds"] - 1 for one in told for left in one["left"]}
        assert True in ends, f"{game}: no departure ends it"


def test_open_tiles_are_taken_and_left_in_the_game_of_line_1_by_its_newest_rules():
    genesis, records = read_log((FOLDER / "line1-open-tiles-left.p2pg").read_bytes())
    assert genesis.proposal.version == 1
    positions = replay(genesis, registry.rules("line1", 1), records).replica.positions
    taking = [(one, other) for one, other in pairwise(each.state for each in positions) if one.task == "take"]
    assert [one.hands == other.hands for one, other in taking].count(True) == 2
    assert len(taking) == 5
    assert not any(sum(one.stack) for one, _ in taking)


def test_every_object_has_its_file_and_all_endings_are_there():
    assert {path.stem for path in FOLDER.glob("*.json")} == {file.stem for file in FILES}
    grades = {json.loads(path.read_text(encoding="utf-8"))["full"]["grade"] for path in FOLDER.glob("*.json")}
    assert {"finished", "cheated"} <= grades

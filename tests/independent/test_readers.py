"""The product and the auditor written from SPEC.md say the same of every file, with the rules and without."""

import json
from random import Random

import pytest

from p2pgames import registry
from tests import ROOT, odd_games
from tests.audits import unlike
from tests.independent import auditor, judges, links, rounds
from tests.independent.auditor import audited
from tests.independent.borrowed import borrowed
from tests.independent.departures import handed_out
from tests.independent.verdict import CHEATED, INVALID
from tests.logs import MAKERS, log_of, played
from tests.vectors import rules_of
from tests.verifier.damage import odd_file
from tests.verifier.odd_cards import odd_cards

GAMES = ("bus", "line1", "linja", "metro", "socks")
VECTORS = ROOT / "protocol" / "vectors"
LOGS = sorted(VECTORS.glob("log/*.json"))
LARGE = {"metro running": pytest.mark.slow}  # two decks of 60 cards
SEATS = sorted((name, seats) for name in GAMES for seats in registry.rules(name, 0).players)


@pytest.fixture(autouse=True)
def all_games(monkeypatch):
    """The rules of all games, borrowed where there are no independent ones."""
    for name in GAMES:
        rules = registry.rules(name, 0)
        if (name, 0) not in auditor.RULES:
            monkeypatch.setitem(auditor.RULES, (name, 0), borrowed(rules))


def same(data):
    """Whether all four readers are of one mind."""
    for rules in (rules_of, None):
        differs = unlike(data, rules)
        assert not differs, differs


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_of_every_vector_without_the_rules(path):
    file = bytes.fromhex(json.loads(path.read_text(encoding="utf-8"))["given"]["file"])
    differs = unlike(file)
    assert not differs, differs


@pytest.mark.parametrize("name", [pytest.param(name, marks=LARGE.get(name, ())) for name in sorted(MAKERS)])
def test_of_logs_of_all_kinds(name):
    data = log_of(name)
    same(data)
    with_rules, without = audited(data, auditor.own_rules), audited(data)
    assert {*without.departures} <= {*with_rules.departures} or with_rules.grade == CHEATED


LEFT = sorted((ROOT / "tests" / "frozen" / "1").glob("left-*.p2pg"))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.slow if "metro" in path.stem else (), id=path.stem)
        for path in LEFT
    ],
)
def test_of_games_that_somebody_leaves(path):
    same(path.read_bytes())


@pytest.mark.slow  # minutes: points are multiplied in Python
@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_of_the_beginning_of_every_game_for_every_number_of_seats(name, seats):
    same(played(name, seats, 2))


@pytest.mark.parametrize(("seed", "count"), [(1, 150), pytest.param(2, 100_000, marks=pytest.mark.slow)])
def test_of_odd_files(seed, count):
    grades, chance = set(), Random(seed)
    for _ in range(count):
        data = odd_file(chance)
        same(data)
        grades.add(audited(data).grade)
    assert {INVALID, CHEATED} < grades


@pytest.mark.parametrize(("seed", "count"), [(1, 12), pytest.param(2, 2000, marks=pytest.mark.slow)])
def test_of_odd_coins_and_cards_without_the_rules(seed, count):
    blamed, chance = 0, Random(seed)
    for number in range(count):
        data = odd_cards(chance)
        differs = unlike(data)
        assert not differs, (number, differs)
        blamed += bool(audited(data).blame)
    assert 0 < blamed < count


@pytest.mark.parametrize(("seed", "count"), [("1", 10), pytest.param("2", 1000, marks=pytest.mark.slow)])
def test_of_whole_games_in_which_anything_may_happen(seed, count):
    for number in range(count):
        game = odd_games.odd_game(f"{seed} {number}")
        assert odd_games.differs(game.data) == [], (seed, number, game.name, game.happened)


# How somebody read a sentence of SPEC and split from the product by it: vectors refuse whoever reads it so.


def no_keys_of_who_resigns(monkeypatch):
    """Read 13.4: where a seat resigns by a note in REKEY, another one follows, whether or not it is open."""
    advance = rounds.Rounds.advance

    def misread(self, given, roll):
        if self.step != "rekey" or not handed_out(given):
            advance(self, given, roll)

    monkeypatch.setattr(rounds.Rounds, "advance", misread)


def no_round_of_votes_alone(monkeypatch):
    """Read 11.2: a round that only votes name has not begun, and the walk ends before it."""
    follow = links.Chain.follow

    def misread(self):
        follow(self)
        if not self.events.get(len(self.links)):
            self.stopped = False

    monkeypatch.setattr(links.Chain, "follow", misread)


@pytest.mark.parametrize(
    ("misreading", "names"),
    [
        (no_keys_of_who_resigns, {"log/resigned-openly-by-note-in-rekey"}),
        (no_round_of_votes_alone, {"fast/only-votes-of-two"}),
    ],
)
def test_of_vectors_that_refuse_a_misreading(monkeypatch, misreading, names):
    paths = [path for path in VECTORS.glob("*/*.json") if path.parent.name in ("log", "fast")]
    paths = [path for path in paths if "rekey" in path.stem or "only-votes" in path.stem]

    def refused():
        found = set()
        for path in paths:
            name, content = f"{path.parent.name}/{path.stem}", json.loads(path.read_text("utf-8"))
            said = judges.judge(path.parent.name, content["given"], content["expect"])
            if said != judges.understood(name, content["expect"]):
                found.add(name)
        return found

    assert refused() == set()
    misreading(monkeypatch)
    assert names <= refused()

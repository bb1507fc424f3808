"""Which games count, and how everybody stands: the same for the same games and people, whatever order they come in."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from p2pgames import registry
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.league.game import Flaw, LeagueGame, games_that_count
from p2pgames_protocol.league.league import League, LeagueTerms, Scoring, sign_league
from p2pgames_protocol.league.standing import standings
from p2pgames_protocol.testing.room import identity
from tests.frozen import FOLDER
from tests.logs import log_of
from tests.six import SIX

LINJA, BUS = LeagueTerms("linja", 2, ()), LeagueTerms("bus", 3, ())
KEYS = [identity(number).key for number in range(6)]


def signed(most=0, players=()):
    """A league of both games."""
    league = League(KEYS[0], "Winter", None, (BUS, LINJA), most, Scoring.POINTS, tuple(sorted(players)))
    return sign_league(identity(0), league)


WINTER = signed()


def game(number, seated, places, **changes):
    """A game that counts in `WINTER`, unless changed."""
    terms = LINJA if len(seated) == 2 else BUS
    keys, names = tuple(KEYS[one] for one in seated), tuple(f"P{one}" for one in seated)
    made = LeagueGame(
        bytes([number]) * 32, WINTER.id, terms, keys, names, places, Flaw.NONE, "played", 40, ()
    )
    return replace(made, **changes)


def points(games, league=WINTER):
    """Everybody's points in the order of their numbers."""
    found = {one.key: one.points for one in standings(KEYS, games_that_count(league, KEYS, games))}
    return [found[key] for key in KEYS]


def test_points_are_2_for_each_player_behind_and_1_for_each_beside():
    assert points([game(1, (0, 1), (1, 2))]) == [2, 0, 0, 0, 0, 0]
    assert points([game(1, (0, 1), (1, 1))]) == [1, 1, 0, 0, 0, 0]
    assert points([game(1, (2, 1, 0), (3, 1, 1))]) == [3, 3, 0, 0, 0, 0]
    assert points([game(1, (2, 1, 0), (3, 1, 2))]) == [2, 4, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"league": None}, "did not name this league"),
        ({"league": bytes(32)}, "did not name this league"),
        ({"terms": LeagueTerms("linja", 2, (("bonus", "any"),))}, "does not play linja"),
        ({"players": (KEYS[0], identity(9).key)}, "No enrolment of P1"),
    ],
)
def test_what_is_no_game_of_the_league(change, why):
    found = games_that_count(WINTER, KEYS, [game(1, (0, 1), (1, 2), **change)])
    assert (found.games, found.out) == ((), ())
    assert why in str(found.foreign[0][1])


def test_who_is_not_invited_plays_in_no_league_even_enrolled():
    league = signed(players=(KEYS[0], KEYS[2]))
    mine = [game(1, (0, 1), (1, 2), league=league.id), game(2, (0, 2), (1, 2), league=league.id)]
    found = games_that_count(league, KEYS, mine)
    assert [one.id for one in found.games] == [mine[1].id]
    assert "is not invited" in str(found.foreign[0][1])


@pytest.mark.parametrize(
    ("flaw", "why"),
    [
        (Flaw.CHEATED, "signed twice"),
        (Flaw.CONTESTED, "contested"),
        (Flaw.FAULT, "put out by a fault"),
        (Flaw.VOTED, "decided by vote"),
        (Flaw.ABANDONED, "abandoned"),
    ],
)
def test_a_game_with_a_flaw_is_of_the_league_and_does_not_count(flaw, why):
    found = games_that_count(WINTER, KEYS, [game(1, (0, 1), (1, 2), flaw=flaw)])
    assert (found.games, len(found.out), found.foreign) == ((), 1, ())
    assert why in str(found.out[0][1])


def test_a_seat_that_was_handed_over_counts_for_whoever_joined():
    report = full((FOLDER / "handed-over.p2pg").read_bytes(), registry.rules)
    seen = LeagueGame.from_audit(report)
    assert seen.players == report.genesis.identities
    assert seen.flaw is Flaw.NONE
    assert len(report.by) == 3


def test_of_too_many_games_of_the_same_people_those_with_the_smallest_ids_count():
    league = signed(most=2)
    games = [game(number, (0, 1), (1, 2), league=league.id) for number in (5, 3, 9)]
    games += [game(7, (1, 2), (1, 2), league=league.id), game(8, (1, 0), (2, 1), league=league.id)]
    found = games_that_count(league, KEYS, games)
    assert [one.id[0] for one in found.games] == [3, 5, 7]
    assert "2 games" in str(found.out[0][1])
    assert games_that_count(league, KEYS, games[::-1]) == found


@given(some.integers(), some.integers(0, 3))
def test_the_order_of_games_and_people_changes_nothing(seed, most):
    random = Random(seed)
    league = signed(most=most)
    games = []
    for number in range(30):
        seats = random.choice((2, 3))
        places = tuple(random.choices(range(1, seats + 1), k=seats))
        flaw = random.choice((Flaw.NONE, Flaw.NONE, Flaw.VOTED))
        games.append(game(number, random.sample(range(6), seats), places, league=league.id, flaw=flaw))
    found = games_that_count(league, KEYS, games)
    table = standings(KEYS, found)
    assert sum(one.points for one in table) == sum(
        len(one.players) * (len(one.players) - 1) for one in found.games
    )
    people = random.sample(KEYS, 6)
    assert standings(people, games_that_count(league, people, random.sample(games, 30))) == table


def test_doubts_are_counted_and_change_no_points():
    plain = [game(1, (0, 1), (1, 2)), game(2, (2, 3), (1, 2)), game(3, (4, 2), (1, 2))]
    doubtful = [
        replace(plain[0], basis="resigned", moves=3, left=(1,)),
        replace(plain[1], basis="resigned", moves=4, left=(1,)),
        replace(plain[2], basis="resigned", moves=0, left=(1,)),
        game(4, (3, 2), None, flaw=Flaw.ABANDONED, moves=0, left=(0,)),
    ]
    assert points(doubtful) == points(plain)
    found = {one.key: one for one in standings(KEYS, games_that_count(WINTER, KEYS, doubtful))}
    assert [found[key].early for key in KEYS] == [1, 0, 0, 0, 1, 0]
    assert [found[key].unplayed for key in KEYS] == [0, 0, 1, 1, 0, 0]
    assert [found[key].circle for key in KEYS] == [2, 2, 1, 1, 1, None]
    whole = [*doubtful, game(5, (1, 2), (1, 2))]
    assert {one.circle for one in standings(KEYS, games_that_count(WINTER, KEYS, whole))} == {None}


@pytest.mark.parametrize(
    ("log", "flaw"),
    [
        ("linja", Flaw.NONE),
        ("agreed", Flaw.NONE),
        ("resigned at turn", Flaw.NONE),
        ("voted between two", Flaw.VOTED),
        ("voted between two and contested", Flaw.CONTESTED),
        ("voted", Flaw.VOTED),
        ("forked linja", Flaw.CHEATED),
        ("false absence", Flaw.CHEATED),
        ("linja running", None),
    ],
)
def test_what_an_audit_says_is_what_a_league_goes_by(log, flaw):
    data = log_of(log)
    seen = LeagueGame.from_audit(
        full(data, lambda name, version: SIX if name == "six" else registry.rules(name, version))
    )
    assert (None if seen is None else seen.flaw) == flaw
    if seen is not None:
        assert LeagueGame.of_plain(seen.plain) == seen
    assert LeagueGame.from_audit(full(data[:-1], registry.rules)) is None

"""Who plays whom next follows from the games alone."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as some

from p2pgames_protocol.league.game import Counted, Flaw, LeagueGame
from p2pgames_protocol.league.league import LeagueTerms
from p2pgames_protocol.league.pairing import pairing

LEAGUE = b"w" * 32


def played(random, one, other):
    """A game of two, with any result."""
    places = random.choice(((1, 2), (2, 1), (1, 1)))
    terms = LeagueTerms("linja", 2, ())
    return LeagueGame(
        random.randbytes(32), LEAGUE, terms, (one, other), ("A", "B"), places, Flaw.NONE, "played", 40, ()
    )


def keys(number):
    """So many players."""
    return [bytes([one]) * 32 for one in range(number)]


def next_round(players, games):
    """The pairing after these games."""
    return pairing(LEAGUE, players, Counted(tuple(sorted(games, key=lambda game: game.id)), (), ()))


@given(some.integers(2, 9), some.integers())
def test_everybody_plays_once_and_nobody_meets_again_before_having_met_all(number, seed):
    random, players, games, met = Random(seed), keys(number), [], {}
    for _round in range(8):
        found = next_round(random.sample(players, number), games)
        assert found == next_round(players, random.sample(games, len(games)))
        assert sorted([*sum(found.pairs, ()), *found.byes]) == players
        assert found.pairs
        for one, other in found.pairs:
            for key, rival in ((one, other), (other, one)):
                times = [met.get((key, each), 0) for each in players if each != key]
                assert met.get((key, rival), 0) == min(times)
        for one, other in found.pairs:
            met[one, other] = met[other, one] = met.get((one, other), 0) + 1
            games.append(played(random, one, other))


@given(some.integers())
def test_winners_meet_winners_and_who_is_left_over_has_played_most(seed):
    random, players = Random(seed), keys(4)
    won = [(replace(played(random, *pair), places=(1, 2)), pair) for pair in next_round(players, []).pairs]
    games = [game for game, _pair in won]
    first, last = next_round(players, games).pairs
    assert {*first} == {pair[0] for _game, pair in won}
    assert {*last} == {pair[1] for _game, pair in won}
    (bye,) = next_round(keys(5), games).byes
    assert bye in last


def test_another_game_or_league_draws_other_lots():
    players = keys(8)
    rounds = {pairing(bytes([league]) * 32, players, Counted((), (), ())).pairs for league in range(20)}
    assert len(rounds) > 15
    assert next_round([], []).pairs == next_round(keys(1), []).pairs == ()


def test_many_players_are_paired_soon():
    random, players, games = Random(1), keys(64), []
    for _round in range(6):
        found = next_round(players, games)
        assert (len(found.pairs), found.byes) == (32, ())
        games += [played(random, *pair) for pair in found.pairs]

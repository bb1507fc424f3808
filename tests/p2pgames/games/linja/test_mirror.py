"""Searches of Linja do not answer like with like until nothing is left to win."""

from random import Random

import pytest

from p2pgames.dealer import LocalDealer
from p2pgames.games.linja import GAME
from p2pgames.search.search import Searcher


@pytest.mark.parametrize("bonus", ["own", "any"])
def test_games_of_equal_searches_differ_and_somebody_wins_most(bonus):
    bot, ends = Searcher(GAME.bots["strong"].evaluator, 30), []
    for seed in range(4):
        dealer = LocalDealer(GAME.rules, 2, {"bonus": bonus}, Random(seed))
        chance = [Random(seed), Random(seed + 100)]
        while (seat := dealer.turn) is not None:
            dealer.play(bot(dealer.rules, dealer.state, seat, {}, chance[seat]))
        ends.append(dealer.result.scores)
    assert len(set(ends)) > 1
    assert sum(one == other for one, other in ends) <= 1

"""Positions to search in."""

from __future__ import annotations

from random import Random

from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer, playout
from p2pgames.registry import game, names
from p2pgames.search.advice import JudgedMove
from p2pgames.search.search import search

SEARCHING = [name for name in names() if "strong" in game(name).bots]


def reached(name, plies, seed=1, seats=None, **chosen):
    """A game of the usual bot after some moves."""
    what = game(name)
    seats = seats or what.rules.players[0]
    dealer = LocalDealer(what.rules, seats, resolve_options(what.rules, seats, chosen), Random(seed))
    for number, _ in enumerate(playout(dealer, [what.bots[what.usual]] * seats), 1):
        if number == plies:
            break
    return dealer


def found_in(dealer, nodes, seed=1):
    evaluator = game(dealer.rules.name).bots["strong"].evaluator
    seat = dealer.turn
    return search(
        dealer.rules, evaluator, dealer.state, seat, dealer.known[seat], seed, nodes=nodes, early=False
    )


def judged(step, seat, chance, after, *, loss=0.0, error=0.01, dealt=False):
    pair = (chance, 1 - chance) if seat == 0 else (1 - chance, chance)
    then = (after, 1 - after) if seat == 0 else (1 - after, after)
    return JudgedMove(step, seat, "a", "b", after, loss, error, pair, then, dealt)

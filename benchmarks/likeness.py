"""Whether bots still decide as they did: a fingerprint of what a game's search makes of a few positions."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from random import Random

from p2pgames import registry
from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer, playout
from p2pgames.search.search import evaluator_of, search

EVERY = 12
"""So many moves lie between the positions."""
NODES = 24


@cache
def likeness(name: str, seats: int) -> str:
    """Return twelve hexadecimal digits: equal ones for searches that make equal visits in all these positions."""
    game = registry.game(name)
    evaluator = evaluator_of(game.bots)
    assert evaluator is not None
    dealer = LocalDealer(game.rules, seats, resolve_options(game.rules, seats, {}), Random(7))
    found = sha256()
    for number, (seat, _) in enumerate(playout(dealer, [game.bots[game.usual]] * seats)):
        if number % EVERY == EVERY // 2:
            said = search(
                dealer.rules,
                evaluator,
                dealer.state,
                seat,
                dealer.known[seat],
                number,
                nodes=NODES,
                early=False,
            )
            visits = [(choice.move, choice.visits) for choice in said.choices]
            found.update(repr((number, visits)).encode())
    return found.hexdigest()[:12]

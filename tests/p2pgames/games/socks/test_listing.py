"""What the rules accept is exactly what they list, found by trying every move that can be written."""

from itertools import product
from random import Random

import pytest

from p2pgames.contract import Choose, Illegal
from p2pgames.games.socks.state import SocksTask
from tests.p2pgames.games.socks import checker
from tests.p2pgames.games.socks.tables import BOTS, RULES, dealer


def cells(state):
    """The hexagons of all tiles, and those beside them."""
    tiles = state.tiles if state.city is None else state.city.layout.tiles
    laid = {cell for tile in tiles for cell in checker.tile_cells(tile)}
    return laid | {near for cell in laid for near in checker.near(cell)}


def every_move(state):
    """Every stick, either way round, and every sock between and at these hexagons."""
    at = cells(state)
    yield from (("stick", *cell, *near) for cell in at for near in checker.near(cell) | {cell})
    yield from (("sock", colour, *cell) for colour, cell in product(range(-1, 7), at))


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"neutral": "rebuild", "size": "beginner", "blockers": 3},
        {"layout": "players", "size": "beginner"},
        {"layout": "players", "spacing": "loose", "blockers": 2},
    ],
    ids=str,
)
def test_what_is_accepted_is_exactly_what_is_listed(chosen):
    game, random = dealer(1, **chosen), Random(2)
    seen = set()
    while game.turn is not None:
        state = game.state
        if state.task is not SocksTask.TILE and random.random() < 0.15:
            accepted = {m for m in every_move(state) if RULES.why_not(state, game.turn, {}, m) is None}
            assert accepted == set(game.moves())
            assert RULES.ask(state) == Choose(game.turn)
            seen.add(state.task)
        game.play(
            BOTS["rival" if state.task is SocksTask.TILE else "random"](RULES, state, game.turn, {}, random)
        )
    assert seen == {SocksTask.STICK, *([SocksTask.SOCK] if "layout" in chosen else [])}


def test_nonsense_is_answered_by_a_move_that_can_be_made():
    match = dealer(3)
    for _ in range(40):
        with pytest.raises(Illegal) as refused:
            RULES.parse(match.state, match.turn, {}, "nonsense")
        example = str(refused.value.message).removesuffix(".").rpartition(" ")[2]
        move = RULES.parse(match.state, match.turn, {}, example)
        assert move in [*RULES.moves(match.state, match.turn, {})]
        match.play(move)

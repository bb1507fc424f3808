"""Whole games beside a second program: legal sticks, prizes, turns, points and the end."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgames.contract import Choose, Over
from p2pgames.games.socks import city
from tests import seeds
from tests.p2pgames.games.socks.checker import Mirror, Town
from tests.p2pgames.games.socks.tables import BOTS, RULES, dealer, lay, table


def mirror_of(state):
    layout = state.town.layout
    return Mirror(layout.tiles, layout.pairs, layout.blockers, state.turn, rebuild=state.terms.rebuild)


def compare(state, mirror):
    """Everything both know."""
    layed = {frozenset(((m[1], m[2]), (m[3], m[4]))) for m in RULES.moves(state, state.turn, {})}
    assert {colour: seat for colour, seat in enumerate(state.won) if seat >= 0} == mirror.won
    assert list(state.left) == mirror.left
    assert isinstance(RULES.ask(state), Over) == mirror.over
    assert RULES.scores(state) == mirror.points()
    if mirror.over:
        return
    assert layed == mirror.open()
    near = Random(sum(state.left))
    for one, other in near.sample(sorted(map(tuple, map(sorted, mirror.town.links))), 30):
        ways = (("stick", *one, *other), ("stick", *other, *one))
        good = [RULES.why_not(state, state.turn, {}, way) is None for way in ways]
        assert sum(good) == (frozenset((one, other)) in mirror.open())
    assert (RULES.ask(state), state.todo) == (Choose(mirror.turn), mirror.todo)
    for colour in state.open_colours:
        for seat in (0, 1):
            lack = mirror.town.fewest(seat, colour)
            mine = city.sticks_missing(state.town, state.free, state.nets[seat], colour, 99)
            assert mine == lack


def follow(game, chooser, every=1):
    mirror = mirror_of(game.state)
    count = 0
    while game.turn is not None:
        seat = game.turn
        move = chooser(RULES, game.state, seat, {}, game.random)
        game.play(move)
        mirror.lay(move[1:3], move[3:5])
        count += 1
        if count % every == 0 or game.turn is None:
            compare(game.state, mirror)
    assert mirror.over


VARIANTS = [
    {},
    {"neutral": "rebuild"},
    {"blockers": 6},
    {"size": "beginner", "spacing": "loose", "blockers": 3, "neutral": "rebuild"},
]


@pytest.mark.parametrize("chosen", VARIANTS, ids=str)
@pytest.mark.parametrize("bot", ["random", "rival", "fair"])  # the higher levels lay alike, and take minutes
def test_a_second_program_agrees_after_every_stick(chosen, bot):
    for number in seeds(1, 2):
        follow(dealer(number, **chosen), BOTS[bot], every=3)


def mixed(rules, state, seat, known, random):
    """Half rival, half random: games that end in many ways."""
    name = "random" if random.random() < 0.35 else "rival"
    return BOTS[name](rules, state, seat, known, random)


@pytest.mark.parametrize("rebuild", ["fixed", "rebuild"])
def test_it_agrees_in_games_between_sense_and_chance(rebuild):
    for number in seeds(2, 4):
        follow(dealer(number, neutral=rebuild, size="beginner"), mixed, every=4)


SMALL = (
    ((0, 0, 0), (2, 0, 0), (1, 1, 3)),
    ((0, 0, 1), (1, 1, 0), (-1, 3, 4)),
    ((0, 0, 5), (2, 1, 2), (0, 3, 0)),
)


@given(st.sampled_from(SMALL), st.randoms(use_true_random=False), st.booleans())
def test_on_small_cities_every_single_path_says_the_same(tiles, random, rebuild):
    """Connection, the fewest sticks, and the end, by listing all paths."""
    cells = sorted({cell for tile in tiles for cell in Town((tile,), ()).cells})
    if len(cells) != 4 * len(tiles):
        return
    places = random.sample(cells, 5)
    pairs = ((0, *places[:2]), (1, *places[2:4]))
    left = (random.randrange(2, 9), random.randrange(2, 9))
    state = table(tiles, pairs, places[4:], left=left, rebuild=rebuild)
    town = Town(tiles, pairs, places[4:])
    if state.route is None or any(town.fewest(0, colour) == 0 for colour in town.pairs):
        return
    won = {}
    while state.why == "":
        move = random.choice(RULES.moves(state, state.turn, {}))
        seat = state.turn
        town.sticks[frozenset((move[1:3], move[3:5]))] = seat
        state = lay(state, move[1:3], move[3:5])
        fewest = {
            (each, colour): min(town.ways(each, colour), default=99)
            for each in (0, 1)
            for colour in town.pairs
        }
        for colour in town.pairs:
            if fewest[seat, colour] == 0:
                won.setdefault(colour, seat)
        assert {colour: owner for colour, owner in enumerate(state.won) if owner >= 0} == won
        for (each, colour), cost in fewest.items():
            if colour not in won:
                found = city.sticks_missing(state.town, state.free, state.nets[each], colour, 98)
                assert (99 if found is None else found) == cost
        alive = any(cost <= state.left[each] for (each, colour), cost in fewest.items() if colour not in won)
        assert (state.why == "") == alive


def test_a_route_is_a_way_and_as_cheap_as_any():
    """What the end is judged by: its links are free, and with them laid the pair is joined."""
    random = Random(5)
    for number in seeds(1, 3):
        game = dealer(number)
        while game.turn is not None:
            state = game.state
            for colour in state.open_colours[:2]:
                for seat in (0, 1):
                    way = city.cheapest_route(
                        state.town, state.free, state.nets[seat], seat, colour, state.left[seat]
                    )
                    if way is None:
                        continue
                    assert len(way.links) == city.sticks_missing(
                        state.town, state.free, state.nets[seat], colour, state.left[seat]
                    )
                    after = state.nets[seat]
                    for link in way.links:
                        assert state.links[link] == 0
                        after = city.with_link(state.town, after, link)[0]
                    assert city.sticks_missing(state.town, state.free, after, colour, 0) == 0
            for _ in range(9):
                if game.turn is not None:
                    game.play(random.choice(game.moves()))

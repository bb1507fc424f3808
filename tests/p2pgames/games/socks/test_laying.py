"""``layout=players``: tiles and socks one by one, every rule of it, spoilers, and the coin's city as the way out."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from p2pgames.contract import Choose, Illegal, Left, Moved, Roll, Why
from p2pgames.games.socks import building, notation
from p2pgames.games.socks.state import SocksTask
from tests import seeds
from tests.p2pgames.games.socks import checker
from tests.p2pgames.games.socks.tables import BOTS, ROW, RULES, dealer, move, options, roll

NEAR_ENOUGH = range(-12, 13)


def cells(tiles):
    return [cell for tile in tiles for cell in checker.tile_cells(tile)]


def brute_tiles(tiles, total):
    """Every legal next tile, by trying all places around."""
    laid = set(cells(tiles))
    reach = {near for cell in laid for near in checker.near(cell)}
    reach = {far for cell in reach for far in checker.near(cell)} | reach
    reach |= {far for cell in reach for far in checker.near(cell)}
    now, found = len(checker.enclosed(laid)), {}
    for q, r in reach:
        for sixths in range(6):
            new = checker.tile_cells((q, r, sixths))
            if laid & set(new) or sum(near in laid for cell in new for near in checker.near(cell)) < 2:
                continue
            count = len(checker.enclosed(laid | set(new)))
            if count <= 8:
                found[q, r, sixths] = count
    if now < 5 and total - len(tiles) <= 8 and any(count > now for count in found.values()):
        return {tile for tile, count in found.items() if count > now}
    return set(found)


def laid_out(number, upto, chooser=BOTS["random"], **chosen):
    """A game of the players after some moves."""
    game = dealer(number, layout="players", **chosen)
    for _ in range(upto):
        if game.turn is None or game.state.city:
            break
        game.play(chooser(RULES, game.state, game.turn, {}, game.random))
    return game


ALIKE = ("random", "rival")
"""The bots that search lay tiles as these do, only more slowly."""


@pytest.mark.parametrize("upto", [0, 1, 2, 5, 9, 12, 14, 17, 19])
@pytest.mark.parametrize(
    "bot", [*ALIKE, *(pytest.param(bot, marks=pytest.mark.slow) for bot in BOTS if bot not in ALIKE)]
)
def test_tiles_may_lie_exactly_where_the_rules_say(upto, bot):
    state = laid_out(upto, upto, BOTS[bot]).state
    listed = {tile[1:] for tile in RULES.moves(state, state.turn, {})}
    if not upto:
        assert listed == {(0, 0, sixths) for sixths in range(6)}
        return
    assert listed == brute_tiles(state.tiles, 20)
    span = range(-30, 31)
    random = Random(upto)
    for _ in seeds(100, 300):
        tile = random.choice(span), random.choice(span), random.randrange(6)
        assert (building.tile_refusal(state.tiles, 20, tile) is None) == (tile in listed)
    # And those beside legal ones, or turned otherwise.
    for q, r, sixths in random.sample(sorted(listed), min(len(listed), 8)):
        for (east, south), turned in product([(0, 0), *checker.SIX], range(6)):
            tile = q + east, r + south, (sixths + turned) % 6
            why = RULES.why_not(state, state.turn, {}, ("tile", *tile))
            assert (why is None) == (tile in listed), tile


def shy(rules, state, seat, known, random):
    """Spoil the layout: enclose as little as allowed, and sprawl."""
    if state.task is not SocksTask.TILE:
        return BOTS["random"](rules, state, seat, known, random)
    moves = rules.moves(state, seat, known)
    some = random.sample(moves, min(len(moves), 25))
    return min(
        some,
        key=lambda m: (
            len(building.enclosed((*state.tiles, m[1:]))),
            building.sides_shared(state.tiles, m[1:]) if state.tiles else 0,
        ),
    )


def greedy(rules, state, seat, known, random):
    """Spoil the socks: lay them side by side in the middle, where they take each other's room."""
    if state.task is SocksTask.TILE:
        return BOTS["rival"](rules, state, seat, known, random)
    laid = [cell for _, one, two in state.pairs for cell in (one, two)] + (
        [state.lone[1]] if state.lone else []
    )
    return min(
        rules.moves(state, seat, known),
        key=lambda m: (sorted(checker.steps(m[2:], cell) for cell in laid)[:3], random.random()),
    )


def test_in_the_last_eight_tiles_each_must_enclose_one_more_while_too_few_are():
    tiles = laid_out(1, 11, shy).state.tiles
    assert len(checker.enclosed(cells(tiles))) < 5
    assert building.tile_places(tiles, 20) == building.tile_places(tiles, 99)
    game = laid_out(1, 12, shy)
    tiles = game.state.tiles
    now, free = len(checker.enclosed(cells(tiles))), building.tile_places(tiles, 99)
    bound = {tile[1:] for tile in game.moves()}
    assert bound == {t for t in free if len(checker.enclosed(cells((*tiles, t)))) > now}
    assert 0 < len(bound) < len(free)
    other = next(tile for tile in free if tile not in bound)
    assert "must enclose one more" in str(RULES.why_not(game.state, game.turn, {}, ("tile", *other)))


@pytest.mark.parametrize("spoiler", [shy, greedy])
def test_spoilers_get_a_city_all_the_same(spoiler):
    outcomes = []
    for number in seeds(2, 5):
        game = dealer(number, layout="players")
        begins = game.turn
        while game.state.city is None:
            game.play(spoiler(RULES, game.state, game.turn, {}, game.random))
        layout = game.state.town.layout
        assert list(checker.faults(layout.tiles, layout.pairs)) == []
        assert game.turn == begins
        assert game.state.todo == 1
        outcomes.append(layout.by_hand)
    assert any(outcomes)


def test_the_beginner_lays_the_first_tile_then_by_turns():
    game = dealer(3, layout="players")
    begins = game.turn
    for number in range(20):
        assert game.turn == (begins + number) % 2
        game.play(BOTS["rival"](RULES, game.state, game.turn, {}, game.random))
    assert game.state.task is SocksTask.SOCK
    last = (begins + 19) % 2
    for number in range(12):
        assert game.turn == (last + 1 + number // 2) % 2
        game.play(game.moves()[0])
    assert game.state.task is SocksTask.STICK
    assert (game.turn, game.state.todo) == (begins, 1)


def in_socks(number=3, pairs=0, **chosen):
    """All tiles lie, and some pairs of socks."""
    game = laid_out(number, 15 if "size" in chosen else 20, BOTS["rival"], **chosen)
    while game.state.task is SocksTask.TILE:
        game.play(BOTS["rival"](RULES, game.state, game.turn, {}, game.random))
    while len(game.state.pairs) < pairs:
        game.play(game.random.choice(game.moves()))
    return game


def sound(state, pairs, lone=()):
    """Whether all conditions hold for the socks that lie, by the second program."""
    town = checker.Town(state.tiles, pairs, lone)
    socks = [cell for _, one, two in pairs for cell in (one, two)] + list(lone)
    return (
        len(set(socks)) == len(socks)
        and all(6 <= checker.steps(one, two) - 1 <= 10 for _, one, two in pairs)
        and (not state.terms.strict or all(len(town.vacancies(cell)) >= 3 for cell in socks))
        and all((town.fewest(0, colour) or 99) <= 40 for colour, _, _ in pairs)
    )


@pytest.mark.parametrize(("number", "pairs"), [(3, 0), (4, 3), (5, 5)])
@pytest.mark.parametrize("spacing", ["strict", "loose"])
def test_socks_may_lie_exactly_where_all_conditions_hold(number, pairs, spacing):
    game = in_socks(number, pairs, spacing=spacing)
    state = game.state
    colours = [colour for colour in range(6) if colour not in {c for c, _, _ in state.pairs}]
    everywhere = cells(state.tiles)
    colour = colours[0]
    firsts = {
        cell
        for cell in everywhere
        if sound(state, state.pairs, [cell])
        and any(sound(state, (*state.pairs, (colour, cell, other))) for other in everywhere if other != cell)
    }
    assert set(game.moves()) == {("sock", each, *cell) for each in colours for cell in firsts}
    game.play(game.random.choice([m for m in game.moves() if m[1] == colour]))
    first = game.state.lone[1]
    seconds = {
        cell for cell in everywhere if cell != first and sound(state, (*state.pairs, (colour, first, cell)))
    }
    assert set(game.moves()) == {("sock", colour, *cell) for cell in seconds}
    assert game.turn == state.turn


def refused(state, text):
    return str(RULES.why_not(state, state.turn, {}, notation.parse_move(state, text)))


def test_every_refusal_of_a_tile_or_sock_says_why():
    game = dealer(1, 0, layout="players")
    assert "middle" in refused(game.state, "n52 r0")
    game.play(RULES.parse(game.state, 0, {}, "n50 r0"))
    assert "already" in refused(game.state, "n52 r1")
    assert "2 sides" in refused(game.state, "c11 r1")
    with pytest.raises(Illegal, match="Now lay a tile"):
        RULES.apply(game.state, Moved(1, ("sock", 0, 0, 0)))
    for nonsense in (
        ("tile", 1, 0, 6),
        ("tile", 1, 0, -1),
        ("tile", 2**60, 0, 0),
        ("tile", True, 0, 0),
        ("tile",),
        "tile",
    ):
        with pytest.raises(Illegal):
            RULES.apply(game.state, Moved(1, nonsense))
    socks = in_socks(3, 1).state
    taken = socks.pairs[0]
    letter = "ABCDEF"[next(iter(socks.lone_colours))]
    assert "no such sock" in refused(socks, f"{'ABCDEF'[taken[0]]} c3")
    far = notation.naming(socks).name((99, 99))
    assert "no such station" in refused(socks, f"{letter} {far}")
    name = RULES.text(socks, socks.turn, ("sock", taken[0], *taken[1])).split()[1]
    assert "already" in refused(socks, f"{letter} {name}")
    after = move(socks, RULES.text(socks, socks.turn, RULES.moves(socks, socks.turn, {})[0]))
    assert "First lay the other sock" in refused(after, f"{'ABCDEF'[after.lone_colours[-1]]} {name}")
    near = min(checker.near(after.lone[1]) & set(cells(after.tiles)))
    spoken = str(RULES.why_not(after, after.turn, {}, ("sock", after.lone[0], *near)))
    assert "stations apart" in spoken or "already" in spoken


def test_too_few_enclosed_hexagons_bring_the_coins_city():
    """A straight row of tiles encloses nothing, and the last tiles cannot mend it."""
    state = RULES.start(2, options(layout="players"), 1)
    state = replace(state, turn=0, tiles=tuple((2 * number, 0, 0) for number in range(19)))
    assert isinstance(RULES.ask(state), Choose)
    state = RULES.apply(state, Moved(0, ("tile", 38, 0, 0)))
    assert state.task is SocksTask.SEED
    assert RULES.ask(state) == Roll((2**32,) * 8)
    state = roll(state, *range(8))
    layout = state.town.layout
    assert (layout.by_hand, len(layout.tiles)) == (False, 20)
    assert list(checker.faults(layout.tiles, layout.pairs)) == []
    assert (RULES.ask(state), state.todo) == (Choose(1), 1)


def test_no_legal_sock_brings_the_coins_city():
    """On a row of six tiles a few pairs leave no room for another."""
    base = RULES.start(2, options(layout="players"), 0)
    state = replace(base, task=SocksTask.SOCK, tiles=ROW)
    while state.task is SocksTask.SOCK:
        legal = RULES.moves(state, state.turn, {})
        assert legal
        state = RULES.apply(state, Moved(state.turn, legal[len(legal) // 2]))
    assert 0 < len(state.pairs) < 6
    assert not any(
        sound(state, (*state.pairs, (9, one, two))) for one in cells(ROW) for two in cells(ROW) if one < two
    )
    assert state.task is SocksTask.SEED
    assert RULES.moves(state, 0, {}) == ()
    state = roll(state, *range(8))
    assert state.task is SocksTask.STICK
    assert not state.town.layout.by_hand


def test_blockers_come_last_on_the_players_layout():
    game = in_socks(3, blockers=4)
    while game.state.task is SocksTask.SOCK:
        game.play(game.moves()[0])
    layout = game.state.town.layout
    assert layout.by_hand
    assert len(layout.blockers) == 4
    assert list(checker.faults(layout.tiles, layout.pairs, layout.blockers)) == []


def test_a_beginners_game_of_the_players_is_rolled_before_the_first_tile():
    state = RULES.start(2, options(layout="players", size="beginner"))
    assert RULES.ask(state) == Roll((2, 3, 6))
    state = roll(state, 1, 2, 4)
    assert (state.turn, state.total, state.colours) == (1, 17, (0, 1, 2, 3, 5))
    state = RULES.start(2, options(layout="players", size="beginner"), 0)
    assert RULES.ask(state) == Roll((3, 6))
    state = roll(state, 0, 5)
    assert (state.turn, state.total, state.colours) == (0, 15, (0, 1, 2, 3, 4))


def test_the_seed_is_asked_for_only_when_it_is_needed():
    state = RULES.start(2, options(layout="players"))
    assert RULES.ask(state) == Roll((2,))
    assert RULES.ask(roll(state, 1)) == Choose(1)
    state = roll(RULES.start(2, options()), 1)
    assert RULES.ask(state) == Roll((2**32,) * 8)
    assert RULES.ask(roll(state, *range(8))) == Choose(1)


@pytest.mark.parametrize("upto", [0, 7, 21, 25])
def test_who_leaves_while_the_city_is_laid_out_loses(upto):
    game = laid_out(2, upto, BOTS["rival"])
    for seat in (0, 1):
        after = RULES.apply(game.state, Left(seat, Why.RESIGNED))
        assert RULES.ask(after).result.places == ((2, 1), (1, 2))[seat]
        assert RULES.scores(after) == (0, 0)


def test_names_stay_while_tiles_are_laid():
    game = dealer(4, layout="players")
    seen = {}
    while game.state.task is SocksTask.TILE:
        for line in map(str, RULES.words(game.state, None, {})):
            if line.startswith("Tile "):
                number, _, words = line.partition(":")
                assert seen.setdefault(number, words) == words
        game.play(BOTS["rival"](RULES, game.state, game.turn, {}, game.random))
    assert len(seen) == 19

"""The generator: every condition for every seed, the same on every machine, and every value often enough."""

from collections import Counter
from hashlib import sha256

import pytest

from p2pgames.games.socks import building
from p2pgames.games.socks.building import WORD, SeededDraw
from tests import seeds
from tests.p2pgames.games.socks import checker
from tests.p2pgames.games.socks.tables import seed

ALL = tuple(range(6))
SEEDS = len(seeds(96, 240))
"""Of each kind; ``-m slow`` tries thousands."""


def drawn(number, total=20, colours=ALL, blockers=0, strict=True):
    return building.draw_layout.__wrapped__(seed(number), total, colours, blockers, strict=strict)


def faults(layout, strict=True):
    return list(checker.faults(layout.tiles, layout.pairs, layout.blockers, strict=strict))


def values(layouts):
    """The share of each pair value."""
    counted = Counter(checker.steps(one, two) - 1 for layout in layouts for _, one, two in layout.pairs)
    return {value: counted[value] / counted.total() for value in range(6, 11)}


def test_every_condition_holds_for_every_seed():
    for number in range(SEEDS):
        layout = drawn(number)
        assert len(layout.tiles) == 20
        assert [colour for colour, _, _ in layout.pairs] == list(ALL)
        assert faults(layout) == [], number


def test_a_beginners_city_has_15_to_17_tiles_and_five_colours():
    sizes, missing = Counter(), Counter()
    for number in range(SEEDS // 2):
        layout = drawn(number, total=0)
        sizes[len(layout.tiles)] += 1
        missing[frozenset(ALL) - {colour for colour, _, _ in layout.pairs}] += 1
        assert faults(layout) == [], number
    assert sorted(sizes) == [15, 16, 17]
    assert min(sizes.values()) > SEEDS // 12
    assert sorted(map(list, missing)) == [[colour] for colour in ALL]


def test_blockers_lie_where_all_conditions_still_hold_as_many_as_asked_for():
    for number in range(SEEDS // 8):
        layout = drawn(number, blockers=6)
        assert len(layout.blockers) == 6
        assert faults(layout) == [], number
        assert (layout.tiles, layout.pairs) == (drawn(number).tiles, drawn(number).pairs)
        assert layout.blockers[:2] == drawn(number, blockers=2).blockers


def test_fewer_blockers_if_not_all_fit():
    layout = drawn(3)
    placed = building.blocked(seed(9), layout.tiles, layout.pairs, 99, strict=True)
    assert 6 <= len(placed) < 68
    assert list(checker.faults(layout.tiles, layout.pairs, placed)) == []
    town = checker.Town(layout.tiles, layout.pairs, placed)
    for cell in town.cells - town.stops:
        assert list(checker.faults(layout.tiles, layout.pairs, (*placed, cell)))


def test_loose_spacing_drops_the_three_free_neighbours_and_nothing_else():
    tight = 0
    for number in range(SEEDS // 2):
        layout = drawn(number, strict=False)
        assert faults(layout, strict=False) == [], number
        tight += bool(faults(layout))
    assert tight > SEEDS // 40


@pytest.mark.parametrize(("total", "colours"), [(20, ALL), (0, ALL)])
def test_every_value_of_a_pair_is_neither_rare_nor_common(total, colours):
    shares = values(drawn(number, total, colours) for number in seeds(400 if total else 150, 1000))
    assert all(0.08 < share < 0.35 for share in shares.values()), shares


@pytest.mark.slow
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(("total", "blockers"), [(20, 0), (20, 6), (0, 0), (15, 3)])
def test_thousands_of_seeds(total, blockers, strict):
    layouts = [drawn(number, total, ALL, blockers, strict) for number in range(1000, 4000)]
    assert all(not faults(layout, strict) for layout in layouts)
    if not blockers:
        assert all(0.08 < share < 0.35 for share in values(layouts).values())


GOLDEN = {
    (20, 0, True): "b3306e58a7b5f981",
    (20, 6, True): "436c8b611dc33132",
    (0, 0, True): "9d09b7956f31a045",
    (0, 3, False): "b0fb7c889866c6f7",
}


@pytest.mark.parametrize(("total", "blockers", "strict"), GOLDEN)
def test_the_layouts_of_a_seed_never_change(total, blockers, strict):
    """Old games replay for ever: a changed hash means new cities for old logs."""
    layouts = [drawn(number, total, ALL, blockers, strict) for number in range(25)]
    text = repr([(layout.tiles, layout.pairs, layout.blockers) for layout in layouts])
    assert sha256(text.encode()).hexdigest()[:16] == GOLDEN[total, blockers, strict]


def test_numbers_drawn_are_the_words_of_sha256_in_counter_mode():
    numbers = (1, 2, 3, 4, 5, 6, 7, 2**32 - 1)
    key = b"".join(number.to_bytes(4, "big") for number in numbers)
    stream = b"".join(sha256(key + block.to_bytes(8, "big")).digest() for block in range(3))
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 96, 4)]
    draw = SeededDraw(numbers)
    assert [draw.below(WORD) for _ in words] == words
    bound = max(words[:10]) - 1
    kept = [word for word in words if word < WORD - WORD % bound]
    draw = SeededDraw(numbers)
    assert [draw.below(bound) for _ in range(5)] == [word % bound for word in kept[:5]]
    assert len(kept) < len(words)


def test_an_order_drawn_by_lot_holds_everything_and_every_order_is_as_likely():
    draw = SeededDraw(seed(4))
    orders = Counter(tuple(draw.order("abc")) for _ in range(6000))
    assert sorted(map(sorted, orders)) == [["a", "b", "c"]] * 6
    assert min(orders.values()) > 850


def test_the_sample_layout_of_the_board_meets_all_conditions():
    from p2pgames.games.socks.city import _PRINTED, cells_of

    sample = _PRINTED["sample_layout"]
    tiles = tuple((*tile["origin"], tile["rotation"]) for tile in sample["tiles"])
    for tile, printed in zip(tiles, sample["tiles"], strict=True):
        assert cells_of(tile) == checker.tile_cells(tile) == tuple(map(tuple, printed["cells"]))
    where = {}
    for sock in sample["socks"]:
        where.setdefault(sock["colour"], []).append(tuple(sock["cell"]))
    pairs = tuple((colour, *cells) for colour, cells in sorted(where.items()))
    assert sorted(checker.enclosed(c for t in tiles for c in checker.tile_cells(t))) == sorted(
        map(tuple, sample["holes"])
    )
    assert list(checker.faults(tiles, pairs)) == []

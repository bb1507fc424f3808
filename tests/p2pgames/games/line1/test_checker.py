"""The product against the second Line 1 of checker.py: lays, pairs and routes."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from p2pgames.contract import Illegal, Moved
from p2pgames.games.line1.board import (
    ARC_AT,
    BARE,
    CELLS,
    COLS,
    GROUND,
    LINKS,
    NAMES,
    PIECES,
    TERMINALS,
    TILE,
    TILES,
    TURNS,
    across,
    bare,
    route_gap,
    shortest_route,
)
from p2pgames.games.line1.notation import route_through
from p2pgames.games.line1.state import Line1Task
from p2pgames.games.line1.turns import is_pair, legal_lays, pairs
from tests.p2pgames.games.line1 import checker
from tests.p2pgames.games.line1.tables import RULES, dealt, random_play


def at(cell):
    return cell // COLS + 1, cell % COLS + 1


def number(cell):
    return (cell[0] - 1) * COLS + cell[1] - 1


def named(piece):
    return TILES[TILE[piece]], TURNS[piece]


def board_of(cells):
    return {at(cell): named(piece) for cell, piece in enumerate(cells) if piece}


def test_the_tiles_are_the_checkers():
    for piece in PIECES:
        links = {frozenset("NESW"[side] for side in link) for link in LINKS[piece]}
        assert links == checker.JOINS[named(piece)]
    distinct = {(name, links) for (name, _), links in checker.JOINS.items()}
    assert len(distinct) == len(PIECES)


def test_the_geometry_is_the_checkers():
    assert {at(cell) for cell in range(CELLS)} - set(checker.HOUSES) == {at(cell) for cell in GROUND}
    arcs = {(at(door >> 2), "NESW"[door & 3]): terminal for door, (terminal, _) in ARC_AT.items()}
    assert arcs == checker.ARCS
    assert len(arcs) == 2 * TERMINALS
    for cell, side in product(range(CELLS), range(4)):
        near = across(cell, side)
        assert (near is None) == (checker.beside(at(cell), "NESW"[side]) not in checker.SQUARE)
    assert NAMES[number((6, 5))] == "e6"


def expected_lays(board, hand, strict):
    names = {TILES[tile] for tile in hand}
    return {
        ("lay", *tile, number(cell))
        for tile in map(named, PIECES)
        if tile[0] in names
        for cell in checker.SQUARE
        if checker.may_lay(board, cell, tile, strict)
    }


def expected_pairs(board, hand, strict):
    """All pairs, from single exchanges that the two tiles allow."""
    names = [TILES[tile] for tile in hand]
    better = {
        cell: [
            tile for tile in map(named, PIECES) if tile[0] in names and checker.improves(board[cell], tile)
        ]
        for cell in board
    }
    return {
        ("pair", *first, number(one), *second, number(other))
        for one in board
        for other in (checker.beside(one, "E"), checker.beside(one, "S"))
        if other in board
        for first, second in product(better[one], better[other])
        if (first[0] != second[0] or names.count(first[0]) > 1)
        and checker.may_pair(board, one, first, other, second, strict)
    }


@pytest.mark.parametrize("pockets", ["strict", "loose"])
@pytest.mark.parametrize("seed", range(4))
def test_the_listing_is_the_checkers(pockets, seed):
    dealer = dealt(2 + seed, seed, pockets=pockets)
    random = Random(seed)
    checked = exchanges = couples = 0
    for state in random_play(dealer):
        if random.random() > 0.05:
            continue
        board, strict = board_of(state.track.cells), pockets == "strict"
        hand = state.hands[state.turn]
        expected = expected_lays(board, hand, strict)
        found = legal_lays(state.track, hand)
        assert len(found) == len(set(found))
        assert set(found) == expected
        expected_two = expected_pairs(board, hand, strict)
        assert set(pairs(state.track, hand)) == expected_two
        checked += 1
        exchanges += sum(at(move[3]) in board for move in found)
        couples += len(expected_two)
    assert checked > 2
    assert exchanges
    assert couples or seed > 1


@pytest.mark.parametrize("seed", range(3))
def test_a_pair_is_allowed_exactly_where_the_checker_allows_it(seed):
    dealer = dealt(2, seed)
    *_, state = random_play(dealer, 60)
    board, random, allowed = board_of(state.track.cells), Random(seed), 0
    laid = [cell for cell in GROUND if state.track.cells[cell]]
    for _ in range(1500):
        one = random.choice(laid)
        other = random.choice([one + 1, one + COLS, random.choice(laid)])
        first, second = random.choices(PIECES, k=2)
        if not one < other < CELLS:
            continue
        said = checker.may_pair(board, at(one), named(first), at(other), named(second), True)
        assert is_pair(state.track, one, first, other, second) == said
        allowed += said
    assert allowed < 100


# -- the judge, on moves beside those that are listed --

DRAWN = set(map(named, PIECES))
"""The tiles in the turns that a move may name."""


def beside_it(move, random):
    """The move, and those that differ from it in a tile, a turn or a cell, in their order or in their kind."""
    kind, *rest = move
    yield move
    for first in range(0, len(rest), 3):
        name, turns, cell = rest[first : first + 3]
        others = [
            *((name, other, cell) for other in range(4)),
            *((name, turns, cell + step) for step in (-COLS, -1, 1, COLS)),
            *((*named(random.choice(PIECES)), cell) for _ in range(4)),
            (*named(random.choice(PIECES)), random.randrange(CELLS)),
        ]
        for other in others:
            yield (kind, *rest[:first], *other, *rest[first + 3 :])
        yield "lay", name, turns, cell
        yield "pair", name, turns, cell, *random.choice(others)
    yield (kind, *rest[3:], *rest[:3])


def may(board, hand, move, *, second, strict):
    """Whether the checker allows a lay or a pair with these tiles, or with a lay before it in the same turn."""
    names, (kind, *rest) = [TILES[tile] for tile in hand], move
    tiles = [(rest[at], rest[at + 1]) for at in range(0, len(rest), 3)]
    cells = rest[2::3]
    if not all(0 <= cell < CELLS for cell in cells) or not DRAWN.issuperset(tiles):
        return False
    if any(names.count(name) < [held for held, _ in tiles].count(name) for name, _ in tiles):
        return False
    if kind == "lay":
        return checker.may_lay(board, at(cells[0]), tiles[0], strict)
    in_order = not second and cells[0] < cells[1]
    return in_order and checker.may_pair(board, at(cells[0]), tiles[0], at(cells[1]), tiles[1], strict)


def accepted(state, move):
    """Whether the rules let the seat at turn make a move."""
    try:
        RULES.apply(state, Moved(state.turn, move))
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("pockets", ["strict", "loose"])
@pytest.mark.parametrize("seed", range(3))
def test_neighbours_of_legal_lays_and_pairs_are_judged_as_the_checker_does(pockets, seed):
    dealer, random, seen = dealt(2 + seed, seed, pockets=pockets), Random(seed), set()
    for state in random_play(dealer):
        listed = RULES.moves(state, state.turn, {})
        couples = [*pairs(state.track, state.hands[state.turn])]
        if state.task is not Line1Task.TURN or random.random() > (0.5 if couples else 0.08):
            continue
        assert accepted(state, ("pass",)) == (("pass",) in listed)
        mine = [move for move in listed if move[0] == "lay"]
        some = random.sample(mine, min(3, len(mine))) + random.sample(couples, min(2, len(couples)))
        board, second = board_of(state.track.cells), state.lays > 0
        for move in {other for each in some for other in beside_it(each, random)}:
            good = may(board, state.hands[state.turn], move, second=second, strict=pockets == "strict")
            assert accepted(state, move) == good, move
            seen.add((move[0], second, good))
    assert seen == {
        (kind, second, good) for kind in ("lay", "pair") for second in (False, True) for good in (False, True)
    } - {("pair", True, True)}


def test_the_track_kept_up_to_date_is_the_one_built_anew():
    for pockets in ("strict", "loose"):
        dealer = dealt(3, 5, pockets=pockets)
        for count, state in enumerate(random_play(dealer)):
            if count % 12 == 0:
                fresh = bare(pockets == "strict")
                order = [cell for cell in range(CELLS) if state.track.cells[cell]]
                Random(count).shuffle(order)
                for cell in order:
                    fresh = fresh.put(cell, state.track.cells[cell])
                assert fresh == state.track


# -- routes --

CORNER = [cell for cell in GROUND if cell // COLS < 4 and cell % COLS < 4]
START, GOAL = 8, 4
"""Terminals 5N and 3W, which both open into the corner at the top left."""


def random_corner(random):
    """Tiles on most cells of a corner, most of them with many connections; rails need not fit."""
    cells = bytearray(BARE)
    for cell in CORNER:
        if random.random() < 0.93:
            cells[cell] = random.choice(
                [piece for piece in PIECES if len(LINKS[piece]) > random.choice([1, 2, 2, 3])]
            )
    return bytes(cells)


def spaces_of(route):
    return [space - CELLS if space >= CELLS else at(space) for space in route]


def check_route(board, route, start, goal, stops):
    spaces = spaces_of(route)
    assert spaces[0] == start
    assert spaces[-1] == goal
    assert start not in spaces[1:]
    assert goal not in spaces[:-1]
    assert {at(stop) for stop in stops} <= set(spaces)
    assert checker.can_drive(board, spaces)


def test_shortest_routes_are_those_of_brute_force():
    random, found, more = Random(1), 0, 0
    for _ in range(500):
        cells = random_corner(random)
        stops = tuple(random.sample(CORNER, random.randrange(4)))
        board = board_of(cells)
        length = checker.shortest_length(board, START, GOAL, [at(stop) for stop in stops])
        route = shortest_route(cells, START, GOAL, stops)
        assert (route is None) == (length is None)
        if route is not None:
            assert len(route) == length
            check_route(board, route, START, GOAL, stops)
            back = shortest_route(cells, GOAL, START, stops)
            assert back is not None
            assert len(back) == length
            check_route(board, back, GOAL, START, stops)
            check_route(board, tuple(reversed(route)), GOAL, START, stops)
            found += 1
            more += len(set(route)) < len(route)
    assert found > 50
    assert more > 3


@pytest.mark.parametrize("seed", range(3))
def test_a_route_is_driven_exactly_where_the_checker_drives_it(seed):
    random, good, bad = Random(seed), 0, 0
    for _ in range(120):
        cells = random_corner(random)
        board = board_of(cells)
        route = shortest_route(cells, START, GOAL, tuple(random.sample(CORNER, 1)))
        if route is None:
            continue
        for _ in range(20):
            changed = list(route)
            where = random.randrange(1, len(changed) - 1)
            match random.randrange(4):
                case 0:
                    del changed[where]
                case 1:
                    changed[where] = random.choice(CORNER)
                case 2:
                    changed[where:where] = [random.choice(CORNER)] * random.choice([1, 2])
                case 3:
                    changed[1:where] = reversed(changed[1:where])
            if len(changed) > 2:
                said = checker.can_drive(board, spaces_of(changed))
                assert (route_gap(cells, tuple(changed)) is None) == said, changed
                good, bad = good + said, bad + (not said)
    assert good > 10
    assert bad > 10


def test_a_route_through_named_spaces_passes_them_in_their_order_and_is_shortest():
    random, found = Random(4), 0
    for _ in range(800):
        cells = random_corner(random)
        stops = tuple(random.sample(CORNER, 1))
        via = tuple(random.sample(CORNER, random.choice([1, 2])))
        route = route_through(cells, CELLS + START, CELLS + GOAL, stops, via)
        if route is None:
            continue
        check_route(board_of(cells), route, START, GOAL, stops)
        rest = iter(route)
        assert all(space in rest for space in via)
        plain = shortest_route(cells, START, GOAL, stops)
        assert plain is not None
        assert len(plain) <= len(route)
        assert route_through(cells, CELLS + START, CELLS + GOAL, stops, route[1:-1][:12]) is not None
        found += 1
    assert found > 10

"""A second Line 1, slow and written from the rules text alone.

Tiles are sets of joined compass letters, the board a dictionary of rows and columns from 1; every question is
answered by looking at the whole board.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import p2pgames.games.line1

DATA = json.loads(
    (Path(p2pgames.games.line1.__file__).parent / "data" / "board.json").read_text(encoding="utf-8")
)
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
CLOCKWISE = {"N": "E", "E": "S", "S": "W", "W": "N"}
HOUSES = {(place["row"], place["col"]): letter for letter, place in DATA["buildings"].items()}
SQUARE = {(row, col) for row in range(1, 13) for col in range(1, 13)}
ARCS = {
    (tuple(cell), place["side"]): number
    for number, place in enumerate(DATA["terminals"])
    for cell in place["cells"]
}
KINDS = {
    "straight": "straight",
    "curve": "curve",
    "branch-left": "straight_curve_left",
    "branch-right": "straight_curve_right",
    "wye": "double_curve_y",
    "twin": "double_curve_opposite",
    "triangle": "triangle",
    "fork": "fork",
    "star": "star",
    "cross": "cross",
    "mixed-left": "mixed_left",
    "mixed-right": "mixed_right",
}
PRINTED = {tile["type"]: tile for tile in DATA["tiles"]}


def joins(name, turns):
    """The pairs of sides that a tile joins after so many quarter turns clockwise."""
    pairs = [list(link) for link in PRINTED[KINDS[name]]["links"]]
    for _ in range(turns):
        pairs = [[CLOCKWISE[side] for side in pair] for pair in pairs]
    return frozenset(frozenset(pair) for pair in pairs)


JOINS = {(name, turns): joins(name, turns) for name in KINDS for turns in range(4)}
ENDS = {tile: frozenset().union(*pairs) for tile, pairs in JOINS.items()}


def beside(cell, side):
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def looks(board, cell, side):
    """What a tile on this cell would meet there: wall, open, rail or blank."""
    if (cell, side) in ARCS:
        return "rail"
    near = beside(cell, side)
    if near not in SQUARE or near in HOUSES:
        return "wall"
    if near not in board:
        return "open"
    return "rail" if OPPOSITE[side] in ENDS[board[near]] else "blank"


def around(board, cell):
    """By side, what a tile on this cell would meet."""
    return {side: looks(board, cell, side) for side in "NESW"}


def suits(met, tile):
    """Whether no rail or arc is blocked and no rail leads where it may not, with this around the tile."""
    return all(
        there not in ("wall", "blank") if side in ENDS[tile] else there != "rail"
        for side, there in met.items()
    )


def fits(board, cell, tile):
    """Whether a tile goes with what is around a cell."""
    return suits(around(board, cell), tile)


def continued(board):
    """Whether some tile would fit on every empty cell into which a rail or an arc leads."""
    for cell in SQUARE:
        if cell in board or cell in HOUSES:
            continue
        met = around(board, cell)
        if "rail" in met.values() and not any(suits(met, tile) for tile in JOINS):
            return False
    return True


def stands(board, cells, strict):
    """Whether the tiles on these cells keep the rules of laying, on the whole board."""
    return all(fits(board, cell, board[cell]) for cell in cells) and (not strict or continued(board))


def improves(old, new):
    """Whether a tile may replace another as far as the two tiles go."""
    return not PRINTED[KINDS[old[0]]]["tree"] and JOINS[old] < JOINS[new]


def may_lay(board, cell, tile, strict):
    """Whether a tile may be laid on a cell, or exchanged for the one there."""
    if cell in HOUSES or (cell in board and not improves(board[cell], tile)):
        return False
    return stands({**board, cell: tile}, [cell], strict)


def may_pair(board, one, first, other, second, strict):
    """Whether two tiles may be exchanged together."""
    if other not in [beside(one, side) for side in "NESW"] or one not in board or other not in board:
        return False
    if not improves(board[one], first) or not improves(board[other], second):
        return False
    return stands({**board, one: first, other: second}, [one, other], strict)


# -- trams --


def onward(board, place):
    """Where a tram may be next. A place is a cell with the side it entered by, or a terminal with the end's cell."""
    at, came = place
    if isinstance(at, int):
        ends = [tuple(cell) for cell in DATA["terminals"][at]["cells"]]
        out = ends[1 - ends.index(came)]
        return {(out, DATA["terminals"][at]["side"])} if out in board else set()
    found = set()
    for pair in JOINS[board[at]]:
        if came in pair:
            (out,) = pair - {came}
            if (at, out) in ARCS:
                found.add((ARCS[at, out], at))
            elif beside(at, out) in board:
                found.add((beside(at, out), OPPOSITE[out]))
    return found


def first_places(board, start):
    place = DATA["terminals"][start]
    return {(tuple(cell), place["side"]) for cell in place["cells"] if tuple(cell) in board}


def can_drive(board, spaces):
    """Whether a tram can go this way: cells as (row, col), terminals as numbers, from the first to the last."""
    places = {place for place in first_places(board, spaces[0]) if place[0] == spaces[1]}
    for _, space in pairwise(spaces[1:]):
        places = {after for place in places for after in onward(board, place) if after[0] == space}
    return bool(places)


def shortest_length(board, start, goal, stops, limit=200):
    """The spaces of a shortest route, terminals included; None without one. Grows all routes step by step, but for
    those that come to where another has been sooner, past the same stops."""
    stops = frozenset(stops)
    routes = {(place, stops & {place[0]}) for place in first_places(board, start)}
    seen = set(routes)
    for length in range(3, limit):
        after = set()
        for place, passed in routes:
            for new in onward(board, place):
                if new[0] == goal and passed == stops:
                    return length
                if new[0] not in (start, goal):
                    after.add((new, passed | (stops & {new[0]})))
        routes = after - seen
        seen |= routes
    return None

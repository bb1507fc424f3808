"""Socks in the City a second time, written for clearness alone, on cells and sets; nothing of the engine is used."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from itertools import count

SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TWIN_STEP = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Where the second twin of a tile lies, by how often it is turned."""


def tile_cells(tile):
    """The twins and the two single stations, which lie a sixth of a turn back from the twins' line."""
    q, r, turns = tile
    along, aside = TWIN_STEP[turns % 6], TWIN_STEP[(turns - 2) % 6]
    twin = q + along[0], r + along[1]
    return (q, r), twin, (q + aside[0], r + aside[1]), (twin[0] + aside[0], twin[1] + aside[1])


@cache
def near(cell):
    return frozenset((cell[0] + q, cell[1] + r) for q, r in SIX)


def steps(one, other):
    """Hex steps as the crow flies, by walking."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]), abs(sum(one) - sum(other)))


def enclosed(cells):
    """Vacant hexagons with no way outside, by flooding from a frame around all."""
    cells = set(cells)
    left, right = min(q for q, _ in cells) - 2, max(q for q, _ in cells) + 2
    top, bottom = min(r for _, r in cells) - 2, max(r for _, r in cells) + 2
    box = {(q, r) for q in range(left, right + 1) for r in range(top, bottom + 1)}
    dry, todo = box - cells, [(left, top)]
    while todo:
        flooded = near(todo.pop()) & dry
        dry -= flooded
        todo += flooded
    return dry


def hangs_together(cells):
    cells = set(cells)
    seen, todo = set(), [min(cells)]
    while todo:
        cell = todo.pop()
        if cell not in seen:
            seen.add(cell)
            todo += near(cell) & cells
    return seen == cells


class Town:
    """Who can go where."""

    def __init__(self, tiles, pairs, blockers=()):
        self.cells = {cell for tile in tiles for cell in tile_cells(tile)}
        self.twins = {frozenset(tile_cells(tile)[:2]) for tile in tiles}
        self.twin = {one: other for pair in self.twins for one, other in (tuple(pair), tuple(pair)[::-1])}
        self.pairs = {colour: (one, two) for colour, one, two in pairs}
        self.stops = {cell for pair in self.pairs.values() for cell in pair} | set(blockers)
        self.links = {frozenset((cell, other)) for cell in self.cells for other in near(cell) & self.cells}
        self.sticks = {}

    def vacancies(self, cell):
        """The neighbours a sock here keeps free."""
        halves = {cell, self.twin.get(cell, cell)}
        return ({n for half in halves for n in near(half)} & self.cells) - {cell} - self.stops

    def cost(self, seat, link):
        """Sticks a seat still needs for a link; None if it is the other's."""
        if link in self.sticks:
            return 0 if self.sticks[link] == seat else None
        return 0 if link in self.twins else 1

    def fewest(self, seat, colour):
        """Dijkstra over cells: the fewest sticks that join the pair; None if nothing does."""
        start, goal = self.pairs[colour]
        best, order, heap = {}, count(), [(0, 0, start)]
        while heap:
            cost, _, cell = heappop(heap)
            if cell in best:
                continue
            best[cell] = cost
            if cell == goal:
                return cost
            if cell in self.stops and cell != start:
                continue
            for other in near(cell) & self.cells:
                more = self.cost(seat, frozenset((cell, other)))
                if more is not None and other not in best:
                    heappush(heap, (cost + more, next(order) + 1, other))
        return None

    def ways(self, seat, colour):
        """Every simple path, one by one: what `fewest` must agree with; for small cities only."""
        start, goal = self.pairs[colour]
        todo = [((start,), 0)]
        while todo:
            path, cost = todo.pop()
            for other in (near(path[-1]) & self.cells) - set(path):
                more = self.cost(seat, frozenset((path[-1], other)))
                if more is None:
                    continue
                if other == goal:
                    yield cost + more
                elif other not in self.stops:
                    todo.append(((*path, other), cost + more))


def faults(tiles, pairs, blockers=(), *, strict=True, sticks=40, wanted=range(5, 9)):
    """Every condition of a finished layout that does not hold."""
    cells = [cell for tile in tiles for cell in tile_cells(tile)]
    town = Town(tiles, pairs, blockers)
    socks = [cell for _, one, two in pairs for cell in (one, two)]
    if len(set(cells)) != 4 * len(tiles):
        yield "tiles overlap"
    if len(enclosed(cells)) not in wanted:
        yield "enclosed"
    if not hangs_together(cells):
        yield "falls apart"
    if len({*socks, *blockers}) != len(socks) + len(blockers) or not {*socks, *blockers} <= set(cells):
        yield "places of socks"
    if any(steps(one, two) - 1 not in range(6, 11) for _, one, two in pairs):
        yield "distances"
    if strict and any(len(town.vacancies(cell)) < 3 for cell in socks):
        yield "vacancies"
    if any((town.fewest(0, colour) or 99) > sticks for colour, _, _ in pairs):
        yield "cannot be joined"


class Mirror:
    """The game from the first stick on."""

    def __init__(self, tiles, pairs, blockers, first, *, rebuild=False):
        self.town = Town(tiles, pairs, blockers)
        self.rebuild, self.turn, self.todo = rebuild, first, 1
        self.left, self.won = [40, 40], {}
        self.over = self.is_over()

    def open(self):
        """The links that may be built."""
        town = self.town
        return {
            link
            for link in town.links
            if link not in town.sticks and (self.rebuild or link not in town.twins)
        }

    def lay(self, one, two):
        town, link = self.town, frozenset((one, two))
        if self.over or link not in self.open():
            raise ValueError(link)
        town.sticks[link] = self.turn
        self.left[self.turn] -= 1
        for colour in town.pairs:
            if colour not in self.won and town.fewest(self.turn, colour) == 0:
                self.won[colour] = self.turn
        self.over = self.is_over()
        self.todo -= 1
        if self.todo == 0 or self.left[self.turn] == 0:
            self.turn, self.todo = 1 - self.turn, min(2, self.left[1 - self.turn])

    def is_over(self):
        for colour in self.town.pairs.keys() - self.won.keys():
            for seat in (0, 1):
                lack = self.town.fewest(seat, colour)
                if lack is not None and lack <= self.left[seat]:
                    return False
        return True

    def points(self):
        pairs = self.town.pairs
        return tuple(
            sum(steps(*pairs[colour]) - 1 for colour, owner in self.won.items() if owner == seat)
            for seat in (0, 1)
        )

"""Tiles with the seams between them, parks in what they enclose, and the links printed on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from p2pgames.drawing.paths import beside, dist, line, mix, toward
from p2pgames.drawing.shapes import Circle, Paint, Path, Point, Poly, Shape, Step, Use, area, stroke
from p2pgames.games.socks.board import DIRECTIONS, Cell, Tile, cells_of
from p2pgames.games.socks.painter.drawing.plan import Plan, R
from p2pgames.games.socks.tiling import enclosed

TREES = ((-11, 6, 9), (10, 8, 8), (0, -9, 10))
RAIL = 4.2
TIE = 7.5


@lru_cache(16)
def ground(tiles: tuple[Tile, ...], plan: Plan) -> tuple[Shape, ...]:
    """Return the ground of all tiles, and a park in every hexagon that they enclose."""
    if not tiles:
        return ()
    owner = {cell: number for number, tile in enumerate(tiles) for cell in cells_of(tile)}
    hexagons = tuple(step for cell in owner for step in line(*plan.hexagon(cell, R + 0.5), closed=True))
    return (
        Path(hexagons, Paint("tile", "tile", 1)),
        *(shape for cell in enclosed(tiles) for shape in _park(plan, cell)),
        Path(tuple(_seams(owner, plan)), stroke("seam", 2.4)),
    )


def _park(plan: Plan, cell: Cell) -> tuple[Shape, ...]:
    return Poly(plan.hexagon(cell, R - 1), Paint("park", "tile", 2)), Use("trees", *plan.at(cell))


def trees() -> tuple[Shape, ...]:
    """Return three trees about (0, 0)."""
    stems = tuple(step for x, y, r in TREES for step in line((x, y + r - 1), (x, y + r + 7)))
    return Path(stems, stroke("bark", 2.6)), *(Circle(x, y, r, area("leaf")) for x, y, r in TREES)


def _seams(owner: dict[Cell, int], plan: Plan) -> Iterator[Step]:
    """Yield every side between a tile and another one, or what is none."""
    for cell, number in owner.items():
        corners = plan.hexagon(cell)
        for dq, dr in DIRECTIONS:
            near = cell[0] + dq, cell[1] + dr
            if near in owner and owner[near] <= number:
                continue
            middle = mix(plan.at(cell), plan.at(near), 0.5)
            yield from line(*sorted(corners, key=lambda corner: dist(corner, middle))[:2])


@lru_cache(512)
def printed(p: Point, q: Point) -> tuple[Shape, ...]:
    """Return a link that is printed on a tile: rails with sleepers."""
    along = beside(p, q, 1)
    ties = tuple(step for k in range(1, 6) for step in _across(mix(p, q, k / 6), along, TIE))
    ends = toward(p, q, 8), toward(q, p, 8)
    rails = tuple(
        step
        for side in (-RAIL, RAIL)
        for step in line(*((x + along[0] * side, y + along[1] * side) for x, y in ends))
    )
    return Path(ties, stroke("rail", 2.6)), Path(rails, stroke("rails", 2.6))


def _across(at: Point, along: Point, far: float) -> tuple[Step, ...]:
    return line(*((at[0] + along[0] * far * sign, at[1] + along[1] * far * sign) for sign in (-1, 1)))

"""Where the cursor goes on a board."""

from __future__ import annotations

from typing import Final

from p2pgames.picture.picture import Picture, Spot

DIRECTIONS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ASPECT: Final = 2
"""A character is about twice as high as it is wide."""
SIDEWAYS: Final = 2.5
"""How much farther a step to the side seems than one ahead."""


def nearest(picture: Picture, name: str, direction: str) -> Spot | None:
    """Return the nearest spot in a direction; the same one at the edge, the first legal one from nowhere."""
    here = picture.spot(name)
    if here is None:
        return first(picture)
    down, right = DIRECTIONS[direction]
    costs = ((_cost(here, spot, down, right), spot) for spot in picture.spots)
    ahead = [(cost, spot) for cost, spot in costs if cost is not None]
    return min(ahead, key=lambda pair: pair[0])[1] if ahead else here


def next_legal(picture: Picture, name: str, by: int) -> Spot | None:
    """Return the legal spot so many places after this one, around the board; None if there is none."""
    legal = [spot for spot in picture.spots if spot.legal]
    if not legal:
        return None
    names = [spot.name for spot in legal]
    here = names.index(name) if name in names else -1 if by > 0 else 0
    return legal[(here + by) % len(legal)]


def first(picture: Picture) -> Spot | None:
    """Return the first legal spot, else the first one, else None."""
    return next((spot for spot in picture.spots if spot.legal), next(iter(picture.spots), None))


def _cost(here: Spot, there: Spot, down: int, right: int) -> float | None:
    """Return how far a spot is from another one in a direction; None if it lies elsewhere."""
    rows = (there.row + there.rows / 2 - here.row - here.rows / 2) * ASPECT
    columns = there.column + there.columns / 2 - here.column - here.columns / 2
    ahead, sideways = rows * down + columns * right, abs(rows * right) + abs(columns * down)
    return ahead + SIDEWAYS * sideways if ahead > 0 and sideways <= 3 * ahead + 1 else None

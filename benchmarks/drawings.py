"""Drawings of boards before the last move of a game: how long one takes, and how large it is as SVG with all spots.

``python -m benchmarks.drawings [REPEATS]`` prints the table alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from benchmarks.measure import Row, printed, timed
from p2pgames import registry
from p2pgames.contract import AnyRules, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.drawing.svg import svg
from p2pgames.picture.picture import Drawer, View

GAMES: Final = 5
LIMIT: Final = {"line1": 120, "socks": 120}
"""Kilobytes that are aimed at, where not 90."""


def rows(repeats: int) -> Iterator[Row]:
    """Measure every game that is drawn, with the most seats, as the seat to move sees it."""
    for name in registry.names():
        game = registry.game(name)
        painter = game.painter
        if not isinstance(painter, Drawer):
            continue
        ends = [last(game.rules, seed) for seed in range(GAMES)]
        drawn = [painter.drawing(*end) for end in ends]
        taken = _took(partial(painter.drawing, *end) for end in ends for _ in range(repeats))
        written = _took(partial(svg, each) for each in drawn for _ in range(repeats))
        cells = _took(partial(painter.picture, *end) for end in ends for _ in range(repeats))
        sizes = tuple(len(svg(each)) / 1000 for each in drawn)
        yield Row(
            f"{name}, a drawing",
            "CPU ms",
            taken,
            "its picture in characters",
            median(taken) / median(cells),
            "at most 5",
        )
        yield Row(
            f"{name}, a drawing as SVG",
            "CPU ms",
            written,
            "the drawing alone",
            median(written) / median(taken),
        )
        yield Row(f"{name}, SVG with spots", "kB", sizes, aim=f"at most {LIMIT.get(name, 90)}")


def _took(works: Iterable[Callable[[], object]]) -> tuple[float, ...]:
    """Return the milliseconds of processor time that each took: what else runs is not counted."""
    return tuple(1000 * seconds for work in works for seconds in timed(work, 1, process_time))


def last(rules: AnyRules, seed: int) -> tuple[Any, View]:
    """Return the position before the last move of a random game, and how its mover sees it."""
    dealer = LocalDealer(
        rules, rules.players[-1], resolve_options(rules, rules.players[-1], {}), Random(seed)
    )
    recent: tuple[Any, ...] = ()
    while moves := dealer.moves():
        seat = dealer.turn or 0
        state, view = dealer.state, View(seat=seat, known=dict(dealer.known[seat]), recent=recent)
        move = dealer.random.choice(moves)
        recent = (*recent, (state, seat, move))[-dealer.seats :]
        dealer.play(move)
    return state, view


def main(repeats: str = "7") -> None:
    """Print the table."""
    printed(rows(int(repeats)))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Drawings of boards: how long one takes before the last move of a game, one after each move, and how large it is.

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

from benchmarks.measure import Row, by_turns, printed, timed
from benchmarks.rules import chess_games
from p2pgames import registry
from p2pgames.contract import AnyRules, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.drawing.svg import svg
from p2pgames.picture.picture import Drawer, View

GAMES: Final = 5
CHESS: Final = 8
"""Random games of python-chess beside them: 75 of its moves take 3 ms where it makes 25,000 in a second."""
LIMIT: Final = {"line1": 120, "socks": 120}
"""Kilobytes that are aimed at, where not 90."""


def rows(repeats: int) -> Iterator[Row]:
    """Measure every game that is drawn, with the most seats, as the seat to move sees it."""
    for name in registry.names():
        game = registry.game(name)
        painter = game.painter
        if not isinstance(painter, Drawer):
            continue
        games = [positions(game.rules, seed) for seed in range(GAMES)]
        ends = [each[-1] for each in games]
        works = (partial(_one_by_one, painter, games[0]), partial(chess_games, CHESS))
        following, chess = by_turns(works, repeats, process_time)
        drawn = [painter.drawing(*end) for end in ends]
        written = _took(partial(svg, each) for each in drawn for _ in range(repeats))
        each = tuple(1000 * seconds / len(games[0]) for seconds in following)
        yield Row(
            f"{name}, a drawing of the next move",
            "CPU ms",
            each,
            "one move of python-chess",
            median(each) / 1000 / (median(chess) / chess_games(CHESS)),
            "at most 75",
        )
        sizes = tuple(len(svg(each)) / 1000 for each in drawn)
        yield Row(
            f"{name}, a drawing as SVG",
            "CPU ms",
            written,
            "the drawing of a move",
            median(written) / median(each),
        )
        yield Row(f"{name}, SVG with spots", "kB", sizes, aim=f"at most {LIMIT.get(name, 90)}")


def _took(works: Iterable[Callable[[], object]]) -> tuple[float, ...]:
    """Return the milliseconds of processor time that each took: what else runs is not counted."""
    return tuple(1000 * seconds for work in works for seconds in timed(work, 1, process_time))


def _one_by_one(painter: Drawer, boards: Iterable[tuple[Any, View]]) -> None:
    for state, view in boards:
        painter.drawing(state, view)


def positions(rules: AnyRules, seed: int) -> list[tuple[Any, View]]:
    """Return the positions before each move of a random game, and how its mover sees each."""
    dealer = LocalDealer(
        rules, rules.players[-1], resolve_options(rules, rules.players[-1], {}), Random(seed)
    )
    recent: tuple[Any, ...] = ()
    found = []
    while moves := dealer.moves():
        seat = dealer.turn or 0
        state, view = dealer.state, View(seat=seat, known=dict(dealer.known[seat]), recent=recent)
        found.append((state, view))
        move = dealer.random.choice(moves)
        recent = (*recent, (state, seat, move))[-dealer.seats :]
        dealer.play(move)
    return found


def main(repeats: str = "7") -> None:
    """Print the table."""
    printed(rows(int(repeats)))


if __name__ == "__main__":
    main(*sys.argv[1:])

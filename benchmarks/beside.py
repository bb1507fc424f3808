"""Our random games beside those of python-chess and OpenSpiel, in one run: ``python -m benchmarks.beside``.

Needs ``pip install chess open_spiel``; what is not installed is left out, and the table says so. All three list every
legal move, choose one at random, and make it. OpenSpiel is written in C++, and called from Python as bots in Python do.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from statistics import median
from typing import Any, Final

from benchmarks.measure import Row, printed
from p2pgames import registry
from p2pgames.contract import AnyRules, resolve_options
from p2pgames.dealer import LocalDealer

SPIEL: Final = ("chess", "backgammon", "hex", "havannah", "go")
"""Games of OpenSpiel of about our size."""
GAMES: Final = 10


def rows(repeats: int) -> Iterator[Row]:
    """Measure random games, all moves listed, by the work of the processor: moves made, and moves listed."""
    yield from _others(repeats)
    for name in registry.names():
        rules = registry.game(name).rules
        for seats in sorted({rules.players[0], rules.players[-1]}):

            def ours(rules: AnyRules = rules, seats: int = seats) -> tuple[int, int]:
                return _counted(rules, seats)

            yield from _both(f"p2pgames {name} for {seats}", ours, repeats)


def _others(repeats: int) -> Iterator[Row]:
    yield from _both(f"python-chess {version('chess')}, chess", _chess, repeats)
    try:
        pyspiel = import_module("pyspiel")  # by name: it is no requirement of ours
    except ImportError:
        print("OpenSpiel is not installed here: pip install open_spiel", file=sys.stderr)
        return
    for name in SPIEL:

        def spiel(name: str = name) -> tuple[int, int]:
            return _spiel(pyspiel.load_game(name))

        yield from _both(f"OpenSpiel {_installed('open_spiel')}, {name}", spiel, repeats)


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "of unknown version"


def _both(name: str, games: Callable[[], tuple[int, int]], repeats: int) -> Iterator[Row]:
    """Measure games that return how many moves they made, and how many they listed."""
    games()
    made, listed = [], []
    for _ in range(repeats):
        start = time.process_time()
        moves, all_moves = games()
        seconds = time.process_time() - start
        made.append(moves / seconds)
        listed.append(all_moves / seconds)
    yield Row(f"{name}: moves made", "1/s", tuple(made))
    yield Row(f"{name}: moves listed", "1/s", tuple(listed), "those made", median(listed) / median(made))


def _chess() -> tuple[int, int]:
    import chess

    random, made, listed = Random(1), 0, 0
    for _ in range(GAMES):
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(random.choice(moves))
            made, listed = made + 1, listed + len(moves)
    return made, listed


def _spiel(game: Any) -> tuple[int, int]:
    random, made, listed = Random(1), 0, 0
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                moves, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(moves, chances)[0])
                continue
            moves = state.legal_actions()
            state.apply_action(random.choice(moves))
            made, listed = made + 1, listed + len(moves)
    return made, listed


def _counted(rules: AnyRules, seats: int) -> tuple[int, int]:
    made, listed = 0, 0
    for seed in range(GAMES):
        dealer = LocalDealer(rules, seats, resolve_options(rules, seats, {}), Random(seed))
        while moves := dealer.moves():
            dealer.play(dealer.random.choice(moves))
            made, listed = made + 1, listed + len(moves)
    return made, listed


if __name__ == "__main__":
    printed(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 5))

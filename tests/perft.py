"""Perft: the exact number of move sequences of a given length, which checks a whole move generator.

A file per game in ``tests/perft``; every line is ``seats=2 seed=1 plies=0 depth=3 bonus=own: 12345``: over the
local dealer with this seed, ``plies`` random moves are made first, then all sequences of ``depth`` moves
are counted. A sequence that ends the game earlier counts once. ``python -m tests.perft linja`` counts anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random

from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.registry import game

FOLDER = Path(__file__).parent / "perft"


def lines(name: str) -> Iterator[tuple[str, int]]:
    """Yield each set-up of a game's file and the count recorded for it."""
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        setup, _, count = line.partition(":")
        yield setup, int(count or 0)


def perft(name: str, setup: str) -> int:
    """Count the move sequences of the set-up."""
    settings = dict(pair.split("=", 1) for pair in setup.split())
    seats, seed = int(settings.pop("seats")), settings.pop("seed")
    plies, depth = int(settings.pop("plies")), int(settings.pop("depth"))
    rules = game(name).rules
    dealer = LocalDealer(rules, seats, resolve_options(rules, seats, settings), Random(seed))
    for _ in range(plies):
        seat = dealer.turn
        dealer.play(random_bot(rules, dealer.state, seat, dealer.known[seat], dealer.random))
    return _count(dealer, depth)


def _count(dealer: LocalDealer, depth: int) -> int:
    moves = dealer.moves()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        branch = deepcopy(dealer, {id(dealer.rules): dealer.rules, id(dealer.state): dealer.state})
        branch.play(move)
        total += _count(branch, depth - 1)
    return total


def main(name: str) -> None:
    """Count anew and write the file of one game."""
    text = "".join(f"{setup}: {perft(name, setup)}\n" for setup, _ in lines(name))
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
    print(text, end="")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The page that steps through a whole game: how long it takes to write, and how large it is.

``python -m benchmarks.pages [REPEATS]`` prints the table alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from benchmarks.measure import Row, by_turns, printed
from benchmarks.rules import chess_games
from p2pgames import registry
from p2pgames.drawing.shapes import Drawing
from p2pgames.drawing.svg import svg
from p2pgames.picture.picture import Drawer
from p2pgames_cli.export.film import viewpoints
from p2pgames_cli.export.html import page
from p2pgames_cli.export.picture import stepped
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.main import run
from p2pgames_cli.table import history_text
from p2pgames_protocol.log.replica import Replica

KB: Final = 1000
CHESS: Final = 8
"""Random games of python-chess beside each page."""
AIMS: Final = {"line1": "at most 75,000", "bus": "at most 50,000", "metro": "at most 37,500"}
"""Three, two, and one and a half seconds where python-chess makes 25,000 moves in one."""


def rows(repeats: int) -> Iterator[Row]:
    """Measure a game of each kind with the most seats, between its usual bots."""
    for name in registry.names():
        seats = registry.game(name).rules.players[-1]
        replica = played(name, seats)
        works = (partial(page, replica), partial(chess_games, CHESS))
        whole, chess = by_turns(works, repeats, process_time)
        moves = median(whole) / (median(chess) / chess_games(CHESS))
        boards = drawn(replica)
        size, apart = len(page(replica).encode()), sum(len(svg(each)) for each in boards)
        yield Row(
            f"{name} for {seats}, the page of a whole game written ({len(boards)} boards)",
            "CPU s",
            whole,
            "one move of python-chess",
            moves,
            AIMS.get(name, ""),
        )
        yield Row(
            f"{name} for {seats}, that page",
            "kB",
            (size / KB,),
            "smaller than its boards one by one as SVG",
            apart / size,
            "at most 400",
        )


def played(name: str, seats: int) -> Replica:
    """Return a finished game."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        file = Path(folder) / "game.p2pg"
        run(["demo", name, "--seats", str(seats), "--seed", "page", "--out", str(file)])
        return replay_file(file)


def drawn(replica: Replica) -> list[Drawing]:
    """Return every board of the game as everybody saw it."""
    model = stepped(replica)
    boards = []
    for step in range(len(replica.log) + 1):
        if not history_text.is_worth_a_look(model.handle.history, step) or not isinstance(
            model.painter, Drawer
        ):
            continue
        model.timeline.show_step(step)
        for each in viewpoints(replica):
            model.visibility.viewer, model.visibility.everything = (
                each.seat,
                each.everything,
            )
            boards.append(model.painter.drawing(model.state, model.board_view()))
    return boards


def main(repeats: str = "1") -> None:
    """Print the table."""
    printed(rows(int(repeats)))


if __name__ == "__main__":
    main(*sys.argv[1:])

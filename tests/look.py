"""Look at a game's picture: ``python -m tests.look GAME [seats=2 seed=1 plies=20 columns=88 rows=34 seat=0 ...]``.

Further words: ``bot=NAME``, ``ascii=yes``, ``color=no``, ``cursor=SPOT``, ``typed=TEXT``, ``trace=yes``,
``language=de``, ``svg=FILE`` with ``theme=light`` to write the board's drawing, and options of the game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.drawing.svg import svg
from p2pgames.picture.picture import Row, View, to_ascii
from p2pgames.registry import game
from p2pgames_cli.i18n.catalogue import ENGLISH, use
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.i18n.speaker import speaker

CODES = {
    "bold": "1",
    "dim": "2",
    "reverse": "7",
    "seat0": "38;2;240;228;66",
    "seat1": "38;2;86;180;233",
    "seat2": "38;2;230;159;0",
    "seat3": "38;2;61;220;151",
    "seat4": "38;2;255;154;213",
    "seat5": "38;2;213;94;0",
    "ground": "48;5;235",
    "water": "38;5;67",
    "good": "32",
    "bad": "31",
    "warm": "33",
    "cold": "36",
}


def show(row: Row, coloured: bool, ascii_only: bool) -> str:
    """Return a row as text for a terminal."""
    parts = []
    for ink, text in row:
        shown = to_ascii(text) if ascii_only else text
        codes = ";".join(CODES[name] for name in ink.split()) if coloured else ""
        parts.append(f"\x1b[{codes}m{shown}\x1b[0m" if codes else shown)
    return "".join(parts).rstrip()


def main(name: str, words: dict[str, str]) -> None:
    """Play some moves with a bot and print picture and panel."""
    found = game(name)
    if found.painter is None:
        sys.exit(f"{name} has no painter")
    rules, painter = found.rules, found.painter
    seats, plies = int(words.pop("seats", rules.players[0])), int(words.pop("plies", 20))
    random = Random(words.pop("seed", "1"))
    bot = found.bots[words.pop("bot", found.usual)]
    columns, rows = int(words.pop("columns", 88)), int(words.pop("rows", 34))
    coloured, ascii_only = words.pop("color", "yes") == "yes", words.pop("ascii", "no") == "yes"
    cursor, typed, trace = words.pop("cursor", ""), words.pop("typed", ""), words.pop("trace", "") == "yes"
    eyes, file, theme = words.pop("seat", ""), words.pop("svg", ""), words.pop("theme", "dark")
    use(words.pop("language", ENGLISH))
    dealer = LocalDealer(rules, seats, resolve_options(rules, seats, words), random)
    recent = []
    for _ in range(plies):
        if (turn := dealer.turn) is None:
            break
        move = bot(rules, dealer.state, turn, dealer.known[turn], random)
        recent = [*recent, (dealer.state, turn, move)][-seats:]
        dealer.play(move)
    seat = int(eyes) if eyes else dealer.turn
    view = View(
        columns=columns,
        rows=rows,
        seat=seat,
        known=dealer.known[seat] if seat is not None else {},
        names=("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")[:seats],
        typed=typed,
        cursor=cursor,
        trace=trace,
        recent=tuple(recent),
        say=speaker(),
    )
    if file:
        Path(file).write_text(svg(painter.drawing(dealer.state, view), theme), encoding="utf-8")
        return
    for row in painter.picture(dealer.state, view).rows:
        print(show(row, coloured, ascii_only))
    print("-- panel --")
    for row in painter.side_panel_rows(dealer.state, view):
        print(show(row, coloured, ascii_only))
    for each in range(seats):
        print(f"-- seat {each + 1}: {named(painter.seat_summary(dealer.state, each))}")


if __name__ == "__main__":
    main(sys.argv[1], dict(word.split("=", 1) for word in sys.argv[2:]))

"""Pictures of one position of a game that is looked at: drawn in lines and areas, or in characters."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.drawing.shapes import Drawing
from p2pgames.drawing.svg import svg as drawn
from p2pgames.picture.picture import Drawer
from p2pgames_cli.export.svg import svg
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.screen.desk import desk_at
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.input_line import FOOT
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import history_text
from p2pgames_cli.table.archived import Still
from p2pgames_cli.table.play_options import Manner, Mode
from p2pgames_cli.table.visibility import revealed
from p2pgames_protocol.log.replica.receive import Ledger

CELLS: Final = (90, 40)
"""Columns and rows of a board in characters that stands alone."""


def desk_of(ledger: Ledger, step: int | None = None) -> Desk:
    """Return a spectator's desk with the position after so many steps, None for the last one."""
    game = registry.game(ledger.genesis.proposal.rules)
    desk = desk_at([Still(ledger)], game, Manner(Mode.SCREEN), passive=True, local=True)
    if step is not None:
        desk.show_step(step)
    return desk


def look_as(desk: Desk, seat: Seat | None) -> None:
    """Let the desk show what a seat had seen; with None all cards that were revealed."""
    desk.eyes, desk.everything = seat, seat is None and revealed(desk.ledger)


def drawing(desk: Desk) -> Drawing | None:
    """Return the board as a drawing that tells its step; None where the game has none."""
    if not isinstance(desk.painter, Drawer):
        return None
    board = desk.painter.drawing(desk.state, desk.view(0, 0))
    return replace(board, title=title(desk))


def board(desk: Desk, theme: str) -> str | None:
    """Return the drawing as an SVG picture in the colours of a theme; None where the game has none."""
    shown = drawing(desk)
    return None if shown is None else drawn(shown, theme) + "\n"


def screen(desk: Desk, columns: int, rows: int) -> str:
    """Return the whole screen in characters, as an SVG picture."""
    return svg(compose(desk, columns, rows).rows, title(desk))


def position(desk: Desk, columns: int, rows: int) -> str:
    """Return the board in characters, and what stands beside it where there is room, as an SVG picture."""
    return svg(compose(desk, columns, rows + FOOT).rows[:-FOOT], title(desk))


def title(desk: Desk) -> str:
    """Return what is read aloud in place of a picture: the game, who plays, and what happened last."""
    ledger = desk.ledger
    shown = len(ledger.log) if desk.step is None else desk.step
    said = (
        [history_text.sentence(ledger, entry) for entry in desk.place.history.of_round(shown - 1)]
        if shown
        else []
    )
    steps = _("The position after step {step} of {count}").format(step=shown, count=len(ledger.log)) + "."
    return " ".join([f"{desk.game.title}: {', '.join(ledger.genesis.names)}.", steps, *said])

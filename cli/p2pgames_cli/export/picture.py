"""Pictures of one position of a game that is looked at: drawn in lines and areas, or in characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.drawing.shapes import Drawing
from p2pgames.drawing.svg import svg as drawn
from p2pgames.picture.picture import Drawer, Row
from p2pgames_cli.export import moving
from p2pgames_cli.export.svg import END, runs, start, svg
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.full_presenter import presenter_at
from p2pgames_cli.screen.input_line import FOOT
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import history_text
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.play_options import Mode, PlayOptions
from p2pgames_cli.table.visibility import revealed
from p2pgames_protocol.log.history import MoveEntry
from p2pgames_protocol.log.replica.replica import Replica

CELLS: Final = (90, 40)
"""Columns and rows of a board in characters that stands alone."""


def presenter_of(replica: Replica, step: int | None = None) -> Presenter:
    """Return a spectator's presenter at the position after this many steps; None stands for the last one."""
    game = registry.game(replica.genesis.proposal.rules)
    presenter = presenter_at(
        [ArchivedSeat(replica)], game, PlayOptions(Mode.SCREEN), passive=True, local=True
    )
    if step is not None:
        presenter.model.standpoint.show_step(step)
    return presenter


def look_as(presenter: Presenter, seat: Seat | None) -> None:
    """Let the presenter show what a seat had seen; with None all cards that were revealed."""
    presenter.model.sight.look_as(seat, everything=seat is None and revealed(presenter.model.replica))


def drawing(presenter: Presenter) -> Drawing | None:
    """Return the board as a drawing that tells its step; None if the game has none."""
    model = presenter.model
    if not isinstance(model.painter, Drawer):
        return None
    board = model.painter.drawing(model.state, presenter.input.view(0, 0))
    return replace(board, title=title(presenter))


def board(presenter: Presenter, theme: str) -> str | None:
    """Return the drawing as an SVG picture in the colours of a theme; None if the game has none."""
    shown = drawing(presenter)
    return None if shown is None else drawn(shown, theme) + "\n"


def moving_board(presenter: Presenter, theme: str) -> str | None:
    """Return the whole game as a moving SVG picture; None if it has no drawing. The presenter shows its end then."""
    shown = [board for _step in _moves(presenter) if (board := drawing(presenter)) is not None]
    return moving.of_drawings(shown, theme) if shown else None


def moving_position(presenter: Presenter, columns: int, rows: int) -> str:
    """Return the whole game as `position` shows each of its steps, as a moving SVG picture."""
    shown = [_still(presenter, columns, rows) for _step in _moves(presenter)]
    frames = [list(runs(each)) for each in shown]
    return moving.of_elements("".join(start(shown[-1], title(presenter))), frames, "".join(END))


def _moves(presenter: Presenter) -> Iterator[int]:
    """Yield, and show, each step at which a move has just been made, and before them where the first was made from."""
    history, steps = presenter.model.handle.history, range(len(presenter.model.replica.log))
    made = [k + 1 for k in steps if any(isinstance(entry, MoveEntry) for entry in history.of_round(k))]
    for step in [made[0] - 1, *made] if made else [len(steps)]:
        presenter.model.standpoint.show_step(step)
        yield step


def screen(presenter: Presenter, columns: int, rows: int) -> str:
    """Return the whole screen in characters, as an SVG picture."""
    return svg(compose(presenter, columns, rows).rows, title(presenter))


def position(presenter: Presenter, columns: int, rows: int) -> str:
    """Return the board in characters, and what stands beside it where there is room, as an SVG picture."""
    return svg(_still(presenter, columns, rows), title(presenter))


def _still(presenter: Presenter, columns: int, rows: int) -> Sequence[Row]:
    return compose(presenter, columns, rows + FOOT).rows[:-FOOT]


def title(presenter: Presenter) -> str:
    """Return what is read aloud in place of a picture: the game, who plays, and what happened last."""
    model = presenter.model
    replica = model.replica
    shown = model.standpoint.shown
    said = (
        [history_text.sentence(replica, entry) for entry in model.handle.history.of_round(shown - 1)]
        if shown
        else []
    )
    steps = _("The position after step {step} of {count}").format(step=shown, count=len(replica.log)) + "."
    return " ".join([headed(model.game.title, f"{', '.join(replica.names)}."), steps, *said])

"""A presenter with all the pages of the screen."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgames.contract import Seat
from p2pgames.game import Game
from p2pgames_cli.screen.actions import OWN
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_cli.table.table_model import TableModel


def presenter_at(
    handles: Sequence[SeatHandle],
    game: Game,
    play_options: PlayOptions,
    *,
    passive: bool = False,
    local: bool = False,
    viewer: Seat | None = None,
) -> Presenter:
    """Return a presenter for who plays on these seats, or looks on; see `TableModel`."""
    model = TableModel(handles, game, play_options, passive=passive, local=local, guarded=True, viewer=viewer)
    return Presenter(model, OWN)

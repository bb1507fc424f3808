"""A presenter that takes typed words as well as moves."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgames.contract import Seat
from p2pgames.game import Game
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_cli.table.seat import SeatHandle


def presenter_at(
    places: Sequence[SeatHandle],
    game: Game,
    play_options: PlayOptions,
    *,
    passive: bool = False,
    local: bool = False,
    viewer: Seat | None = None,
) -> Presenter:
    """Return a presenter for who plays at these places, or looks on; see `TableModel`."""
    return Presenter(places, game, play_options, passive, local, viewer=viewer, interpret=actions.typed)

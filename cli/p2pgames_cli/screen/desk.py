"""A desk at which words can be typed as well as moves."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgames.contract import Seat
from p2pgames.game import Game
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table.play_options import Manner
from p2pgames_cli.table.seat import Place


def desk_at(
    places: Sequence[Place],
    game: Game,
    manner: Manner,
    *,
    passive: bool = False,
    local: bool = False,
    eyes: Seat | None = None,
) -> Desk:
    """Return the desk of who plays at these places, or looks on; see `TableModel`."""
    return Desk(places, game, manner, passive, local, eyes=eyes, interpret=actions.typed)

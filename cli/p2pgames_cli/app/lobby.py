"""Who tells and asks the player before a game begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from p2pgames_cli.table.lobby import LobbyFrontEnd
from p2pgames_cli.table.play_options import Mode, PlayOptions

Openings: TypeAlias = Callable[[PlayOptions], LobbyFrontEnd]
"""Makes one for every table: after a game another table may open."""


def on_terminal(how: PlayOptions) -> LobbyFrontEnd:
    """Return what prints lines for people, or objects for programs."""
    if how.mode is Mode.JSON:
        from p2pgames_cli.json.lobby import JsonLobby

        return JsonLobby(how)
    return LobbyFrontEnd(how)

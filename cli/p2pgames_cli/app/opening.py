"""Who tells and asks the player before a game begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from p2pgames_cli.table.opening import Opening
from p2pgames_cli.table.play_options import Mode, PlayOptions

Openings: TypeAlias = Callable[[PlayOptions], Opening]
"""Makes one for every table: after a game another table may open."""


def on_terminal(how: PlayOptions) -> Opening:
    """Return what prints lines for people, or objects for programs."""
    if how.mode is Mode.JSON:
        from p2pgames_cli.json.opening import JsonOpening

        return JsonOpening(how)
    return Opening(how)

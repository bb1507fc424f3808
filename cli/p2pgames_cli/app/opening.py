"""Who tells and asks the player before a game begins."""

from __future__ import annotations

from p2pgames_cli.table.opening import Opening
from p2pgames_cli.table.play_options import Manner


def opening_for(how: Manner) -> Opening:
    """Return what tells and asks the player: lines of text, or the full screen where that is the client's home."""
    if not how.within:
        return Opening(how)
    from p2pgames_cli.screen.waiting_room import Waiting

    return Waiting(how)

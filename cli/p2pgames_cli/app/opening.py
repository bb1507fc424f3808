"""Who tells and asks the player before a game begins."""

from __future__ import annotations

from p2pgames_cli.table.opening import Opening
from p2pgames_cli.table.play_options import Manner, Mode


def opening_for(how: Manner) -> Opening:
    """Return what tells and asks the player: objects, lines of text, or at the client's home the full screen."""
    if how.mode is Mode.JSON:
        from p2pgames_cli.json.opening import Announcing

        return Announcing(how)
    if not how.within:
        return Opening(how)
    from p2pgames_cli.screen.waiting_room import Waiting

    return Waiting(how)

"""What the others did since the player looked, summed up in a line."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from p2pgames.text import isolated
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.table import history_text
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.log.history import MoveEntry

WORD: Final = N_("Meanwhile")
"""What stands before the line."""


def unseen_moves(model: TableModel) -> tuple[MoveEntry, ...]:
    """Return the moves of the others that a player who sits alone here has not seen; several have seen them all."""
    alone = len(model.timeline.handles) == 1 and model.what_if is None
    return tuple(model.unread.moves()) if alone else ()


def summary_line(model: TableModel, played: tuple[MoveEntry, ...]) -> str:
    """Return in a line what was done since the player looked, and what points it brought."""
    replica = model.replica
    turns = groupby(played, key=lambda made: made.seat)
    told = {"pass": _("passed")}  # a pass says nothing of the board: it is told as a word
    said = [
        f"{isolated(replica.names[seat])} {', '.join(told.get(text, text) for text in texts)}"
        for seat, several in turns
        for texts in [[history_text.with_names(replica, made) for made in several]]
    ]
    rules = replica.rules
    before, now = rules.scores(played[0].state), rules.scores(model.position.state)
    changed = [
        f"{isolated(name)} {more:+d}"
        for name, was, points in zip(
            replica.names, before or (), now or (), strict=False
        )  # some games count none
        if (more := points - was)
    ]
    text = "; ".join(said)
    return _("{moves}; points: {points}").format(moves=text, points=", ".join(changed)) if changed else text

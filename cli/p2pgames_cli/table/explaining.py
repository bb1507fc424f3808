"""Where the rules explain what a player has before them: what was refused, what they point at."""

from __future__ import annotations

from p2pgames.contract import Illegal
from p2pgames.rules_text import Place
from p2pgames.text import Message
from p2pgames_cli.table.table_model import TableModel


def place(model: TableModel) -> Place | None:
    """Return the block of the rules on what was refused, else on what stands where the player points; or None."""
    text = model.game.in_words
    spot, typed = model.turn.before_player()
    why = text.explaining(model.turn.refused or _refusal(model, typed))
    return why or (text.explaining(model.here(spot)) if spot else None)


def _refusal(model: TableModel, typed: str) -> Message | None:
    """Return why what stands in the line is no move."""
    if model.mine is None or not typed.strip():
        return None
    try:
        model.turn.meant(typed)
    except Illegal as refusal:
        return refusal.message
    return None

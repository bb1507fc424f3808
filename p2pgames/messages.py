"""Sentences that the rules of every game say."""

from __future__ import annotations

from p2pgames.text import FaceName, message

GAME_OVER = message("game.over", "The game is over.")
NOT_NOW = message("game.not-now", "It is not the time for that.")
NOT_YOUR_TURN = message("game.not-your-turn", "It is not your turn.")
NOT_HELD = message("game.not-held", "You do not hold {face}.", face=FaceName)

"""How a table is left."""

from __future__ import annotations


class Quit(Exception):
    """The player closes the client; the game is kept."""

"""The browser of this computer, asked to open a link."""

from __future__ import annotations

import webbrowser
from typing import Final

import trio

IN_TERMINAL: Final = ("www-browser", "links", "elinks", "lynx", "w3m")
"""Browsers that would take the terminal away from the game."""


async def open_link(link: str) -> None:
    """Ask the player's browser to show a page, without waiting for it; without a browser, do nothing."""
    await trio.to_thread.run_sync(_open, link, abandon_on_cancel=True)


def _open(link: str) -> None:
    try:
        found = webbrowser.get()
        if getattr(found, "name", "") not in IN_TERMINAL:
            found.open(link)
    except (webbrowser.Error, OSError):
        return

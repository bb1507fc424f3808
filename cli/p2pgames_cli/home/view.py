"""Showing the home on a terminal, until the player leaves or something is to be done without it."""

from __future__ import annotations

import threading

from p2pgames_cli.home.games import Games
from p2pgames_cli.ui.app import application
from p2pgames_cli.ui.page_stack import PageStack
from p2pgames_cli.ui.tty import full_screen


def show(stack: PageStack, games: Games) -> None:
    """Show the pages until the player leaves, or something is to be done without them."""
    app, stop = application(stack), threading.Event()
    thread = games.follow(app.invalidate, stop)
    try:
        with full_screen(app.renderer.reset):
            app.run(handle_sigint=False)
    finally:
        stop.set()
        thread.join()

"""Showing the home on a terminal, until the player leaves or something is to be done without it."""

from __future__ import annotations

import threading
from typing import Final

import trio
from prompt_toolkit.application import Application

from p2pgames_cli.home.games import Games
from p2pgames_cli.home.open_tables import complaint
from p2pgames_cli.screen.app import finished
from p2pgames_cli.table.live_table import LiveTables
from p2pgames_cli.ui.app import application
from p2pgames_cli.ui.page_stack import PageStack

BEAT: Final = 20.0
"""Seconds after which what is said about waiting is looked at again."""


def show(stack: PageStack, games: Games, tables: LiveTables) -> None:
    """Show the pages until the player leaves, or something is to be done without them."""
    app, stop = application(stack), threading.Event()
    thread = games.follow(app.invalidate, stop)
    try:
        tables.run(_shown, app, stack, tables)
    finally:
        stop.set()
        thread.join()


async def _shown(app: Application[None], stack: PageStack, tables: LiveTables) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_follow, app, stack, tables)
        await finished(app)
        nursery.cancel_scope.cancel()


async def _follow(app: Application[None], stack: PageStack, tables: LiveTables) -> None:
    """Show how the open tables stand, and call the player where one begins to wait."""
    before = tables.waiting_beside()
    while True:
        stack.notice = complaint(tables) or stack.notice
        waiting = tables.waiting_beside()
        if waiting - before and stack.play_options.settings["notices.bell"]:
            app.output.bell()
        before = waiting
        app.invalidate()
        with trio.move_on_after(BEAT):
            await tables.changed()

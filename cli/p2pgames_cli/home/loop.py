"""From the home to a table and back, until the player leaves."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Final

import trio

from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.config.user import User
from p2pgames_cli.home.context import HomePlace, do
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.main import Pages
from p2pgames_cli.home.open_tables import leaving_question, why_ended
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.table.live_table import LiveTables
from p2pgames_cli.table.session import BrowserWindow, Client
from p2pgames_cli.ui import tty
from p2pgames_cli.ui.app import application, finished

# Showing the home on a terminal, until the player leaves or something is to be done without it.

BEAT: Final = 20.0
"""Seconds after which what is said about waiting is looked at again."""


def show(stack: PageStack, games: Games, tables: LiveTables) -> None:
    """Show the pages until the player leaves, or something is to be done without them."""
    app, stop = application(stack), threading.Event()

    async def shown() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_follow, stack, tables, app.invalidate, app.output.bell)
            await finished(app)
            nursery.cancel_scope.cancel()

    thread = games.follow(app.invalidate, stop)
    try:
        tables.run(shown)
    finally:
        stop.set()
        thread.join()


async def _follow(
    stack: PageStack, tables: LiveTables, redraw: Callable[[], None], ring: Callable[[], None]
) -> None:
    """Show how the open tables stand, and call the player where one begins to wait."""
    before = tables.waiting_beside()
    while True:
        stack.notice = why_ended(tables) or stack.notice
        waiting = tables.waiting_beside()
        if waiting - before and stack.client.settings["notices.bell"]:
            ring()
        before = waiting
        redraw()
        with trio.move_on_after(BEAT):
            await tables.changed()


def at_home(user: User, client: Client) -> Code:
    """Show the home on the terminal, and do what is chosen there, until the player leaves."""
    from p2pgames_cli.home.at_window import at_window
    from p2pgames_cli.screen.waiting_room import ScreenLobby
    from p2pgames_cli.ui.guest import Host

    games = Games(user.home)
    if user.home.has_identity():
        games.identity = user.identity()
    stack = PageStack([], client=client)
    with Host() as host:
        tables = LiveTables(host.run, host.nursery)
        if client.window is not None:
            host.run(_hold, host.nursery, client.window)
        place = HomePlace(ScreenLobby, tables=tables, elsewhere=partial(at_window, user, client, host.run))
        pages = Pages(user, games, stack, do, place)
        games.refresh()
        pages.go_to_waiting_game()
        while not (stack.closed or tty.leaving):  # a signal comes back here from a table as Ctrl-C does
            games.refresh()
            stack.head, stack.leaving = pages.head(), leaving_question(tables)
            show(stack, games, tables)
            if (after := stack.after) is not None:
                stack.after = None
                stack.attempt(after)
        host.run(tables.close)
    return Code.FINE


async def _hold(nursery: trio.Nursery, window: BrowserWindow) -> None:
    """Have the window at the side of every table."""
    nursery.start_soon(window.hold)

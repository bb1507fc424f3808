"""From the home to a table and back, until the player leaves."""

from __future__ import annotations

from functools import partial

import trio

from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.config.user import User
from p2pgames_cli.home.context import Place, do
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.main import Pages
from p2pgames_cli.home.open_tables import question
from p2pgames_cli.table.live_table import LiveTables
from p2pgames_cli.table.play_options import Companion, PlayOptions
from p2pgames_cli.ui import tty
from p2pgames_cli.ui.page_stack import PageStack


def at_home(user: User, how: PlayOptions) -> Code:
    """Show the home on the terminal, and do what is chosen there, until the player leaves."""
    from p2pgames_cli.home import view
    from p2pgames_cli.home.at_window import at_window
    from p2pgames_cli.screen.waiting_room import Waiting
    from p2pgames_cli.ui.guest import Host

    games = Games(user.home)
    if user.home.has_identity():
        games.identity = user.identity()
    stack = PageStack([], play_options=how)
    with Host() as host:
        tables = LiveTables(host.run, host.nursery)
        if how.window is not None:
            host.run(_hold, host.nursery, how.window)
        place = Place(Waiting, tables=tables, elsewhere=partial(at_window, user, how, host.run))
        pages = Pages(user, games, stack, do, place)
        games.look()
        pages.begin()
        while not (stack.closed or tty.leaving):  # a signal comes back here from a table as Ctrl-C does
            games.look()
            stack.head, stack.leaving = pages.head(), question(tables)
            view.show(stack, games, tables)
            if (after := stack.after) is not None:
                stack.after = None
                stack.attempt(after)
        host.run(tables.close)
    return Code.FINE


async def _hold(nursery: trio.Nursery, window: Companion) -> None:
    """Have the window at the side of every table."""
    nursery.start_soon(window.hold)

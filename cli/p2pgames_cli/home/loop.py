"""From the home to a table and back, until the player leaves."""

from __future__ import annotations

from functools import partial

from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.config.user import User
from p2pgames_cli.home.context import Place, do
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.main import Pages
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_cli.ui.page_stack import PageStack


def at_home(user: User, how: PlayOptions) -> Code:
    """Show the home on the terminal, and do what is chosen there, until the player leaves."""
    from p2pgames_cli.home import view
    from p2pgames_cli.home.at_window import at_window
    from p2pgames_cli.screen.waiting_room import Waiting

    games = Games(user.home)
    if user.home.has_identity():
        games.identity = user.identity()
    stack = PageStack([], play_options=how)
    pages = Pages(user, games, stack, do, Place(Waiting, elsewhere=partial(at_window, user, how)))
    while not stack.closed:
        games.look()
        stack.head = pages.head()
        view.show(stack, games)
        if (after := stack.after) is not None:
            stack.after = None
            stack.attempt(after)
    return Code.FINE

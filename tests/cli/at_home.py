"""The home, with the keys pressed by a test."""

from __future__ import annotations

from threading import Event

from p2pgames_cli.commands.play_flags import on_terminal
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.config.user import User
from p2pgames_cli.home.context import HomePlace
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.main import Pages
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.table.session import Client, Mode, PlayOptions
from p2pgames_cli.ui.app import compose
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity


def text(stack, columns=80, rows=24):
    """Return the screen's characters, a line for every row."""
    content = compose(stack, columns, rows)
    lines = ["".join(part for _, part in row) for row in content.rows]
    assert [len(line) for line in lines] == [columns] * rows
    return "\n".join(line.rstrip() for line in lines)


class AtHome:
    """A home at which requests are noted instead of carried out."""

    def __init__(self, folder, *, new=False, name=None):
        self.where = Home(folder)
        self.ran = []
        self.games = Games(self.where)
        self.stack = PageStack(
            [], client=Client(PlayOptions(Mode.SCREEN), settings=LiveSettings(folder / "settings.toml"))
        )
        if not new:
            self.games.identity = identity(0)
            self.where.keep_identity(identity(0))
            self.where.keep_name("Ada")
        elif self.where.has_identity():
            self.games.identity = self.where.identity(None)
        self.games.refresh()
        self.user = User(self.where, name)
        self.pages = Pages(
            self.user, self.games, self.stack, self.noted, HomePlace(on_terminal, elsewhere=lambda: None)
        )
        self.stack.head = self.pages.head()

    def noted(self, _use_case, request):
        """Note a request as one that came to nothing: the page stays as it is."""
        self.ran.append(request)
        return Code.FAILURE

    def read_games(self):
        """Have it found out how all games stand, as happens beside the screen."""
        self.games.follow(lambda: None, Event()).join()

    def choose(self, at):
        """Go to a line of the page that is seen, counted from the end."""
        page = self.stack.page
        page.chosen = len(page.build().lines if page is self.pages.first else page.items) + at

    def press(self, *keys):
        """Press keys, or go to the last game, and do at once what needs the screen out of the way."""
        stack = self.stack

        def own():
            self.choose(-1)
            stack.page.at = 0

        ways = {
            "own": own,
            "\r": lambda: stack.press("enter"),
            "\x1b": lambda: stack.press("escape"),
            "^": lambda: stack.press("up"),
        }
        ways |= {"v": lambda: stack.press("down"), ">": lambda: stack.press("right")}
        for key in keys:
            ways.get(key, lambda key=key: stack.type(key))()
            self.settle()
        return self

    def settle(self):
        """Do what waits until the screen is out of the way."""
        if self.stack.after is not None:
            after, self.stack.after = self.stack.after, None
            self.stack.attempt(after)

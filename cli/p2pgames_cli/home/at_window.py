"""The home in the browser of this computer: one page for it, and for every table that is opened from it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import trio

from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.config.user import User
from p2pgames_cli.home.context import Place, do
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.main import Pages
from p2pgames_cli.home.open_tables import complaint, question
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.live_table import LiveTables, Run
from p2pgames_cli.table.session import Mode, PlayOptions
from p2pgames_cli.ui.page_stack import PageStack
from p2pgames_cli.window.home import HomeScene
from p2pgames_cli.window.window import Window, tell_link


def at_window(user: User, how: PlayOptions, run: Run = trio.run) -> Code:
    """Show the home in the player's browser, and do what is chosen there, until the player leaves."""
    games = Games(user.home)
    if user.home.has_identity():
        games.identity = user.identity()
    window = Window(how.settings, at_once=True, told=tell_link)
    how = replace(how, mode=Mode.WINDOW, window=window, within=True)
    code: Code = run(window.beside, _Stay(user, games, how, window).run)
    return code


@dataclass
class _Stay:
    """The home, from its first page until the player leaves."""

    user: User
    games: Games
    how: PlayOptions
    window: Window

    async def run(self) -> Code:
        """Show the pages; what is chosen is done in a thread, so that the page goes on being served."""
        stack = PageStack([], play_options=self.how)
        scene = HomeScene(stack)
        token = trio.lowlevel.current_trio_token()

        def tell(text: str) -> None:
            scene.busy = text
            token.run_sync_soon(self.window.poke)

        async with trio.open_nursery() as nursery:
            tables = LiveTables(trio.from_thread.run, nursery)
            place = Place(self.window.opening, tell, copies=True, tables=tables)
            pages = Pages(self.user, self.games, stack, do, place)
            self.games.look()
            pages.begin()
            while not stack.closed:
                self.games.look()
                stack.head, stack.leaving = pages.head(), question(tables)
                await self._shown(scene, token, tables)
                if (after := stack.after) is not None:
                    stack.after, scene.busy = None, _("One moment ...")
                    self.window.poke()
                    await trio.to_thread.run_sync(stack.attempt, after)
                    scene.busy = ""
            await tables.close()
            nursery.cancel_scope.cancel()
        return Code.FINE

    async def _shown(self, scene: HomeScene, token: trio.lowlevel.TrioToken, tables: LiveTables) -> None:
        """Show the pages, and how the games stand as that is found out, until something is to be done."""
        stop = threading.Event()
        self.games.follow(lambda: token.run_sync_soon(self.window.poke), stop)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._follow, scene.stack, tables)
                await self.window.stay(scene, lambda: scene.stack.done)
                nursery.cancel_scope.cancel()
        finally:
            stop.set()

    async def _follow(self, stack: PageStack, tables: LiveTables) -> None:
        """Show how the open tables stand."""
        while True:
            stack.notice = complaint(tables) or stack.notice
            self.window.poke()
            await tables.changed()

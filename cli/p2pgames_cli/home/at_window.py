"""The home in the browser of this computer: one page for it, and for every table that is opened from it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

import trio

from p2pgames import registry
from p2pgames.dealer import LocalDealer
from p2pgames.drawing.svg import svg
from p2pgames.picture.picture import Drawer, View
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.config.user import User
from p2pgames_cli.home.context import HomePlace, do
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.main import Pages
from p2pgames_cli.home.open_tables import leaving_question, why_ended
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.table.actions.everything import usual_keys
from p2pgames_cli.table.live_table import LiveTables, Run
from p2pgames_cli.table.session import Client, Mode
from p2pgames_cli.window.window import Window, tell_link

SEED: Final = 3
"""Of the games on the cards: with it each board looks like its game."""
PLIES: Final = 24
"""Moves after which a board is shown on its card: each of the five is well under way then, and none is over."""


def board_of(name: str) -> str:
    """Return the board of a game as SVG, some moves after bots began; empty where it cannot be drawn."""
    try:
        game = registry.game(name)
        if not isinstance(game.painter, Drawer):
            return ""
        seats = min(game.rules.players[-1], 3)
        dealer, random = LocalDealer(game.rules, seats, {}, Random(SEED)), Random(SEED)
        for _ply in range(PLIES):
            if (seat := dealer.turn) is not None:
                dealer.play(game.bots[game.usual](game.rules, dealer.state, seat, dealer.known[seat], random))
        drawing = game.painter.drawing(dealer.state, View(say=speaker(())))
        return svg(drawing, prefix=f"card-{name}-", spots=False)
    except Exception:  # noqa: BLE001  # a game is somebody's package: it may fail in any way
        return ""


@dataclass
class HomeScene:
    """Shows a stack of pages, and what is being done meanwhile."""

    stack: PageStack
    busy: str = ""
    """What is being done, while no page takes anything in; empty for nothing."""
    pictures: dict[str, str] = field(default_factory=dict)
    """The board of every game, by its name, as far as they are drawn."""
    _last: dict[str, Any] = field(default_factory=dict)

    def parts(self) -> dict[str, Any]:
        """Return everything by name; what lies there while something is done stays as it was."""
        if not self.busy or not self._last:
            self._last = {"head": self.stack.head, **self.stack.plain()}
        theme = str(self.stack.settings["window.theme"]).removeprefix("auto")
        return {"home": {**self._last, "busy": self.busy}, "pictures": self.pictures, "theme": theme}

    def handle_message(self, said: Mapping[str, Any], /) -> None:
        """Do what a page says."""
        client = self.stack.client
        if self.busy:
            return
        if isinstance(theme := said.get("theme"), str):
            settings = client.settings
            self.stack.attempt(lambda: settings.change({"window.theme": theme or "auto"}, usual_keys()))
        else:
            self.stack.look_up_settings()
            self.stack.handle_event(said)


def at_window(user: User, client: Client, run: Run = trio.run) -> Code:
    """Show the home in the player's browser, and do what is chosen there, until the player leaves."""
    games = Games(user.home)
    if user.home.has_identity():
        games.identity = user.identity()
    window = Window(client.settings, at_once=True, told=tell_link)
    client = replace(client.with_options(mode=Mode.WINDOW), window=window, within=True)
    code: Code = run(window.beside, _Stay(user, games, client, window).run)
    return code


@dataclass
class _Stay:
    """The home, from its first page until the player leaves."""

    user: User
    games: Games
    client: Client
    window: Window

    async def run(self) -> Code:
        """Show the pages; what is chosen is done in a thread, so that the page goes on being served."""
        stack = PageStack([], client=self.client)
        scene = HomeScene(stack)
        token = trio.lowlevel.current_trio_token()

        def tell(text: str) -> None:
            scene.busy = text
            token.run_sync_soon(self.window.poke)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._draw, scene)
            tables = LiveTables(trio.from_thread.run, nursery)
            place = HomePlace(self.window.opening, tell, copies=True, tables=tables)
            pages = Pages(self.user, self.games, stack, do, place)
            self.games.refresh()
            pages.go_to_waiting_game()
            while not stack.closed:
                self.games.refresh()
                stack.head, stack.leaving = pages.head(), leaving_question(tables)
                await self._shown(scene, token, tables)
                if (after := stack.after) is not None:
                    stack.after, scene.busy = None, _("One moment ...")
                    self.window.poke()
                    await trio.to_thread.run_sync(stack.attempt, after)
                    scene.busy = ""
            await tables.close()
            nursery.cancel_scope.cancel()
        return Code.FINE

    async def _draw(self, scene: HomeScene) -> None:
        """Draw the boards beside the page, and show all at once: each time that is sent anew."""
        scene.pictures = {
            name: await trio.to_thread.run_sync(board_of, name, abandon_on_cancel=True)
            for name in registry.names()
        }
        self.window.poke()

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
            stack.notice = why_ended(tables) or stack.notice
            self.window.poke()
            await tables.changed()

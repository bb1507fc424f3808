"""The window: one page in the browser of this computer, which shows whatever table its client is at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import outcome
import trio

from p2pgames.contract import Illegal, Seat
from p2pgames.game import Game
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.table.opening import Opening
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_cli.table.seat import SeatHandle
from p2pgames_cli.table.table_model import TableModel

if TYPE_CHECKING:
    from p2pgames_cli.table.front_end import Task
    from p2pgames_cli.window.page_model import PageModel
    from p2pgames_cli.window.server import Server
    from p2pgames_cli.window.stream import Stream

T = TypeVar("T")
BEAT: Final = 5.0
"""Seconds after which what is said about waiting is looked at again."""


class Scene(Protocol):
    """What the page shows."""

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""


@dataclass
class Window:
    """Serves nothing before somebody wants it open."""

    settings: LiveSettings
    at_once: bool = False
    """Whether it opens as soon as the client runs."""
    browser: bool = True
    """Whether the player's browser is asked to show it then."""
    told: Callable[[str], None] = lambda _link: None
    """Called with the link when it opens by itself."""
    _scene: Scene | None = None
    _take: Callable[[Mapping[str, Any]], None] = lambda _said: None
    _news: trio.Event = field(default_factory=trio.Event)
    _nursery: trio.Nursery | None = None
    _server: Server | None = None
    _pages: list[trio.CancelScope] = field(default_factory=list)

    # -- the client's side --

    async def beside(self, main: Callable[..., Awaitable[T]], *arguments: object) -> T:
        """Run the client with the window at its side, and return what it returns; the window ends with it."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            if self.at_once:
                self.told(await self.open())
            result = await outcome.acapture(main, *arguments)
            nursery.cancel_scope.cancel()
        self._nursery = self._server = None
        return result.unwrap()

    async def open(self) -> str:
        """Return a link that opens the page once, and have the player's browser follow it."""
        from p2pgames_cli.window.browser import open_link

        link = (await self._serving()).link()
        if self.browser and self._nursery is not None:
            self._nursery.start_soon(open_link, link)
        return link

    async def _serving(self) -> Server:
        from p2pgames_cli.window.admission import Admission
        from p2pgames_cli.window.server import Server

        if self._nursery is None:
            raise RuntimeError("a window needs its client to run")
        if self._server is None:
            self._server = Server(Admission(ended=self._ended), self._attend, self._page)
            await self._nursery.start(self._server.run)
        return self._server

    def _page(self) -> bytes:
        from p2pgames_cli.window.files import page

        return page(str(self.settings["window.theme"]).removeprefix("auto"))

    def opening(self, how: PlayOptions) -> Opening:
        """Return what tells and asks while a table fills up, in lines and on the page."""
        from p2pgames_cli.window.lobby import Lobby
        from p2pgames_cli.window.opening import InBoth

        lobby = Lobby()
        self._show(lobby, lobby.take)
        return InBoth(how, lobby=lobby, changed=self._poke)

    async def show(
        self,
        places: Sequence[SeatHandle],
        game: Game,
        play_options: PlayOptions,
        planning: Planning,
        *,
        passive: bool,
        local: bool,
        viewer: Seat | None = None,
        step: int | None = None,
    ) -> None:
        """Show a table until the player leaves it at the window."""
        from p2pgames_cli.window.page_model import PageModel
        from p2pgames_cli.window.requests import take
        from p2pgames_cli.window.view import TableView

        table = TableModel(
            places, game, play_options, passive=passive, local=local, guarded=True, viewer=viewer
        )
        model = PageModel(table)
        model.table.planning = planning
        if step is not None:
            model.table.standpoint.show_step(step)
        view = TableView(model)
        before = self._scene, self._take
        self._show(view, lambda said: self._done(model, said, take))
        async with trio.open_nursery() as nursery:
            model.start = lambda task: nursery.start_soon(self._do, model, task)
            nursery.start_soon(self._follow, model)
            nursery.start_soon(self._beat, model)
            while not (model.closed or (self._pages and model.table.play_options.rematch.decided)):
                await self._news.wait()
            nursery.cancel_scope.cancel()
        self._show(*before)

    def _done(
        self, model: PageModel, said: Mapping[str, Any], take: Callable[[PageModel, Mapping[str, Any]], None]
    ) -> None:
        take(model, said)
        self._ready(model)

    def _ready(self, model: PageModel) -> None:
        """Where somebody looks, take in what is new, have the moves listed, and show it all."""
        if self._pages:
            model.table.play_options.settings.look()
            model.catch_up()
            model.list_moves()
            self._poke()

    async def _do(self, model: PageModel, task: Task) -> None:
        try:
            await task()
        except Illegal as refusal:
            model.notices.refuse(refusal)
        self._poke()

    async def _follow(self, model: PageModel) -> None:
        while True:
            if self._pages:
                await model.table.play_options.rematch.look(model.table.handle)
            self._ready(model)
            await model.table.handle.changed()

    async def _beat(self, model: PageModel) -> None:
        while True:
            await trio.sleep(BEAT)
            self._ready(model)

    # -- the pages' side --

    def _show(self, scene: Scene | None, take: Callable[[Mapping[str, Any]], None]) -> None:
        self._scene, self._take = scene, take
        self._poke()

    def _poke(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _ended(self) -> None:
        for page in self._pages:
            page.cancel()

    async def _attend(self, stream: Stream) -> None:
        """Keep a page as things are, and do what it says, until it is gone."""
        from p2pgames_cli.window.stream import GONE

        try:
            async with trio.open_nursery() as nursery:
                self._pages.append(nursery.cancel_scope)
                self._take({})
                nursery.start_soon(self._tell, stream, nursery.cancel_scope)
                while isinstance(said := await stream.next(), dict):
                    self._take(said)
                nursery.cancel_scope.cancel()
        except* GONE:
            pass
        finally:
            self._pages = [page for page in self._pages if page is not nursery.cancel_scope]

    async def _tell(self, stream: Stream, page: trio.CancelScope) -> None:
        from p2pgames_cli.window.sent import Sent
        from p2pgames_cli.window.stream import GONE

        sent = Sent()
        while True:
            news = self._news
            said = sent.changes(self._scene.parts() if self._scene is not None else {})
            try:
                if said:
                    await stream.send(said)
            except GONE:
                page.cancel()
                return
            await news.wait()

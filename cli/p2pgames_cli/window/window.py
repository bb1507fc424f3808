"""The window: one page in the browser of this computer, which shows whatever table its client is at."""

from __future__ import annotations

import webbrowser
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, TypeVar

import outcome
import trio

from p2pgames.contract import Illegal, Seat
from p2pgames_cli.config import console
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.table.session import Client, Mode, TableSession, WhatIfStart
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.window.scene import Nothing, Scene, TableScene

if TYPE_CHECKING:
    from p2pgames_cli.table.front_end import Task
    from p2pgames_cli.table.lobby import LobbyFrontEnd
    from p2pgames_cli.window.lobby import LobbyScene
    from p2pgames_cli.window.page_model import PageModel
    from p2pgames_cli.window.server import Server
    from p2pgames_cli.window.stream import Stream

T = TypeVar("T")
BEAT: Final = 5.0
"""Seconds after which what is said about waiting is looked at again."""


# The browser of this computer, asked to open a link.

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


# What one page has been sent already, so that it is sent only the differences.

MOST: Final = 20_000
"""Shapes of a drawing that a page keeps; with one more it begins anew."""


@dataclass
class Sent:
    """What the page has, part by part; of lists that only grow, only what is new is sent."""

    parts: dict[str, Any] = field(default_factory=dict)
    shapes: dict[str, dict[str, int]] = field(default_factory=dict)
    """The elements that the page has of each drawing, with their numbers."""

    def changes(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is to be sent of a view, and take it as sent."""
        changed: dict[str, Any] = {}
        for name, value in view.items():
            if name not in self.parts or self.parts[name] != value:
                changed[name] = self._as_sent(name, value)
                self.parts[name] = value
        for name in self.parts.keys() - view.keys():
            del self.parts[name]
            changed[name] = None
        return changed

    def _as_sent(self, name: str, value: Any) -> Any:
        if isinstance(value, Mapping) and "shapes" in value:
            return self._drawn(self.shapes.setdefault(name, {}), value)
        if isinstance(value, list) and name in ("events", "chat"):
            return _grown(self.parts.get(name) or [], value)
        return value

    def _drawn(self, shapes: dict[str, int], drawing: Mapping[str, Any]) -> dict[str, Any]:
        """Return a drawing whose shapes are numbers, with those elements that the page lacks."""
        if len(shapes) > MOST:
            shapes.clear()
        fresh = [shape for shape in dict.fromkeys(drawing["shapes"]) if shape not in shapes]
        first = len(shapes)
        shapes.update((shape, first + at) for at, shape in enumerate(fresh))
        return {
            **drawing,
            "shapes": [shapes[each] for each in drawing["shapes"]],
            "fresh": fresh,
            "first": first,
        }


def _grown(before: Sequence[Any], now: Sequence[Any]) -> dict[str, Any]:
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    return {"from": same, "add": list(now[same:])}


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
    _rest: Scene = field(default_factory=Nothing)
    """What is shown where no table is."""
    _scene: Scene = field(default_factory=Nothing)
    _news: trio.Event = field(default_factory=trio.Event)
    _nursery: trio.Nursery | None = None
    _server: Server | None = None
    _pages: list[trio.CancelScope] = field(default_factory=list)

    # -- the client's side --

    async def beside(self, main: Callable[..., Awaitable[T]], *arguments: object) -> T:
        """Run the client with the window at its side, and return what it returns; the window ends with it.

        Where it is held already it stays.
        """
        if self._nursery is not None:
            if self.at_once and self._server is None:
                self.told(await self.open())
            return await main(*arguments)
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            result = await outcome.acapture(self.beside, main, *arguments)
            nursery.cancel_scope.cancel()
        self._nursery = self._server = None
        return result.unwrap()

    async def hold(self) -> None:
        """Have the window at the side of all that runs in this loop, until cancelled."""
        async with trio.open_nursery() as self._nursery:
            await trio.sleep_forever()

    async def stay(self, scene: Scene, until: Callable[[], bool]) -> None:
        """Show something where no table is, until something holds that pages bring about."""
        self._rest = scene
        self._show(scene)
        while not until():
            await self._news.wait()

    async def open(self) -> str:
        """Return a link that opens the page once, and have the player's browser follow it."""

        link = (await self._serving()).link()
        if self.browser and self._nursery is not None:
            self._nursery.start_soon(open_link, link)
        return link

    async def _serving(self) -> Server:
        from p2pgames_cli.window.server import Admission, Server

        if self._nursery is None:
            raise RuntimeError("a window needs its client to run")
        if self._server is None:
            self._server = Server(Admission(ended=self._ended), self._attend, self._page, self._saved)
            await self._nursery.start(self._server.run)
            self.poke()
        return self._server

    def _page(self) -> bytes:
        from p2pgames_cli.window.files import page

        return page(str(self.settings["window.theme"]).removeprefix("auto"))

    async def _saved(self) -> tuple[str, bytes] | None:
        return await self._scene.saved() if isinstance(self._scene, TableScene) else None

    def opening(self, client: Client, printed: LobbyFrontEnd | None = None) -> LobbyFrontEnd:
        """Return what tells and asks while a table fills up: on the page, and printed where it is read."""
        from p2pgames_cli.table.lobby import LobbyFrontEnd
        from p2pgames_cli.window.lobby import LobbyScene, PageLobby, WindowLobby

        def is_aside() -> bool:
            return client.live is not None and client.live.is_aside

        lobby = LobbyScene()
        changed = partial(self._see, is_aside, lobby)
        if client.options.mode is Mode.WINDOW and client.within:
            return PageLobby(client, lobby=lobby, changed=changed)
        beside = printed or LobbyFrontEnd(client)
        asking = client.options.mode is not Mode.WINDOW
        return WindowLobby(client, lobby=lobby, changed=changed, printed=beside, asking=asking)

    def _see(self, is_aside: Callable[[], bool], lobby: LobbyScene) -> None:
        """Show a lobby in which something is new, unless its game has begun.

        Called in the loop, from a thread of it, or before it runs.
        """
        if self._nursery is not None and not trio.lowlevel.in_trio_run():
            trio.from_thread.run_sync(self._see, is_aside, lobby)
        elif self._scene is self._rest or not isinstance(self._scene, TableScene):
            self._show(self._rest if is_aside() else lobby)
        else:
            self.poke()

    async def show(
        self, session: TableSession, *, viewer: Seat | None = None, step: int | None = None
    ) -> WhatIfStart | None:
        """Show a table until the player leaves it at the window; return what is to be tried out of it.

        Where the window is never opened, nothing is made ready for it either.
        """
        while self._server is None:
            await self._news.wait()
        from p2pgames_cli.window.page_model import PageModel

        model = PageModel(TableModel(session, guarded=True, viewer=viewer))
        if step is not None:
            table = model.table
            table.timeline.show_step(step)
        before = self._scene if isinstance(self._scene, TableScene) else self._rest
        self._show(TableScene(model, self._ready))
        try:
            async with trio.open_nursery() as nursery:
                model.start = lambda task: nursery.start_soon(self._do, model, task)
                nursery.start_soon(self._follow, model)
                nursery.start_soon(self._beat, model)
                while not (model.closed or (self._pages and session.rematch.decided)):
                    await self._news.wait()
                nursery.cancel_scope.cancel()
        finally:
            self._scene = before
            # Where nothing is behind it pages keep the table, until another one comes or the client ends.
            if not isinstance(before, Nothing):
                self.poke()
        return model.what_if

    def _ready(self, model: PageModel) -> None:
        """Where somebody looks, take in what is new, have the moves listed, and show it all."""
        table = model.table
        if self._pages:
            table.settings.reload()
            model.catch_up()
            model.list_moves()
            self.poke()

    async def _do(self, model: PageModel, task: Task) -> None:
        try:
            await task()
        except Illegal as refusal:
            model.notices.refuse(refusal)
        self.poke()

    async def _follow(self, model: PageModel) -> None:
        table = model.table
        while True:
            if self._pages:
                await table.rematch.update(table.handle)
            self._ready(model)
            await table.handle.changed()

    async def _beat(self, model: PageModel) -> None:
        while True:
            await trio.sleep(BEAT)
            self._ready(model)

    # -- the pages' side --

    def _show(self, scene: Scene) -> None:
        self._scene = scene
        self.poke()

    def poke(self) -> None:
        """Have the pages look at what there is now; called in the loop."""
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
                self._said({})
                nursery.start_soon(self._tell, stream, nursery.cancel_scope)
                while isinstance(said := await stream.next(), dict):
                    self._said(said)
                nursery.cancel_scope.cancel()
        except* GONE:
            pass
        finally:
            self._pages = [page for page in self._pages if page is not nursery.cancel_scope]

    def _said(self, said: Mapping[str, Any]) -> None:
        """Do what a page says."""
        self._scene.handle_message(said)
        self.poke()

    async def _tell(self, stream: Stream, page: trio.CancelScope) -> None:
        from p2pgames_cli.window.stream import GONE

        sent = Sent()
        while True:
            news = self._news
            said = sent.changes(self._scene.parts())
            try:
                if said:
                    await stream.send(said)
            except GONE:
                page.cancel()
                return
            await news.wait()


# The window where nothing else is: its link is printed, for a browser that does not open by itself.


def tell_link(link: str) -> None:
    """Print the link, and how p2pgames ends."""
    said = _(
        "Your tables and games open in your browser. If they do not, open this link there; it works once:"
    )
    shown = console.hyperlink(link)
    console.tell(f"{wrapped(said)}\n{shown}\n\n" + _("Ctrl-C ends p2pgames; so does leaving it on the page."))

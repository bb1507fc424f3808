"""The window: one page in the browser of this computer, which shows whatever table its client is at."""

from __future__ import annotations

import webbrowser
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import outcome
import trio

from p2pgames.contract import Seat
from p2pgames_cli.config import console
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.table.session import Client, Mode, Phone, TableSession, WhatIfStart
from p2pgames_cli.window.scene import OpenPages, Scene, TableScene

if TYPE_CHECKING:
    from p2pgames_cli.table.lobby import LobbyFrontEnd
    from p2pgames_cli.window.lobby import LobbyScene
    from p2pgames_cli.window.phone import PhonePages

T = TypeVar("T")


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
    phone_address: str = ""
    """The address at which pages for phones are served; empty for the one in the local network."""
    phone_at_once: bool = False
    """Whether the table is shown at a phone, too, as soon as the client runs."""
    phone_told: Callable[[Sequence[Phone]], None] = lambda _phones: None
    """Called with what shows it there."""
    phones: list[PhonePages] = field(default_factory=list)
    """What shows the table at a phone, too, once that is wanted."""
    pages: OpenPages = field(init=False)
    """Those in the browser of this computer."""

    def __post_init__(self) -> None:
        self.pages = OpenPages(self.settings)

    async def beside(self, main: Callable[..., Awaitable[T]], *arguments: object) -> T:
        """Run the client with the window at its side, and return what it returns; the window ends with it.

        Where it is held already it stays, but phones are closed with what they show.
        """
        if self.pages.nursery is not None:
            if self.at_once and self.pages.server is None:
                self.told(await self.open())
            try:
                if self.phone_at_once and not self.phones:
                    await self.open_phone()
                    self.phone_told(self.phones)
                return await main(*arguments)
            finally:
                while self.phones:
                    self.phones.pop().close()
        async with trio.open_nursery() as nursery:
            self.pages.nursery = nursery
            result = await outcome.acapture(self.beside, main, *arguments)
            nursery.cancel_scope.cancel()
        self.pages.nursery = self.pages.server = None
        return result.unwrap()

    async def hold(self) -> None:
        """Have the window at the side of all that runs in this loop, until cancelled."""
        async with trio.open_nursery() as self.pages.nursery:
            await trio.sleep_forever()

    async def stay(self, scene: Scene, until: Callable[[], bool]) -> None:
        """Show something where no table is, until something holds that pages bring about."""
        pages = self.pages
        pages.rest = scene
        pages.show(scene)
        while not until():
            await pages.news.wait()

    def poke(self) -> None:
        """Have the pages look at what there is now; called in the loop."""
        self.pages.poke()

    async def open(self) -> str:
        """Return a link that opens the page once, and have the player's browser follow it."""
        link, beside = await self.pages.link(), self.pages.nursery
        if self.browser and beside is not None:
            beside.start_soon(open_link, link)
        return link

    async def open_phone(self) -> None:
        """Have the table shown at a phone, too; raises `Stop` where no phone can reach this computer."""
        self.phones.append(await self.phone_for(""))
        self.poke()

    async def phone_for(self, name: str) -> PhonePages:
        """Return what shows somebody's seat at a phone, until it is closed; raises `Stop` as `open_phone` does."""
        from p2pgames_cli.window.phone import PhonePages, served_at

        if (beside := self.pages.nursery) is None:
            raise RuntimeError("a window needs its client to run")
        host = await trio.to_thread.run_sync(served_at, self.phone_address)
        phone = PhonePages(self.settings, host, name, self.poke)
        await beside.start(phone.run)
        return phone

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
        pages = self.pages
        if pages.nursery is not None and not trio.lowlevel.in_trio_run():
            trio.from_thread.run_sync(self._see, is_aside, lobby)
        elif pages.scene is pages.rest or not isinstance(pages.scene, TableScene):
            pages.show(pages.rest if is_aside() else lobby)
        else:
            pages.poke()

    async def show(
        self, session: TableSession, *, viewer: Seat | None = None, step: int | None = None
    ) -> WhatIfStart | None:
        """Show a table, at a phone, too, until the player leaves it here; return what is to be tried out of it."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._at_phone, session)
            wanted = await self.pages.show_table(session, viewer, step)
            nursery.cancel_scope.cancel()
        return wanted

    async def _at_phone(self, session: TableSession) -> None:
        pages = self.pages
        while not self.phones:
            await pages.news.wait()
        await self.phones[0].show(session)


# The window where nothing else is: its link is printed, for a browser that does not open by itself.


def tell_link(link: str) -> None:
    """Print the link, and how p2pgames ends."""
    said = _(
        "Your tables and games open in your browser. If they do not, open this link there; it works once:"
    )
    shown = console.hyperlink(link)
    console.tell(f"{wrapped(said)}\n{shown}\n\n" + _("Ctrl-C ends p2pgames; so does leaving it on the page."))

"""The page on phones in the local network: one table as one of its seats sees it, and nothing else of this computer."""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import trio

from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.table.invites import squares
from p2pgames_cli.table.session import TableSession
from p2pgames_cli.window.scene import OpenPages, Scene, TableScene
from p2pgames_protocol.wire.address import ip_of

BARRED: Final = frozenset(
    (
        "settings",
        "hand-over",
        "take-over",
        "quit",
        "close",
        "home",
        "next-table",
        "window",
        "phone",
        "what-if",
    )
)
"""What is for who sits at this computer: whatever leaves the table, gives the seat away or changes the settings."""
AWAY: Final = 3.0
"""Seconds without a phone until there is a new code: a page that is loaded anew is back sooner."""
FAR: Final = ("192.0.2.1", 9)
"""An address of nobody (RFC 5737): the system says from which of its own it would go there, and sends nothing."""


def served_at(named: str) -> str:
    """Return the address of this computer at which phones get their pages: the one that is named, else a private one.

    Raises `Stop` if there is none. Says so where what is named can be reached from farther away.
    """
    from p2pgames_protocol.transports.tcp import own_hosts

    if named:
        found = ip_of(named)
        if found is None or found.is_unspecified or found.is_multicast:
            said = _("Phones need one address of this computer: {address} is none.")
            raise Stop(Code.USAGE, said.format(address=named))
        if not found.is_private:
            said = _(
                "{address} is no private address: others may find the page from far away, and read along."
            )
            console.warn(wrapped(said.format(address=named)))
        try:
            with socket.socket(socket.AF_INET6 if found.version == 6 else socket.AF_INET) as one:
                one.bind((str(found), 0))
        except OSError:
            said = _("Phones need one address of this computer: {address} is none.")
            raise Stop(Code.USAGE, said.format(address=named)) from None
        return str(found)
    hosts = list(own_hosts(4))
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(FAR)
        hosts.insert(0, str(one.getsockname()[0]))
    for host in hosts:
        found = ip_of(host)
        if found is not None and found.is_private and not found.is_loopback:
            return host
    said = _(
        "This computer is in no local network in which a phone could find it. Name its address with --phone-at."
    )
    raise Stop(Code.USAGE, said)


class PhonePages:
    """Shows a table to whoever comes with its code."""

    def __init__(self, settings: LiveSettings, host: str, name: str, changed: Callable[[], None]) -> None:
        """Show it for somebody; ``changed`` is called when another code leads here, or a phone has come or gone."""
        self.name = name
        """Who sits there; empty where it is whoever sits at this computer."""
        self.link = ""
        """What the code says; empty as long as a phone is there, unless another code was asked for."""
        self._changed = changed
        self._pages = OpenPages(
            settings, host, BARRED, far=True, of_scene=self._of_scene, heard=self._heard, changed=self._came
        )

    @property
    def there(self) -> int:
        """How many phones show the table now."""
        return len(self._pages.shown)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Serve it until it is closed or cancelled; there is a code once this has started."""
        async with trio.open_nursery() as self._pages.nursery:
            await self.renew()
            task_status.started()
            await trio.sleep_forever()

    async def renew(self) -> str:
        """Return a new link, which works once; the one before no longer does."""
        self.link = await self._pages.link()
        self._tell()
        return self.link

    def close(self) -> None:
        """Serve it no longer."""
        if (served := self._pages.nursery) is not None:
            served.cancel_scope.cancel()

    async def show(self, session: TableSession) -> None:
        """Show a table there until it is over and another one begins; nothing there leads to the rest of the client."""
        client = replace(session.client, window=None, live=None, within=False)
        await self._pages.show_table(replace(session, client=client, phones={}))

    def _tell(self) -> None:
        self._pages.poke()
        self._changed()

    # -- the pages' side --

    def _came(self) -> None:
        """Take the code away while a phone is there; without any, offer a new one."""
        served = self._pages.nursery
        if self._pages.shown:
            self._withdraw()
        elif served is not None and not served.cancel_scope.cancel_called:
            if (server := self._pages.server) is not None and not server.admission.waits:
                self.link = ""  # an app that only looked where the code leads has used it up
            served.start_soon(self._offer)
        self._tell()

    def _withdraw(self) -> None:
        """Let nobody in by the code."""
        self.link, server = "", self._pages.server
        if server is not None:
            server.admission.withdraw()

    async def _offer(self) -> None:
        """Make a new code, unless a phone is back soon."""
        await trio.sleep(AWAY)
        if not self._pages.shown and not self.link:
            await self.renew()

    def _of_scene(self, scene: Scene) -> dict[str, Any]:
        """Return what the pages show of a table, in the colours of each phone; nothing of anything else."""
        parts = scene.parts() if isinstance(scene, TableScene) else {}
        code = squares(self.link) if self.link else None
        return {**parts, "theme": None, "phone": {"there": self.there, "code": code}}

    def _heard(self, said: Mapping[str, Any], session: str) -> bool:
        """Do what a page says of the phones at this seat; tell whether it did."""
        served = self._pages.nursery
        match said:
            case {"another": bool()} if served is not None:
                served.start_soon(self.renew)
            case {"alone": bool()}:
                self._keep_only(session)
            case {"theme": _}:  # each phone has its own
                pass
            case _:
                return False
        return True

    def _keep_only(self, session: str) -> None:
        """Let no other phone show this seat any longer, nor come by a code that waits."""
        pages = self._pages
        if (server := pages.server) is not None:
            server.admission.keep(session)
        self._withdraw()
        for page, shown in pages.shown.items():
            if shown != session:
                page.cancel()
        self._tell()

"""Tables that people on this network have open, as a page of the home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pgames_cli.config import console
from p2pgames_cli.home.context import Run
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.ui.menu import Menu
from p2pgames_cli.ui.page_stack import Client
from p2pgames_cli.ui.pages import Item
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown

if TYPE_CHECKING:
    from p2pgames_protocol.discovery.lan.discovery import Found


LOOK = 4.0
"""Seconds to look for tables."""


def nearby(client: Client, run: Run) -> None:
    """Look for tables on this network, and list them; who chooses one knocks there."""

    def look() -> None:
        from p2pgames_cli.app import neighbours

        console.tell(_("Looking for tables on this network ..."))
        found = neighbours.look(LOOK)[:9]
        items = [_item(client, run, one, str(at)) for at, one in enumerate(found, 1)]
        heading = _("the host is asked whether you may sit down")
        client.open(Menu(_("Tables nearby"), lambda: [(heading, items)]))

    client.begin(look)


def _item(client: Client, run: Run, found: Found, key: str) -> Item:
    from p2pgames_cli.app.neighbours import free

    notice = found.notice
    about = f"{notice.game}, {free(notice)}, {_('key {key}').format(key=short(notice.key))}"
    return Item(
        shown(notice.name), key, about, lambda: client.begin(lambda: run("join", "--lan", notice.key.hex()))
    )

"""Tables that people on this network have open, as a page of the home."""

from __future__ import annotations

from functools import partial

from p2pgames_cli.app import neighbours
from p2pgames_cli.app.join import JoinRequest, join
from p2pgames_cli.app.network import network_of
from p2pgames_cli.home.context import HomeContext
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.neighbour_text import free
from p2pgames_cli.ui.menu import Menu
from p2pgames_protocol.discovery.lan.discovery import Found
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import seen, shown

LOOK = 4.0
"""Seconds to look for tables."""


def nearby(here: HomeContext) -> None:
    """Look for tables on this network, and list them; who chooses one knocks there."""

    def look() -> None:
        here.place.tell(_("Looking for tables on this network ..."))
        found = neighbours.look(LOOK, here.how)[:9]
        items = [_item(here, one, str(at)) for at, one in enumerate(found, 1)]
        heading = _("the host is asked whether you may sit down")
        here.stack.open(Menu(_("Tables nearby"), lambda: [(heading, items)]))

    here.stack.begin(look)


def _item(here: HomeContext, found: Found, key: str) -> Item:
    notice = found.notice
    about = f"{seen(notice.game)}, {free(notice)}, {_('key {key}').format(key=short(notice.key))}"

    def join_it() -> None:
        network = network_of(here.how.settings)
        request = JoinRequest(
            here.user, found.invite(), here.how, network, near=True, seats=found.notice.seats
        )
        here.play(partial(join, ui=here.place.opening), request)

    return Item(shown(notice.name), key, about, join_it)

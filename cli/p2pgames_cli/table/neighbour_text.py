"""Tables that neighbours have open, in words."""

from __future__ import annotations

from p2pgames_cli.i18n.catalogue import ngettext
from p2pgames_protocol.discovery.lan import Found, Notice
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import seen, shown


def row(found: Found) -> str:
    """Return a table in a line: its game, its host, and how many seats are free."""
    notice = found.notice
    return f"{seen(notice.game):8}{shown(notice.name)} ({short(notice.key)}), {free(notice)}"


def free(notice: Notice) -> str:
    """Return how many seats are free."""
    said = ngettext("{free} of {seats} seats is free", "{free} of {seats} seats are free", notice.free)
    return said.format(free=notice.free, seats=notice.seats)

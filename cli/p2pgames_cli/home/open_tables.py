"""The tables that are open now, as the home lists them: those that wait for the player at the top."""

from __future__ import annotations

import time
from functools import partial

from p2pgames_cli.config.exit_codes import attempt
from p2pgames_cli.home.context import HomeContext
from p2pgames_cli.home.games import played_with
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import both, named
from p2pgames_cli.library.stored_games import Stored
from p2pgames_cli.table import history_text
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.live_table import LiveTable, LiveTables
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_cli.table.waiting import spoken_duration
from p2pgames_protocol.wire.names import told_apart

KEY = "t"
"""What goes to the first of them."""


def table_items(here: HomeContext) -> list[Item]:
    """Return a line for every table that is open, which leads there."""
    tables = here.place.tables
    live = tables.ordered() if tables is not None else []
    return [_item(here, table, KEY if at == 0 else "") for at, table in enumerate(live)]


def closed_games(here: HomeContext, games: tuple[Stored, ...]) -> list[Stored]:
    """Return the games that are not open now."""
    tables = here.place.tables
    live = tables.open if tables is not None else []
    ids = {table.genesis.game_id.hex() for table in live if table.genesis is not None}
    return [game for game in games if game.id not in ids]


def leaving_question(tables: LiveTables) -> str:
    """Return what is asked before the client is left."""
    count = len(tables.open)
    if not count:
        return _("Leave p2pgames?")
    said = ngettext(
        "Leave p2pgames and close {count} open table? Games that have begun are saved.",
        "Leave p2pgames and close {count} open tables? Games that have begun are saved.",
        count,
    )
    return said.format(count=count)


def why_ended(tables: LiveTables) -> str:
    """Return why a table has ended that was not shown; empty if there is nothing to say. Each is told once."""
    said = ""
    while tables.ended:
        result = tables.ended.pop(0).result
        said = (attempt(result.unwrap)[1] if result is not None else "") or said
    return said


def table_name(table: LiveTable) -> str:
    """Return what is played at a table, and with whom."""
    if table.genesis is None:
        return played_with(table.game, told_apart(table.names))
    own = {seat_of(handle) for handle in table.handles}
    others = [name for seat, name in enumerate(table.genesis.names) if seat not in own]
    return played_with(table.game, others or table.genesis.names)


def waits_for(table: LiveTable) -> str:
    """Return what a table waits for."""
    if table.knocks:
        return _("somebody wants to sit down")
    if not table.handles:
        taken, seats = len(table.names), table.seats
        return _("waiting for players: {taken} of {seats} are there").format(taken=taken, seats=seats)
    replica = table.handles[0].replica
    if table.since is not None:
        return _("your turn for {time} now").format(time=spoken_duration(max(0.0, time.time() - table.since)))
    if replica.finished:
        said = history_text.why_ended(replica.position)
        return _("over: {how}").format(how=named(said, replica.names)).rstrip(".")
    return _("{names} to move").format(names=both([replica.names[seat] for seat in replica.waiting_for]))


def _item(here: HomeContext, table: LiveTable, key: str) -> Item:
    waits = table.since is not None
    return Item(table_name(table), key, waits_for(table), partial(here.go_to, table), waits=waits)

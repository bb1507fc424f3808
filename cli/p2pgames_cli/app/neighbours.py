"""Tables that neighbours have open: looked for, listed, and chosen from."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

import trio

from p2pgames.text import whole_number
from p2pgames_cli.app.run import run_aside
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import in_turn, sentence_of
from p2pgames_cli.table.input import typed_line
from p2pgames_cli.table.lobby import unless_left
from p2pgames_cli.table.session import Client, Mode
from p2pgames_protocol.transports.transport import DependencyMissing
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import seen, shown

if TYPE_CHECKING:
    from p2pgames_protocol.discovery.lan import Found, Notice

PATIENCE = 15.0
"""Seconds to wait for a table where there is none yet."""


class NeighbourChooser(Protocol):
    """How the player is asked for a table, in lines or in objects."""

    def announce_search(self) -> None:
        """Say that tables are looked for."""

    async def hear(self) -> None:
        """Do what the player says meanwhile, until that is to leave."""

    def list(self, found: Sequence[Found]) -> None:
        """Say which there are, numbered from 1."""

    async def number(self, last: int) -> int:
        """Return the number of the one that the player chooses; 0 if none is chosen, -1 if the player leaves."""


# Tables that neighbours have open, in words.


def table_line(found: Found) -> str:
    """Return a table in a line: its game, its host, and how many seats are free."""
    notice = found.notice
    return f"{seen(notice.game):8}{shown(notice.name)} ({short(notice.key)}), {free_seats(notice)}"


def free_seats(notice: Notice) -> str:
    """Return how many seats are free."""
    said = ngettext("{free} of {seats} seats is free", "{free} of {seats} seats are free", notice.free)
    return said.format(free=notice.free, seats=notice.seats)


class LineChooser:
    """Lists tables by number, and asks for one."""

    def announce_search(self) -> None:
        """Say that tables are looked for."""
        console.tell(_("Looking for tables on this network ..."))

    def list(self, found: Sequence[Found]) -> None:
        """Say which there are."""
        for number, one in enumerate(found, 1):
            console.tell(f"{number:3}  {table_line(one)}")

    async def hear(self) -> None:
        """Hear nothing: Ctrl-C ends the client, and what is typed is for what comes next."""
        await trio.sleep_forever()

    async def number(self, last: int) -> int:
        """Ask until a number is typed that a table has; return 0 where nothing more comes."""
        while True:
            console.tell(_("Which one? [1-{last}]").format(last=last), end=" ")
            sys.stdout.flush()
            if not (line := typed_line()):
                return 0
            if 1 <= (number := whole_number(line.strip()) or 0) <= last:
                return number


def chooser_for(client: Client) -> NeighbourChooser:
    """Return what asks in the way the player plays."""
    if client.options.mode is Mode.JSON:
        from p2pgames_cli.json.neighbours import JsonChooser

        return JsonChooser(client)
    return LineChooser()


def choose_table(words: str, timeout: float | None, chooser: NeighbourChooser) -> Found:
    """Return the table that the words or the player choose; raise `Stop` if there is none in time."""
    chooser.announce_search()
    found = find_tables(PATIENCE if timeout is None else timeout, hear=chooser.hear)
    if words:
        return _named(words, found)
    chooser.list(found)
    number = trio.run(chooser.number, len(found))
    if number < 0:
        raise Stop(Code.FINE, _("You left before the game began."))
    if not number:
        raise Stop(Code.USAGE, _("No table was chosen: name its host, as in p2pgames join --lan NAME."))
    return found[number - 1]


def find_tables(
    patience: float,
    client: Client | None = None,
    hear: Callable[[], Awaitable[None]] = trio.sleep_forever,
) -> list[Found]:
    """Return the tables of neighbours, as soon as there are some; raise `Stop` if there are none in time.

    It is given up where ``hear`` ends.
    """

    from p2pgames_protocol.discovery.lan import tables  # its library takes 5 MB

    async def until_some() -> list[Found]:
        give_up = trio.current_time() + patience
        while True:
            if (found := await tables()) or trio.current_time() >= give_up:
                return found

    try:
        found = run_aside(client, partial(unless_left, hear, until_some))
    except DependencyMissing as wrong:
        raise Stop(Code.FAILURE, sentence_of(wrong)) from None
    if not found:
        said = _(
            "No open table was found on this network. The host opens one with --via tcp,lan; many guest networks "
            "keep their guests apart: then use an invite."
        )
        raise Stop(Code.NO_CONTACT, said)
    return found


def _named(words: str, found: Sequence[Found]) -> Found:
    """Return the one table whose host has this name, or a key that begins so."""
    fitting = [
        one
        for one in found
        if words.casefold() == (notice := one.notice).name.casefold()
        or notice.key.hex().startswith(words.lower().replace("-", ""))
    ]
    if len(fitting) == 1:
        return fitting[0]
    listed = in_turn([table_line(one) for one in (fitting or found)])
    said = (
        _("Several tables fit {words}: {tables}. Name one by its key.")
        if fitting
        else _("Nobody called {words} has a table open here. There are: {tables}.")
    )
    raise Stop(Code.USAGE, said.format(words=words, tables=listed))

"""Tables that neighbours have open: looked for, listed, and chosen from."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress

import trio

from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.json.output import say
from p2pgames_cli.table.input import typed_line
from p2pgames_protocol.discovery.lan.announcement import Notice
from p2pgames_protocol.discovery.lan.discovery import Found, tables
from p2pgames_protocol.transports.transport import DependencyMissing
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown

PATIENCE = 15.0
"""Seconds to wait for a table where there is none yet."""


def chosen(words: str, timeout: float | None, *, as_json: bool) -> Found:
    """Return the table that the words or the player choose; raise `Stop` where there is none in time."""
    if not as_json:
        console.tell(_("Looking for tables on this network ..."))
    found = look(PATIENCE if timeout is None else timeout)
    if words:
        return _named(words, found)
    _list(found, as_json=as_json)
    while True:
        if not as_json:
            console.tell(_("Which one? [1-{last}]").format(last=len(found)), end=" ")
            sys.stdout.flush()
        line = typed_line()
        if not line:
            raise Stop(Code.USAGE, _("No table was chosen: name its host, as in p2pgames join --lan NAME."))
        number = _number(line, as_json=as_json)
        if 1 <= number <= len(found):
            return found[number - 1]


def look(patience: float) -> list[Found]:
    """Return the tables of neighbours, as soon as there are some; raise `Stop` if there are none in time."""

    async def until_some() -> list[Found]:
        give_up = trio.current_time() + patience
        while True:
            if (found := await tables()) or trio.current_time() >= give_up:
                return found

    try:
        found = trio.run(until_some)
    except DependencyMissing as wrong:
        raise Stop(Code.FAILURE, told(wrong)) from None
    if not found:
        said = _(
            "No open table was found on this network. The host opens one with --via tcp,lan; many guest networks "
            "keep their guests apart: then use an invite."
        )
        raise Stop(Code.NO_CONTACT, said)
    return found


def row(found: Found) -> str:
    """Return a table in a line: its game, its host, and how many seats are free."""
    notice = found.notice
    return f"{notice.game:8}{shown(notice.name)} ({short(notice.key)}), {free(notice)}"


def free(notice: Notice) -> str:
    """Return how many seats are free."""
    said = ngettext("{free} of {seats} seats is free", "{free} of {seats} seats are free", notice.free)
    return said.format(free=notice.free, seats=notice.seats)


def _list(found: Sequence[Found], *, as_json: bool) -> None:
    if as_json:
        say("neighbours", tables=[_object(number, one) for number, one in enumerate(found, 1)])
        return
    for number, one in enumerate(found, 1):
        console.tell(f"{number:3}  {row(one)}")


def _object(number: int, found: Found) -> dict[str, object]:
    notice = found.notice
    return {
        "table": number,
        "game": notice.game,
        "name": notice.name,
        "shown": shown(notice.name),
        "key": notice.key.hex(),
        "seats": notice.seats,
        "free": notice.free,
    }


def _named(words: str, found: Sequence[Found]) -> Found:
    """Return the one table whose host has this name, or a key that begins so."""
    fitting = [
        one
        for one in found
        if words.casefold() == one.notice.name.casefold()
        or one.notice.key.hex().startswith(words.lower().replace("-", ""))
    ]
    if len(fitting) == 1:
        return fitting[0]
    listed = "; ".join(row(one) for one in (fitting or found))
    said = (
        _("Several tables fit {words}: {tables}. Name one by its key.")
        if fitting
        else _("Nobody called {words} has a table open here. There are: {tables}.")
    )
    raise Stop(Code.USAGE, said.format(words=words, tables=listed))


def _number(line: str, *, as_json: bool) -> int:
    """Return the number in a line; 0 if there is none."""
    with suppress(ValueError, RecursionError):
        if not as_json:
            return int(line)
        match json.loads(line):
            case {"join": int(number)}:
                return number
    return 0

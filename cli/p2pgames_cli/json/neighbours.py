"""Choosing a table of a neighbour in objects for programs."""

from __future__ import annotations

from collections.abc import Sequence

import trio

from p2pgames.text import with_message
from p2pgames_cli.json.lobby import is_for_now, said_in
from p2pgames_cli.json.output import say
from p2pgames_cli.table import sentences
from p2pgames_cli.table.session import Client
from p2pgames_protocol.discovery.lan import Found
from p2pgames_protocol.wire.names import shown


class JsonChooser:
    """Lists tables in one object; a line such as ``{"join": 1}`` chooses."""

    def __init__(self, client: Client) -> None:
        self._client, self._lines = client, client.input

    def announce_search(self) -> None:
        """Say nothing: what is found is said."""

    async def hear(self) -> None:
        """Take what the program says until it quits; its choice is left, and what is meant for the game."""
        while (
            line := await self._lines.next_such(lambda one: is_for_now(one) and not _number(one))
        ) is not None:
            if said_in(line).get("do") == "quit":
                return
            _refuse(line)
        if self._client.options.bots or self._lines.waiting:
            await trio.sleep_forever()

    def list(self, found: Sequence[Found]) -> None:
        """Say which there are."""
        say("neighbours", tables=[_object(number, one) for number, one in enumerate(found, 1)])

    async def number(self, last: int) -> int:
        """Return the number of a table that the program names; 0 where nothing more comes, -1 if it quits."""
        while (line := await self._lines.next_such(is_for_now)) is not None:
            if said_in(line).get("do") == "quit":
                return -1
            if 1 <= (number := _number(line)) <= last:
                return number
            _refuse(line)
        return 0


def _number(line: str) -> int:
    """Return the number of the table that a line names; 0 if it names none."""
    number = said_in(line).get("join")
    return number if type(number) is int else 0


def _refuse(line: str) -> None:
    if line.strip():
        say("error", **with_message("why", sentences.NOT_AN_OBJECT))


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

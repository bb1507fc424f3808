"""Choosing a table of a neighbour in objects for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress

from p2pgames_cli.json.output import say
from p2pgames_protocol.discovery.lan import Found
from p2pgames_protocol.wire.names import shown


class JsonChooser:
    """Lists tables in one object; a line such as ``{"join": 1}`` chooses."""

    def look(self) -> None:
        """Say nothing: what is found is said."""

    def list(self, found: Sequence[Found]) -> None:
        """Say which there are."""
        say("neighbours", tables=[_object(number, one) for number, one in enumerate(found, 1)])

    def ask(self, last: int) -> None:
        """Say nothing: what is listed asks."""

    def number(self, line: str) -> int:
        """Return the number in a line; 0 if there is none."""
        with suppress(ValueError, RecursionError):
            match json.loads(line):
                case {"join": int(number)}:
                    return number
        return 0


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

"""Choosing a table of a neighbour in lines of text."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import trio

from p2pgames.text import whole_number
from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.input import typed_line
from p2pgames_cli.table.neighbour_text import row
from p2pgames_protocol.discovery.lan import Found


class LineChooser:
    """Lists tables by number, and asks for one."""

    def look(self) -> None:
        """Say that tables are looked for."""
        console.tell(_("Looking for tables on this network ..."))

    def list(self, found: Sequence[Found]) -> None:
        """Say which there are."""
        for number, one in enumerate(found, 1):
            console.tell(f"{number:3}  {row(one)}")

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

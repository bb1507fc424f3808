"""Choosing a table of a neighbour in lines of text."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from p2pgames.text import whole_number
from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import _
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

    def ask(self, last: int) -> None:
        """Ask for a number."""
        console.tell(_("Which one? [1-{last}]").format(last=last), end=" ")
        sys.stdout.flush()

    def number(self, line: str) -> int:
        """Return the number in a line; 0 if there is none."""
        return whole_number(line.strip()) or 0

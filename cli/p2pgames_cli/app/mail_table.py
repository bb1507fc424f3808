"""A table that fills up by mail: how it is found, and how it is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.mail import armour
from p2pgames_protocol.mail.letters import Filling, PendingTables
from p2pgames_protocol.store.disk import put
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.names import told_apart


def about(filling: Filling) -> dict[str, Any]:
    """Return a table that fills up as plain data."""
    return {
        "game_id": None,
        "table": filling.table.hex(),
        "game": filling.proposal.rules,
        "names": [join.name for join in filling.joins],
        "shown": list(names(filling)),
        "seats": filling.proposal.seats,
        "host": filling.hosted,
    }


def line(filling: Filling) -> str:
    """Return a table that fills up as a line of the list."""
    return f"{filling.table.hex()[:8]}  {filling.proposal.rules:<6} {state(filling)}"


def state(filling: Filling) -> str:
    """Return how far a table has filled up, in words."""
    if not filling.hosted:
        return _("by mail: answered, waiting for the host's pack")
    return _("by mail: {taken} of {seats} seats taken").format(
        taken=len(filling.joins), seats=filling.proposal.seats
    )


def names(filling: Filling) -> tuple[str, ...]:
    """Return the names at a table as they are shown."""
    return told_apart(tuple(join.name for join in filling.joins))


def find(home: Home, wanted: str) -> Filling | None:
    """Return the table whose id begins like this, if there is exactly one."""
    found = [one for one in PendingTables(home) if one.table.hex().startswith(wanted.lower())]
    return found[0] if len(found) == 1 else None


def kept(home: Home, table: bytes) -> Filling | None:
    """Return a table that is kept here; raise `Stop` if its file is damaged."""
    try:
        return PendingTables(home).find(table)
    except Damaged as wrong:
        raise Stop(Code.INVALID, sentence_of(wrong)) from None


def letter(filling: Filling, file: Path | None) -> str:
    """Return one's own letter as text, and write it to the file if there is one."""
    (text,) = armour.write_mail(filling.letter)
    if file is not None:
        put(file, text.encode("ascii"))
    return text

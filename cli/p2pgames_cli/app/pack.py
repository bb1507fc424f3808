"""Packing what the others lack of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told

if TYPE_CHECKING:
    from p2pgames_cli.library.shelf import Stored
    from p2pgames_protocol.store.player import Player


CRLF = 2
"""Bytes at the end of every line in a mail (RFC 5322, section 2.1)."""


async def pack_game(own: Player, game: Stored, everything: bool) -> tuple[bytes, int]:
    """Return the pack, and how many rounds are closed; this seat has signed what it owes before."""
    from p2pgames_cli.app.bundles import opened
    from p2pgames_cli.table.seat import seat_of
    from p2pgames_protocol.mail import bundle

    peer = await opened(own, game)
    since = 0 if everything else bundle.confirmed(peer.ledger, seat_of(peer))
    try:
        return bundle.write(peer.ledger, since), len(peer.ledger.log)
    except ValueError as wrong:
        raise Stop(Code.FAILURE, told(wrong)) from None


def write_pack(file: Path, data: bytes) -> None:
    """Write a pack to a file, or to standard output for ``-``."""
    from p2pgames_protocol.store.disk import put

    if str(file) == "-":
        sys.stdout.buffer.write(data)
        return
    put(file, data)
    said = _("{file}: {count} bytes. The others take it with p2pgames unpack.")
    console.warn(said.format(file=file, count=len(data)))

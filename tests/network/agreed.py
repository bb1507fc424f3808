"""What must be so when computers have played a game together."""

from __future__ import annotations

from p2pgames_cli.library.shelf import replayed
from tests.cli.client import game_file

BOT = ("--bot", "random")


def check_same(*homes):
    """All homes hold the same finished game, in which everybody is in to the end."""
    ledgers = [replayed(game_file(home)) for home in homes]
    assert len({ledger.position.previous for ledger in ledgers}) == 1
    assert all(
        ledger.finished and ledger.accusations.equivocation is None and not ledger.accusations.found
        for ledger in ledgers
    )
    return ledgers[0]

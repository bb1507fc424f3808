"""What must be so when computers have played a game together."""

from __future__ import annotations

from p2pgames_cli.library.stored_games import replay_file
from tests.cli.client import game_file

BOT = ("--bot", "random")


def check_same(*homes):
    """All homes hold the same finished game, in which everybody is in to the end."""
    replicas = [replay_file(game_file(home)) for home in homes]
    assert len({replica.position.previous for replica in replicas}) == 1
    assert all(
        replica.finished and replica.accusations.verdict is None and not replica.accusations.found
        for replica in replicas
    )
    return replicas[0]

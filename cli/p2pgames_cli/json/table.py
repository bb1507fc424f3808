"""The first object that a program gets of a game: what is played, by whom."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgames_cli.json.output import say
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of


def introduce(handles: Sequence[SeatHandle], *, what_if: bool = False) -> None:
    """Say at what table the players here sit, and on which seats."""
    genesis = handles[0].replica.genesis
    say(
        "table",
        game=genesis.proposal.rules,
        rules=genesis.proposal.version,
        options=genesis.proposal.settled,
        game_id=genesis.game_id.hex(),
        words=genesis.words,
        seats=[
            {"seat": s, "name": j.name, "shown": genesis.names[s], "key": j.key.hex()}
            for s, j in enumerate(genesis.joins)
        ],
        you=[seat for handle in handles if (seat := seat_of(handle)) is not None],
        **({"what_if": True} if what_if else {}),
    )

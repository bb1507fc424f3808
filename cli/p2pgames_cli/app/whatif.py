"""A what-if as it is played: who sits at the seats, and taking moves back."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

from p2pgames import registry
from p2pgames.contract import Choose, Seat
from p2pgames_cli.table.play_options import Manner
from p2pgames_protocol.local.whatif import WhatIf
from p2pgames_protocol.log.replica.receive import Ledger


async def try_out(ledger: Ledger, step: int, how: Manner, seat: Seat | None = None, bot: str = "") -> None:
    """Play on from the position after so many steps, until it is over or left; the game itself stays as it is.

    With a bot it plays all seats but this one, or but the one that is to move; without one people play them all.
    Raises `Illegal` where that game is over.
    """
    from p2pgames_cli.app.run import play

    trial = WhatIf(ledger, step, SystemRandom())
    ask = trial.position.ask
    mover = ask.seat if isinstance(ask, Choose) else 0
    own = mover if seat is None else seat
    bots = dict(how.bots)
    if bot:
        bots = {place: bot for place in range(len(trial.places)) if place != own}
    game = registry.game(ledger.genesis.proposal.rules)
    await play(trial.places, game, replace(how, bots=bots, trial=trial, on_turn=""))

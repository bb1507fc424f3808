"""Trying out what might have been: who sits at the seats, and taking moves back."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

from p2pgames import registry
from p2pgames.contract import Choose, Illegal, Seat
from p2pgames_cli.app.bots import check_bots
from p2pgames_cli.app.run import play, started
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_protocol.local.what_if import WhatIf
from p2pgames_protocol.log.replica import Replica


async def try_out(
    replica: Replica, step: int, how: PlayOptions, seat: Seat | None = None, bot: str = ""
) -> None:
    """Play on from the position after this many steps, until it is over or left; the game itself stays as it is.

    With a bot it plays all seats but this one, or but the one that is to move; without one people play them all.
    Raises `Illegal` if that game is over.
    """
    trial = WhatIf(replica, step, SystemRandom())
    ask = trial.position.ask
    mover = ask.seat if isinstance(ask, Choose) else 0
    own = mover if seat is None else seat
    bots = dict(how.bots)
    if bot:
        bots = {other: bot for other in range(len(trial.handles)) if other != own}
    game = registry.game(replica.genesis.proposal.rules)
    await play(trial.handles, game, replace(how, bots=bots, what_if=trial, on_turn=""))


def what_if(replica: Replica, step: int | None, seat: Seat | None, how: PlayOptions) -> int:
    """Play on from a step of a game, the last one for None, which stays as it is; return the exit code."""
    check_bots(registry.game(replica.genesis.proposal.rules), how.bots)
    return started(how, _play, replica, len(replica.log) if step is None else step, seat, how)


async def _play(replica: Replica, step: int, seat: Seat | None, how: PlayOptions) -> int:
    others = how.bots.get(None, "")
    if seat is not None and not how.bots:
        raise Stop(
            Code.USAGE, _("With --what-if, --seat says which one you play: name a --bot for the others.")
        )
    try:
        own = replace(how, bots={s: b for s, b in how.bots.items() if s is not None})
        await try_out(replica, step, own, seat, others)
    except Illegal as refusal:
        raise Stop(Code.USAGE, named(refusal.message)) from None
    return Code.FINE

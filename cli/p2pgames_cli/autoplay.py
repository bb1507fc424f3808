"""A seat that plays by itself: a bot in the place of the player."""

from __future__ import annotations

from random import Random

import trio

from p2pgames.contract import Bot, Illegal
from p2pgames_cli.play.place import Place
from p2pgames_protocol.table import Table


async def autoplay(peer: Place, bot: Bot, random: Random) -> None:
    """Make the seat's moves as the bot chooses them until the game is over; the thinking blocks nobody."""
    table = peer.ledger
    if not isinstance(table, Table):
        raise TypeError("An observer has no moves to make.")
    while not table.finished:
        if not table.my_turn:
            await peer.changed()
            continue
        state, number = table.position.state, table.position.round
        move = await trio.to_thread.run_sync(bot, table.rules, state, table.seat, table.known, random)
        if table.my_turn and table.position.round == number:
            try:
                await peer.act(move)
            except Illegal:
                # the position changed while the bot was thinking
                continue

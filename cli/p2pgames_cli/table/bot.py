"""A seat that plays by itself: a bot in the place of the player."""

from __future__ import annotations

from random import Random

import trio

from p2pgames.contract import Illegal, Move
from p2pgames.game import Bot
from p2pgames_cli.table.seat import SeatHandle
from p2pgames_cli.table.thinking import think
from p2pgames_protocol.log.signer.signer import Signer


async def autoplay(peer: SeatHandle, bot: Bot, random: Random) -> None:
    """Make the seat's moves as the bot chooses them until the game is over; the thinking blocks nobody."""
    table = peer.signer
    if table is None:
        raise TypeError("An observer has no moves to make.")
    while not table.finished:
        if not table.my_turn:
            await peer.changed()
            continue
        number = table.position.round
        move = await _considered(peer, table, bot, random)
        if move is not None and table.my_turn and table.position.round == number:
            try:
                await peer.act(move)
            except Illegal:
                # the position changed while the bot was thinking
                continue


async def _considered(peer: SeatHandle, table: Signer, bot: Bot, random: Random) -> Move | None:
    """Return the bot's move; None as soon as the position it thinks about is no longer that of the game."""
    position, move = table.position, None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_outlive, peer, table, nursery.cancel_scope)
        move = await think(bot, table.rules, position.state, table.seat, table.known, random)
        nursery.cancel_scope.cancel()
    return move


async def _outlive(peer: SeatHandle, table: Signer, thinking: trio.CancelScope) -> None:
    number = table.position.round
    while table.my_turn and table.position.round == number:
        await peer.changed()
    thinking.cancel()

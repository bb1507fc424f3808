"""A seat that plays by itself: a bot in the place of the player."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import trio

from p2pgames.contract import Illegal, Move
from p2pgames.game import Bot
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_cli.table.thinking import think
from p2pgames_protocol.log.signer.seated import Seated


def as_long_as_it_takes() -> float | None:
    """Let a bot think without a limit."""
    return None


async def autoplay(
    peer: SeatHandle,
    bot: Bot,
    random: Random,
    longest: Callable[[], float | None] = as_long_as_it_takes,
) -> None:
    """Make the seat's moves as the bot chooses them until the game is over; the thinking blocks nobody.

    ``longest`` is asked before each after how many seconds one that searches moves in any case.
    """
    signer = peer.signer
    if signer is None:
        raise TypeError("An observer has no moves to make.")
    while not signer.replica.finished:
        if not signer.my_turn:
            await peer.changed()
            continue
        number = signer.replica.position.round
        move = await _considered(peer, signer, bot, random, longest())
        if move is not None and signer.my_turn and signer.replica.position.round == number:
            try:
                await peer.act(move)
            except Illegal:
                # the position changed while the bot was thinking
                continue


async def _considered(
    peer: SeatHandle, signer: Seated, bot: Bot, random: Random, longest: float | None
) -> Move | None:
    """Return the bot's move; None as soon as the position it thinks about is no longer that of the game."""
    replica, move = signer.replica, None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_outlive, peer, signer, nursery.cancel_scope)
        state = replica.position.state
        move = await think(bot, replica.rules, state, signer.seat, replica.known, random, longest)
        nursery.cancel_scope.cancel()
    return move


async def _outlive(peer: SeatHandle, signer: Seated, thinking: trio.CancelScope) -> None:
    number = signer.replica.position.round
    while signer.my_turn and signer.replica.position.round == number:
        await peer.changed()
    thinking.cancel()

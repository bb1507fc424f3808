"""A seat that plays by itself: a bot in the place of the player."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from threading import Event
from typing import Any

import trio

from p2pgames.contract import AnyRules, Illegal, Known, Move, Seat
from p2pgames.game import Bot, Game
from p2pgames_cli.config.settings import STRENGTH
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_protocol.log.signer import Seated


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

    ``longest`` returns, before each move, how many seconds a bot that searches may take.
    """
    signer = peer.signer
    if signer is None:
        raise TypeError("An observer has no moves to make.")
    while not signer.replica.finished:
        if not signer.my_turn:
            await peer.changed()
            continue
        number = signer.replica.round
        move = await _considered(peer, signer, bot, random, longest())
        if move is not None and signer.my_turn and signer.replica.round == number:
            try:
                await peer.act(move)
            except Illegal:
                # the position changed while the bot was thinking
                continue


# A bot thinks beside the event loop, and no longer than somebody waits for it.


async def think(
    bot: Bot,
    rules: AnyRules,
    state: Any,
    seat: Seat,
    known: Known,
    random: Random,
    longest: float | None = None,
) -> Move:
    """Return the bot's move; one that searches has found the best it could after the ``time_limit`` number of seconds.

    When this is cancelled a bot that searches ends at once; nothing of it is left running.
    """
    from p2pgames.search.search import Searcher

    seen = dict(known)
    if not isinstance(bot, Searcher):
        return await trio.to_thread.run_sync(bot, rules, state, seat, seen, random)
    told = Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(set_when_due, told, longest)
        move = await trio.to_thread.run_sync(bot, rules, state, seat, seen, random, told.is_set)
        nursery.cancel_scope.cancel()
    return move


def time_limit(game: Game, name: str, settings: LiveSettings) -> float | None:
    """Return after how many seconds a bot of a game moves in any case; None if it takes what it needs."""
    thought = game.thought
    if settings["bots.pace"] == STRENGTH or thought is None or name not in thought.levels:
        return None
    return thought.seconds(name)


async def set_when_due(told: Event, seconds: float | None = None) -> None:
    """Set the event as soon as this is cancelled, or after this many seconds: a thread cannot be."""
    try:
        await trio.sleep(inf if seconds is None else seconds)
    finally:
        told.set()


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
    number = signer.replica.round
    while signer.my_turn and signer.replica.round == number:
        await peer.changed()
    thinking.cancel()

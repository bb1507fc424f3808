"""A bot thinks beside the event loop, and no longer than somebody waits for it."""

from __future__ import annotations

from math import inf
from random import Random
from threading import Event
from typing import Any

import trio

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.game import Bot, Game
from p2pgames_cli.config.settings import STRENGTH
from p2pgames_cli.config.settings_file import LiveSettings


async def think(
    bot: Bot,
    rules: AnyRules,
    state: Any,
    seat: Seat,
    known: Known,
    random: Random,
    longest: float | None = None,
) -> Move:
    """Return the bot's move; one that searches has found the best it could after the ``longest`` number of seconds.

    When this is cancelled a bot that searches ends at once; nothing of it is left running.
    """
    from p2pgames.search.searcher import Searcher

    seen = dict(known)
    if not isinstance(bot, Searcher):
        return await trio.to_thread.run_sync(bot, rules, state, seat, seen, random)
    told = Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tell, told, longest)
        move = await trio.to_thread.run_sync(bot, rules, state, seat, seen, random, told.is_set)
        nursery.cancel_scope.cancel()
    return move


def longest(game: Game, name: str, settings: LiveSettings) -> float | None:
    """Return after how many seconds a bot of a game moves in any case; None if it takes what it needs."""
    thought = game.thought
    if settings["bots.pace"] == STRENGTH or thought is None or name not in thought.levels:
        return None
    return thought.seconds(name)


async def tell(told: Event, seconds: float | None = None) -> None:
    """Set the event as soon as this is cancelled, or after this many seconds: a thread cannot be."""
    try:
        await trio.sleep(inf if seconds is None else seconds)
    finally:
        told.set()

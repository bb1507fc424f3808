"""A bot thinks beside the event loop, and no longer than somebody waits for it."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

import trio

from p2pgames.contract import AnyRules, Known, Move, Seat
from p2pgames.game import Bot


async def think(bot: Bot, rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random) -> Move:
    """Return the bot's move. When this is cancelled a bot that searches ends at once; nothing of it is left running."""
    from p2pgames.search.searcher import Searcher

    seen = dict(known)
    if not isinstance(bot, Searcher):
        return await trio.to_thread.run_sync(bot, rules, state, seat, seen, random)
    told = Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tell, told)
        move = await trio.to_thread.run_sync(bot, rules, state, seat, seen, random, told.is_set)
        nursery.cancel_scope.cancel()
    return move


async def tell(told: Event) -> None:
    """Set the event as soon as this is cancelled: a thread cannot be."""
    try:
        await trio.sleep_forever()
    finally:
        told.set()

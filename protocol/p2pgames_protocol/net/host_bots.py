"""The seats that a host brings bots for: each has a key and a folder of its own, and is linked to its host alone.

Whoever else plays gets what they sign through the host, and sends them nothing but through the host: they have no
address. What their players would decide together with the others, votes and consents, they decide as the host does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

import trio

from p2pgames.contract import Illegal, Seat
from p2pgames_protocol.log.consents import DRAW
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records import DECLINE, Ballot
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.peer import Peer, play_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import NOBODY, Player
from p2pgames_protocol.transports.transport import Route
from p2pgames_protocol.wire.codec import encode
from p2pgames_protocol.wire.identity import Identity

HOST: Final[Seat] = 0
"""Who opens a table has its first seat (SPEC 4.1)."""
HERE: Final = Route("bot")
"""How a bot and its host are linked: by no network."""
AGAIN: Final = 1.0
"""Seconds until a bot and its host are linked again."""

Play: TypeAlias = Callable[[Peer], Awaitable[None]]
"""Makes the moves of a bot's seat until the game is over."""


def bot_players(host: Player, nonce: bytes, names: Sequence[str]) -> tuple[Player, ...]:
    """Return the bots of a host at the table of this nonce, from seat 1 on.

    At every table of the host the bot of a seat is the same player, so that games can follow each other.
    """
    return tuple(
        Player(
            Identity(host.identity.derive("bot", encode(seat))),
            name,
            _home(host.home, nonce, seat),
            host.entropy,
            host.rules_of,
        )
        for seat, name in enumerate(names, HOST + 1)
    )


def _home(host: Home, nonce: bytes, seat: Seat) -> Home:
    """Return the folder of a bot; its notes lie apart from its games where those of the host do."""
    within = ("bots", nonce.hex(), str(seat))
    apart = host.apart.joinpath(*within) if host.apart is not None else None
    return Home(host.folder.joinpath(*within), apart)


def of_host(host: Player, genesis: Genesis) -> tuple[Player, ...]:
    """Return the bots that this player brought to a game; none if another one is its host."""
    if genesis.proposal.host != host.identity.key:
        return ()
    names = [join.name for join in genesis.joins[HOST + 1 : HOST + 1 + genesis.proposal.bots]]
    return bot_players(host, genesis.proposal.nonce, names)


async def run_bots(host: Player, peer: Peer, play: Play, *, take_over: bool = False) -> None:
    """Play the seats of the host's bots at a running game, until cancelled; at once where there are none.

    With ``take_over`` they sign at once, whatever another copy of them may have signed.
    """
    async with trio.open_nursery() as nursery:
        for bot in of_host(host, peer.replica.genesis):
            nursery.start_soon(partial(_run, peer, bot, play, take_over=take_over))


async def _run(host: Peer, player: Player, play: Play, *, take_over: bool) -> None:
    genesis = host.replica.genesis
    await trio.to_thread.run_sync(player.home.make)
    # Everything that a bot ever signed went through its host, who has it: nobody else need show what they have.
    bot = await play_game(player, genesis, NOBODY, (genesis.keys[HOST],))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_stay_linked, host, bot)
        if take_over:
            await bot.take_over()
        nursery.start_soon(_follow, bot)
        nursery.start_soon(play, bot)


async def _stay_linked(host: Peer, bot: Peer) -> None:
    keys = host.replica.genesis.keys
    while bot.signer is not None:
        theirs, ours = (Link(trio.SocketStream(end), lambda: HERE) for end in trio.socket.socketpair())
        theirs.key, ours.key = keys[bot.signer.seat], keys[HOST]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.attach, theirs)
            nursery.start_soon(bot.attach, ours)
        await trio.sleep(AGAIN)


async def _follow(bot: Peer) -> None:
    """Vote and agree as the host does, who would have to wait for the bot otherwise."""
    while not bot.replica.finished:
        with suppress(Illegal):
            await _answer(bot)
        await bot.changed()


async def _answer(bot: Peer) -> None:
    replica, signer = bot.replica, bot.signer
    if signer is None:
        return
    for seat in signer.voting.votable():
        if replica.ballots.says(replica.position, HOST, seat) is Ballot.ABSENT:
            await bot.vote(seat)
    declined = replica.notes.declined(replica.position)
    for offer in replica.offers:
        if HOST in offer.seats and signer.seat not in (*offer.seats, *declined):
            if agrees(bot, offer.says):
                await bot.offer(offer.says, offer.to)
            else:
                await bot.offer(DECLINE)
                return


def agrees(bot: Peer, says: str) -> bool:
    """Tell whether a bot agrees to what its host agrees to: to a draw only while it is not ahead of all others."""
    if says != DRAW.name:
        return True
    position = bot.replica.position
    scores, seat = position.rules.scores(position.state), bot.signer.seat if bot.signer is not None else None
    if scores is None or seat is None:
        return False
    return scores[seat] <= max((scores[other] for other in position.seats if other != seat), default=0)

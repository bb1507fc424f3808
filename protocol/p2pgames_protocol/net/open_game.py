"""A peer for a game, new or stored in this home."""

from __future__ import annotations

from collections.abc import Collection

import trio

from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records import make_by
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net.link_service import ChatSync
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.seat_transfer import SeatTransfer
from p2pgames_protocol.store.game_store import CHAT_SUFFIX, ChatFile
from p2pgames_protocol.store.player import NOBODY, Known, Player
from p2pgames_protocol.wire.codec import HASH_SIZE


def open_game(player: Player, genesis: Genesis) -> Peer:
    """Return a peer for a game; nothing is signed or stored yet. Raises `Refused` for unknown data."""
    rules = player.rules_of(genesis.proposal.rules, genesis.proposal.version)
    own = player.own(genesis)
    signer = Signer(genesis, rules, own) if own is not None else None
    replica = Replica(genesis, rules) if signer is None else signer.replica
    store = player.home.store(genesis)
    talk = ChatSync(genesis, ChatFile(store.path.with_suffix(CHAT_SUFFIX)))
    peer = Peer(replica, store, player.entropy(HASH_SIZE), signer, player.address_book(genesis), talk)
    if own is not None:
        peer.links.identity, peer.seat_transfer = (
            own,
            SeatTransfer(player, own, peer.live, peer.links, peer.address_book),
        )
    return peer


async def _say_who_plays(player: Player, peer: Peer) -> None:
    """Tell everybody, once, by whom a seat is played that was taken over, as soon as it may sign."""
    own, genesis = peer.links.identity, peer.replica.genesis
    if (
        own is None
        or ((joined := genesis.own(player.identity)) is not None and joined.key == own.key)
        or peer.read_only
    ):
        return
    seat = genesis.keys.index(own.key)
    newest = peer.replica.successors.of(seat)[-1:]
    if newest and newest[0].key == player.identity.key:
        return
    by = make_by(player.identity, genesis.game_id, seat, player.name, len(peer.replica.log))
    await peer.live.do(lambda signer: signer.auto_signer.say(by))


async def play_game(
    player: Player, genesis: Genesis, known: Known = NOBODY, must_show: Collection[bytes] = ()
) -> Peer:
    """Return a running peer: of a new game, or of one that this home has a part of. Raises as the store does.

    ``known`` is kept in the address book before the game is: a client killed at once finds its way back.
    ``must_show`` are players who may have seen us play a game of which nothing is here: see `LiveReplica.begin`.
    """
    peer = open_game(player, genesis)
    for key, addresses in known.items():
        if peer.address_book is not None:
            await peer.address_book.hint(genesis.seat_key(key), tuple(addresses))
    if await trio.to_thread.run_sync(peer.store.path.exists):
        records, _ = await trio.to_thread.run_sync(peer.store.open)
        await peer.live.resume(records)
    else:
        await peer.live.begin(must_show)
    await _say_who_plays(player, peer)
    return peer

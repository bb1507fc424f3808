"""What a watcher gets over its link: the log and the chat, nothing that opens a card, and no say in anything."""

from contextlib import suppress
from random import Random

import pytest
import trio
import trio.testing

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.net.link import Link, LinkFault
from p2pgames_protocol.net.peer import open_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.memory import clocked
from p2pgames_protocol.testing.room import forge, identity, make_genesis
from tests.protocol.log.shares import all_points, readable
from tests.protocol.peers import linked
from tests.six import SIX

EYE = identity(9)


async def dealt(tmp_path, seats):
    """Peers of a game with hidden cards, not linked yet."""
    genesis, peers = make_genesis(SIX, seats), []
    for seat in range(seats):
        home = Home(tmp_path / f"home{seat}")
        home.make()
        player = Player(identity(seat), f"P{seat}", home, Random(seat).randbytes, lambda _n, _v: SIX)
        peers.append(open_game(player, genesis))
        await peers[-1].live.start()
    return peers


async def play(peer, moves):
    """Make so many moves at random, whenever it is this seat's turn."""
    replica, signer, random = peer.replica, peer.signer, Random(peer.signer.seat)
    while moves and not replica.finished:
        if signer.my_turn:
            legal = SIX.moves(replica.position.state, signer.seat, replica.known)
            await peer.act(random.choice(legal))
            moves -= 1
        else:
            await peer.changed()


def listen(peer, nursery):
    """Watch over a bare link; return its far end, and the list into which everything goes that is sent there."""
    near, far = trio.testing.memory_stream_pair()
    ends, heard = (Link(near), Link(far)), []
    ends[0].key, ends[1].key = EYE.key, b"them"

    async def keep():
        while (message := await ends[1].receive()) is not None:
            heard.append(message)

    nursery.start_soon(peer.attach, ends[0])
    nursery.start_soon(keep)
    return ends[1], heard


@pytest.mark.parametrize("seats", [2, 3])
def test_all_that_a_watcher_receives_opens_no_card_but_those_open_to_all(tmp_path, seats):
    async def test():
        peers = await dealt(tmp_path, seats)
        pairs = [(one, other) for one in peers for other in peers if one.signer.seat < other.signer.seat]
        async with linked(*pairs), trio.open_nursery() as nursery:
            far, heard = listen(peers[0], nursery)
            await far.send("want", 0)
            await far.send("chats", (0,) * seats)
            async with trio.open_nursery() as games:
                for peer in peers:
                    games.start_soon(play, peer, 2)
            await peers[0].say("Well dealt")
            await trio.sleep(1)
            nursery.cancel_scope.cancel()
        kinds = {message[0] for message in heard}
        assert kinds <= {"want", "links", "chats", "chat", "record", "ping"}
        records = [Record.read(message[1]) for message in heard if message[0] == "record"]
        seen = Replica(peers[0].replica.genesis, SIX)
        for record in records:
            Intake(seen).receive(record)
        assert len(seen.log) == len(peers[0].replica.log)
        assert any(position.kind is TURN for position in seen.positions)
        points = [edwards.Point(point) for point in all_points(records)]
        sealed = 0
        for name, deck in seen.position.decks_state.decks.items():
            opened = [readable(deck, at, points, []) for at in range(len(deck.faces))]
            assert opened == [(name, at) in seen.known for at in range(len(deck.faces))]
            sealed += opened.count(False)
        assert sealed >= 2
        held = b"".join(part for message in heard for part in message if type(part) is bytes)
        for seat, peer in enumerate(peers):
            own = peer.replica.genesis.own(identity(seat))
            assert not any(seed in held for seed in (identity(seat).seed(), own.seed()))
            assert GameSecret(own, peer.replica.genesis.game_id, seat).reveal() not in held

    clocked(test)


def test_what_a_watcher_signs_itself_changes_nothing(tmp_path):
    async def test():
        peers = await dealt(tmp_path, 2)
        async with linked((peers[0], peers[1])), trio.open_nursery() as nursery:
            await peers[0].wait_until(lambda: peers[0].replica.position.kind is TURN)
            log, table = len(peers[0].replica.log), peers[0].replica
            far, _heard = listen(peers[0], nursery)
            mover = table.position.due[0]
            event = forge(table, mover, "resign", body=())
            own = Record(Kind.EVENT, event.body, EYE.sign("event", table.genesis.game_id, event.body))
            with suppress(LinkFault):
                for _ in range(50):
                    await far.send("record", own.pack())
                    await trio.testing.wait_all_tasks_blocked()
            assert len(table.log) == log
            assert not table.accusations.found
            assert EYE.key not in peers[0].links.connected
            nursery.cancel_scope.cancel()

    clocked(test)

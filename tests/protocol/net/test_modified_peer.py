"""Real peers over real sockets, one of them modified in one behaviour: the honest ones agree and can prove it."""

from functools import partial
from random import Random

import pytest
import trio

from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.records import Event, Kind, sign
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.net.acceptor import Acceptor, greet, sit_down
from p2pgames_protocol.net.lobby import Lobby, Seating
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity
from tests.dice import DICE, rules_of
from tests.protocol.plain_tcp import Tcp


def events(signer, position, *changes):
    """Validly signed events for a round, each with some fields changed."""
    for change in changes:
        fields = {
            "round": position.round,
            "seat": signer.seat,
            "previous": position.previous,
            "state": position.state_digest,
            "inside": position.inside,
            "act": "move",
            "body": ("roll", (), ()),
        } | change
        genesis = signer.replica.genesis
        yield sign(genesis.own(identity(signer.seat)), Kind.EVENT, genesis.game_id, Event(**fields).pack())


async def send(peer, records):
    """Send records past the table's own checks."""
    for record in records:
        for line in list(peer.links):
            await line.link.send("record", record.pack())


CHEATS = {
    "illegal move": ([{"body": ("fly", (), ())}], True),
    "wrong state digest": ([{"state": b"w" * 32}], True),
    "out of turn": ([{}], False),
    "two events to everybody": ([{}, {"body": ("stop", (), ())}], True),
}


def round_for_cheat(signer, at_turn):
    """The open round if it is the cheat's turn, or the last in which it owes nothing; None while there is none."""
    if at_turn:
        return signer.replica.position if signer.my_turn and signer.replica.position.round > 4 else None
    positions = signer.replica.positions
    others = [p for p in positions if p.kind is TURN and signer.seat not in p.due]
    return others[-1] if others else None


async def cheat(peer, changes, at_turn):
    """Play honestly for a while, then cheat once and fall silent."""
    signer = peer.signer
    while True:
        mine = signer.my_turn
        if (position := round_for_cheat(signer, at_turn)) is not None:
            await send(peer, list(events(signer, position, *changes)))
            return
        if mine:
            await peer.act("roll")
        else:
            await peer.changed()


async def honest(peer, seed, caught):
    """Play on; leave the table when somebody is to blame and the game cannot go on."""
    random, replica = Random(seed), peer.replica
    while not (
        any(n.misconduct for n in peer.notices)
        and (replica.finished or replica.accusations.found[0].fault == "out of turn")
    ):
        if peer.signer.my_turn:
            await peer.act(random.choice(("roll", "stop")))
        else:
            await peer.changed()
    caught.append(peer)
    for other in caught:
        other.links.changes.wake()


def make_player(seat, tmp_path):
    home = Home(tmp_path / str(seat))
    home.make()
    return Player(identity(seat), f"P{seat}", home, Random(seat).randbytes, rules_of)


async def table_with_a_cheat(tmp_path, seats, changes, at_turn):
    """Seat 1 cheats; return the honest peers once all of them have noticed."""
    caught, host = [], make_player(0, tmp_path)
    proposal = Proposal.of(host.identity.key, DICE, seats, bytes(32), {"aim": "300"})
    door = Acceptor(host, Lobby(Seating(host.identity, proposal, "P0", bytes(32)), b"token"))

    async def join(seat, address):
        person = make_player(seat, tmp_path)
        link = await greet(person, await Tcp().dial(address), host.identity.key)
        peer = await sit_down(person, link, b"token")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.attach, link)
            await (cheat(peer, changes, at_turn) if seat == 1 else honest(peer, seat, caught))
            await finished.wait()
            nursery.cancel_scope.cancel()

    finished = trio.Event()
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            (address,) = await nursery.start(Tcp().listen, "127.0.0.1:0", door.answer)
            for seat in range(1, seats):
                nursery.start_soon(partial(join, seat, address))
                while len(door.lobby.seating.names) <= seat:
                    await door.lobby.changed()
            peer = await door.start()
            await honest(peer, 0, caught)
            await peer.wait_until(lambda: len(caught) == seats - 1)
            finished.set()
            nursery.cancel_scope.cancel()
    return caught


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", CHEATS)
def test_the_honest_name_the_cheat_and_prove_it(tmp_path, seats, name):
    changes, at_turn = CHEATS[name]
    peers = trio.run(table_with_a_cheat, tmp_path, seats, changes, at_turn)
    assert len(peers) == seats - 1
    verdicts = {(v.fault, v.seat, v.round) for peer in peers for v in peer.replica.accusations.found}
    assert len(verdicts) == 1
    assert next(iter(verdicts))[1] == 1
    for peer in peers:
        assert any("P1 (seat 2)" in str(notice.why) for notice in peer.notices)
        report = audit.full(peer.store.path.with_suffix(".proof").read_bytes(), rules_of)
        assert report.grade is Grade.CHEATED
        assert {fault["seat"] for fault in report.faults} == {1}
        own = audit.full(canonical(peer.replica), rules_of)
        assert own.grade in (Grade.FINISHED, Grade.RUNNING, Grade.CHEATED)

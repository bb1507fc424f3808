"""Branches that meet: two honest peers who were shown different events find the evidence, also after the end."""

import trio
import trio.testing

from p2pgames_cli.library.report import signed_in_words
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.proof_file import judge
from p2pgames_protocol.audit.replay import canonical, merge, read_log
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.file import PROOF_MAGIC
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.testing.memory import FaultyDisk, clocked
from tests.dice import rules_of
from tests.protocol.peers import make_peer
from tests.protocol.rooms import begun


def parted():
    """Two honest seats on two branches, both of which have closed the round in which the third signed twice."""
    room, cheat = begun(3)
    room.deliver_all()
    one, other = (table for table in room.signers if table.seat != cheat)
    room.cut = {0, 1, 2}
    events = room.forge(cheat), room.forge(cheat, body=("stop", (), ()))
    number = one.replica.position.round
    for event, table in zip(events, (one, other), strict=True):
        room.broadcast(event, [table.seat])
    assert min(len(one.replica.log), len(other.replica.log)) > number
    assert one.replica.position.previous != other.replica.position.previous
    return room, cheat, number, one, other


async def peer_of(room, seat):
    """A client that goes on from the store of a seat."""
    peer = make_peer(seat, FaultyDisk(), room.genesis)
    peer.store.create([Record(Kind.GENESIS, room.genesis.record), *room.stores[seat]], bytes([seat]) * 32)
    await peer.live.resume(peer.store.open()[0])
    return peer


async def meet(peers):
    """Link two peers until both have a verdict; return how many records each has sent."""
    ends = [Link(stream) for stream in trio.testing.memory_stream_pair()]
    for end, peer in zip(ends, reversed(peers), strict=True):
        end.key = peer.replica.genesis.keys[peer.signer.seat]
    async with trio.open_nursery() as nursery:
        for peer, end in zip(peers, ends, strict=True):
            nursery.start_soon(peer.attach, end)
        for peer in peers:
            await peer.wait_until(lambda peer=peer: peer.replica.accusations.verdict is not None)
        nursery.cancel_scope.cancel()


def test_two_who_meet_on_two_branches_find_out_who_signed_twice():
    async def main():
        room, cheat, number, *tables = parted()
        peers = [await peer_of(room, table.seat) for table in tables]
        await meet(peers)
        return cheat, number, peers

    cheat, number, peers = clocked(main)
    assert {(p.replica.accusations.verdict.seat, p.replica.accusations.verdict.round) for p in peers} == {
        (cheat, number)
    }
    for peer in peers:
        said = str(peer.notices[-1].why)
        assert f"(seat {cheat + 1}) signed two different events for round {number}" in said
        proof = peer.store.disk.read(peer.store.path.with_suffix(".proof"))
        verdicts = judge(*read_log(proof, PROOF_MAGIC), rules_of)
        assert [(verdict.seat, verdict.round) for verdict in verdicts] == [(cheat, number)]


def test_a_table_that_ended_by_evidence_still_tells_who_comes_later():
    """The game is frozen for two of the seats; the third was away, and hears of it when it is linked to one of them."""

    async def main():
        room, cheat, number, one, other = parted()
        peers = [await peer_of(room, table.seat) for table in (one, other)]
        await meet(peers)
        late = await peer_of(room, cheat)
        before = len(peers[0].replica.log)
        await meet([peers[0], late])
        return cheat, number, before, peers[0], late

    cheat, number, before, frozen, late = clocked(main)
    assert (
        late.replica.accusations.verdict.seat,
        late.replica.accusations.verdict.round,
    ) == (
        cheat,
        number,
    )
    assert len(frozen.replica.log) == before
    assert late.replica.waiting_for == ()


def test_merging_two_branches_shows_both_and_who_signed_twice():
    _, cheat, number, one, other = parted()
    for pair in ((one, other), (other, one)):
        data, replica = merge(*(canonical(signer.replica) for signer in pair), rules_of)
        assert (replica.accusations.verdict.seat, replica.accusations.verdict.round) == (
            cheat,
            number,
        )
        report = full(data, rules_of)
        assert report.grade is Grade.CHEATED
        assert f"(seat {cheat + 1}) signed two different events for round {number}" in report.why
        said = {signed_in_words(replica, record) for record in replica.accusations.verdict.records}
        assert said == {f"Player{cheat} signed in step {number}: {move}" for move in ("roll", "stop")}
        bodies = {record.body for table in pair for record in table.replica.log[number].values()}
        assert bodies == {record.body for record in replica.accusations.verdict.records}


def test_a_branch_knows_what_its_rounds_follow_and_forgets_what_was_taken_back():
    room, silent = begun(3)
    branch = room.replicas[silent].branch
    room.cut = {silent}
    before = branch.position.previous
    room.signers[silent].act("roll")
    after = branch.position.previous
    assert [branch.opened_by(one) for one in (before, after, bytes(32))] == [True, True, False]
    assert all(branch.opened_by(position.previous) for position in branch.positions)
    room.collect()
    for seat in {*range(3)} - {silent}:
        room.signers[seat].vote(silent)
    room.collect()
    room.deliver_all()
    room.cut = set()
    room.sync()
    assert branch.rewinds
    assert [branch.opened_by(one) for one in (before, after)] == [True, False]
    assert all(branch.opened_by(position.previous) for position in branch.positions)

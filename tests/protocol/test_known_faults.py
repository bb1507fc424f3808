"""Faults that are known and not mended yet. Each test says what should hold; when it does, its mark is to go."""

import pytest
import trio

from p2pgames_protocol.message import Ballot, Kind, Vote, sign
from tests.memory import clocked
from tests.protocol.test_strangers import linked, sitting
from tests.room import identity


@pytest.mark.xfail(
    strict=True, reason="every false claim writes the whole proof file anew, and nothing bounds them"
)
def test_one_cheat_writes_our_disk_full_of_proofs_at_most_once(tmp_path):
    async def main():
        peer = await sitting(tmp_path, 3)
        game, start = peer.ledger.genesis.game_id, peer.ledger.position.previous
        ours, theirs = linked(identity(1).key)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.attach, ours)
            for seat in range(40):
                vote = Vote(Ballot.CLAIM, 1, seat, 0, start)
                await theirs.send("record", sign(identity(1), Kind.VOTE, game, vote.pack()).pack())
            with trio.move_on_after(5):
                await peer.wait_until(lambda: len(peer.ledger.faults) >= 40)
            nursery.cancel_scope.cancel()
        return len(peer.ledger.faults)

    assert 1 <= clocked(main) <= 3

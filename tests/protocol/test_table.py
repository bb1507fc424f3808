"""Whole tables over a network that shuffles: honest seats end with the same log."""

import pytest

from p2pgames_protocol.position import Basis, Step
from tests.room import Room


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("seed", range(4))
def test_everybody_ends_with_the_same_log(seats, seed):
    room = Room(seats, seed=seed)
    room.play()
    assert len(room.digests()) == 1
    for table in room.tables:
        assert table.position.step is Step.DONE
        assert table.position.ending.basis is Basis.PLAYED
        assert set(table.position.revealed) == set(range(seats))
        assert not table.faults
    results = {table.position.ending.result for table in room.tables}
    assert len(results) == 1

"""Whole tables of a game with hidden cards: dealt, played, left and revealed, in any order of messages."""

import pytest

from p2pgames_protocol import audit
from p2pgames_protocol.audit import Grade
from p2pgames_protocol.fast import fast
from p2pgames_protocol.merge import canonical
from p2pgames_protocol.position import Step
from tests.room import Room
from tests.six import CARDS, EXTRAS, SIX


def rules_of(_name, _version):
    """The rules of the test's game."""
    return SIX


def check_same(room):
    """Everybody has the same finished log, and a stranger finds it valid; return the report."""
    assert len(room.digests()) == 1
    assert len({canonical(table) for table in room.tables}) == 1
    for table in room.tables:
        assert table.position.step is Step.DONE
        assert not table.faults
    report = audit.full(canonical(room.tables[0]), rules_of)
    assert (report.grade, report.faults, report.unrevealed) == (Grade.FINISHED, [], ())
    assert fast(canonical(room.tables[0])).grade is Grade.FINISHED
    return report


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_dealt_played_and_opened(seats):
    room = Room(seats, SIX, seed=seats)
    room.play()
    report = check_same(room)
    assert report.checks["shuffles"] == 2 * seats
    assert report.checks["shares"] == seats * (len(CARDS) + len(EXTRAS))
    public = room.tables[0].position.dealing.public
    for deck, faces in (("cards-1", CARDS), ("extras", EXTRAS)):
        assert sorted(face for (name, _), face in public.items() if name == deck) == sorted(faces)


@pytest.mark.parametrize("seed", range(4))
def test_seats_leave_one_by_one_and_the_rest_is_shuffled_under_fresh_keys(seed):
    room = Room(4, SIX, seed=seed)
    for _ in range(2):
        room.play(1 + seed % 2)
        table = room.tables[room.random.choice(room.tables[0].position.seats)]
        table.resign()
        room.collect()
        room.deliver_all()
    room.play()
    report = check_same(room)
    assert len(report.departures) == 2
    assert report.result is not None
    assert room.tables[0].position.dealing.epoch >= 1

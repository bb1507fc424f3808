"""Who is here, who is away, and whom one hears of through others; and a resignation that nobody has heard of yet."""

import pytest

from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.status import brief, guarantee, sentences
from p2pgames_cli.table.waiting import LONG, LastSeen, Silence, awaited_in_words, waited_for
from p2pgames_protocol.net.connections import FixedLinks
from p2pgames_protocol.testing.room import Room
from p2pgames_protocol.transports.transport import Route
from tests.cli.clock import Clock
from tests.protocol.rooms import begun
from tests.six import SIX


def looked_at(room, seat, linked, through=()):
    """A seat that is linked to some, and has heard of others through them."""
    keys = room.genesis.keys
    known = {one: frozenset(keys[by] for by in linked) for one in through}
    place = ArchivedSeat(room.replicas[seat], room.signers[seat])
    routes = {keys[one]: Route("tls") for one in linked}
    place.links = FixedLinks(tuple(routes), routes, known)
    return place


def test_who_was_linked_is_away_until_something_newer_comes_through_others():
    room, *_ = begun(3)
    room.deliver_all()
    clock, key = Clock(), room.genesis.keys[1]
    at = LastSeen(Silence(looked_at(room, 0, (1, 2)), clock=clock))
    assert at.presence_of(looked_at(room, 0, (1, 2), (1,)), key) == "here"
    assert at.presence_of(looked_at(room, 0, (2,), (1,)), key) == "away"
    clock.now = LONG
    assert at.presence_of(looked_at(room, 0, (2,), (1,)), key) == "away 1 min"
    room.play(1)
    room.deliver_all()
    assert at.presence_of(looked_at(room, 0, (2,), (1,)), key) == "via others"
    assert at.presence_of(looked_at(room, 0, (), (1,)), key) == "away 1 min"


def test_who_was_never_linked_is_heard_of_through_others_at_once():
    room, *_ = begun(3)
    room.deliver_all()
    at = LastSeen(Silence(looked_at(room, 0, (2,)), clock=Clock()))
    assert at.presence_of(looked_at(room, 0, (2,), (1,)), room.genesis.keys[1]) == "via others"


def test_a_resignation_says_whom_the_news_has_to_reach():
    room, turn = begun(2)
    me = 1 - turn
    room.cut = {turn}
    room.signers[me].resign()
    room.collect()
    place = looked_at(room, me, ())
    assert waited_for(place, Silence(place, clock=Clock())) == (
        f"You have resigned. It counts once the news has reached Player{turn}."
    )


def watching(room, linked, through=()):
    """What a watcher sees who is linked to some of the players, and hears of others through them."""
    place = looked_at(room, 0, linked, through)
    place.signer = None
    return place


def test_a_watcher_is_told_of_nobody_that_they_are_away():
    """Watchers are linked to some of the players: whether the others are there, they cannot tell."""
    room, *_ = begun(3)
    room.deliver_all()
    place, keys, names = watching(room, (0,), (1,)), room.genesis.keys, room.genesis.names
    at = LastSeen(Silence(place, clock=Clock()))
    assert [at.presence_of(place, key) for key in keys] == ["here", "via others", "not linked"]
    holds = guarantee(place, local=False)
    assert "away" not in brief(holds)
    assert not any("away" in line for line in sentences(holds))
    assert f"{names[1]} is not linked to this client, but through {names[0]}." in sentences(holds)
    assert f"{names[2]} is not linked to this client." in sentences(holds)
    assert brief(guarantee(watching(room, ()), local=False)) == "… no link to the table"


def test_a_player_is_not_told_that_somebody_is_away_who_is_heard_of_through_others():
    room, *_ = begun(3)
    room.deliver_all()
    holds = guarantee(looked_at(room, 0, (2,), (1,)), local=False)
    assert "away" not in brief(holds)
    assert any("but through" in line for line in sentences(holds))
    alone = guarantee(looked_at(room, 0, (2,)), local=False)
    assert brief(alone) == f"… {room.genesis.names[1]} is away"


@pytest.mark.parametrize("seat", range(3))
def test_nobody_reads_their_own_name_among_those_waited_for(seat):
    """Shares are owed by all seats at once."""
    room = Room(SIX, 3)
    for _ in range(60):
        replica = room.replicas[seat]
        own = replica.names[seat]
        place = looked_at(room, seat, tuple({0, 1, 2} - {seat}))
        silence = Silence(place, clock=Clock())
        others = [replica.names[one] for one in replica.held_up_by if one != seat]
        for said in (waited_for(place, silence), awaited_in_words(place)):
            if "aiting" in said:
                assert own not in said
                assert all(name in said for name in others)
        room.deliver() if room.mail else room.move()

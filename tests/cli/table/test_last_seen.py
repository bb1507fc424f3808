"""Who is here, who is away, and whom one hears of through others; and a resignation that nobody has heard of yet."""

from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.last_seen import LONG, LastSeen
from p2pgames_cli.table.silence import Silence
from p2pgames_cli.table.waited_for import waited_for
from p2pgames_protocol.net.links import FixedLinks
from tests.cli.clock import Clock
from tests.protocol.rooms import begun


def looked_at(room, seat, linked, through=()):
    """A seat that is linked to some, and has heard of others through them."""
    keys = room.genesis.keys
    known = {one: frozenset(keys[by] for by in linked) for one in through}
    place = ArchivedSeat(room.replicas[seat], room.signers[seat])
    place.links = FixedLinks(tuple(keys[one] for one in linked), known_through=known)
    return place


def test_who_was_linked_is_away_until_something_newer_comes_through_others():
    room, *_ = begun(3)
    room.deliver_all()
    clock, key = Clock(), room.genesis.keys[1]
    at = LastSeen(Silence(looked_at(room, 0, (1, 2)), clock=clock))
    assert at.of(looked_at(room, 0, (1, 2), (1,)), key) == "here"
    assert at.of(looked_at(room, 0, (2,), (1,)), key) == "away"
    clock.now = LONG
    assert at.of(looked_at(room, 0, (2,), (1,)), key) == "away 1 min"
    room.play(1)
    room.deliver_all()
    assert at.of(looked_at(room, 0, (2,), (1,)), key) == "via others"
    assert at.of(looked_at(room, 0, (), (1,)), key) == "away 1 min"


def test_who_was_never_linked_is_heard_of_through_others_at_once():
    room, *_ = begun(3)
    room.deliver_all()
    at = LastSeen(Silence(looked_at(room, 0, (2,)), clock=Clock()))
    assert at.of(looked_at(room, 0, (2,), (1,)), room.genesis.keys[1]) == "via others"


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

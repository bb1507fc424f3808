"""What is new at a table: each thing once, in one order, for people, programs and the screen."""

from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Moved, Over, Why
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.chat_text import set_muted
from p2pgames_cli.table.history_text import end_lines
from p2pgames_cli.table.news import ChatNews, CopiesNews, EndNews, FaultNews, Feed, PresenceNews, ProgressNews
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.local.what_if import WhatIf
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.net.connections import FixedLinks
from p2pgames_protocol.testing.room import Room, forge
from tests.cli.presenters import carry, meet, presenters
from tests.dice import DICE
from tests.protocol.rooms import begun

LINJA, METRO = registry.rules("linja", 0), registry.rules("metro", 0)


def at(table):
    """A place where this table is looked at, and what a feed needs to know of who looks."""
    handle = ArchivedSeat(table.replica, table)
    return handle, TableModel(
        TableSession([handle], registry.game(table.replica.rules.name), Client(PlayOptions(Mode.PLAIN))),
        guarded=False,
    )


def test_what_has_happened_is_told_in_the_order_of_the_log_and_the_end_last():
    room = Room(LINJA, 2)
    handle, watching = at(room.signers[0])
    feed = Feed(watching)
    room.play()
    news = list(feed.news(handle))
    assert [one.kind for one in news] == ["event"] * (len(news) - 1) + ["over"]
    rounds = [one.data["round"] for one in news[:-1]]
    assert rounds == sorted(rounds)
    assert news[-1].sentences == tuple(end_lines(handle.replica))
    assert news[-1].data["basis"] == "played"
    assert list(feed.news(handle)) == []


def test_a_feed_begins_where_it_is_told_to_and_what_it_has_caught_up_with_is_not_told():
    room = Room(LINJA, 2)
    handle, watching = at(room.signers[0])
    room.play(6)
    last = len(handle.replica.log)
    assert [one.data["round"] for one in Feed(watching, since=last - 2).news(handle)] == [last - 2, last - 1]
    feed = Feed(watching)
    feed.catch_up(handle)
    assert list(feed.news(handle)) == []
    room.play(1)
    assert [one.data["round"] for one in feed.news(handle)] == [last]
    room.play()
    done = Feed(watching)
    done.catch_up(handle)
    assert list(done.news(handle)) == []


def test_what_came_of_moves_is_said_and_stands_in_the_data():
    room = Room(LINJA, 2)
    room.play(8)
    handle, watching = at(room.signers[0])
    moves = [one for one in Feed(watching).news(handle) if one.data["kind"] == "move"]
    assert {one.data["seat"] for one in moves} == {0, 1}
    for one in moves:
        (told,) = one.data["told"]
        assert told["seat"] == one.data["seat"]
        assert one.sentences[0].endswith(f": {one.data['move']}: {told['text']}")


def test_an_end_that_was_taken_back_is_followed_by_another():
    room = Room(LINJA, 2)
    room.play()
    whole = room.replicas[0]
    last = max(number for number in range(len(whole.log)) if whole.positions[number].kind is TURN)
    game, end = WhatIf(whole, last, Random(1)), EndNews()
    handle = next(handle for handle in game.handles if handle.signer.my_turn)
    assert not list(end.news(handle))

    def finish():
        rules, state, seat = handle.replica.rules, handle.replica.position.state, handle.signer.seat
        moves = rules.moves(state, seat, handle.replica.known)
        trio.run(handle.act, next(move for move in moves if ends(rules, state, Moved(seat, move))))

    def ends(rules, state, moved):
        return isinstance(rules.ask(rules.apply(state, moved)), Over)

    finish()
    assert [one.kind for one in end.news(handle)] == ["over"]
    assert not list(end.news(handle))
    game.take_back({handle.signer.seat})
    assert not list(end.news(handle))
    finish()
    assert [one.kind for one in end.news(handle)] == ["over"]


def test_a_fault_is_urgent_and_told_once():
    room, cheat = begun(3)
    table = room.signers[cheat - 1]
    handle, faults = ArchivedSeat(table.replica, table), FaultNews()
    assert not list(faults.news(handle))
    room.broadcast(room.forge(cheat, body=("fly", (), ())))
    room.deliver_all()
    assert table.replica.position.departures[0].why is Why.FAULT
    (told,) = faults.news(handle)
    assert told.urgent
    assert told.data["seat"] == cheat
    assert told.data["why"] == str(table.replica.accusations.found[0].why)
    assert told.notice == ("Fault", told.sentences[0].removeprefix("Fault: "))
    assert not list(faults.news(handle))


def test_programs_hear_of_all_that_clients_are_at_and_people_of_what_takes_a_while():
    room = Room(METRO, 3)
    handle, progress = ArchivedSeat(room.replicas[0], room.signers[0]), ProgressNews()
    told = []
    while room.mail:
        told += progress.news(handle)
        room.deliver()
    told += progress.news(handle)
    shuffles = [one for one in told if one.data["text"].startswith("shuffling")]
    dealings = [one for one in told if one.data["text"].startswith("dealing")]
    assert [one.data["seats"] for one in shuffles] == [[1], [2]]
    assert all(one.sentences for one in shuffles)
    assert dealings
    assert not any(one.sentences for one in dealings)


def test_the_newest_of_what_was_said_is_told_again_and_what_comes_then_but_for_the_muted(tmp_path):
    async def main():
        ada, ben = await presenters(tmp_path)
        for number in range(7):
            await ada.model.handle.say(f"word {number}")
        await carry(ada, ben)
        few, everything, nothing = ChatNews(5), ChatNews(), ChatNews(0)
        said = [f"Player0 says: word {number}" for number in range(7)]
        assert [one.sentences[0] for one in few.news(ben.model.handle)] == said[2:]
        told = list(everything.news(ben.model.handle))
        assert [one.sentences[0] for one in told] == said
        assert told[0].data == {"seat": 0, "number": 0, "round": 0, "text": "word 0"}
        assert told[0].notice == ("Chat", said[0])
        assert not list(nothing.news(ben.model.handle))
        assert [one.notice for one in ChatNews(1).news(ada.model.handle)] == [None]
        await ben.model.handle.say("and I")
        await set_muted(ben.model.handle, 0)
        await ada.model.handle.say("the last word")
        await carry(ada, ben)
        for source in (few, everything, nothing):
            assert [one.data["text"] for one in source.news(ben.model.handle)] == ["and I"]
            assert not list(source.news(ben.model.handle))
        assert [one.data["text"] for one in ChatNews().news(ben.model.handle)] == ["and I"]

    trio.run(main)


def test_people_hear_that_nothing_is_sent_and_that_it_is_again_and_programs_who_is_awaited():
    room = Room(DICE, 3)
    handle, copies = ArchivedSeat(room.replicas[0], room.signers[0]), CopiesNews()
    keys = room.genesis.keys
    told = []
    for must_show in ((), keys[1:], keys[1:], keys[2:], ()):
        handle.must_show = frozenset(must_show)
        told += [(one.data["awaits"], len(one.sentences)) for one in copies.news(handle)]
    assert told == [([1, 2], 1), ([2], 0), ([], 1)]


@pytest.mark.parametrize("alone", [True, False])
def test_who_comes_and_goes_is_said_to_who_is_alone(alone):
    room = Room(DICE, 3)
    handle, presence = ArchivedSeat(room.replicas[0], room.signers[0]), PresenceNews(alone=alone)
    keys, names = room.genesis.keys, room.genesis.names
    told = []
    for connected in ((), keys[1:], keys[1:], keys[2:]):
        handle.links = FixedLinks(tuple(connected))
        told += presence.news(handle)
    assert [one.data["connected"] for one in told] == [[1, 2], [2]]
    said = [
        f"{names[1]} is connected.",
        f"{names[2]} is connected.",
        f"{names[1]} is no longer linked to this client.",
    ]
    assert [line for one in told for line in one.sentences] == (said if alone else [])
    assert [one.notice for one in told] == ([("Info", said[1]), ("Info", said[2])] if alone else [None, None])


def test_a_fault_stays_on_the_screen_before_what_comes_with_it(tmp_path):
    async def main():
        both = await presenters(tmp_path)
        await meet(*both)
        cheat = both[0].model.replica.position.due[0]
        honest, other = both[1 - cheat], both[cheat]
        honest.catch_up()
        table = honest.model.replica
        wrong = forge(table, cheat, body=("fly", (), ()))
        await honest.model.handle.live.take_in([wrong])
        await other.model.handle.say("sorry")
        await carry(other, honest)
        assert honest.model.unread.unread == 1
        assert honest.notices.shown[0] == "Fault"
        assert honest.notices.shown[1].startswith(f"{table.genesis.names[cheat]} (seat {cheat + 1})")

    trio.run(main)

"""After how much silence a vote is allowed, and what is said of it."""

import pytest

from p2pgames.contract import Illegal
from p2pgames_cli.library.report import show
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.history_text import in_few_words
from p2pgames_cli.table.news import MoveNews
from p2pgames_cli.table.waiting import Silence, vote_effect
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.log.history import History
from p2pgames_protocol.testing.room import Room
from tests.cli.clock import Clock
from tests.dice import DICE, rules_of
from tests.protocol.rooms import begun


def test_what_was_taken_back_is_told_anew():
    room, silent = begun(3)
    story, signer = MoveNews(), room.signers[silent]
    handle = ArchivedSeat(signer.replica, signer)
    room.cut = {silent}
    told = len(signer.replica.log)
    signer.act("roll")
    room.collect()
    assert len(signer.replica.log) > told
    assert [one.data["kind"] for one in story.news(handle)][-1] == "move"
    assert not list(story.news(handle))
    for seat in range(3):
        if seat != silent:
            room.signers[seat].vote(silent)
    room.collect()
    room.deliver_all()
    room.cut = set()
    room.sync()
    news = list(story.news(handle))
    assert (news[0].data["round"], news[0].data["kind"]) == (told, "left")
    assert not list(story.news(handle))


def watched(room, seat):
    clock = Clock()
    silence = Silence(ArchivedSeat(room.replicas[seat], room.signers[seat]), clock=clock)
    silence.seconds_waited()
    return silence, clock


def test_a_vote_is_allowed_after_the_tables_time_and_not_before():
    room, silent = begun(3)
    silence, clock = watched(room, (silent + 1) % 3)
    clock.now = 599
    with pytest.raises(Illegal, match="a vote is allowed after 10 minutes"):
        silence.check_vote()
    clock.now = 600
    assert silence.check_vote() == silence.check_vote(silent) == silent
    with pytest.raises(Illegal, match="once on each"):
        silence.check_vote((silent + 1) % 3)


def test_silence_never_allows_a_vote_at_a_table_without_a_limit():
    room = Room(DICE, 3, options={"time": "none"})
    room.mail = []
    silence, clock = watched(room, 0)
    clock.now = 10**9
    with pytest.raises(Illegal, match="no time limit"):
        silence.check_vote(1)


def test_where_several_are_awaited_nobody_can_be_voted_out():
    room = Room(DICE, 3)
    silence, clock = watched(room, 0)
    clock.now = 10**9
    for seat in (None, 2):
        with pytest.raises(Illegal, match="more than one is silent"):
            silence.check_vote(seat)


def test_it_is_said_who_votes_and_of_whom_never_that_they_left():
    room, silent = begun(4)
    others = [seat for seat in range(4) if seat != silent]
    names = ", ".join(f"Player{seat}" for seat in others)
    assert all(f"Player{seat}" in vote_effect(room.replicas[0], silent) for seat in range(4))
    room.cut = {silent}
    for seat in others:
        room.signers[seat].vote(silent)
    room.collect()
    room.deliver_all()
    replica = room.replicas[others[0]]
    (said,) = [in_few_words(replica, entry) for entry in History(replica).entries() if entry.kind == "left"]
    assert said == f"is out, by the vote of {names}"
    told = show(audit.full(canonical(replica), rules_of), "f")
    assert f"Player{silent} is out since step" in told
    assert f"by vote of {names}" in told
    assert "left in step" not in told


def test_silence_counts_from_when_the_last_record_was_stored_and_listens_a_while_first():
    """Twelve hours a move never pass for somebody who looks every evening, if each look counts anew."""
    room, silent = begun(3)
    seat, clock = (silent + 1) % 3, Clock()
    handle = ArchivedSeat(room.replicas[seat], room.signers[seat])
    silence = Silence(handle, clock=clock, waited=660.0)
    assert silence.seconds_waited() == 660
    with pytest.raises(Illegal, match="You can vote in 60 seconds"):
        silence.check_vote()
    assert silence.left(600) == 60
    clock.now = 60
    assert (silence.check_vote(), silence.left(600)) == (silent, 0)


def test_days_of_silence_need_ten_minutes_of_listening():
    room, _ = begun(3)
    silence = Silence(ArchivedSeat(room.replicas[0], room.signers[0]), clock=Clock(), waited=10.0**7)
    assert silence.left(3 * 86400) == 600

"""Whom the table waits for: how they are known, what others say, what a vote would do; two silent seats at once."""

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Why
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.board import press
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.table.actions.leaving import RESIGN, VOTE
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.news import VoteNews
from p2pgames_cli.table.seat_handle import held_back
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.waiting import Silence, as_data, awaited, consequence, resigning, waiting_lines
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.records import Kind
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net.connections import FixedLinks
from p2pgames_protocol.testing.room import Room, identity, load
from tests.cli.clock import Clock
from tests.dice import DICE, rules_of
from tests.protocol.rooms import begun, mine
from tests.six import SIX

METRO, BUS = registry.game("metro").rules, registry.game("bus").rules


class View(ArchivedSeat):
    """A client at a table of a room: who is linked to it, and over whose links it has heard of the others."""

    def __init__(self, room, seat, linked=(), through=None):
        super().__init__(room.replicas[seat], room.signers[seat])
        keys = room.genesis.keys
        through = {other: {other} for other in linked} if through is None else through
        known = {seat: frozenset(keys[one] for one in by) for seat, by in through.items()}
        self.links = FixedLinks(tuple(keys[other] for other in linked), known_through=known)
        self.clock = Clock()
        self.silence = Silence(self, clock=self.clock)
        self.silence.seconds_waited()

    def told(self):
        return list(waiting_lines(self, self.silence))


def standing(seats=4, rules=None, **more):
    """A room in mid-game, the seat at turn silent and cut off; and the others in order after it."""
    if rules is None:
        room, silent = begun(seats)
    else:
        room = Room(rules, seats, **more)
        room.play(3)
        silent = room.turn().seat
    room.deliver_all()
    room.cut = {silent}
    room.signers[silent].auto_signer.signing = False
    return room, silent, [(silent + n) % seats for n in range(1, seats)]


def test_it_is_said_over_whose_links_the_awaited_is_known():
    room, silent, (me, one, other) = standing()
    for linked, through, said in [
        ((silent, one), None, "is linked to this client."),
        ((one,), {silent: {silent, one}}, "was linked to this client before."),
        ((one,), {silent: {one}}, f"is known only through Player{one}."),
        ((one,), {silent: {one, other}}, "is known through Player"),
        ((one,), {}, f"Nothing has come from Player{silent} since this client began."),
    ]:
        view = View(room, me, linked, through)
        assert awaited(view) == (silent,)
        assert said in view.told()[0]
        assert view.told()[0].startswith(f"The table has waited for Player{silent} for 0 seconds.")


def test_when_a_vote_is_allowed_and_what_it_brings_about_is_said_before():
    room, silent, (me, one, other) = standing()
    view = View(room, me, (one, other))
    votes = VoteNews(view)
    assert f"You may vote Player{silent} out (vote {silent + 1}) in 10 minutes." in view.told()
    assert (list(votes.news(view)), votes.until) == ([], 600)
    view.clock.now = 600
    (told,) = votes.news(view)
    said = told.sentences
    assert (told.kind, told.data, told.notice) == ("waiting", as_data(view, view.silence), None)
    assert f"You may vote Player{silent} out (vote {silent + 1}) now." in said
    names = " and ".join(f"Player{seat}" for seat in sorted((me, one, other)))
    assert said[-1] == (
        f"{names} would play on; nothing hidden is revealed. Player{silent} could not win any more."
    )
    assert (list(votes.news(view)), votes.until) == ([], None)
    view.clock.now = 1200
    assert not list(votes.news(view))
    view.clock.now = 600
    data = as_data(view, view.silence)
    (seat,) = data["seats"]
    assert (data["allowed_in"], seat["seat"], seat["votable"], seat["away_too"]) == (0, silent, True, [])


def test_votes_of_others_are_told_as_they_come():
    room, silent, (me, one, other) = standing()
    view = View(room, me, (one, other))
    votes = VoteNews(view)
    room.signers[one].vote(silent)
    room.collect()
    room.deliver_all()
    (told,) = votes.news(view)
    assert told.sentences == (f"Player{one} has voted that nothing has come from Player{silent}.",)
    assert told.notice == ("Info", *told.sentences)
    assert list(votes.news(view)) == []
    assert as_data(view, view.silence)["seats"][0]["absent"] == [one]
    presenter = presenter_at(TableSession([view], registry.game("linja"), Client(PlayOptions(Mode.SCREEN))))
    presenter.catch_up()
    assert presenter.notices.shown == (
        "Info",
        f"Player{one} has voted that nothing has come from Player{silent}.",
    )


def test_two_silent_seats_suspend_the_game_which_is_said_and_finished_weeks_later():
    room, silent, (me, one, other) = standing()
    room.cut = {silent, other}
    view = View(room, me, (one,))
    view.clock.now = 3 * 7 * 86400
    for voter in (me, one):
        room.signers[voter].vote(silent)
    room.collect()
    room.deliver_all()
    assert not room.replicas[me].position.departures
    (told,) = [line for line in view.told() if "suspended" in line]
    assert f"a vote on Player{silent} takes Player{other}, who is away too" in told
    assert as_data(view, view.silence)["seats"][0]["away_too"] == [other]
    presenter = presenter_at(TableSession([view], registry.game("linja"), Client(PlayOptions(Mode.SCREEN))))
    presenter.model.silence = view.silence
    assert presenter.model.awaited() == f"Waiting for Player{silent}, for 21 days now."
    # weeks later all clients begin anew from their files, and the other one is back
    for seat in range(4):
        own = [r for r in room.stores[seat] if r.kind is not Kind.HAVE or r in mine(room, seat)]
        room.signers[seat] = Signer(room.genesis, room.rules, identity(seat))
        load(room.signers[seat], own)
    room.cut = {silent}
    for seat in (me, one, other):
        room.signers[seat].auto_signer.sign_from_now_on()
    room.sync()
    back = View(room, other, (me, one))
    back.clock.now = 601
    assert back.silence.check_vote() == silent
    room.signers[other].vote(silent)
    room.collect()
    room.play()
    report = audit.full(canonical(room.replicas[me]), rules_of)
    assert (report.grade, report.basis, report.contested) == (Grade.FINISHED, "played", False)
    assert [(d.seat, d.why) for d in report.departures] == [(silent, Why.VOTED)]


def test_the_screen_says_that_a_game_is_suspended_or_that_one_may_vote():
    room, silent, (me, one, other) = standing()
    for linked, said in (((one,), "Suspended: see status."), ((one, other), "Vote, or wait.")):
        view = View(room, me, linked)
        view.clock.now = 700
        presenter = presenter_at(
            TableSession([view], registry.game("linja"), Client(PlayOptions(Mode.SCREEN)))
        )
        presenter.model.silence = view.silence
        assert presenter.model.awaited() == f"Waiting for Player{silent}, for 12 minutes now. {said}"


CONSEQUENCES = {
    "metro": (3, METRO, {}, "All hidden hands would be revealed, the rest reshuffled, and Player"),
    "bus": (3, BUS, {}, "would play on; nothing hidden is revealed."),
    "six": (3, SIX, {}, "would be revealed, the rest reshuffled"),
}


@pytest.mark.parametrize(
    ("seats", "rules", "options", "said"), CONSEQUENCES.values(), ids=CONSEQUENCES.keys()
)
def test_what_would_follow_is_what_then_follows(seats, rules, options, said):
    room, silent, others = standing(seats, rules, options=options, seed=1)
    told = consequence(room.replicas[others[0]], silent, Why.VOTED)
    assert said in told
    for voter in others:
        room.signers[voter].vote(silent)
    room.collect()
    room.deliver_all()
    ended = room.replicas[others[0]].position.ending
    assert ("That ends the game" in told) == (ended is not None)


RESIGNING = {
    "metro": (
        3,
        METRO,
        "What Player{me} holds would be revealed. Player{one} and Player{other} would play on",
    ),
    "bus": (3, BUS, "Player{one} and Player{other} would play on; nothing hidden is revealed."),
    "two": (2, METRO, "That ends the game, won by Player{one}: All the others have left."),
}


@pytest.mark.parametrize(("seats", "rules", "said"), RESIGNING.values(), ids=RESIGNING.keys())
def test_what_resigning_costs_the_others_is_said_before_and_after(seats, rules, said):
    room = Room(rules, seats, seed=1)
    room.play(3)
    me = room.turn().seat
    one, other = (sorted({*range(3)} - {me})) if seats == 3 else (1 - me, None)
    view = View(room, me, ())
    assert resigning(view).startswith(said.format(me=me, one=one, other=other))
    assert not room.replicas[me].position.departures, "nothing was done yet"
    presenter = presenter_at(
        TableSession([view], registry.game(rules.name), Client(PlayOptions(Mode.SCREEN)))
    )
    presenter.actions.perform(RESIGN)
    shown = "".join(text for row in compose(presenter, 100, 40).rows for _, text in row)
    assert f"Player{me} leaves the game for good" in shown
    assert "This cannot be taken back." in shown
    room.signers[me].resign()
    assert resigning(view) == "", "who has left costs nobody anything"


def test_a_vote_between_two_would_end_the_game_and_nothing_counts_before_the_first_move():
    room, silent, (me,) = standing(2)
    assert consequence(room.replicas[me], silent, Why.VOTED).startswith(
        f"That ends the game, won by Player{me}:"
    )
    view = View(room, me, ())
    view.clock.now = 600
    assert f"You may vote Player{silent} out (vote {silent + 1}) now." in view.told()
    fresh = Room(DICE, 3)
    assert consequence(fresh.replicas[0], 1, Why.VOTED).startswith("The game would be abandoned")


def test_a_vote_is_asked_for_with_all_it_brings_about_in_view():
    room, silent, (me, one, other) = standing(4, METRO, seed=1)
    view = View(room, me, (one,), {silent: {one}, one: {one}})
    view.clock.now = 700
    presenter = presenter_at(TableSession([view], registry.game("metro"), Client(PlayOptions(Mode.SCREEN))))
    presenter.model.silence = view.silence
    presenter.actions.perform(VOTE)
    for columns, rows in ((80, 24), (120, 40)):
        shown = ["".join(text for _, text in row) for row in compose(presenter, columns, rows).rows]
        words = " ".join(" ".join(shown).split())
        for said in (
            f"Vote Player{silent} out?",
            f"Player{silent} is known only through Player{one}.",
            f"takes Player{other}, who is away too",
            "cannot be taken back",
            "All hidden hands would be revealed",
        ):
            assert said in words
    deeds = []
    presenter.start = deeds.append
    press(presenter, "escape")
    assert presenter.overlay is None
    presenter.actions.perform(VOTE)
    press(presenter, "enter")
    assert len(deeds) == 1


class Held(View):
    """A client whose game was copied: nothing is signed before the others have shown what they have."""

    def __init__(self, room, seat):
        super().__init__(room, seat)
        self.must_show = frozenset(room.genesis.keys) - {room.genesis.keys[seat]}
        self.taken = False

    async def take_over(self):
        self.taken = True


def test_the_screen_of_a_file_that_is_older_than_what_was_signed_says_so_and_offers_no_take_over():
    room = Room(registry.game("linja").rules, 2, first=0)
    room.deliver_all()
    held = Held(room, 0)
    later = room.forge(0, round=room.replicas[0].position.round + 2)
    room.signers[0].auto_signer.retransmit([later])
    presenter = presenter_at(TableSession([held], registry.game("linja"), Client(PlayOptions(Mode.SCREEN))))
    assert presenter.model.awaited() == "Held back: this file is older than what you have signed."
    assert held_back(held).startswith("This file of the game is older than what you have signed: nothing new")
    assert [item for item in actions.items(presenter) if item.name == "take over"] == []


def test_a_copied_game_can_be_taken_over_where_the_screen_says_that_it_is_held_back():
    room = Room(registry.game("linja").rules, 2)
    room.deliver_all()
    held = Held(room, 0)
    presenter = presenter_at(TableSession([held], registry.game("linja"), Client(PlayOptions(Mode.SCREEN))))
    assert presenter.model.awaited() == "Held back: another copy may have played on. See take over."
    (item,) = [item for item in actions.items(presenter) if item.name == "take over"]
    item.do()
    shown = " ".join(
        " ".join("".join(text for _, text in row) for row in compose(presenter, 80, 24).rows).split()
    )
    assert "nothing is sent before Player1 has shown" in shown
    assert "the proof that this key signed twice" in shown
    press(presenter, "escape")
    assert not held.taken
    item.do()
    deeds = []
    presenter.start = deeds.append
    press(presenter, "enter")
    trio.run(deeds[0])
    assert held.taken
    held.must_show = frozenset()
    assert [item for item in actions.items(presenter) if item.name == "take over"] == []

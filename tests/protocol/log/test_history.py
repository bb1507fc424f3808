"""What happened in a game, read from its log as values."""

import pytest

from p2pgames import registry
from p2pgames.contract import Left, Why, set_up_effects
from p2pgames_protocol.log.consents import DRAW, PAUSE, TAKEBACK
from p2pgames_protocol.log.history import (
    AgreementEntry,
    DepartureEntry,
    EndEntry,
    History,
    MoveEntry,
    OpeningEntry,
    RollEntry,
    ShuffleEntry,
)
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.testing.room import Room
from tests.fuzz import calls
from tests.protocol.rooms import METRO, all_say, begun, leave_plainly, played
from tests.worst_played import Table

LINJA = registry.rules("linja", 0)


def of(kind, history):
    return [entry for entry in history.entries() if isinstance(entry, kind)]


def test_a_whole_game_is_its_moves_with_what_chance_did_before_and_the_end_after():
    table = played(10**6, METRO, 3).replicas[0]
    history = History(table)
    first, *rest = history.entries()
    assert isinstance(first, RollEntry)
    assert (first.number, first.seat, (first.begins,)) == (1, None, first.values)
    assert isinstance(rest[0], ShuffleEntry)
    turns = [number for number in range(len(table.log)) if table.positions[number].kind is TURN]
    moves = of(MoveEntry, history)
    assert [move.round for move in moves] == turns
    for move in moves:
        assert move.state is table.positions[move.round].state
        assert move.seat == table.positions[move.round].due[0]
        assert table.rules.text(move.state, move.seat, move.move)
    shown = {face for move in moves for face in move.shown}
    assert shown <= set(table.position.decks_state.public.items())
    assert shown
    assert rest[-1] == EndEntry(rest[-1].round, table.position.ending)
    assert len(of(EndEntry, history)) == 1


def test_hands_that_are_laid_open_when_somebody_leaves_are_an_entry_of_their_own():
    room = Room(METRO, 3)
    room.play(6)
    leave_plainly(room.turn())
    room.collect()
    room.deliver_all()
    table = room.replicas[0]
    (left,), (opened,) = of(DepartureEntry, History(table)), of(OpeningEntry, History(table))
    assert opened.round == left.round + 1
    assert left.change.event == Left(left.seat, Why.RESIGNED)
    assert left.change.before is table.positions[left.round].state
    assert opened.faces
    assert set(opened.faces) <= set(table.positions[opened.round + 1].decks_state.public.items())
    assert not set(opened.faces) & set(table.positions[opened.round].decks_state.public.items())
    assert of(ShuffleEntry, History(table))[-1].round > opened.round


def test_a_takeback_names_what_it_undid_and_that_no_longer_counts():
    room = played(7, LINJA)
    table = room.replicas[0]
    history = History(table)
    before, to = of(MoveEntry, history), table.position.past[-3].round
    all_say(room, TAKEBACK.name, to)
    (taken,) = of(AgreementEntry, history)
    assert (taken.kind, taken.to, taken.undone) == ("takeback", to, tuple(before[-3:]))
    last = len(table.log)
    assert list(history.effective(last)) == list(range(to - 1, -1, -1))
    assert list(history.effective(last - 1)) == list(range(last - 2, -1, -1))
    room.play(1)
    assert history.move(last).state == before[-3].state
    assert next(history.effective(last + 1)) == last


def test_the_points_told_add_up_to_the_scores_also_where_moves_are_taken_back():
    room = played(7, LINJA)
    table = room.replicas[0]
    to = table.position.past[-3].round
    assert points(table) == table.rules.scores(table.position.state) != (-3, -3)
    all_say(room, TAKEBACK.name, to)
    (taken,) = of(AgreementEntry, History(table))
    assert next(str(each.what) for each in taken.effects).startswith("no longer holds: ")
    assert points(table) == table.rules.scores(table.position.state)


def points(table):
    """What every seat got by all that was told."""
    told = [*set_up_effects(table.rules, table.positions[0].state)]
    told += [each for entry in History(table).entries() for each in entry.effects]
    seats = range(len(table.genesis.names))
    return tuple(sum(each.points for each in told if each.seat == seat) for seat in seats)


def test_a_pause_names_who_ends_it():
    room = played(4, LINJA)
    turn = room.turn().seat
    all_say(room, PAUSE.name)
    assert of(AgreementEntry, History(room.replicas[0])) == [
        AgreementEntry(len(room.replicas[0].log) - 1, PAUSE.name, until=(turn,))
    ]


def test_looking_back_costs_no_more_however_much_was_taken_back():
    """A pause before each move that is taken back: none of it counts, and none of it is walked through."""
    table = Table()
    history, costs = History(table.replica), []
    for _ in range(3):
        for _ in range(20):
            table.agree(PAUSE.name)
            table.move()
            table.take_back()
        step = len(table.replica.log)
        counting = [*history.effective(step)]
        costs.append(calls(lambda step=step: [*history.effective(step)]))
        assert all(table.replica.positions[number].kind is not TURN for number in counting)
    assert costs[0] == costs[1] == costs[2] < 50


def test_a_draw_is_an_end():
    room = played(5, LINJA)
    all_say(room, DRAW.name)
    history = History(room.replicas[0])
    assert not of(AgreementEntry, history)
    assert [end.ending.basis for end in of(EndEntry, history)] == [Basis.AGREED]


def test_a_faulty_move_is_no_move_and_puts_its_author_out():
    room, cheat = begun(3)
    room.broadcast(room.forge(cheat, body=("fly", (), ())))
    room.deliver_all()
    table = room.replicas[cheat - 1]
    history = History(table)
    number = of(DepartureEntry, history)[0].round
    assert history.move(number) is None
    (left,) = of(DepartureEntry, history)
    assert (left.seat, left.departure.why) == (cheat, Why.FAULT)
    assert left.others == tuple(seat for seat in range(3) if seat != cheat)


@pytest.mark.parametrize("asked_before", [True, False])
def test_what_was_taken_back_by_the_log_is_read_anew(asked_before):
    room, silent = begun(3)
    table, history = room.signers[silent], History(room.replicas[silent])
    room.cut = {silent}
    told = len(table.replica.log)
    table.act("roll")
    room.collect()
    if asked_before:
        assert [entry.kind for entry in history.of_round(told)] == ["move"]
        assert history.of_round(told) is history.of_round(told)
    for seat in range(3):
        if seat != silent:
            room.signers[seat].vote(silent)
    room.collect()
    room.deliver_all()
    room.cut = set()
    room.sync()
    assert [entry.kind for entry in history.of_round(told)] == ["left"]

"""Who resigns hands out its deck keys: the others compute its shares, and nothing is shuffled anew."""

from functools import cache
from itertools import permutations
from random import Random

import pytest

from p2pgames.contract import Left, Why
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.chance.edwards import ORDER
from p2pgames_protocol.log.advance import handed_out
from p2pgames_protocol.log.history import History, OpeningEntry
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.position import Basis, ValidatedEvent
from p2pgames_protocol.log.records import RESIGN, Event, Kind, Note, Record
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import KEYS, REKEY, REVEAL, SHARE, SHUFFLE, TURN
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.testing.room import Room
from tests.independent.auditor import judge as independently
from tests.protocol.rooms import copies, leave_plainly, resignation, slow_in, wake
from tests.six import SIX, rules_of


def check(room, *gone):
    """Everybody who is in agrees, nobody is blamed, and three audits say the same."""
    honest = [signer.replica for signer in room.signers if signer.seat not in room.cut]
    assert len({replica.position.previous for replica in honest}) == 1
    assert not any(replica.accusations.found or replica.accusations.verdict for replica in honest)
    position = honest[0].position
    assert sorted((d.seat, d.open) for d in position.departures) == sorted(gone)
    data = canonical(honest[0])
    report, other = audit.full(data, rules_of), independently(data)
    assert report.grade is Grade.FINISHED, report.why
    assert not report.faults
    assert (other["grade"], other["basis"], other["places"]) == (
        report.grade,
        report.basis,
        list(report.result.places),
    )
    assert other["left"] == [[left.seat, left.round, left.why.value] for left in report.departures]
    assert fast(data).grade is not Grade.INVALID, fast(data).why
    return report


@pytest.mark.parametrize("at_turn", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_is_shuffled_anew_and_the_other_hands_stay_closed(seats, at_turn):
    room = Room(SIX, seats, seed=2)
    room.play(1)
    turn = room.turn().seat
    leaver = turn if at_turn else (turn + 1) % seats
    held = room.replicas[leaver].position.decks_state.dealt_to(leaver)
    faces = {slot: room.replicas[leaver].known[slot] for slot in held}
    assert faces
    room.signers[leaver].resign()
    room.collect()
    room.deliver_all()
    decks_state = room.replicas[turn].position.decks_state
    if seats > 2:
        assert faces.items() <= decks_state.public.items()
        stay = [seat for seat in range(seats) if seat != leaver]
        assert all(decks_state.dealt_to(seat) for seat in stay), "their hands are closed"
        opened = [e for e in History(room.replicas[turn]).entries() if isinstance(e, OpeningEntry)]
        assert dict(opened[-1].faces) == faces
    room.play()
    check(room, (leaver, True))
    decks_state = room.replicas[0].position.decks_state
    assert (decks_state.epoch, sorted(decks_state.decks)) == (0, ["cards-1", "extras"])


def waiting(kind, seat, seats=3, seed=5, before=lambda room: None):
    """A room that waits for a seat in a round of this kind."""
    room = Room(SIX, seats, seed=seed, kinds={seat: slow_in(kind)})
    room.deliver_all()
    before(room)
    for _ in range(20):
        position = room.replicas[0].position
        if position.kind is kind and seat in room.replicas[0].waiting_for:
            return room
        room.move()
        room.deliver_all()
    raise AssertionError(f"nobody waits in {kind.name}, but in {position.kind.name}")


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("kind", [SHUFFLE, SHARE, TURN])
def test_an_open_seat_owes_nothing_any_more_wherever_it_left(kind, seat):
    room = waiting(kind, seat)
    room.signers[seat].resign()
    wake(room.signers[seat])
    room.collect()
    room.cut = {seat}
    room.play()
    check(room, (seat, True))
    decks_state = room.replicas[(seat + 1) % 3].position.decks_state
    assert (decks_state.epoch, sorted(decks_state.decks)) == (0, ["cards-1", "extras"])
    deck = decks_state.decks["cards-1"]
    assert deck.keys.seats == (0, 1, 2)
    assert (seat in deck.open) == (kind is SHUFFLE)


def test_the_last_to_shuffle_may_leave_and_the_decks_are_sealed():
    room = waiting(SHUFFLE, 2)
    number = len(room.replicas[0].log)
    room.signers[2].resign()
    wake(room.signers[2])
    room.collect()
    while len(room.replicas[0].log) == number:
        room.deliver()
    assert room.replicas[0].position.kind is SHARE, "no round was needed to seal them"
    room.play()
    check(room, (2, True))


KEYS_OF = {
    "none": lambda keys, other: (),
    "one missing": lambda keys, other: keys[:-1],
    "one too many": lambda keys, other: (*keys, keys[0]),
    "another seat's": lambda keys, other: (*keys[:-1], *other[-1:]),
    "in another order": lambda keys, other: keys[::-1],
    "not below the order": lambda keys, other: tuple(_raised(key) for key in keys),
    "zero": lambda keys, other: (bytes(32),) * len(keys),
}


def _raised(key):
    return (int.from_bytes(key, "little") + ORDER).to_bytes(32, "little")


@pytest.mark.parametrize("name", KEYS_OF)
def test_other_keys_are_a_plain_resignation_and_nobody_else_is_at_fault(name):
    room = Room(SIX, 4, seed=1)
    room.play(1)
    leave_plainly(room.signers[3])  # so that the next one has two keys
    room.collect()
    room.play(1)
    leaver = next(signer for signer in room.signers[:3] if not signer.my_turn)
    turn = room.turn()
    keys, other = leaver.auto_signer.due.keys(), turn.auto_signer.due.keys()
    assert len(keys) == 2
    leaver.auto_signer.sign_beside(Note(leaver.seat, RESIGN, keys=KEYS_OF[name](keys, other)))
    leaver.auto_signer.settle()
    room.collect()
    room.deliver_all()
    left = room.replicas[turn.seat].position.departures[-1]
    assert (left.seat, left.why, left.open) == (leaver.seat, Why.RESIGNED, False)
    room.play()
    check(room, (3, False), (leaver.seat, False))


def test_two_of_four_leave_open():
    room = Room(SIX, 4, seed=3)
    room.play(1)
    room.signers[0].resign()
    room.signers[1].resign()
    room.collect()
    room.deliver_all()
    assert room.replicas[2].position.decks_state.epoch == 0
    room.play(1)
    room.play()
    check(room, (0, True), (1, True))


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_open_and_plain_leavers_in_one_round(order):
    room = Room(SIX, 4, seed=7)
    room.play(1)
    for place, seat in enumerate(order):
        signer = room.signers[seat]
        if place and signer.seat in signer.replica.position.seats:
            (leave_plainly if place == 2 else Signer.resign)(signer)
    room.collect()
    room.play()
    position = room.replicas[order[0]].position
    assert {(d.seat, d.open) for d in position.departures} == {(order[1], True), (order[2], False)}
    check(room, *((d.seat, d.open) for d in position.departures))


def test_of_several_notes_the_first_that_is_embedded_acts():
    for first in (0, 1):
        room = Room(SIX, 3, seed=1)
        room.play(1)
        turn = room.turn()
        leaver = (turn.seat + 1) % 3
        keys = room.signers[leaver].auto_signer.due.keys()
        notes = [resignation(room.genesis, leaver, given) for given in (keys, ())]
        event = room.forge(turn.seat, act=RESIGN, body=(), notes=tuple(notes[first:] + notes[:first]))
        room.broadcast(event)
        (left,) = room.replicas[turn.seat].position.departures
        assert (left.seat, left.open) == (leaver, first == 0)


def test_who_leaves_with_keys_while_new_ones_are_made_hands_out_all_of_them():
    def begin(room):
        room.play(1)
        leave_plainly(room.signers[3])
        room.collect()
        room.deliver_all()

    room = waiting(REKEY, 0, seats=4, seed=1, before=begin)
    leaver = room.signers[1]
    assert leaver.seat not in room.replicas[0].waiting_for, "it has given its new key"
    leaver.resign()
    assert len(leaver.auto_signer.due.keys()) == 2
    room.collect()
    room.deliver_all()
    wake(room.signers[0])
    room.collect()
    room.play()
    check(room, (3, False), (1, True))
    assert room.replicas[0].position.decks_state.epoch == 1, "no further keys were needed"


def test_a_seat_that_has_resigned_gives_nothing_else():
    room = Room(SIX, 3, seed=1)
    room.play(1)
    leaver = next(signer for signer in room.signers if not signer.my_turn)
    leaver.resign()
    leaver.resign()
    room.collect()
    assert sum(r.kind is Kind.NOTE for r in room.stores[leaver.seat]) == 1
    room.restart(leaver.seat)
    room.sync()
    room.play()
    own = [Event.read(r.body) for r in room.stores[leaver.seat] if r.kind is Kind.EVENT]
    after = [event.act for event in own if event.seat == leaver.seat and event.round > 8]
    assert set(after) <= {RESIGN, REVEAL.act}
    check(room, (leaver.seat, True))


def test_in_the_first_round_a_seat_that_resigns_abandons_the_game():
    room = Room(SIX, 3)
    room.mail.clear()
    note = resignation(room.genesis, 1)
    watcher = Replica(room.genesis, SIX)
    hearing = Intake(watcher)
    for seat in (0, 2):
        hearing.receive(room.stores[seat][0])
    hearing.receive(room.forge(1, act=RESIGN, body=(), notes=(note,)))
    assert not watcher.accusations.found
    assert watcher.position.ending.basis is Basis.RESIGNED
    assert watcher.position.ending.result is None
    assert independently(canonical(watcher))["basis"] == "resigned"


def test_key_and_reveal_carry_no_resignations():
    room = Room(SIX, 2)
    key = Event.read(room.stores[0][0].body)
    room = Room(SIX, 2)
    note = resignation(room.genesis, 1)
    watcher = Replica(room.genesis, SIX)
    hearing = Intake(watcher)
    hearing.receive(room.forge(0, act=KEYS.act, body=key.body, notes=(note,)))
    (found,) = watcher.accusations.found
    assert "carries no resignations" in str(found.why)


@pytest.mark.parametrize("kind", [SHUFFLE, SHARE, TURN])
def test_an_event_that_only_lets_others_leave_is_for_who_is_to_choose(kind):
    room = waiting(kind, 1)
    note = resignation(room.genesis, 2)
    room.broadcast(room.forge(1, act=RESIGN, body=(), notes=(note,)), [0])
    found = room.replicas[0].accusations.found
    if kind is TURN:
        assert not found
        assert [left.seat for left in room.replicas[0].position.departures] == [2]
        assert room.replicas[0].position.kind is not KEYS
    else:
        assert "only lets others leave" in str(found[0].why)


def test_keys_are_in_no_representation():
    room = Room(SIX, 2, seed=1)
    room.play(1)
    leaver = room.signers[0]
    (key,) = leaver.auto_signer.due.keys()
    note = Note(0, RESIGN, keys=(key,))
    record = Record(Kind.NOTE, note.pack(), bytes(64))
    event = Event(1, 0, bytes(32), bytes(32), frozenset(), RESIGN, (), (record.pack(),))
    for shown in (repr(note), repr(record), repr(event), repr(leaver.replica.position)):
        assert repr(key)[2:-1] not in shown
        assert key.hex() not in shown
    assert repr(Left(0, Why.RESIGNED, open=True)).endswith("open=True)")


# -- orders --


@cache
def beginnings(seats):
    """Functions that give copies of a table: where nothing is delivered yet, and with the cards dealt."""
    room = Room(SIX, seats, seed=3)
    keys = copies(room)
    dealt = keys()
    dealt.deliver_all()
    return keys, copies(dealt)


def storm(seed):
    """A table of three or four at which seats resign, with their keys or not, while messages come in any order."""
    random = Random(seed)
    room = random.choice(beginnings(random.choice((3, 3, 4))))()
    room.random = random
    leavers = random.sample(range(len(room.signers)), random.choice((1, 2, 2, 3)))
    when = {seat: random.randrange(90) for seat in leavers}
    for step in range(90):
        for seat, at in when.items():
            signer = room.signers[seat]
            plays = seat in signer.replica.position.seats and not signer.replica.finished
            if at == step and plays:
                (Signer.resign if random.random() < 0.6 else leave_plainly)(signer)
                room.collect()
        if room.turn() is not None and random.random() < 0.3:
            room.move()
        room.bump()
    for _ in range(4):
        room.sync()
        room.play()
    return room


@pytest.mark.parametrize("count", [40, pytest.param(4000, marks=pytest.mark.slow)])
def test_no_order_of_resignations_splits_a_table_or_blames_anybody(count):
    left_open = left_plain = 0
    for seed in range(count):
        room = storm(seed)
        assert len(room.digests()) == 1, seed
        for replica in room.replicas:
            assert replica.position.over, seed
            assert not replica.accusations.found, seed
            assert replica.accusations.verdict is None, seed
            assert not replica.position.faults, seed
        report = audit.full(canonical(room.replicas[0]), rules_of)
        assert report.grade is Grade.FINISHED, (seed, report.why)
        left_open += sum(left.open for left in room.replicas[0].position.departures)
        left_plain += sum(not left.open for left in room.replicas[0].position.departures)
    assert min(left_open, left_plain) > count // 10


def test_of_several_notes_of_a_seat_in_a_round_the_one_counts_that_the_lowest_seat_embeds():
    def embeds(seat, *keys):
        event = Event(7, seat, bytes(32), bytes(32), frozenset(range(4)), SHARE.act, ())
        return ValidatedEvent(event, b"", None, tuple(Note(3, RESIGN, keys=(key,)) for key in keys))

    heard_last_first = {2: embeds(2, b"third"), 1: embeds(1, b"first", b"second"), 0: embeds(0)}
    assert handed_out(heard_last_first) == {3: (b"first",)}

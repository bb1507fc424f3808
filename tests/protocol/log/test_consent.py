"""Takebacks, draws and pauses: what all agree on happens, and nothing else does."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from p2pgames import registry
from p2pgames.contract import Illegal, Why
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.consents import DRAW, PAUSE, TAKEBACK
from p2pgames_protocol.log.file import read_records
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import DECLINE, RESIGN, Ballot, Event, Kind, Note, Record, sign
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.testing.room import Room, seated
from tests.audits import agree
from tests.dice import rules_of
from tests.protocol.rooms import LINJA, METRO, all_say, begun, played, say, signed_vote
from tests.six import SIX

BUS = registry.rules("bus", 0)


def declined(replica):
    """The seats that have declined what is offered now."""
    return replica.notes.declined(replica.position)


def consent(room, seat, says, to=None, **changes):
    """A validly signed note, packed."""
    note = Note(seat, says, room.replicas[0].position.previous, to)
    return sign(seated(seat), Kind.NOTE, room.genesis.game_id, replace(note, **changes).pack()).pack()


def check(room):
    """Everybody has the same log, and both audits say the same of it."""
    assert len(room.digests()) == 1
    for table in room.replicas:
        report = audit.full(canonical(table), registry.rules)
        assert report.grade in (Grade.FINISHED, Grade.RUNNING), report.why
        agree(canonical(table))
        assert fast(canonical(table)).grade is not Grade.INVALID
    return report


@pytest.mark.parametrize("seed", range(4))
def test_moves_are_taken_back_and_others_made(seed):
    room = played(7, seed=seed)
    table = room.signers[0]
    to = table.replica.position.past[-3].round
    state, rounds = table.replica.positions[to].state, len(table.replica.log)
    all_say(room, TAKEBACK.name, to)
    for table in room.replicas:
        assert table.position.state == state
        assert table.position.round == rounds + 1
        assert table.position.past == table.positions[to].past
        assert table.offers == ()
    room.play()
    assert room.replicas[0].position.ending.basis is Basis.PLAYED
    assert room.replicas[0].complete
    assert check(room).grade is Grade.FINISHED


def test_the_one_to_move_may_agree_first_or_last():
    for first in (True, False):
        room = played(3)
        turn = room.turn().seat
        to = room.replicas[0].position.past[-1].round
        for seat in (turn, 1 - turn) if first else (1 - turn, turn):
            say(room, seat, TAKEBACK.name, to)
        assert {Event.read(r.body).act for r in room.replicas[0].log[-1].values()} == {TAKEBACK.name}
        check(room)


def test_what_was_taken_back_cannot_be_taken_back_again_but_what_was_before_can():
    room = played(6)
    to = room.replicas[0].position.past[-2].round
    all_say(room, TAKEBACK.name, to)
    with pytest.raises(Illegal, match="no hidden card"):
        room.signers[0].offer(TAKEBACK.name, to)
    all_say(room, TAKEBACK.name, room.replicas[0].position.past[-1].round)
    room.play(1)
    assert [made.round for made in room.replicas[0].position.past][-1] == len(room.replicas[0].log) - 1
    check(room)


def test_all_agree_to_a_draw():
    room = played(5)
    all_say(room, DRAW.name)
    for table in room.replicas:
        ending = table.position.ending
        assert (ending.basis, ending.result.places, ending.result.scores) == (Basis.AGREED, (1, 1), None)
        assert table.position.kind is DONE
    report = check(room)
    assert (report.grade, report.basis, report.unrevealed) == (Grade.FINISHED, "agreed", ())
    assert fast(canonical(room.replicas[0])).basis == "agreed"


def test_who_has_left_is_not_asked_and_does_not_share_a_draw():
    room, turn = begun(3)
    gone = (turn + 1) % 3
    room.signers[gone].resign()
    room.collect()
    room.deliver_all()
    all_say(room, DRAW.name)
    places = room.replicas[0].position.ending.result.places
    assert [places[seat] for seat in (gone, turn)] == [3, 1]
    assert audit.full(canonical(room.replicas[0]), rules_of).basis == "agreed"
    assert fast(canonical(room.replicas[0])).basis == "agreed"


@pytest.mark.parametrize("seats", [2, 4])
def test_with_all_consents_but_one_nothing_happens(seats):
    room = played(4, METRO, seats)
    turn = room.turn().seat
    others = [seat for seat in range(seats) if seat != turn]
    for seat in [*others[1:], turn]:
        say(room, seat, DRAW.name)
    assert not room.replicas[0].finished
    assert {offer.seats for table in room.replicas for offer in table.offers} == {
        tuple(sorted({*others[1:], turn}))
    }
    say(room, others[0], DECLINE)
    assert all(declined(replica) == (others[0],) for replica in room.replicas)
    room.play(1)
    assert all((replica.offers, declined(replica)) == ((), ()) for replica in room.replicas)
    say(room, others[0], DRAW.name)
    assert not room.replicas[0].finished


def test_in_a_pause_nobody_can_be_voted_out_until_the_next_event():
    room, turn = begun(3)
    room.signers[turn - 1].offer(PAUSE.name)
    room.collect()
    room.deliver_all()
    assert room.signers[turn - 1].voting.votable() == (turn,)
    for seat in (turn, turn - 2):
        room.signers[seat].offer(PAUSE.name)
        room.collect()
        room.deliver_all()
    assert all(table.replica.position.paused and table.voting.votable() == () for table in room.signers)
    with pytest.raises(Illegal, match="paused already"):
        room.signers[0].offer(PAUSE.name)
    room.cut = {turn}
    room.signers[turn].act("roll")
    assert not room.replicas[turn].position.paused
    assert audit.full(canonical(room.replicas[turn - 1]), rules_of).grade is Grade.RUNNING


def test_a_vote_in_a_pause_does_not_count():
    room, turn = begun(2)
    for seat in (1 - turn, turn):
        room.signers[seat].offer(PAUSE.name)
        room.collect()
        room.deliver_all()
    table = room.signers[1 - turn]
    assert table.voting.votable() == ()
    with pytest.raises(Illegal, match="You can vote only on others whom the table is waiting for"):
        table.vote(turn)
    record = signed_vote(room, table.replica.position, Ballot.ABSENT, 1 - turn, turn)
    assert room.signers[turn].receive(record).status is Status.KNOWN
    assert not room.replicas[turn].position.over


def test_a_pause_can_be_taken_back_over():
    room = played(4)
    to = room.replicas[0].position.past[-1].round
    all_say(room, PAUSE.name)
    all_say(room, TAKEBACK.name, to)
    assert not room.replicas[0].position.paused
    assert room.replicas[0].position.state == room.replicas[0].positions[to].state
    check(room)


@pytest.mark.parametrize("why", ["roll", "share", "departure"])
def test_a_takeback_does_not_cross_what_shows_something(why):
    if why == "roll":
        room, turn = begun(2)
        room.signers[turn].act("roll")
        room.collect()
        room.deliver_all()
    elif why == "share":
        room = played(3, SIX)
    else:
        room = played(4, METRO, 3)
        leaver = (room.turn().seat + 1) % 3
        room.signers[leaver].resign()
        room.collect()
        room.deliver_all()
    table = room.turn()
    assert table.replica.position.past == ()
    for to in range(len(table.replica.log)):
        with pytest.raises(Illegal, match="no hidden card"):
            table.offer(TAKEBACK.name, to)


def cheats(room, cheat):
    """Events that embed what they may not."""
    table = room.replicas[cheat]
    others = [seat for seat in table.position.seats if seat != cheat]
    rounds = [made.round for made in table.position.past]
    back, last = rounds[-1], rounds[-2]
    digest = table.position.previous

    def draw(notes, act="draw", body=()):
        return {"act": act, "body": body, "notes": tuple(notes)}

    good = [consent(room, seat, DRAW.name) for seat in others]
    old = table.positions[-2].previous
    goback = [consent(room, seat, TAKEBACK.name, back) for seat in others]
    yield "none", draw([])
    yield "too few", draw(good[1:])
    yield "one twice", draw([good[0]] * len(good) if len(good) > 1 else good * 2)
    yield "its own too", draw([*good, consent(room, cheat, DRAW.name)])
    yield "an old one", draw([consent(room, others[0], DRAW.name, after=old), *good[1:]])
    yield "of no digest", draw([consent(room, others[0], DRAW.name, after=b"x" * 32), *good[1:]])
    foreign = Note(others[0], DRAW.name, digest)
    signed = sign(seated(others[0]), Kind.NOTE, b"w" * 32, foreign.pack()).pack()
    yield "of another game", draw([signed, *good[1:]])
    forged = sign(seated(cheat), Kind.NOTE, room.genesis.game_id, foreign.pack()).pack()
    yield "forged", draw([forged, *good[1:]])
    yield "of a pause", draw([consent(room, others[0], PAUSE.name), *good[1:]])
    yield "with a body", draw(good, body=(1,))
    yield "to another round", draw(goback, "takeback", (last,))
    yield "to a round as text", draw(goback, "takeback", (str(back),))
    yield "to two rounds", draw(goback, "takeback", (back, back))
    first = [consent(room, seat, TAKEBACK.name, 1) for seat in others]
    yield "across the roll", draw(first, "takeback", (1,))
    yield "as a move", {"act": "resign", "body": (), "notes": tuple(good)}
    resigns = [consent(room, seat, RESIGN) for seat in others]
    yield "resignations as consents", draw(resigns)
    yield "declined", draw([consent(room, seat, DECLINE) for seat in others])
    yield "decline embedded", {"act": "resign", "body": (), "notes": (consent(room, others[0], DECLINE),)}


@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_embeds_what_is_no_consent_of_all_is_out(seats):
    rules = LINJA if seats == 2 else BUS
    for number in range(len(list(cheats(room := played(5, rules, seats), room.turn().seat)))):
        room = played(5, rules, seats)
        cheat = room.turn().seat
        name, change = list(cheats(room, cheat))[number]
        honest = [seat for seat in range(seats) if seat != cheat]
        unsound = {"forged", "of another game"}
        for outcome in room.broadcast(room.forge(cheat, **change), honest):
            assert outcome.status is Status.AUTHOR, name
        table = room.replicas[honest[0]]
        departure = table.position.departures[0]
        assert (departure.seat, departure.why) == (cheat, Why.FAULT), name
        assert table.position.ending is None or table.position.ending.basis is Basis.FAULT, name
        if seats == 2:
            agree(canonical(table))
        quick, full = fast(canonical(table)), audit.full(canonical(table), registry.rules)
        assert quick.grade is not Grade.INVALID, (name, quick.why)
        assert {one["seat"] for one in full.faults} == {cheat}, name
        assert {one["seat"] for one in quick.faults} == ({cheat} if name in unsound else set()), name
        assert quick.basis in (None, full.basis), name


def test_taken_back_moves_are_none_to_go_back_to():
    room = played(6)
    gone = room.replicas[0].position.past[-1].round
    all_say(room, TAKEBACK.name, room.replicas[0].position.past[-2].round)
    cheat = room.turn().seat
    note = consent(room, 1 - cheat, TAKEBACK.name, gone)
    lie = room.forge(cheat, act="takeback", body=(gone,), notes=(note,))
    assert room.broadcast(lie, [1 - cheat])[0].status is Status.AUTHOR
    agree(canonical(room.replicas[1 - cheat]))


def test_notes_that_do_not_hold_are_not_kept():
    room = played(4)
    table, turn = room.signers[0], room.turn().seat
    other = 1 - turn
    kept = list(table.replica.notes.pending(table.replica.position))
    before = table.replica.positions[-2].previous
    for note, heard in (
        (consent(room, other, DRAW.name, after=before), Status.KNOWN),
        (consent(room, other, DRAW.name, after=b"x" * 32), Status.EARLY),
        (consent(room, other, TAKEBACK.name, 10**6), Status.KNOWN),
        (consent(room, other, TAKEBACK.name, 0), Status.KNOWN),
    ):
        assert table.receive(Record.read(note)).status is heard
    stolen = Record.read(consent(room, other, DRAW.name))
    assert table.receive(Record(Kind.NOTE, stolen.body, bytes(64))).status is Status.SENDER
    assert list(table.replica.notes.pending(table.replica.position)) == kept == []
    assert table.receive(stolen).status is Status.ACCEPTED
    assert table.receive(stolen).status is Status.KNOWN


def test_who_comes_back_hears_what_is_offered():
    room = played(4)
    turn = room.turn().seat
    room.cut = {turn}
    room.signers[1 - turn].offer(DRAW.name)
    room.collect()
    room.cut = set()
    assert room.replicas[turn].offers == ()
    room.sync()
    assert room.replicas[turn].offers[0].seats == (1 - turn,)
    room.signers[turn].offer(DRAW.name)
    room.collect()
    room.deliver_all()
    check(room)


def test_a_store_with_offers_that_lapsed_is_sound():
    room = played(4)
    say(room, 1 - room.turn().seat, DRAW.name)
    room.play(1)
    say(room, room.turn().seat, PAUSE.name)
    all_said = [Record(Kind.GENESIS, room.genesis.record), *room.stores[0]]
    assert sum(record.kind is Kind.NOTE for record in all_said) == 2
    again = Replica(room.genesis, LINJA)
    for record in all_said[1:]:
        Intake(again).receive(record)
    assert again.offers == room.replicas[0].offers != ()
    check(room)


@pytest.mark.parametrize("seed", range(12))
def test_in_whatever_order_things_are_said_all_have_the_same_log(seed):
    """Random offers, answers and moves of three, heard in random order."""
    room, random = Room(BUS, 3, seed=seed), Random(seed)
    room.deliver_all()
    for _ in range(60):
        table = room.signers[random.randrange(3)]
        past = table.replica.position.past
        match random.randrange(4):
            case 0 if table.my_turn:
                ask = table.replica.position.ask
                table.act(
                    random.choice(BUS.moves(table.replica.position.state, ask.seat, table.replica.known))
                )
            case 1 if past:
                attempt(table, TAKEBACK.name, random.choice(past[-2:]).round)
            case 2 if table.replica.offers:
                attempt(table, table.replica.offers[0].says, table.replica.offers[0].to)
            case 3:
                attempt(table, random.choice((PAUSE.name, DECLINE, *([DRAW.name] * (seed > 9)))))
        room.collect()
        for _ in range(random.randrange(5)):
            if room.mail:
                room.deliver(random.randrange(len(room.mail)))
    room.deliver_all()
    room.sync()
    assert len(room.digests()) == 1
    assert not room.outcomes or all(o.status is Status.EARLY for _, o in room.outcomes)
    report = audit.full(canonical(room.replicas[seed % 3]), registry.rules)
    assert report.grade in (Grade.RUNNING, Grade.FINISHED), report.why
    assert not report.departures


def attempt(table, says, to=None):
    with suppress(Illegal):
        table.offer(says, to)


def test_the_file_of_a_game_with_all_of_it_reads_the_same_after_a_merge():
    room = played(4)
    all_say(room, TAKEBACK.name, room.replicas[0].position.past[-1].round)
    all_say(room, PAUSE.name)
    room.play(2)
    say(room, 1 - room.turn().seat, DRAW.name)
    one, other = (canonical(table) for table in room.replicas)
    assert [r.id for r in read_records(one)] == [r.id for r in read_records(other)]


@pytest.mark.parametrize("agreed", [True, False])
def test_the_fast_audit_takes_no_consent_for_a_resignation(agreed):
    """Somebody is out by fault, which only the rules show; what ends the game then carries the others' consents."""
    room = played(5, BUS, 3)
    cheat = room.turn().seat
    honest = [seat for seat in range(3) if seat != cheat]
    room.broadcast(room.forge(cheat, act="draw"), honest)
    room.cut = {cheat}
    room.collect()
    room.deliver_all()
    (turn,) = room.replicas[honest[0]].waiting_for
    (other,) = {*honest} - {turn}
    if agreed:
        say(room, other, DRAW.name)
        say(room, turn, DRAW.name)
    else:
        note = Note(other, PAUSE.name, room.replicas[turn].position.previous)
        record = sign(seated(other), Kind.NOTE, room.genesis.game_id, note.pack())
        room.broadcast(room.forge(turn, act="draw", notes=(record.pack(),)), [other])
    data = canonical(room.replicas[other])
    full = audit.full(data, registry.rules)
    assert full.basis == ("agreed" if agreed else "fault")
    assert fast(data).basis in (full.basis, None)

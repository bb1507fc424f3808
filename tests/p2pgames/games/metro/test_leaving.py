"""Seats leave tables of Metro between peers: the others play on, all audits agree, and no hidden tile could be read."""

import pytest

from p2pgames import registry
from p2pgames.contract import Why
from p2pgames.games.metro.state import DRAW
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.records import Event, Kind
from p2pgames_protocol.log.rounds import DONE, REVEAL, SHARE, TURN
from p2pgames_protocol.testing.room import Room, identity, seated
from tests.independent import auditor
from tests.independent.borrowed import borrowed
from tests.p2pgames.games.metro.stacked import RULES
from tests.protocol.rooms import leave_plainly


def play_until(room, done):
    """Let moves be made at random until something is so of the table whose player is to move."""
    room.deliver_all()
    while (table := room.turn()) is not None and not done(table):
        room.play(1)
    assert table is not None
    return table


def drawn(table):
    """Whether the player at turn holds one tile more, which must be laid now."""
    return table.replica.position.state.drew


def draw(room):
    """Let the player at turn draw one tile more."""
    table = play_until(
        room,
        lambda table: (
            DRAW in table.replica.rules.moves(table.replica.position.state, table.seat, table.replica.known)
        ),
    )
    table.act(DRAW)
    room.collect()
    room.deliver_all()
    assert drawn(table)
    return table


def vote_out(room, silent):
    """All others still in call a seat absent."""
    for table in room.signers:
        if table.seat != silent and table.seat in table.replica.position.seats:
            table.vote(silent)
            room.collect()
    room.deliver_all()


def newest(room):
    """A table that has all there is; who was voted out has not."""
    return max(room.signers, key=lambda table: len(table.replica.log))


# -- what can be read --


def points(room):
    """Every 32 bytes that stand in a share in any store."""
    found = set()
    for record in {record.id: record for store in room.stores for record in store}.values():
        event = Event.read(record.body) if record.kind is Kind.EVENT else None
        if event is not None and event.act in (SHARE.act, TURN.act):
            batches = event.body[-1]
            found |= {given[at : at + 32] for given, _ in batches for at in range(0, len(given), 32)}
    return found


def readable_without(room, seat, deck, shares):
    """The positions of a deck that all its seats but one can read together, with whatever share they found."""
    game = room.genesis.game_id
    keys = [
        GameSecret(seated(other), game, other).deck_key(deck.id.epoch).scalar
        for other in deck.keys.seats
        if other != seat
    ]
    found = set()
    for at, (left, right) in enumerate(zip(deck.cards.left, deck.cards.right, strict=True)):
        rest = edwards.subtract(right, edwards.multiply(sum(keys), left))
        if any(edwards.subtract(rest, face) in shares for face in deck.faces):
            found.add(at)
    return found


def opened_but_to(room, seat):
    """The slots that the log opens to anybody but this seat, from its asks and moves alone."""
    table = newest(room)
    slots = set()
    for before, after, given in zip(
        table.replica.positions, table.replica.positions[1:], table.replica.log, strict=False
    ):
        if before.kind is SHARE and after.state is not before.state:
            slots |= {slot for slot, to in before.wanted if to != seat}
        for record in given.values():
            event = Event.read(record.body)
            if event.act == TURN.act:
                slots |= {slot for slot, _ in RULES.reveals(before.state, event.seat, event.body[0])}
    return slots


def check_hidden(room):
    """Any seats but one, those who left among them, read exactly what was opened to one of them or to all."""
    assert newest(room).replica.position.kind is not REVEAL
    shares = points(room)
    for deck in newest(room).replica.position.decks_state.decks.values():
        for seat in deck.keys.seats:
            opened = {at for name, at in opened_but_to(room, seat) if name == deck.id.name}
            assert readable_without(room, seat, deck, shares) == opened
    return len(shares)


def check_secrets_kept(room):
    """Nobody's secret or key lies in any store."""
    held = [b"".join(record.pack() for record in store) for store in room.stores]
    for seat in range(len(room.signers)):
        secret = GameSecret(seated(seat), room.genesis.game_id, seat)
        scalars = [
            edwards.write_scalar(secret.deck_key(deck.id.epoch).scalar)
            for deck in newest(room).replica.position.decks_state.decks.values()
        ]
        for store in held:
            assert not any(
                part in store
                for part in (secret.reveal(), identity(seat).seed(), seated(seat).seed(), *scalars)
            )


def check_audits(room, departures, basis):
    """The full audit and the fast one say the same of everybody's file; return the report."""
    assert len({canonical(table) for table in room.replicas}) == 1
    data = canonical(room.replicas[0])
    full, quick = audit.full(data, registry.rules), fast(data)
    assert (full.grade, full.basis, full.faults, full.contested) == (Grade.FINISHED, basis, [], False), (
        full.why
    )
    assert quick.grade is Grade.FINISHED, quick.why
    assert [(d.seat, d.why) for d in full.departures] == departures
    return full


def check_independently(room, report, monkeypatch):
    """The audit written from SPEC.md alone says the same."""
    monkeypatch.setitem(auditor.RULES, (RULES.name, RULES.version), borrowed(RULES))
    theirs = auditor.judge(canonical(room.replicas[0]))
    assert theirs["left"] == [[d.seat, d.round, d.why.value] for d in report.departures], theirs
    assert (theirs["grade"], theirs["basis"], theirs["contested"]) == (0, report.basis, False)
    assert (theirs["places"], theirs["unrevealed"]) == (list(report.result.places), [])


def finish(room):
    """Play to the end, hidden tiles checked once more before anybody reveals, then reveal."""
    play_until(room, lambda table: table.replica.position.state.laid == 59)
    check_hidden(room)
    check_secrets_kept(room)
    room.play()
    room.cut = set()
    for table in room.signers:
        for record in newest(room).replica.records(len(table.replica.log)):
            table.receive(record)
        table.auto_signer.sign_from_now_on()
    room.collect()
    room.sync()
    assert all(table.position.kind is DONE for table in room.replicas)


@pytest.fixture(scope="module")
def four():
    """A finished table of four: one resigned with a tile drawn and not laid, another was voted out like that."""
    room = Room(RULES, 4, {"hand": "2"}, seed=5)
    leaver = draw(room)
    given = check_hidden(room)
    leave_plainly(leaver)
    room.collect()
    room.deliver_all()
    room.play(5)
    asleep = draw(room)
    silent, asleep.auto_signer.signing = asleep.seat, False
    assert check_hidden(room) > given
    room.cut = {silent}
    vote_out(room, silent)
    stay = [seat for seat in range(4) if seat not in (leaver.seat, silent)]
    assert list(room.replicas[stay[0]].position.seats) == stay
    room.play(3)
    finish(room)
    ending = room.replicas[0].position.ending
    assert (ending.basis, str(ending.result.why)) == (Basis.PLAYED, "All tiles are laid.")
    assert set(ending.result.winners) <= set(stay)
    assert [ending.result.places[seat] > 2 for seat in range(4)] == [seat not in stay for seat in range(4)]
    return room, leaver.seat, silent


def test_two_of_four_leave_in_the_middle_of_hands_and_the_others_finish(four):
    room, leaver, silent = four
    report = check_audits(room, [(leaver, Why.RESIGNED), (silent, Why.VOTED)], "played")
    assert report.unrevealed == ()
    assert report.checks["shuffles"] == 4 + 3 + 2
    assert sorted(room.replicas[0].position.decks_state.decks) == ["tiles", "tiles-2", "tiles-3"]


@pytest.mark.slow  # 15 seconds: it multiplies points in Python
def test_so_says_an_audit_written_from_the_specification(four, monkeypatch):
    room, leaver, silent = four
    check_independently(
        room, check_audits(room, [(leaver, Why.RESIGNED), (silent, Why.VOTED)], "played"), monkeypatch
    )


def test_who_resigns_leaves_an_open_hand_under_the_pile_and_the_last_one_wins():
    room = Room(RULES, 3, {"hand": "2"}, seed=3)
    room.play(3)
    out = []
    for number in range(2):
        leaver = room.turn()
        out.append((leaver.seat, Why.RESIGNED))
        held = leaver.replica.position.state.hands[leaver.seat]
        hand = [(tile.slot, leaver.replica.known[tile.slot]) for tile in held]
        leaver.resign()
        room.collect()
        room.deliver_all()
        if number == 0:
            check_open(newest(room).replica.position, hand)
        room.play(2)
    (winner,) = {0, 1, 2} - {seat for seat, _ in out}
    assert room.replicas[winner].position.ending.result.winners == (winner,)
    report = check_audits(room, out, "resigned")
    assert [departure.open for departure in report.departures] == [True, True]
    assert report.checks["shuffles"] == 3, "nothing was shuffled anew"


def check_open(position, hand):
    """The hand of who left lies open under the pile, and no other does."""
    assert len(hand) == 2
    assert [(tile.slot, tile.face) for tile in position.state.under] == hand
    hidden = {tile.slot for hand in position.state.hands for tile in hand}
    assert len(hidden) == 4
    assert not hidden & position.decks_state.public.keys()
    assert list(position.decks_state.decks) == ["tiles"]

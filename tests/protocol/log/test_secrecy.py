"""Who can see which card: exactly those it was opened to, whatever they hear and however the log is forked."""

from dataclasses import replace

import pytest

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.decks import prove_given
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.records import Event, Have, Kind, sign
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import SHARE, TURN
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.testing.room import Room, forge, identity, seated
from tests.protocol.log.shares import all_points, readable
from tests.protocol.rooms import leave_plainly
from tests.six import SIX


def secret_of(room, seat):
    return GameSecret(seated(seat), room.genesis.game_id, seat)


def opened_to(room, seat):
    """The slots that the log has opened to a seat, from moves, deals and open leavers alone; None is a spectator."""
    position = room.replicas[0].position
    gone = {left.seat for left in position.departures if left.open}
    slots = {slot for slot, to in position.decks_state.held.items() if to in gone}
    for before, given in zip(room.replicas[0].positions, room.replicas[0].log, strict=False):
        events = [Event.read(record.body) for record in given.values()]
        if before.kind is SHARE and all(event.act == SHARE.act for event in events):
            slots |= {slot for slot, to in before.wanted if to in (None, seat)}
        for event in events:
            if event.act == TURN.act:
                slots |= {slot for slot, _ in SIX.reveals(before.state, event.seat, event.body[0])}
    return slots


@pytest.mark.parametrize("leaving", [None, leave_plainly, Signer.resign])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_knows_exactly_what_was_opened_to_them(seats, leaving):
    room = Room(SIX, seats, seed=seats)
    watcher = Replica(room.genesis, SIX)
    while room.replicas[0].position.ending is None:
        room.play(1)
        if leaving and not room.replicas[0].position.departures:
            leaving(room.signers[-1])
            room.collect()
            room.deliver_all()
        for record in room.replicas[0].records():
            Intake(watcher).receive(record)
        if room.replicas[0].position.ending is None:
            assert {frozenset(t.known) for t in room.replicas} != {frozenset()}
            for table in room.signers:
                assert set(table.replica.known) == opened_to(room, table.seat)
            assert set(watcher.known) == opened_to(room, None)
            known = {slot: face for table in room.replicas for slot, face in table.known.items()}
            assert all(table.known[slot] == known[slot] for table in room.replicas for slot in table.known)


@pytest.mark.parametrize("seats", [2, 3])
def test_no_keys_open_more_from_a_store_than_was_opened(seats):
    room = Room(SIX, seats, seed=1)
    room.play(2)
    deck = room.replicas[0].position.decks_state.decks["cards-1"]
    for seat in [*range(seats), None]:
        store = room.stores[seat or 0]
        points = [edwards.Point(point) for point in all_points(store)]
        keys = [] if seat is None else [secret_of(room, seat).deck_key(deck.id.epoch).scalar]
        known = opened_to(room, seat)
        for position in range(len(deck.faces)):
            assert readable(deck, position, points, keys) == (("cards-1", position) in known)


def test_secrets_are_in_nobody_elses_store_before_the_end():
    room = Room(SIX, 3, seed=1)
    room.play(2)
    for seat in range(3):
        secret = secret_of(room, seat)
        key = edwards.write_scalar(secret.deck_key(Epoch(room.genesis.game_id)).scalar)
        for store in room.stores:
            held = b"".join(record.pack() for record in store)
            assert secret.reveal() not in held
            assert key not in held
            assert not any(own.seed() in held for own in (identity(seat), seated(seat)))


# -- a cheat who shows different people different branches --


def trusting(*given):
    """A client without the echo: it gives shares without asking what the others have."""
    signer = Signer(*given)
    signer.auto_signer.due.may_disclose = lambda: True
    return signer


def two_branches(kind):
    """The seat at turn signs two moves, one for each of the others, and keeps them apart: return all three."""
    room = Room(SIX, 3, seed=1, kinds=dict.fromkeys(range(3), kind))
    room.deliver_all()
    cheat = room.turn()
    a, b = (room.signers[(cheat.seat + n) % 3] for n in (1, 2))
    for honest in (a, b):
        honest.auto_signer.shares.drain()
    secret = GameSecret(seated(cheat.seat), room.genesis.game_id, cheat.seat)
    ((slot, face),) = cheat.replica.known.items()
    shares = prove_given(cheat.replica.position.decks_state, secret, [slot])
    card = cheat.replica.position.decks_state.faces[slot[0]].index(face)
    shown, _ = cheat.auto_signer.signing_key.event(TURN.act, (("show", face), ((*slot, card),), shares))
    a.receive(shown)  # here the cheat draws the next card
    b.receive(forge(b.replica, cheat.seat, body=(("turn",), (), ())))  # here an extra is turned over
    for honest in (a, b):  # both hear from the cheat what they want to hear
        have = Have(cheat.seat, len(honest.replica.log) - 1, honest.replica.position.previous)
        honest.receive(sign(seated(cheat.seat), Kind.HAVE, room.genesis.game_id, have.pack()))
        assert honest.replica.position.kind is SHARE
    assert a.replica.position.previous != b.replica.position.previous
    return a, b


def test_on_two_branches_nobody_gives_a_share():
    for honest in two_branches(Signer):
        assert honest.seat in honest.replica.waiting_for
        assert honest.auto_signer.shares.drain() == []


def test_without_the_echo_shares_would_be_given_on_both_branches():
    for signer in two_branches(trusting):
        assert signer.seat not in signer.replica.waiting_for
        assert len(signer.auto_signer.shares.drain()) == 1


@pytest.mark.parametrize("noted", ["as it is", "for somebody else"])
def test_a_share_that_was_given_before_a_crash_is_given_again_to_the_same_seat_only(noted):
    room = Room(SIX, 2, seed=1)
    room.deliver_all()
    given_shares = list(room.signers[0].auto_signer.shares.given.values())
    assert len(given_shares) == 1
    again = Signer(room.genesis, SIX, identity(0))
    again.auto_signer.shares.restore(replace(r, to=r.to if noted == "as it is" else 0) for r in given_shares)
    for record in room.stores[0]:
        event = Event.read(record.body) if record.kind is Kind.EVENT else None
        if event is None or (event.act, event.seat) != (SHARE.act, 0):  # the crash came before it was stored
            again.receive(record)
    assert again.replica.position.kind is SHARE
    again.auto_signer.sign_from_now_on()
    assert (again.replica.position.kind is SHARE) == (noted != "as it is")

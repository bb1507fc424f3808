"""One seat cheats with cards: every honest seat and the audit name it, with the round, and the game goes on."""

from dataclasses import replace

import pytest

from p2pgames.contract import Illegal, Why
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import proof_file
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical, read_log
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log.file import PROOF_MAGIC
from p2pgames_protocol.log.misconduct import Fault
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.rounds import DONE, KEYS, REKEY, SHARE, SHUFFLE, TURN
from p2pgames_protocol.testing.cheat import Cheat, wrong_share
from p2pgames_protocol.testing.room import Room, make_genesis, seated
from tests.protocol.log.deck_cheats import (
    another_card,
    duplicate,
    false_key,
    no_cards,
    no_deck,
    no_key,
    no_slots,
    old_epoch,
    one_deck_less,
    other_card,
    other_epoch,
    other_face,
    other_key,
    other_name,
    other_number,
    other_order,
    other_seat,
    other_slot,
    others_card,
    out_of_order,
    own_choice,
    play_shows,
    replayed,
    swapped_cards,
    too_few,
    too_many,
    without_share,
)
from tests.protocol.rooms import leave_plainly
from tests.six import SIX, rules_of


def first_key(table):
    """The key for the decks that are shuffled next."""
    epoch = Epoch(table.replica.genesis.game_id, table.replica.position.decks_state.epoch)
    return table.auto_signer.due._secret.deck_key(epoch)


CHEATS = {
    "a duplicate": (SHUFFLE.act, duplicate),
    "cards swapped after the proof": (SHUFFLE.act, swapped_cards),
    "another card": (SHUFFLE.act, another_card),
    "decks in another order": (SHUFFLE.act, other_order),
    "a deck left out": (SHUFFLE.act, one_deck_less),
    "a replayed shuffle": (SHUFFLE.act, replayed),
    "a deck of another name": (SHUFFLE.act, other_name),
    "a deck of another number": (SHUFFLE.act, other_number),
    "another slot": (SHARE.act, other_slot),
    "a slot of no deck": (SHARE.act, no_deck),
    "a slot for another seat": (SHARE.act, other_seat),
    "no slots": (SHARE.act, no_slots),
    "a wrong share": (SHARE.act, wrong_share),
    "shares by another key": (SHARE.act, other_key),
    "shares in other cards": (SHARE.act, out_of_order),
    "no shares": (SHARE.act, too_few),
    "shares twice": (SHARE.act, too_many),
    "another face": (TURN.act, other_face),
    "a card of another number": (TURN.act, other_card),
    "a card of somebody else": (TURN.act, others_card),
    "no card": (TURN.act, no_cards),
    "a face without its share": (TURN.act, without_share),
    "a key nobody knows": (KEYS.act, false_key),
    "no key": (KEYS.act, no_key),
}
SAYS = {
    "a duplicate": "did not prove its shuffle",
    "a wrong share": "did not prove its shares",
    "shares in other cards": "did not prove its shares",
    "another face": "The card in slot",
    "a deck of another name": "does not name the decks",
    "a deck of another number": "does not name the decks",
    "another slot": "does not name the cards that are to be opened",
    "a slot for another seat": "does not name the cards that are to be opened",
    "a card of another number": "does not name the cards that its move shows",
    "no card": "does not name the cards that its move shows",
    "a key nobody knows": "did not prove that it knows its deck key",
}


def named(report):
    """Whom an audit blames, and for which round."""
    return [(fault["seat"], fault["round"]) for fault in report.faults]


def check_named(room, cheat, at):
    """Every honest table and the audit name this seat and no other, with the round; a stranger can check it."""
    assert at is not None
    honest = [table for table in room.signers if table.seat != cheat]
    assert len({table.replica.position.previous for table in honest}) == 1
    for table in honest:
        assert {(v.fault, v.seat, v.round) for v in table.replica.accusations.found} == {
            (Fault.ILLEGAL, cheat, at)
        }
        proof = proof_file.build(table.replica, table.replica.accusations.found[0])
        verdicts = proof_file.judge(*read_log(proof, PROOF_MAGIC), rules_of)
        assert {(v.seat, v.round) for v in verdicts} == {(cheat, at)}
    report = audit.full(canonical(honest[0].replica), rules_of)
    assert report.grade is Grade.FINISHED
    assert named(report) == [(cheat, at)]
    quick = fast(canonical(honest[0].replica))
    assert quick.grade is (Grade.FINISHED if at else Grade.RUNNING), quick.why
    why = str(honest[0].replica.accusations.found[0].why)
    # which face a number stands for only the rules know, and which of two seats names the slots that are asked for
    unseen = SAYS["another face"] in why or f"in round {at}, who is right" in " ".join(
        map(str, quick.unchecked)
    )
    assert named(quick) == ([] if unseen else [(cheat, at)])
    assert not unseen or SAYS["another face"] in why or "that are to be" in why
    for what in ("rolls", "shuffles", "shares", "reveals"):
        assert quick.checks[what] == report.checks[what]
    return why


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_with_cards_is_named_with_the_round(seats, name):
    when, twist = CHEATS[name]
    cheat = Cheat(when, twist)
    room = Room(SIX, seats, seed=2, kinds={1: cheat.sit})
    while room.replicas[0].position.ending is None:
        before = room.replicas[0].position.round
        play_shows(room)
        assert room.replicas[0].position.round > before, "the table is stuck"
    room.deliver_all()
    why = check_named(room, 1, cheat.round)
    assert f"seat {2}" in why
    assert SAYS.get(name, "") in why
    departure = room.replicas[0].position.departures[0]
    assert (departure.seat, departure.why) == (1, Why.FAULT)
    ending = room.replicas[0].position.ending
    if room.replicas[0].position.commitments:
        assert 1 not in ending.result.winners
        assert ending.basis is (Basis.FAULT if seats == 2 else Basis.PLAYED)
    else:
        assert ending.result is None


@pytest.mark.parametrize(
    ("when", "twist"),
    [
        (SHUFFLE.act, duplicate),
        (REKEY.act, false_key),
        (REKEY.act, other_epoch),
        (REKEY.act, old_epoch),
        (SHARE.act, wrong_share),
    ],
)
def test_a_cheat_after_somebody_has_left_is_named_and_the_rest_goes_on(when, twist):
    """The cheat is honest in the first shuffle and deal; a wrong share spoils the opening of the hands."""
    nth = {SHUFFLE.act: 2, REKEY.act: 1, SHARE.act: 3}[when]
    cheat = Cheat(when, twist, nth)
    room = Room(SIX, 4, seed=3, nonce=2, kinds={1: cheat.sit})
    play_shows(room)
    leave_plainly(room.signers[3])
    room.collect()
    room.play()
    check_named(room, 1, cheat.round)
    assert [d.seat for d in room.replicas[0].position.departures] == [3, 1]
    assert room.replicas[0].position.ending.basis is Basis.PLAYED
    assert room.replicas[0].position.decks_state.epoch == (1 if when == SHARE.act else 2)
    if when == SHARE.act:
        check_given_once(room.signers[0], cheat.round)


def check_given_once(table, spoilt):
    """What was given in the spoilt round can be read by all, and is not asked for again."""
    before, after = table.replica.positions[spoilt : spoilt + 2]
    given = [slot for slot, _ in before.wanted if slot in after.decks_state.public]
    assert len(given) >= 2
    for number in range(spoilt + 1, len(table.replica.log)):
        for seat in table.replica.positions[number].seats:
            assert not set(given) & set(table.replica.positions[number].decks_state.due(seat, before.wanted))
    for position in table.replica.positions[:-1]:
        # what all can read by then is opened at once, and told
        assert position.kind is not SHARE or any(position.kind.discloses(position, s) for s in position.seats)
    told = dict(table.replica.positions[spoilt + 1].turned)
    assert set(told) == set(given)


def test_a_shuffle_that_does_not_follow_from_the_secret_changes_no_result_and_is_named():
    room = Room(SIX, 2, seed=2, kinds={1: Cheat(SHUFFLE.act, own_choice).sit})
    room.play()
    assert room.replicas[0].position.kind is DONE
    assert room.replicas[0].position.ending.basis is Basis.PLAYED
    report = audit.full(canonical(room.replicas[0]), rules_of)
    assert report.grade is Grade.FINISHED
    assert report.unrevealed == (1,)
    assert "does not follow from its secret" in report.faults[0]["why"]
    assert fast(canonical(room.replicas[0])).faults == report.faults
    assert report.result == room.replicas[0].position.ending.result


def test_a_withheld_share_between_two_is_voted_on():
    room = Room(SIX, 2, seed=2)
    room.deliver_all()
    leaver = room.turn()
    other = room.signers[1 - leaver.seat]
    leaver.auto_signer.deferred = True  # it never finds the time to give its share
    play_shows(room)
    play_shows(room)
    assert other.replica.position.kind is SHARE
    assert other.replica.waiting_for == (leaver.seat,)
    other.vote(leaver.seat)
    room.collect()
    assert other.replica.position.ending.basis is Basis.VOTED
    assert other.replica.position.ending.result.winners == (other.seat,)
    report = audit.full(canonical(other.replica), rules_of)
    assert report.grade is Grade.FINISHED
    assert report.unrevealed == (leaver.seat,)
    (said,) = map(str, report.unchecked)
    assert said.endswith(f"never opened, without the secret of Player{leaver.seat}")


def test_keys_that_cancel_one_another_put_all_at_fault():
    first = {}

    def cancelling(table, body):
        """The key of seat 0 with the other sign, proved: only together could two seats know both."""
        other = -first["scalar"] % edwards.ORDER
        return (*body[:2], *replace(first_key(table), scalar=other, point=edwards.base(other)).prove())

    genesis = make_genesis(SIX, 2)
    first["scalar"] = GameSecret(seated(0), genesis.game_id, 0).deck_key(Epoch(genesis.game_id)).scalar
    room = Room(SIX, 2, kinds={1: Cheat(KEYS.act, cancelling).sit})
    room.deliver_all()
    for replica in room.replicas:
        position = replica.position
        assert position.departures[0].why is Why.FAULT
        assert "which takes all of their seats together" in str(position.departures[0].reason)
        assert position.ending.result is None
    assert audit.full(canonical(room.replicas[0]), rules_of).grade is Grade.FINISHED


@pytest.mark.parametrize("where", ["another's card", "a card of the pile", "no position", "no deck"])
def test_only_cards_that_were_dealt_to_the_mover_can_be_shown(where):
    """Rules that let a seat point at any card: nobody can show what it cannot open."""

    class Pointing(type(SIX)):
        def reveals(self, state, seat, move):
            other = state.hands[1 - seat][1]
            slot = {
                "another's card": ("cards-1", other),
                "a card of the pile": ("cards-1", 5),
                "no position": ("cards-1", 6),
                "no deck": ("cards-9", 0),
            }[where]
            return ((slot, move[1]),)

    room = Room(Pointing(), 2, seed=1)
    room.deliver_all()
    table = room.turn()
    with pytest.raises(Illegal, match="not dealt to this seat"):
        table.act(("show", next(iter(table.replica.known.values()))))
    event = room.forge(table.seat, body=(("show", "1"), (), ()))
    (outcome,) = room.broadcast(event, [1 - table.seat])
    assert outcome.status is Status.AUTHOR
    assert "not dealt to this seat" in str(outcome.why)

"""Coins and cards without the rules: the fast audit finds what the full one finds, and blames nobody else."""

import pytest

from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.rounds import COIN, REST, REVEAL
from p2pgames_protocol.testing.cheat import Cheat, wrong_share
from p2pgames_protocol.testing.room import Room
from tests.dice import DICE, rules_of
from tests.protocol.rooms import leave_plainly
from tests.six import SIX
from tests.six import rules_of as six_of


def faults(report):
    """Whom an audit blames, for which round."""
    return [(fault["round"], fault["seat"]) for fault in report.faults]


def value_of(signer, index):
    """The seat's true value for a roll."""
    return signer.auto_signer.due._secret.coin_value(index)


def in_step(kind, twist):
    """A twist for the values of this half of a roll."""
    return lambda signer, body: twist(signer, body) if signer.replica.position.kind is kind else None


def cheated(kind, twist):
    """A game for three in which seat 1 gives such a value in this half of a roll, and there were rolls before it."""
    for seed in range(20):
        cheat = Cheat(COIN.act, in_step(kind, twist), 2)
        room = Room(DICE, 3, seed=seed, kinds={1: cheat.sit})
        room.play()
        if cheat.round is not None:
            return room, cheat
    raise AssertionError


COINS = {
    "a value out of nowhere": lambda _, body: (*body[:3], b"v" * 32),
    "the value of the roll before": lambda signer, body: (*body[:3], value_of(signer, body[0] - 1)),
    "the value of the next roll": lambda signer, body: (*body[:3], value_of(signer, body[0] + 1)),
    "a value of 31 bytes": lambda _, body: (*body[:3], body[3][:31]),
    "a later roll": lambda signer, body: (body[0] + 1, *body[1:3], value_of(signer, body[0] + 1)),
    "an earlier roll": lambda signer, body: (body[0] - 1, *body[1:3], value_of(signer, body[0] - 1)),
    "a number that is a boolean": lambda _, body: (True, *body[1:]),
    "other sides": lambda _, body: (body[0], (5,), *body[2:]),
    "another seat": lambda _, body: (*body[:2], None if body[2] is not None else 0, body[3]),
    "a roll without a side": lambda _, body: (body[0], (0,), *body[2:]),
    "no value": lambda _, body: body[:3],
    "nothing": lambda _signer, _body: (),
}


COINS_OF_ANOTHER_ROLL = {"a later roll", "other sides", "another seat"}


@pytest.mark.parametrize("kind", [COIN, REST])
@pytest.mark.parametrize("name", COINS)
def test_a_wrong_coin_is_found_without_the_rules(name, kind):
    room, cheat = cheated(kind, COINS[name])
    data = canonical(room.replicas[0])
    report, quick = full(data, rules_of), fast(data)
    assert faults(report) == [(cheat.round, 1)]
    assert (report.grade, quick.grade) == (Grade.FINISHED, Grade.FINISHED)
    if name in COINS_OF_ANOTHER_ROLL and kind is COIN:
        # only the rules can say who names it rightly; where the seat is alone in its round, not even that it does not
        alone = room.replicas[0].positions[cheat.round].due == (1,)
        assert faults(quick) == []
        assert (f"in round {cheat.round}, who is right" in " ".join(map(str, quick.unchecked))) is not alone
    else:
        assert faults(quick) == faults(report)


def test_where_events_of_a_roll_name_different_things_nobody_is_blamed():
    cheat = Cheat(COIN.act, COINS["other sides"])
    room = Room(DICE, 3, seed=1, kinds={1: cheat.sit})
    room.play()
    quick = fast(canonical(room.replicas[0]))
    assert faults(quick) == []
    assert f"in round {cheat.round}, who is right" in " ".join(map(str, quick.unchecked))


def test_a_shuffle_goes_on_without_who_left_openly():
    for waits in range(1, 40, 3):
        room = Room(SIX, 4, seed=1)
        for _ in range(waits * len(room.mail) // 12):
            room.deliver()
        room.signers[3].resign()
        room.collect()
        room.play()
        data = canonical(room.replicas[0])
        report, quick = full(data, six_of), fast(data)
        assert faults(quick) == faults(report) == []
        for what in ("rolls", "shuffles", "shares", "reveals"):
            assert quick.checks[what] == report.checks[what]


def test_a_secret_without_its_tip_is_found():
    room = Room(DICE, 2, seed=1, kinds={1: Cheat("key", lambda _, body: (body[0], b"t" * 32, *body[2:])).sit})
    room.play()
    data = canonical(room.replicas[0])
    assert faults(fast(data)) == faults(full(data, rules_of))
    assert faults(fast(data))


@pytest.mark.parametrize("body", [(), (b"s" * 32, None)])
def test_a_secret_that_was_not_committed_to_is_found(body):
    cheat = Cheat(REVEAL.act, lambda _, _body: body)
    room = Room(SIX, 2, seed=2, kinds={1: cheat.sit})
    room.play()
    data = canonical(room.replicas[0])
    assert faults(fast(data)) == faults(full(data, six_of)) == [(cheat.round, 1)]


@pytest.mark.parametrize("seed", range(4))
def test_nobody_honest_is_blamed_where_seats_leave_and_decks_are_made_anew(seed):
    cheat = Cheat("share", wrong_share, 2 + seed % 2)
    room = Room(SIX, 4, seed=seed, kinds={1: cheat.sit})
    room.play(4 + seed)
    leave_plainly(room.signers[3])
    room.play(6)
    if not room.replicas[0].position.over:
        room.signers[2].resign()
    room.play()
    data = canonical(room.replicas[0])
    report, quick = full(data, six_of), fast(data)
    assert faults(report) == faults(quick)
    assert quick.grade is not Grade.INVALID
    for what in ("rolls", "shuffles", "shares", "reveals"):
        assert quick.checks[what] == report.checks[what]

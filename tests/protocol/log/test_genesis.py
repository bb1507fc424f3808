"""How a table begins: everything in it is signed, and nothing fits another table."""

from dataclasses import replace

import pytest

from p2pgames.contract import Option
from p2pgames.text import as_it_is
from p2pgames_cli.library.report import show
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.report import as_json
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import (
    NOBODY,
    Proposal,
    Refused,
    read_proposal,
    settle_table,
    sign_proposal,
)
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net import lobby
from p2pgames_protocol.testing.room import identity, make_genesis
from p2pgames_protocol.wire.codec import Malformed, pack, unpack
from tests.dice import DICE, Dice


def parts(seats=3, **changes):
    """A signed proposal and signed joins."""
    fields = {"host": identity(0).key, "rules": DICE, "seats": seats, "nonce": bytes(32)} | changes
    proposal = Proposal.of(**fields)
    signed = sign_proposal(identity(0), proposal)
    return signed, [gen.sign_join(identity(s), signed, f"P{s}", bytes([s]) * 32) for s in range(seats)]


def test_a_genesis_reads_back_and_its_id_binds_everything():
    signed, joins = parts()
    made = gen.assemble(signed, tuple(joins))
    assert gen.read_genesis(made.record) == made
    assert made.names == ("P0", "P1", "P2")
    ids = {
        made.game_id,
        gen.assemble(signed, (joins[0], joins[2], joins[1])).game_id,
        gen.assemble(*map(tuple_of, parts(nonce=b"\1" * 32))).game_id,
        gen.assemble(*map(tuple_of, parts(options={"aim": "300"}))).game_id,
        gen.assemble(*map(tuple_of, parts(options={"watchers": "no"}))).game_id,
        gen.assemble(*map(tuple_of, parts(first=1))).game_id,
        gen.assemble(*map(tuple_of, parts(previous=(b"g" * 32, b"d" * 32)))).game_id,
    }
    assert len(ids) == 7
    assert len(made.words.split()) == 6
    gen.check_rules(made, DICE)


def test_a_seat_has_a_key_of_its_own_that_its_player_finds_again():
    signed, joins = parts()
    made = gen.assemble(signed, tuple(joins))
    assert made.identities == tuple(identity(seat).key for seat in range(3))
    assert len({*made.keys, *made.identities}) == 6
    for seat, key in enumerate(made.keys):
        assert made.own(identity(seat)).key == key == made.seat_key(identity(seat).key) == made.seat_key(key)
    assert made.own(identity(9)) is None
    assert made.seat_key(identity(9).key) == identity(9).key
    device = gen.sign_join(identity(2), signed, "P2", b"\7" * 32)
    assert gen.assemble(signed, (*joins[:2], device)).keys[2] != made.keys[2]
    with pytest.raises(ValueError, match="no seat"):
        Signer(made, DICE, identity(9))


def test_bots_and_league_are_read_signed_and_audited():
    plain = Proposal.of(identity(0).key, DICE, 3, bytes(32))
    brought = replace(plain, bots=1, league=b"l" * 32)
    assert Proposal.read(brought.body()) == brought
    signed = sign_proposal(identity(0), brought)
    joins = [gen.sign_join(identity(s), signed, f"P{s}", bytes([s]) * 32) for s in range(3)]
    made = gen.assemble(signed, tuple(joins))
    assert made.guests == made.joins[2:]
    data = logfile.write_records([Record(Kind.GENESIS, made.record)])
    for report in (fast(data), full(data, lambda *_: DICE)):
        options = as_json(report, "")["options"]
        assert options == plain.resolved_options | {"bots": "1", "league": (b"l" * 32).hex()}
        assert "bots=1" in show(report, "")
        assert as_json(report, "")["grade"] == "running"
    assert not {"bots", "league"} & plain.resolved_options.keys()
    inside = gen.assemble(signed, (joins[0], joins[2], joins[1]))
    lobby.check_own(made, signed, identity(2), bytes([2]) * 32)
    with pytest.raises(Refused, match="our seat"):
        lobby.check_own(inside, signed, identity(2), bytes([2]) * 32)


def tuple_of(part):
    """A list of joins as a tuple; a proposal as it is."""
    return tuple(part) if isinstance(part, list) else part


def refused(signed, joins):
    """Why these parts are no genesis."""
    with pytest.raises((Refused, Malformed)) as caught:
        gen.read_genesis(pack((signed, tuple(joins))))
    return str(caught.value)


def test_who_is_missing_double_or_in_the_wrong_place_is_refused():
    signed, joins = parts()
    assert "3 seats and 2 players" in refused(signed, joins[:2])
    assert "same key or nonce" in refused(signed, [joins[0], joins[1], joins[1]])
    assert "first seat" in refused(signed, [joins[1], joins[0], joins[2]])
    same_nonce = gen.sign_join(identity(2), signed, "P2", bytes([1]) * 32)
    assert "same key or nonce" in refused(signed, [joins[0], joins[1], same_nonce])


def test_joins_for_other_tables_and_forged_ones_are_refused():
    signed, joins = parts()
    _, others = parts(nonce=b"\1" * 32)
    assert "another table" in refused(signed, [joins[0], others[1], joins[2]])
    body, signature = unpack(joins[1])
    assert "not signed" in refused(signed, [joins[0], pack((body, bytes(64))), joins[2]])
    assert "not signed" in refused(signed, [joins[0], pack((unpack(joins[2])[0], signature)), joins[2]])
    low = pack((pack((unpack(body)[0], bytes(32), joins[1][:32], "Low", bytes(32))), bytes(64)))
    assert "not a valid" in refused(signed, [joins[0], low, joins[2]])
    assert "not signed by its host" in refused(pack((unpack(signed)[0], bytes(64))), joins)


@pytest.mark.parametrize(
    ("index", "value", "why"),
    [
        (0, 2, "format"),
        (0, True, "format"),
        (1, "other", "group"),
        (2, b"short", "key"),
        (3, "", "name of the game"),
        (3, 5, "name of the game"),
        (4, -1, "version"),
        (5, b"", "hash"),
        (6, (("a",),), "option"),
        (7, 5, "Options"),
        (8, 17, "seats"),
        (8, True, "seats"),
        (9, None, "nonce"),
        (10, (b"x" * 32,), "game before"),
        (11, 3, "begins"),
        (11, "0", "begins"),
    ],
)
def test_every_field_of_a_proposal_has_one_type_and_range(index, value, why):
    signed, _ = parts()
    fields = list(unpack(unpack(signed)[0]))
    fields[index] = value
    with pytest.raises(Malformed, match=why):
        Proposal.read(pack(tuple(fields)))


def test_a_proposal_for_nobody_is_refused():
    signed, _ = parts()
    fields = list(unpack(unpack(signed)[0]))
    fields[8], fields[11] = 0, None
    body = pack(tuple(fields))
    again = pack((body, identity(0).sign("proposal", NOBODY, body)))
    with pytest.raises(Refused, match="nobody"):
        read_proposal(again)


@pytest.mark.parametrize("name", ["", "x" * 33, "a\nb", "a\x1b[31m"])
def test_names_that_would_disturb_a_screen_are_malformed(name):
    signed, _ = parts()
    with pytest.raises(Malformed):
        gen.read_join(gen.sign_join(identity(1), signed, name, bytes(32)), signed)


def test_rules_data_and_options_must_be_the_tables():
    made = make_genesis(DICE, 3)

    class Newer(Dice):
        version = 1

    class OtherData(Dice):
        data = b"other"

    class OtherOptions(Dice):
        options = (*Dice.options, Option("more", ("a", "b"), as_it_is("")))

    for rules, why in [
        (Newer(), "version"),
        (OtherData(), "data"),
        (OtherOptions(), "incomplete"),
    ]:
        with pytest.raises(Refused, match=why):
            gen.check_rules(made, rules)


@pytest.mark.parametrize(
    "chosen", [{"survive": "yes"}, {"time": "5"}, {"time": "0m"}, {"watchers": "3"}, {"colour": "red"}]
)
def test_wrong_table_options_are_refused_with_what_is_possible(chosen):
    with pytest.raises(ValueError, match=r"[oO]ption"):
        settle_table(chosen)


def test_a_wrong_number_of_seats_is_refused_by_its_own_reader():
    made = make_genesis(DICE, 2, options={"time": "3d"})
    assert made.table["time"] == "3d"
    with pytest.raises(ValueError, match="2 to 6"):
        Proposal.of(identity(0).key, DICE, 7, bytes(32))

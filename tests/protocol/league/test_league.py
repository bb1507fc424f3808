"""The files of a league: one encoding each, signed, and refused where anything in them is otherwise."""

from dataclasses import replace

import pytest

from p2pgames_protocol.league import league
from p2pgames_protocol.league.league import (
    Enrolment,
    League,
    LeagueTerms,
    Scoring,
    in_order,
    read_enrolment,
    read_league,
    sign_enrolment,
    sign_league,
)
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.codec import Malformed, pack
from tests.dice import DICE

LINJA = LeagueTerms("linja", 2, (("bonus", "own"),))
BUS = LeagueTerms("bus", 4, (("city", "classic"),))
WINTER = League(identity(0).key, "Winter", "Advent", in_order((LINJA, BUS)), 2, Scoring.POINTS, ())


def signed(*fields, by=0):
    """The file of a league with these fields, whatever they are."""
    body = pack(fields)
    return league.MAGIC + pack((body, identity(by).sign(league.TAG, b"", body)))


def test_a_league_reads_back_and_its_hash_covers_every_byte():
    made = sign_league(identity(0), WINTER)
    assert read_league(made.file) == made
    assert made.league == WINTER
    invited = tuple(sorted(identity(seat).key for seat in range(3)))
    others = [
        sign_league(identity(0), replace(WINTER, **change))
        for change in (
            {"name": "Summer"},
            {"dates": None},
            {"games": (LINJA,)},
            {"most": 0},
            {"scoring": Scoring.RATING},
            {"players": invited},
        )
    ]
    assert len({each.id for each in (made, *others)}) == 7
    assert WINTER.invites(identity(9).key)
    assert [others[-1].league.invites(identity(seat).key) for seat in (2, 3)] == [True, False]


FINE = (identity(0).key, "Winter", None, (("linja", 2, ()),), 0, "points", ())


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        (0, b"short", "organiser's key"),
        (1, "", "name"),
        (1, "n" * 65, "name"),
        (2, "", "dates"),
        (3, (), "at least one game"),
        (3, (("linja", 1, ()),), "two or more players"),
        (3, (("linja", 17, ()),), "number from 0 to 16"),
        (3, (("linja", 2, ()),) * 2, "each once"),
        (3, (("linja", 2, ()), ("bus", 3, ())), "in the order"),
        (3, tuple(("linja", 2, (("n", f"{n:02}"),)) for n in range(17)), "at most 16"),
        (3, (("linja", 2, (("bonus",),)),), "2 fields"),
        (4, 1001, "number from 0 to 1000"),
        (4, True, "number from 0 to 1000"),
        (5, "luck", "points, rating"),
        (5, 1, "points, rating"),
        (6, (b"k" * 31,), "32 bytes"),
        (6, (b"k" * 32, b"a" * 32), "in the order"),
        (6, tuple(n.to_bytes(32, "big") for n in range(257)), "at most 256"),
    ],
)
def test_every_field_has_its_limits(field, value, why):
    read_league(signed(*FINE))
    fields = list(FINE)
    fields[field] = value
    with pytest.raises(Malformed, match=why):
        read_league(signed(*fields))


def test_a_league_is_its_organisers():
    with pytest.raises(Malformed, match="not signed by its organiser"):
        read_league(signed(*FINE, by=1))
    with pytest.raises(Malformed, match="array of 7 fields"):
        read_league(signed(*FINE, 1))
    file = sign_league(identity(0), WINTER).file
    for place in range(len(file)):
        with pytest.raises(Malformed):
            read_league(file[:place] + bytes([file[place] ^ 1]) + file[place + 1 :])
    with pytest.raises(Malformed, match="begins with the line p2pgames league 1"):
        read_league(sign_enrolment(identity(0), bytes(32), "Ada"))


def test_an_enrolment_is_for_one_league_and_one_player():
    file = sign_enrolment(identity(1), b"w" * 32, "Ben")
    assert read_enrolment(file) == Enrolment(b"w" * 32, identity(1).key, "Ben")
    for place in range(len(file)):
        with pytest.raises(Malformed):
            read_enrolment(file[:place] + bytes([file[place] ^ 1]) + file[place + 1 :])
    body = Enrolment(b"w" * 32, identity(1).key, "Ben").body()
    for player, scope in ((2, b"w" * 32), (1, b"v" * 32)):
        stolen = pack((body, identity(player).sign(league.ENROLMENT_TAG, scope, body)))
        with pytest.raises(Malformed, match="not signed by its player"):
            read_enrolment(league.ENROLMENT_MAGIC + stolen)


def test_terms_are_rules_seats_and_options_of_the_game_but_not_of_the_table():
    proposal = Proposal.of(identity(0).key, DICE, 3, bytes(32), {"aim": "300", "time": "1d"})
    terms = LeagueTerms("dice", 3, proposal.options)
    assert terms.fit(proposal)
    assert not replace(terms, seats=2).fit(proposal)
    assert not replace(terms, options=()).fit(proposal)
    assert not replace(terms, rules="linja").fit(proposal)

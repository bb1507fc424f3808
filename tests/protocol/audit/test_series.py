"""Games that follow one another: what is checked, and who stands how."""

from dataclasses import replace

import pytest

from p2pgames import registry
from p2pgames.contract import Result
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import series
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade, check_series, linked_series
from p2pgames_protocol.audit.sentences import BEGINS_UNCHECKED, UNSEEN
from p2pgames_protocol.audit.series import chains, ended_game, first_seat, standings, why_unfit
from p2pgames_protocol.log.consents import DRAW
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.testing.room import Room, identity
from tests.dice import DICE
from tests.protocol.rooms import all_say

LINJA = registry.rules("linja", 0)


def over(rules=LINJA, draw=False, **more):
    """A room whose game is over."""
    room = Room(rules, 2, **more)
    room.play(3 if draw else 10**6)
    if draw:
        all_say(room, DRAW.name)
    return room


def after(room, host=0, **more):
    """A game that follows, as its players' clients make it; they keep their seats."""
    before = ended_game(room.replicas[0])
    follows = {
        "nonce": 9,
        "previous": (room.genesis.game_id, before.end),
        "first": first_seat(before, identity(host).key),
    }
    return over(seed=5, **(follows | more))


@pytest.mark.parametrize("seed", range(3))
def test_in_linja_the_loser_begins_the_next_game(seed):
    room = over(seed=seed)
    before = ended_game(room.replicas[0])
    result = before.result
    loser = result.places.index(2)
    assert before.begins == room.genesis.identities[loser]
    assert first_seat(before, identity(loser).key) == 0
    assert first_seat(before, identity(1 - loser).key) == 1
    following = after(room)
    assert following.replicas[0].positions[1].ask.seat == loser
    assert following.replicas[0].position.rolls == 0


def test_after_a_draw_the_one_who_did_not_begin_begins():
    room = over(draw=True)
    began = next(p.ask.seat for p in room.replicas[0].positions if p.kind is TURN)
    assert ended_game(room.replicas[0]).begins == room.genesis.identities[1 - began]


def test_where_the_rules_do_not_say_the_coin_decides():
    assert ended_game(over(DICE).replicas[0]).begins is None


def test_the_end_is_the_same_whether_secrets_are_revealed_or_not():
    room = Room(LINJA, 2)
    room.play(3)
    room.cut = {1}
    room.signers[0].resign() if room.signers[0].my_turn else None
    room.signers[1].resign() if room.signers[1].my_turn else None
    room.collect()
    early = [ended_game(table) for table in room.replicas]
    room.cut = set()
    room.sync()
    assert {game.end for game in early if game} == {ended_game(table).end for table in room.replicas}
    assert all(table.complete for table in room.replicas)


def test_a_running_game_and_one_with_evidence_are_followed_by_none():
    room = Room(LINJA, 2)
    room.play(3)
    assert ended_game(room.replicas[0]) is None


def test_both_audits_check_that_games_follow_one_another():
    first = over()
    second = after(first)
    third = after(second, nonce=11)
    files = [canonical(room.replicas[0]) for room in (third, first, second)]
    reports = [audit.full(data, registry.rules) for data in files]
    assert [len(report.unchecked) for report in reports] == [1, 0, 1]
    check_series(reports)
    assert [(r.grade, r.follows, r.unchecked) for r in reports] == [
        (Grade.FINISHED, True, ()),
        (Grade.FINISHED, None, ()),
        (Grade.FINISHED, True, ()),
    ]
    (chain,) = linked_series(reports)
    assert [game.id for game in chain] == [r.genesis.game_id for r in (first, second, third)]
    alone = [audit.full(files[0], registry.rules)]
    check_series(alone)
    assert alone[0].follows is None
    assert "not checked" not in alone[0].why
    assert len(alone[0].unchecked) == 1
    quick = [fast(data) for data in files]
    check_series(quick)
    assert [(r.grade, r.follows) for r in quick] == [(0, True), (0, None), (0, True)]
    assert quick[0].unchecked == (UNSEEN, BEGINS_UNCHECKED)


@pytest.mark.parametrize("what", ["end", "first", "coin"])
def test_a_game_that_does_not_follow_is_not_valid(what):
    first = over()
    begins = first_seat(ended_game(first.replicas[0]), identity(0).key)
    lie = {
        "end": {"previous": (first.genesis.game_id, b"x" * 32)},
        "first": {"first": 1 - begins},
        "coin": {"first": None},
    }[what]
    second = after(first, **lie)
    reports = [audit.full(canonical(room.replicas[0]), registry.rules) for room in (first, second)]
    check_series(reports)
    assert (reports[1].grade, reports[1].follows) == (Grade.INVALID, False)
    assert "It does not follow game" in reports[1].why
    assert linked_series(reports) == []


def test_a_table_is_compared_with_the_game_before_it():
    room = over()
    before = ended_game(room.replicas[0])
    good = after(room).genesis.proposal
    assert why_unfit(good, before) is None
    for change in (
        {"previous": None},
        {"previous": (b"x" * 32, before.end)},
        {"previous": (room.genesis.game_id, b"x" * 32)},
        {"first": 1 - good.first},
        {"first": None},
        {"host": identity(7).key},
        {"rules": "bus"},
        {"seats": 3},
    ):
        assert why_unfit(replace(good, **change), before)
    assert why_unfit(replace(good, version=good.version + 1), before) is None  # the same rules, mended
    assert why_unfit(good, before, room.genesis.identities) is None
    assert why_unfit(good, before, (room.genesis.identities[0], identity(7).key))


def test_the_standings_count_wins_shared_places_and_points():
    room = over()
    game = ended_game(room.replicas[0])
    ada, ben = room.genesis.identities
    games = [
        replace(game, result=Result(places, scores, "."), counted=counted).scored
        for places, scores, counted in (
            ((1, 2), (5, 3), True),
            ((2, 1), (1, 9), True),
            ((2, 1), None, True),
            ((1, 1), (2, 2), True),
            ((1, 2), (50, 0), False),
        )
    ]
    found = {one.key: (one.won, one.shared, one.points) for one in standings(games)}
    assert found == {ada: (1, 1, 8), ben: (2, 1, 14)}
    assert standings(games)[0].key == ben


def test_two_games_after_the_same_one_are_two_series():
    first = over()
    games = [ended_game(room.replicas[0]).scored for room in (first, after(first), after(first, nonce=12))]
    assert sorted(len(chain) for chain in chains(games)) == [2, 2]
    assert series.chains(games[:1]) == []


def test_a_game_is_a_series_as_soon_as_another_one_follows_it():
    first = over()
    games = [ended_game(first.replicas[0]).scored]
    assert chains(games, {first.genesis.game_id}) == [games]
    assert chains(games, {bytes(32)}) == []


def test_a_game_that_names_another_end_is_of_no_series():
    first = over()
    one, two = (ended_game(room.replicas[0]).scored for room in (first, after(first)))
    assert chains([one, two]) == [[one, two]]
    assert chains([replace(one, end=bytes(32)), two]) == []

"""The trip: announcing, riding, giving up, winning."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2pgames.contract import Choose, Illegal, Moved, Over, Roll, Rolled
from p2pgames.dealer import random_bot
from p2pgames.games.line1.board import CARDS, DIE, LINES, SPACE_NAMES
from p2pgames.games.line1.sentences import HOME
from p2pgames.games.line1.state import Line1Task, Trip
from p2pgames.games.line1.turns import LONGEST, own_route, place_reached
from tests.p2pgames.games.line1.tables import (
    RULES,
    go,
    position,
    refusal,
    table,
    texts,
    typed,
)
from tests.p2pgames.games.line1.trips import BACK, LINE2, ROUTE, SIGNS, announce, ready, riding, roll

HAND = "straight straight straight curve curve"


def why(state, route, line=2, card=1):
    with pytest.raises(Illegal) as refused:
        announce(state, route, line, card)
    return str(refused.value)


# -- announcing --


def test_a_connected_schedule_may_be_announced_at_the_start_of_a_turn():
    state, known = ready()
    found = texts(state, known[0])
    assert found[0] == f"go {ROUTE}"
    assert found[1] == f"go {' '.join(reversed(ROUTE.split()))}"
    assert len(found) > 2
    begun = announce(state)
    assert RULES.ask(begun) == Roll((6,), 0)
    assert begun.trips[0] == Trip(2, 1, typed(ROUTE))


def test_nothing_is_listed_for_cards_one_does_not_know():
    state, known = ready()
    assert not [text for text in texts(state, known[1]) if text.startswith("go")]
    assert not [text for text in texts(state) if text.startswith("go")]
    assert "not known here" in refusal(state, "go")


def test_a_connected_schedule_forces_and_forbids_nothing():
    state, known = ready()
    after = go(state, "straight e3", known=known[0])
    assert after.lays == 1
    assert "before any lay" in why(after, ROUTE)
    assert not [text for text in texts(after, known[0]) if text.startswith("go")]


def test_the_cards_are_shown_with_the_announcement_alone():
    state, _ = ready()
    move = ("go", 2, 1, typed(ROUTE))
    assert RULES.reveals(state, 0, move) == ((("lines", 0), "line-2"), (("routes", 0), "card-1"))
    assert RULES.reveals(state, 0, ("anew", typed(ROUTE))) == ()
    assert RULES.reveals(state, 0, ("roll",)) == ()
    for wrong in [
        ("go", 7, 1, typed(ROUTE)),
        ("go", 2, 7, typed(ROUTE)),
        ("go", 2, 0, typed(ROUTE)),
        ("go",),
    ]:
        with pytest.raises(Illegal):
            RULES.reveals(state, 0, wrong)
    with pytest.raises(Illegal):
        RULES.reveals(state, 2, move)


def test_a_card_that_was_not_dealt_is_refused():
    state, known = ready()
    other = ("go", 2, 2, typed(ROUTE))
    assert "do not hold card-2" in str(RULES.why_not(state, 0, known[0], other))
    dealer = table((2, 5), (1, 2))
    dealer.state = replace(dealer.state, track=state.track, signs=state.signs)
    with pytest.raises(Illegal, match="not card-4"):
        dealer.play(("go", 2, 4, typed(ROUTE)))
    with pytest.raises(Illegal, match="not line-3"):
        dealer.play(("go", 3, 1, typed(ROUTE)))
    dealer.play(("go", 2, 1, typed(ROUTE)))
    assert dealer.known[1]["lines", 0] == "line-2"
    assert dealer.known[1]["routes", 0] == "card-1"
    assert dealer.state.trips[0].at > 0


def test_a_faulty_route_is_refused_with_its_reason():
    state, _ = ready()
    assert why(state, ROUTE.replace("2E", "3E")) == "A route of line 2 goes from 2W to 2E or back."
    assert "from 2W to 2E" in why(state, ROUTE.replace("2W", "2E"))
    assert "No rail leads the tram from c10 on to e10" in why(state, ROUTE.replace(" d10", ""))
    assert "No rail leads the tram from c10 on to c9" in why(state, ROUTE.replace("c10 d10", "c10 c9"))
    assert "only at the beginning and the end" in why(state, ROUTE.replace("d10", "2W"))
    assert "No rail leads the tram from 2W on to a11" in why(state, ROUTE.replace("a10", "a11"))
    unsigned, _ = ready(signs="B i10, D b10")
    assert why(unsigned, ROUTE) == "The stop M has no sign yet: no tile lies beside M (Museum)."
    elsewhere, _ = ready(signs="B i10, D b10, M f3")
    assert why(elsewhere, ROUTE) == "The route misses the stop M (Museum) on f3."


def test_a_refused_announcement_leaves_the_turn_as_it_was():
    state, known = ready()
    wrong = ROUTE.replace("d10", "d9")
    assert "No rail" in refusal(state, f"go {wrong}", known[0])
    assert RULES.ask(state) == Choose(0)
    assert go(state, "straight e3", known=known[0]).lays == 1


def test_a_route_is_a_list_of_spaces_not_too_long():
    state, _ = ready()
    for wrong in [(), typed(ROUTE)[:2], (True, *typed(ROUTE)[1:]), (*typed(ROUTE)[:-1], 156), ("2W",) * 3]:
        with pytest.raises(Illegal):
            RULES.apply(state, Moved(0, ("go", 2, 1, wrong)))
    there = typed(ROUTE)
    with pytest.raises(Illegal, match="3 to 2114 spaces"):
        RULES.apply(state, Moved(0, ("go", 2, 1, (there[0], *there[1:2] * LONGEST, there[-1]))))


def test_the_order_of_the_stops_and_the_direction_are_free():
    state, known = ready(signs="B b10, D i10, M e10")
    assert len([text for text in texts(state, known[0]) if text.startswith("go")]) == 2
    back = " ".join(reversed(ROUTE.split()))
    assert announce(state, back).trips[0].route[0] == typed("2E")[0]


def test_a_tram_takes_a_curve_but_no_corner_that_the_tile_does_not_join():
    """As in the rulebook's example, with a tile of ours: on a cross there is no way round the corner."""
    crossing = LINE2.replace("curve k10 r1", "cross k10")
    state, _ = ready(board=crossing)
    assert "No rail leads the tram from k10 on to k9" in why(state, ROUTE)
    joined, _ = ready(board=LINE2.replace("curve k10 r1", "star k10"))
    assert announce(joined).task is Line1Task.ROLL


def test_a_cell_may_be_passed_as_often_as_one_likes_also_on_the_same_track():
    # Triangles on d10 and e10, and curves above them, make a ring beside the way.
    board = LINE2.replace("straight d10 r1", "triangle d10").replace("straight e10 r1", "triangle e10")
    state, known = ready(board=f"{board}, curve d9 r3, curve e9")
    for way in ("d10 d9 e9 e10 f10", "d10 e10 e9 d9 d10 e10 f10", "d10 d9 e9 e10 d10 d9 e9 e10 f10"):
        assert announce(state, ROUTE.replace("d10 e10 f10", way)).task is Line1Task.ROLL
    assert texts(state, known[0])[0] == f"go {ROUTE}"
    # No tram turns round on a tile.
    assert "No rail" in why(state, ROUTE.replace("d10 e10 f10", "d10 e10 d10 e10 f10"))


OVER_3E = (
    ", ".join(f"straight {col}10 r1" for col in "abcdefghi")
    + ", curve j10, curve j11 r2, straight k11 r1, straight l11 r1, straight l10 r1, curve k10 r2, straight k9"
    + ", straight k8, curve k7 r3, straight l7 r1"
)
LONG = "2W a10 b10 c10 d10 e10 f10 g10 h10 i10 j10 j11 k11 l11 3E l10 k10 k9 k8 k7 l7 2E"


def test_other_terminals_may_be_passed_in_by_one_end_and_out_by_the_other():
    state, known = ready(board=OVER_3E)
    assert f"go {LONG}" in texts(state, known[0])
    assert announce(state, LONG).task is Line1Task.ROLL
    assert "No rail leads the tram from l11 on to l10" in why(state, LONG.replace("3E ", ""))
    assert "No rail leads the tram from 3E on to l11" in why(state, LONG.replace("l11 3E l10", "l11 3E l11"))


def test_a_trip_is_announced_once_and_only_a_traveller_rolls():
    state, _ = riding(1)
    assert "on your trip" in why(state, ROUTE)
    fresh, _ = ready()
    with pytest.raises(Illegal, match="on a trip"):
        RULES.apply(fresh, Moved(0, ("anew", typed(ROUTE))))
    with pytest.raises(Illegal, match="on a trip"):
        RULES.apply(fresh, Moved(0, ("roll",)))


@pytest.mark.parametrize(("seats", "count"), [(2, 3), (3, 3), (4, 2), (5, 2)])
def test_the_route_cards_have_three_stops_for_up_to_three_players_and_two_above(seats, count):
    state = position(seats=seats)
    assert {len(state.stops(line, card)) for line in LINES for card in range(1, 7)} == {count}
    state, known = ready(seats=seats)
    assert state.stops(2, 1) == ("BDM" if count == 3 else "BM")
    assert sum(text.startswith("go") for text in texts(state, known[0])) == 2
    assert all(len(cards_of_set) == 6 for cards_of_set in CARDS.values())


# -- riding --


def test_the_first_roll_is_in_the_turn_of_the_announcement():
    state = roll(announce(ready(passes=1)[0]), 3)
    assert state.trips[0].at == 3
    assert state.passes == 0
    assert state.trips[0].rolled == "3"
    assert roll(announce(ready()[0]), "H").trips[0].rolled == "H"
    assert SPACE_NAMES[state.trips[0].route[3]] == "c10"
    assert state.turn == 1
    assert state.task is Line1Task.TURN


def test_a_traveller_rolls_instead_of_laying():
    state, known = riding(3)
    assert texts(state, known[0])[0] == "roll"
    assert "on your trip" in refusal(state, "straight e3", known[0])
    assert "on your trip" in refusal(state, "pass", known[0])
    rolling = go(state, "roll", known=known[0])
    assert RULES.ask(rolling) == Roll((6,), 0)
    assert roll(rolling, 4).trips[0].at == 7


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_a_number_moves_so_many_spaces_along_the_route(face):
    assert roll(announce(ready()[0]), face).trips[0].at == face


def test_the_die_has_1_to_4_and_two_stops():
    assert DIE == (1, 2, 3, 4, "H", "H")
    for wrong in (-1, 6):
        with pytest.raises(Illegal):
            RULES.apply(announce(ready()[0]), Rolled((wrong,)))


def test_a_stop_runs_to_the_next_sign_ahead_whosever():
    state = announce(ready(signs=f"{SIGNS}, K g10, A k8")[0])
    trip, stop = state.trips[0], DIE.index("H")
    halts = []
    while trip.left:
        trip = replace(trip, at=place_reached(state, trip, stop))
        halts.append(SPACE_NAMES[trip.route[trip.at]])
    assert halts == ["b10", "e10", "g10", "i10", "k8", "2E"]


def test_a_stop_runs_to_a_terminal_of_another_too_and_terminals_count_as_spaces():
    state, names = announce(ready(board=OVER_3E)[0], LONG), LONG.split()
    trip = replace(state.trips[0], at=names.index("i10"))
    assert names[place_reached(state, trip, DIE.index("H"))] == "3E"
    trip = replace(trip, at=names.index("l11"))
    assert names[place_reached(state, trip, DIE.index(2))] == "l10"


def test_signs_set_after_the_announcement_count_as_they_lie():
    state = announce(ready()[0])
    trip = replace(state.trips[0], at=6)
    before = place_reached(state, trip, DIE.index("H"))
    later = replace(
        state, signs=tuple(typed("g10")[0] if at == 9 else sign for at, sign in enumerate(state.signs))
    )
    assert (before, place_reached(later, trip, DIE.index("H"))) == (9, 7)


def test_trams_do_not_block_each_other():
    state = announce(ready()[0])
    other = replace(state.trips[0], at=2)
    crowded = replace(state, trips=(state.trips[0], other))
    assert roll(crowded, 2).trips[0].at == 2
    assert roll(crowded, 4).trips[0].at == 4


def test_exchanges_under_a_tram_change_nothing_for_it():
    state, _ = riding(3)
    after = go(replace(state, turn=1, hands=(state.hands[0], (9, 0, 0, 0, 0))), "cross c10")
    assert after.trips == state.trips
    assert len(after.track.cells) == len(state.track.cells)


def test_reaching_the_far_terminal_wins_at_once_also_beyond_an_exact_count():
    state = announce(ready()[0])
    for face, left in [(4, 1), (4, 4), ("H", 2)]:
        last = len(ROUTE.split()) - 1
        near = replace(state, trips=(replace(state.trips[0], at=last - left), None))
        over = RULES.ask(roll(near, face))
        assert isinstance(over, Over)
        assert over.result.places == (1, 2)
        assert over.result.why == HOME()
    near = replace(state, trips=(replace(state.trips[0], at=last - 4), None))
    assert roll(near, 3).task is Line1Task.TURN


def test_the_others_share_the_last_place():
    state, _ = ready(seats=4)
    near = replace(announce(state), trips=(Trip(2, 1, typed(ROUTE), 15), None, None, None))
    over = RULES.ask(roll(near, 1))
    assert over.result.places == (1, 2, 2, 2)


# -- giving up --


def test_a_traveller_may_announce_a_new_route_from_either_terminal_and_then_rolls():
    state, _ = riding(1)
    anew = RULES.apply(state, Moved(0, ("anew", typed(BACK))))
    assert RULES.ask(anew) == Roll((6,), 0)
    assert anew.trips[0] == Trip(2, 1, typed(BACK), 0, True)
    after = roll(anew, 2)
    assert after.trips[0].at == 2
    assert after.turn == 1


def test_not_in_two_turns_running():
    state, known = riding(1)
    state = replace(roll(RULES.apply(state, Moved(0, ("anew", typed(BACK)))), 1), turn=0)
    assert "last turn" in refusal(state, f"anew {ROUTE}", known[0])
    assert texts(state, known[0]) == ["roll"]
    again = replace(roll(go(state, "roll"), 1), turn=0)
    assert RULES.apply(again, Moved(0, ("anew", typed(ROUTE)))).trips[0].at == 0


def test_a_new_route_is_checked_like_the_first():
    state, known = riding(1)
    assert "No rail" in refusal(state, f"anew {ROUTE.replace('d10', 'd9')}", known[0])
    with pytest.raises(Illegal):
        RULES.apply(state, Moved(0, ("anew", typed(ROUTE)[:5])))


def test_under_way_only_routes_that_shorten_the_trip_are_listed():
    state, known = riding(1)
    assert texts(state, known[0]) == ["roll"]
    long = (*typed("2W"), *typed("a10 b10"), *typed("b10") * 40, *typed("2E"))
    behind = replace(state, trips=(replace(state.trips[0], route=long), None))
    assert texts(behind, known[0]) == ["roll", f"anew {ROUTE}", f"anew {BACK}"]
    again = replace(behind, trips=(replace(behind.trips[0], renewed=True), None))
    assert texts(again, known[0]) == ["roll"]
    # Equally long is not shorter.
    equal = replace(state, trips=(replace(state.trips[0], at=0), None))
    assert texts(equal, known[0]) == ["roll"]


def test_laying_is_over_after_giving_up():
    state, known = riding(1)
    state = replace(roll(RULES.apply(state, Moved(0, ("anew", typed(BACK)))), 1), turn=0)
    assert "on your trip" in refusal(state, "straight e3", known[0])


def test_random_trips_end_at_home():
    homes = 0
    for seed in range(6):
        dealer = table((2, 5), (1, 2), seed=seed)
        state, _ = ready()
        dealer.state = replace(dealer.state, track=state.track, signs=state.signs)
        dealer.play(dealer.moves()[0])
        while dealer.turn is not None:
            seat = dealer.turn
            moves = dealer.moves()
            roll_first = moves[0] if moves[0] == ("roll",) else None
            dealer.play(
                roll_first or random_bot(RULES, dealer.state, seat, dealer.known[seat], dealer.random)
            )
        homes += dealer.result.winners == (0,)
    assert homes == 6


def test_the_shortest_route_is_found_from_the_cards():
    state, _ = ready()
    assert own_route(state, 2, 1) == typed(ROUTE)
    assert own_route(state, 2, 2) is None
    assert own_route(replace(state, signs=(-1,) * 12), 2, 1) is None

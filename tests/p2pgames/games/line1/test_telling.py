"""What came of lays and rolls."""

from dataclasses import replace
from random import Random

from p2pgames.contract import Moved, Rolled, effect_of_move, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.games.line1 import GAME
from p2pgames.games.line1.board import CELLS, LETTERS, SPACE_NAMES, following, space_of
from p2pgames.games.line1.rules import linked
from p2pgames.games.line1.turns import Line1Lay, PairExchange, read_deed
from tests.p2pgames.games.line1.tables import RULES
from tests.p2pgames.games.line1.trips import LINE2, announce, ready, riding

GAP = LINE2.replace("straight c10 r1, ", "")


def told_of(state, text):
    return str(effect_of_move(RULES, state, 0, RULES.parse(state, 0, {}, text)))


def said(before, event):
    after = RULES.apply(before, event)
    return [str(each.what) for each in RULES.effects(before, event, after)]


def test_a_tile_links_the_nearest_stops_on_either_side_of_it():
    state, _known = ready(GAP, hands=["straight curve", ""])
    assert told_of(state, "straight c10 r1") == "links D and M"
    state, _known = ready(GAP, signs="D b10, B i10", hands=["straight", ""])
    assert told_of(state, "straight c10 r1") == "links B and D"


def test_a_tile_on_a_terminals_street_links_it():
    state, _known = ready(LINE2.replace("straight a10 r1, ", ""), hands=["straight", ""])
    assert told_of(state, "straight a10 r1") == "links 2W and D"


def test_what_is_linked_already_is_not_told_again():
    state, _known = ready(hands=["branch-left branch-right", ""])
    told = [str(effect_of_move(RULES, state, 0, move)) for move in RULES.moves(state, 0, {})]
    assert any(text == "in exchange for straight r1" for text in told)
    assert not any("links D and M" in text for text in told)


def all_links(state):
    """Every two ends between which a tram can go without passing a third."""
    cells = state.track.cells
    ends = {cell for cell in state.signs if cell >= 0} | set(range(CELLS, len(SPACE_NAMES)))
    return {(end, other) for end in ends for other in reached(cells, ends, leaving(cells, end))}


def leaving(cells, end):
    """Where a tram may be next that leaves an end, whichever way it came."""
    doors = [576 + 2 * (end - CELLS) + way for way in (0, 1)] if end >= CELLS else range(4 * end, 4 * end + 4)
    return [onward for door in doors for onward in following(cells, door)]


def reached(cells, ends, doors):
    seen, coming = set(), list(doors)
    while coming:
        door = coming.pop()
        if space_of(door) in ends:
            yield space_of(door)
        elif door not in seen:
            seen.add(door)
            coming += following(cells, door)


def names(state, pairs):
    signs = dict(zip(state.signs, LETTERS, strict=True))
    return {
        tuple(sorted(signs.get(end) or SPACE_NAMES[end] for end in pair))
        for pair in pairs
        if len({*pair}) == 2
    }


def test_links_are_those_that_a_search_from_every_end_finds_anew():
    found = 0
    dealer = LocalDealer(RULES, 4, resolve_options(RULES, 4, {}), Random(5))
    for _ in range(90):
        before, seat = dealer.state, dealer.turn
        move = GAME.bots["builder"](RULES, before, seat, dealer.known[seat], dealer.random)
        dealer.play(move)
        match read_deed(move):
            case Line1Lay(_, cell):
                cells = (cell,)
            case PairExchange(one, other):
                cells = (one.cell, other.cell)
            case _:
                continue
        after = RULES.apply(before, Moved(seat, move))
        new = names(after, all_links(after)) - names(before, all_links(before))
        assert {tuple(sorted(pair)) for pair in linked(before, after, cells)} == new
        found += len(new)
    assert found > 5


def test_a_roll_tells_where_the_tram_came_to():
    gone = announce(ready()[0])
    assert said(gone, Rolled((2,))) == ["the tram comes to c10, 13 to go"]
    assert said(gone, Rolled((1,))) == ["the tram stops at D on b10, 14 to go"]
    late, _known = riding(4)
    assert said(late, Moved(0, ("roll",))) == ["12 spaces to go"]
    trip = replace(gone.trips[0], at=14)
    home = replace(gone, trips=(trip, *gone.trips[1:]))
    assert said(home, Rolled((3,))) == ["the tram reaches 2E, its other terminal"]

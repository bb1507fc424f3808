"""What is typed and printed: moves, the position in words, the rules to play from."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from p2pgames.contract import Illegal, Left, Moved, Rolled, Why, effect_of_move, together
from p2pgames.games.line1 import GAME
from p2pgames.games.line1.board import (
    BUILDING_NAMES,
    BUILDINGS,
    CARDS,
    LINKS,
    NAMES,
    OF_TILE,
    STACK,
    STREETS,
    TERMINAL_NAMES,
    TILES,
    TREES,
    each,
)
from p2pgames.games.line1.state import Trip
from tests import ROOT
from tests.p2pgames.games.line1.tables import (
    RULES,
    cards,
    dealt,
    go,
    position,
    random_play,
    refusal,
    settings,
    texts,
    typed,
)
from tests.p2pgames.games.line1.trips import BACK, LINE2, ROUTE, SIGNS, announce, ready, riding

PAGE = (ROOT / "docs" / "build" / "rules" / "line1.md").read_text(encoding="utf-8")


def parsed(state, text, known=()):
    return RULES.parse(state, state.turn, dict(known), text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("curve e6", ("lay", "curve", 0, NAMES.index("e6"))),
        ("  CURVE   e6  R3 ", ("lay", "curve", 3, NAMES.index("e6"))),
        ("cu e6 r 1", ("lay", "curve", 1, NAMES.index("e6"))),
        ("bl e6", ("lay", "branch-left", 0, NAMES.index("e6"))),
        ("br e6", ("lay", "branch-right", 0, NAMES.index("e6"))),
        ("1 e6 r3", ("lay", "straight", 1, NAMES.index("e6"))),
        ("3 l9", ("lay", "branch-left", 0, NAMES.index("l9"))),
        ("straight e6 r2", ("lay", "straight", 0, NAMES.index("e6"))),
        ("cross e6 r3", ("lay", "cross", 0, NAMES.index("e6"))),
    ],
)
def test_a_lay_is_typed_as_tile_cell_and_turns(text, move):
    state = position(hands=["straight curve branch-left branch-right cross"])
    if text.startswith("3"):
        move = ("lay", "branch-left", 0, NAMES.index("k9"))
        text = "3 k9"
    assert parsed(state, text) == move


def test_the_beginning_of_a_tile_that_could_be_several_is_that_of_the_hand():
    state = position(hands=["straight curve"])
    assert parsed(state, "s e6")[1] == "straight"
    both = position(hands=["straight star"])
    assert refusal(both, "s e6") == "'s' is not a tile; the tiles are straight, star."
    assert "the tiles are straight, curve" in refusal(state, "xyz e6")
    assert refusal(state, "3 e6") == "Your hand has tiles 1 to 2."
    assert "r0, r1, r2 or r3" in refusal(state, "curve e6 r4")


def test_a_pair_may_be_typed_in_either_order():
    state = position("straight e6 r1, straight f6 r1", ["branch-left branch-right"])
    one = parsed(state, "pair branch-left e6 r1 branch-right f6 r1")
    assert parsed(state, "pair br f6 r1 bl e6 r1") == one
    assert RULES.text(state, 0, one) == "pair branch-left e6 r1 branch-right f6 r1"


def test_go_finds_a_shortest_route_from_either_terminal_and_through_spaces_that_are_named():
    state, known = ready()
    for text in ("go", "go 2W", "go 2w 2e", "go 2E", f"go {ROUTE}"):
        expected = BACK if text == "go 2E" else ROUTE
        assert RULES.text(state, 0, parsed(state, text, known[0])) == f"go {expected}"
    assert parsed(state, "go a10 k8", known[0])[3] == typed(ROUTE)
    assert parsed(state, "go k8 2W", known[0])[3] == typed(BACK)
    assert "past all your stops through a1 yet" in refusal(state, "go a1", known[0])
    assert "is not a space" in refusal(state, "go m4", known[0])
    assert "Name at most 12" in refusal(state, "go " + " ".join(["c10"] * 13), known[0])
    assert "only at the beginning and the end" in refusal(state, "go a10 2E k8", known[0])
    apart, _ = ready(board=LINE2.replace("straight d10 r1", "straight d10"))
    assert refusal(apart, "go", known[0]) == "No track leads from 2W to 2E past all your stops yet."
    unsigned, _ = ready(signs="B i10")
    assert "no sign yet" in refusal(unsigned, "go", known[0])


def test_go_goes_through_a_ring_when_a_space_of_it_is_named():
    board = LINE2.replace("straight d10 r1", "triangle d10").replace("straight e10 r1", "triangle e10")
    state, known = ready(board=f"{board}, curve d9 r3, curve e9")
    route = parsed(state, "go e9", known[0])[3]
    assert route == typed(ROUTE.replace("d10 e10", "d10 d9 e9 e10"))


def test_anew_is_typed_like_go():
    state, known = riding(1)
    assert parsed(state, "anew 2E", known[0]) == ("anew", typed(BACK))
    assert "Type roll" in refusal(state, "sing", known[0])


@pytest.mark.parametrize(
    "text", ["", "go to", "straight", "straight m9", "straight e13", "pair", "take", "e6 curve"]
)
def test_what_is_no_move_is_refused_with_what_could_be_typed(text):
    state, known = ready()
    assert refusal(state, text, known[0])[-1] in ".!"


def test_every_move_of_whole_games_reads_back():
    for seats, options in ((2, {}), (5, {"traveller_tiles": "always"})):
        dealer = dealt(seats, 3, **options)
        for count, state in enumerate(random_play(dealer)):
            if count % 9 == 0:
                seat = dealer.turn
                for move in dealer.moves()[::7]:
                    text = RULES.text(state, seat, move)
                    assert RULES.parse(state, seat, dealer.known[seat], text) == move


# -- words --


def words(state, seat=0, known=()):
    return "\n".join(map(str, RULES.words(state, seat, dict(known))))


def test_the_own_cards_stand_in_the_words_of_their_owner_only():
    state, known = ready()
    mine = words(state, 0, known[0])
    assert (
        "Your line is 2, terminals 2W and 2E (Alberichstrasse and Ketzergasse); only you can see this."
        in mine
    )
    assert "You must stop at D, Dom: the sign is on b10." in mine
    assert "Your schedule is connected in 16 spaces: type go to begin your trip." in mine
    after = words(go(state, "straight e3"), 0, known[0])
    assert "Your schedule is connected in 16 spaces.\n" in after
    assert "type go" not in words(replace(state, turn=1), 0, known[0])
    under_way, own = riding(1)
    assert "Your line" not in words(under_way, 0, own[0])
    for other in (words(state, 1, {}), words(state, None, {})):
        assert "Your line" not in other
        assert "schedule" not in other


@pytest.mark.parametrize(
    ("board", "signs", "missing"),
    [
        (
            "",
            "",
            "B has no stop yet; D has no stop yet; M has no stop yet; no track at 2W yet; no track at 2E yet.",
        ),
        ("straight a10 r1", SIGNS, "no track at 2E yet" + "; no track from 2W to {} yet" * 3 + "."),
        ("straight l7 r1", SIGNS, "no track at 2W yet" + "; no track from 2E to {} yet" * 3 + "."),
        (LINE2.replace("straight k9", "straight k9 r1"), SIGNS, "no track from 2W to 2E yet."),
        (LINE2, "B i10, D b10", "M has no stop yet."),
    ],
)
def test_the_words_say_what_a_schedule_lacks(board, signs, missing):
    state, known = ready(board=board, signs=signs)
    assert f"Your schedule is not connected yet: {missing.format(*'BDM')}" in words(state, 0, known[0])


def test_a_schedule_whose_parts_are_joined_but_by_no_single_way_is_not_connected():
    # A tram from the west comes to e9, and to all the rest, but from e9 it comes no further.
    board = LINE2.replace("straight e10 r1", "branch-left e10 r1")
    state, known = ready(board=f"{board}, straight e9", signs="B i10, D b10, M e9")
    assert "no single route passes all stops yet" in words(state, 0, known[0])


def test_the_words_tell_of_trips_hands_tiles_signs_and_stack():
    state, known = riding(3)
    told = words(state, 1, known[1])
    assert "Seat 1 is travelling line 2, stops B D M: rolled 3, the tram is on c10, space 3 of 16;" in told
    assert "The way ahead: d10 e10" in told
    assert "Seat 2 (you) holds straight, straight, straight, curve, curve." in told
    assert "Row 10: a10 straight r1, b10 straight r1" in told
    assert "Stop signs: B i10, D b10, M e10." in told
    assert "101 tiles are left in the stack: 21 straight, 20 curve, 10 branch-left" in told
    assert told.startswith("Seat 1 must roll, or announce a new route.")


def test_the_words_name_what_is_asked_in_every_task():
    state = RULES.start(4, settings(4))
    assert str(RULES.words(state, None, {})[0]) == "It is not known yet who begins."
    state = RULES.apply(state, Rolled((2,)))
    assert str(RULES.words(state, None, {})[0]) == "The cards are about to be shuffled and dealt."
    state = position(hands=["straight straight", "cross"], stack=(1, *(0,) * 11))
    assert str(RULES.words(state, 1, {})[0]) == "Seat 1 must lay tile 1 of 2."
    state = RULES.apply(state, Left(1, Why.RESIGNED))
    assert str(RULES.words(state, 1, {})[0]) == "All the others have left."
    state = go(position(hands=["straight straight"], stack=(1, *(0,) * 11)), "straight e6, straight h8")
    assert str(RULES.words(state, 1, {})[0]) == "Seat 1 draws 1 from the stack."
    state = position(hands=["straight straight", "cross"], gone=(1,), seats=3, always=True)
    state = go(state, "straight e6, straight h8")
    assert str(RULES.words(state, 0, {})[0]) == "Seat 1, you must take a tile that lies open, or draw."
    rolling = announce(ready()[0])
    assert str(RULES.words(rolling, 0, {})[0]) == "Seat 1, you roll the die."


def test_effects_say_what_notation_does_not():
    state, known = ready()
    trip = parsed(state, "go", known[0])
    assert str(effect_of_move(RULES, state, 0, trip)) == "line 2, stops B D M, 16 spaces, halts D M B 2E"
    lay = position("straight e6 r1", ["cross curve straight"])
    assert str(effect_of_move(RULES, lay, 0, parsed(lay, "cross e6"))) == "in exchange for straight r1"
    assert str(effect_of_move(RULES, lay, 0, parsed(lay, "straight k8"))) == "gets the stop sign A"
    assert effect_of_move(RULES, lay, 0, parsed(lay, "curve h8")) is None
    couple = position("straight e6 r1, straight f6 r1", ["branch-left branch-right"])
    both = parsed(couple, "pair bl e6 r1 br f6 r1")
    assert (
        str(effect_of_move(RULES, couple, 0, both))
        == "in exchange for straight r1; in exchange for straight r1"
    )
    assert str(effect_of_move(RULES, position(hands=[""]), 0, ("pass",))) == "nothing can be laid"
    for move, said in ((("draw",), "one of 101 in the stack"), (("take", 1, "curve"), "from Seat 2")):
        assert str(together(RULES.effects(lay, Moved(0, move), lay))) == said
    under_way, _ = riding(3)
    assert str(effect_of_move(RULES, under_way, 0, ("roll",))) == "13 spaces to go"
    assert (
        str(effect_of_move(RULES, under_way, 0, ("anew", typed(BACK))))
        == "16 spaces, halts B M D 2W, from the beginning"
    )


def test_others_trips_tell_no_secrets():
    state, known = ready()
    assert texts(state, known[1]) == texts(state, {})
    trip = replace(state, trips=(None, Trip(5, 2, typed("5N b1 5S"))))
    assert "Seat 2 is travelling line 5, stops D I M" in words(trip, 0, cards(trip, (2, 1))[0])


# -- pages --


def test_the_rules_in_words_hold_the_data():
    text = GAME.text
    for letter, cell in BUILDINGS.items():
        assert f"| {letter} | {BUILDING_NAMES[letter]} | {NAMES[cell]} |" in text
    for name, street in zip(TERMINAL_NAMES, STREETS, strict=True):
        assert f"`{name}` {street}" in text
    for tile, name in enumerate(TILES):
        row = re.search(rf"^\| {name} \| (.*) \| (\d+) \| (yes)? ?\|$", text, re.MULTILINE)
        assert row is not None, name
        joins = {frozenset(pair.split("-")) for pair in row[1].split(", ")}
        first = each(OF_TILE[tile])[0]
        assert joins == {frozenset("NESW"[side] for side in link) for link in LINKS[first]}
        assert int(row[2]) == STACK[tile]
        assert bool(row[3]) == TREES[tile]
    rows = re.findall(
        r"^\| (\d).*? \| ([A-M ]+) \| ([A-M ]+) \| ([A-M ]+) \| ([A-M ]+) \| ([A-M ]+) \| ([A-M ]+) \|$",
        text,
        re.MULTILINE,
    )
    assert len(rows) == 12
    for at, (number, *stops) in enumerate(rows):
        card = [*CARDS["2-3"], *CARDS["4-5"]][at]
        assert int(number) == at % 6 + 1
        assert [entry.split() for entry in stops] == [card[str(line)] for line in range(1, 7)]
    for option in RULES.options:
        assert all(f"`{option.name}={value}`" in text for value in option.values[1:])


def test_every_sentence_of_the_rulebook_has_its_line():
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == 110


@pytest.mark.parametrize(
    "move",
    [
        ("lay", "curve", 4, 5),
        ("lay", "straight", 2, 5),
        ("lay", "curve", 0, 144),
        ("lay", "curve", 0, -1),
        ("lay", "curve", False, NAMES.index("e6")),
        ("lay", "loop", 0, 5),
        ("pair", "curve", 0, 6, "curve", 0, 5),
        ("pair", "curve", 0, 5, "curve", 0, 5),
        ("take", 1, "loop"),
        ("pass", 1),
        ("pass",) * 2,
        "pass",
        (),
        ("anew", 5),
        ("anew", (152, 1.0, 153)),
        ("go", 5, 1, (152, 156, 153)),
        ("go", 5, 1, (152, -1, 153)),
    ],
)
def test_a_move_of_a_wrong_form_is_illegal(move):
    with pytest.raises(Illegal):
        RULES.apply(position(hands=["curve curve straight"]), Moved(0, move))


def test_a_move_out_of_turn_is_refused():
    state, _ = ready()
    with pytest.raises(Illegal, match="not your turn"):
        RULES.parse(state, 1, {}, "straight e3")
    with pytest.raises(Illegal, match="seat 1's turn"):
        RULES.apply(state, Moved(1, ("pass",)))
    lay = ("lay", "straight", 0, NAMES.index("e3"))
    assert RULES.apply(state, Moved(0, lay)).lays == 1
    with pytest.raises(Illegal, match="seat 1's turn"):
        RULES.apply(state, Moved(False, lay))

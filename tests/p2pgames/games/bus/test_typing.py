"""Moves as they are typed, reasons for refusals, and the position in words."""

import pytest

from p2pgames.contract import Illegal, Moved
from p2pgames.games.bus import sentences
from p2pgames.games.bus.state import CITIES, TYPES, Area, BusEnd, BusTask
from p2pgames.games.bus.words import HOURS
from p2pgames.text import Every
from p2pgames_cli.i18n.speaker import speaker
from tests.cli.leftover import speaking
from tests.p2pgames.games.bus.tables import (
    BUS,
    effect,
    play,
    position,
    refused,
    resolving,
    town,
    typed,
    why_not,
    words,
)

STAR = town([(0, 1), (0, 2), (0, 3), (3, 1)], {1: "AB", 2: "A"}, stations=(0, 3))


def parsed(state, text):
    """The move a text means."""
    return BUS.parse(state, state.turn, {}, text)


def test_an_area_is_typed_by_word_beginning_or_number():
    state = position()
    assert typed(state) == ["line", "bus", "riders", "build", "clock", "vroomm", "start"]
    for texts, label in {
        ("line", " LINE ", "l", "1"): "line",
        ("bus", "2"): "bus",
        ("riders", "r", "3"): "riders",
        ("bui", "4"): "build",
        ("c", "5"): "clock",
        ("V", "6"): "vroomm",
        ("s", "7"): "start",
    }.items():
        assert {parsed(state, text) for text in texts} == {("take", label)}
    assert refused(state, "bu") == "'bu' may be bus or build."
    for wrong in ("", "8", "x", "line a", "²"):
        assert refused(state, wrong).startswith("Type an action by its number 1 to 7")


def test_pass_is_typed_in_full_or_by_its_first_letters():
    state = play(position(), *["line"] * 6)
    assert parsed(state, "pass") == parsed(state, "P") == ("pass",)


def test_a_stick_is_typed_as_head_and_far_end():
    state = position(place=STAR, lines=((1, 0), (), ()), task=BusTask.LINE, step=5)
    assert typed(state) == ["00-02", "00-03", "01-03"]
    for text in ("00-02", "0-2", "0 2", "00 – 02", "0->2", "2"):
        assert parsed(state, text) == ("stick", 0, 2)
    assert refused(state, "3") == "03 may be 00-03 or 01-03."
    assert refused(state, "9") == "No move ends at 09 now."
    assert refused(state, "0-") == "From 00 to 02 or 03?"
    assert refused(state, "3-") == "No move goes from 03 now."
    assert refused(state, "0-2-3").startswith("Type a stick as the head it starts from and its far end")
    assert refused(state, "99-2") == "There is no street between 99 and 02."


def test_the_first_stick_has_no_direction():
    state = position(place=STAR, task=BusTask.FIRST)
    assert parsed(state, "3 1") == parsed(state, "1-3") == ("stick", 1, 3)
    assert refused(state, "03-") == "From 03 to 00 or 01?"
    assert why_not(state, 0, ("stick", 3, 1)) == ("The first stick has no direction: type it as 01-03.")


def test_a_building_is_typed_with_or_without_its_letter():
    state = position(place=STAR, task=BusTask.BUILD)
    for text in ("01 A house", "1 a h", "01h", "1 HO"):
        assert parsed(state, text) == ("build", 1, "house")
    assert refused(state, "01 B house") == "The first free site at 01 is A, not B."
    assert refused(state, "01 x") == "Type one of house, office or pub."
    assert refused(state, "77 h") == "There is no crossing 77."
    assert refused(state, "house") == "The crossing is missing: a free site A is at 01 or 02."
    assert refused(state, "1 2 3").startswith("Type a building as crossing, letter and type")


def test_a_passenger_is_typed_as_a_station():
    state = resolving(position(), riders=(0,))
    assert typed(state) == ["24", "25"]
    assert parsed(state, "24") == parsed(state, "1830") == ("rider", 24)
    assert parsed(state, "25") == parsed(state, "dampf") == ("rider", 25)
    assert refused(state, "3") == "Passengers arrive at a station: 24 or 25."
    assert refused(state, "x").startswith("Type a station, 24 (1830 Station) or 25 (Dampfross Station).")


def test_the_clock_is_typed_as_stop_or_run():
    state = resolving(position(), clock=(0,))
    assert parsed(state, "S") == ("clock", "stop")
    assert parsed(state, "run") == ("clock", "run")
    assert refused(state, "wait") == "Type stop or run."


def test_a_ride_is_typed_as_from_and_to():
    state = position(
        place=STAR, lines=((1, 0, 2), (), ()), riders=(1, 0, 0, 0), built=((), (0,), (0,), ()), clock=2
    )
    state = resolving(state, vroomm=(0,))
    assert typed(state) == ["00-01", "00-02"]
    assert parsed(state, "0 2") == parsed(state, "2") == ("carry", 0, 2)


@pytest.mark.parametrize(
    "nonsense",
    [
        ("take", 1),
        ("take", "tram"),
        ("take",),
        ("pass", 1),
        ("stick", True, 1),
        ("stick", 10**30, -1),
        ("stick", -(10**5000), 10**5000),
        ("build", 0, "house", 1),
        ("build", 10**5000, "house"),
        ("rider", 10**5000),
        ("carry", 10**5000, 1),
        ("clock", "wait"),
        ("carry", 1, (2,)),
        ("tram",),
        (1, 2),
        (),
        7,
        "pass",
        b"pass",
        (("take", "line"),),
    ],
    ids=lambda value: str(value)[:20] if not isinstance(value, tuple) else None,
)
def test_nonsense_is_refused_in_a_sentence(nonsense):
    for task in BusTask:
        if task not in (BusTask.ROLL, BusTask.OVER):
            state = position(lines=((0, 1), (), ()), task=task, step=5)
            with pytest.raises(Illegal, match=r"^[A-Z].*\.$"):
                BUS.apply(state, Moved(0, nonsense))


def test_true_is_no_crossing():
    state = position(place=STAR, lines=((1, 0), (), ()), task=BusTask.LINE, step=5)
    assert why_not(state, 0, ("stick", 0, 2)) is None
    assert why_not(state, 0, ("stick", False, 2)) is not None


def test_only_the_seat_at_turn_moves():
    state = position()
    assert why_not(state, 1, ("take", "line")) == "It is Seat 1's turn."
    assert why_not(position(turn=1), 1, ("take", "line")) is None
    assert why_not(position(turn=1), True, ("take", "line")) == "It is Seat 2's turn."
    assert BUS.moves(state, 1, {}) == ()
    with pytest.raises(Illegal):
        BUS.parse(state, 1, {}, "line")


def test_effects_say_what_a_move_brings():
    state = position(5, place=STAR, lines=((1, 0), (0, 2), (), (), ()), task=BusTask.LINE, step=5)
    assert (
        effect(state, 0, ("stick", 0, 2))
        == "beside Seat 2; 18 sticks left; the clock moves on to office; round 2, Seat 2 starts"
    )
    choice = position(5, buses=(1, 3, 1, 1, 5))
    assert effect(choice, 0, ("take", "line")).startswith(
        "space a: 6 streets (largest fleet 5, and 1 for 5 players)"
    )
    assert effect(choice, 0, ("take", "vroomm")) == "space a: 1 ride at most"
    assert effect(choice, 0, ("take", "bus")) == "one more bus"
    assert effect(position(buses=(5, 1, 1)), 0, ("take", "bus")) == (
        "careful: this marker gives you nothing; no more: five is the limit"
    )
    clock = resolving(position(), clock=(0,))
    assert (
        effect(clock, 0, ("clock", "stop"))
        == "the clock stays at house; the stone costs 1 point, 3 left; round 2, Seat 2 starts"
    )
    assert effect(clock, 0, ("clock", "run")) == "the clock moves on to office; round 2, Seat 2 starts"


def test_the_words_tell_the_whole_table():
    state = position(
        4,
        lines=((0, 1), (8, 0, 2), (), (24, 4)),
        points=(3, 0, 0, 1),
        stones=(1, 0, 0, 0),
        buses=(2, 1, 1, 1),
        built=((0, 1), (2,), *((),) * 34),
        gone=(2,),
        round=3,
    )
    state = play(state, "clock")
    told = words(state, 1)
    for line in (
        "Round 3, your turn, Seat 2: choose an action (1 of 2 compulsory).",
        "The clock shows house; office is next. 4 time stones left.",
        "The largest fleet is 2. 11 passengers still outside the city.",
        "Buildings left: house 29, office 29, pub 29.",
        "Seat 2: 0 points, 1 bus, 20 markers, 18 sticks; line 08 00 02, heads at 02 and 08.",
        "Seat 3: 0 points, 1 bus, 20 markers, 20 sticks; no line yet. Has left the game.",
        "Clock: Seat 1.",
        "00: house and office; 1 passenger, 1 seated.",
        "24: 1830 Station.",
        "Free sites A: 01, 02 twice, 03 twice, 04, 05, 06, 07.",
    ):
        assert line in told, line
    assert told[4].startswith(
        "Seat 1: 2 points (3 less 1 stone), 2 buses, 19 markers, 19 sticks; line 00 01,"
    )
    assert told[4].endswith(" Starts this round.")
    assert "your turn" not in " ".join(words(state))


def test_the_words_say_how_much_is_still_to_do():
    state = resolving(position(lines=((0, 1), (8, 9), ()), buses=(3, 1, 1)), build=(0, 1))
    assert words(state)[0] == "Round 1, Seat 2's turn: put up a building, 2 to go, for build b."
    assert words(BUS.start(3, {"city": "garden"}))[0] == "It is not known yet who starts."


def test_no_more_is_said_to_be_to_do_than_pieces_sites_and_passengers_last():
    path = town([(at, at + 1) for at in range(33)], {0: "AB"}, stations=(30, 31))
    state = position(
        place=path,
        lines=(tuple(range(30)), (31, 32), ()),
        buses=(3, 1, 1),
        riders=(14, *(0,) * 33),
        built=((0,), *((),) * 33),
    )
    assert ", 1 to go, for line a." in words(resolving(state, line=(0,)))[0]
    assert ", 1 to go, for riders a." in words(resolving(state, riders=(0,)))[0]
    assert ", 1 to go, for build a." in words(resolving(state, build=(0,)))[0]
    assert ", 2 to go, for build b." in words(resolving(position(buses=(3, 1, 1)), build=(0, 1)))[0]


def test_a_ride_says_the_points_that_the_table_shows():
    """Stones are taken off, as everywhere."""
    state = position(
        lines=((0, 1), (), ()),
        points=(4, 0, 0),
        stones=(2, 0, 0),
        riders=(2, *(0,) * 35),
        built=((), (1, 1), *((),) * 34),
    )
    state = resolving(state, vroomm=(0,))
    assert (
        effect(state, 0, ("carry", 0, 1))
        == "passenger served, 1 point; the last ride of these buses; round 2, Seat 2 starts"
    )
    assert words(play(state, "0-1"))[4].startswith("Seat 1: 3 points (5 less 2 stones),")


def test_every_word_of_the_data_has_a_message():
    assert [*map(str, sentences.KINDS)] == [*TYPES]
    assert [*map(str, sentences.AREAS)] == [area.label for area in Area]
    assert [str(row(spaces=Every(()))) for row in sentences.ROWS] == [
        f"{area.label.capitalize()}: ." for area in Area
    ]
    assert {name: str(said) for name, said in sentences.STATIONS.items()} == {
        name: name for city in CITIES.values() for name in city.stations.values()
    }
    around = zip(TYPES, (*TYPES[1:], TYPES[0]), strict=True)
    assert [*map(str, HOURS)] == ["→".join(hours) for hours in around]


def test_every_end_is_told_as_the_digest_has_it():
    assert {end: str(said) for end, said in sentences.WHY.items()} == {
        end: end.value for end in BusEnd if end
    }


def test_a_refusal_names_players_and_lists_what_could_be_typed_in_the_language_of_the_reader():
    star = town([(0, far) for far in range(1, 6)])
    lines = ((0, 1), (1, 0, 2), (), (), (2, 0, 1))
    with pytest.raises(Illegal) as used:
        BUS.apply(position(5, place=star, lines=lines, task=BusTask.LINE, step=5), Moved(0, ("stick", 0, 2)))
    with pytest.raises(Illegal) as unclear:
        BUS.parse(position(), 0, {}, "b")
    with speaking("de"):
        say = speaker(("Ann", "Seat 3", "Cy", "Di", "house"))
        assert say(used.value.message).startswith("00-02 benutzt schon Seat 3 und house, und von 00 führt")
        assert "nach 03, 04 oder 05; eine" in say(used.value.message)
        assert say(unclear.value.message) == "'b' kann bus oder build sein."

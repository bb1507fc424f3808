"""Sentences as values: declared once, filled with typed parameters, said by a speaker."""

from __future__ import annotations

import ast
import copy
import itertools
import re
from typing import get_args

import pytest

from p2pgames.text import (
    MOST_DIGITS,
    TEMPLATES,
    Count,
    English,
    Every,
    FaceName,
    Joint,
    Message,
    Param,
    PlaceName,
    Refusal,
    SeatName,
    Typed,
    Verbatim,
    as_it_is,
    counted,
    inert,
    isolated,
    message,
    typed,
    whole_number,
    with_message,
)
from tests import ROOT, messages
from tests.figures import Product

_ids = map("test.{}".format, itertools.count())


def test_a_sentence_is_english_until_somebody_says_it_otherwise():
    waits = message(next(_ids), "{player:seat} holds {face:face} at {place:place}: {why:message}")
    why = message(next(_ids), "It is {typed:typed}, not {code:verbatim}.")
    said = waits(
        player=SeatName(1),
        face=FaceName("A3"),
        place=PlaceName("f8"),
        why=why(typed=Typed("x"), code=Verbatim("y")),
    )
    assert str(said) == "Seat 2 holds A3 at f8: It is 'x', not y."
    assert English(["Ada", "Seat 1"]).say(said) == "Seat 1 (seat 2) holds A3 at f8: It is 'x', not y."


def test_a_name_with_braces_is_no_hole():
    greets = message(next(_ids), "{player:seat} greets {other:seat}.")
    assert (
        English(["{other}", "B"]).say(greets(player=SeatName(0), other=SeatName(1)))
        == "{other} (seat 1) greets B (seat 2)."
    )


@pytest.mark.parametrize(("number", "said"), [(0, "0 cards left"), (1, "one card left"), (2, "2 cards left")])
def test_the_count_chooses_the_form(number, said):
    cards = TEMPLATES.get("test.cards") or counted("test.cards", "one card left", "{count} cards left")
    assert str(cards(count=Count(number))) == said


def test_several_things_are_listed():
    waits = message(next(_ids), "It waits for {players:every}.")
    seats = tuple(map(SeatName, range(3)))
    assert str(waits(players=Every(seats[::2]))) == "It waits for Seat 1 and Seat 3."
    assert str(waits(players=Every(seats))) == "It waits for Seat 1, Seat 2 and Seat 3."
    assert str(waits(players=Every(seats, Joint.OR))) == "It waits for Seat 1, Seat 2 or Seat 3."
    assert str(waits(players=Every(seats, Joint.COMMA))) == "It waits for Seat 1, Seat 2, Seat 3."
    assert str(waits(players=Every(seats[:1], Joint.OR))) == "It waits for Seat 1."
    assert str(waits(players=Every(()))) == "It waits for ."


@pytest.mark.parametrize(
    "wrong", [{}, {"row": Typed("3")}, {"place": PlaceName("3")}, {"row": PlaceName("3"), "more": Count(1)}]
)
def test_wrong_names_and_types_are_refused(wrong):
    row = TEMPLATES.get("test.row") or message("test.row", "Row {row:place} is full.")
    with pytest.raises(TypeError, match=r"test\.row takes"):
        row(**wrong)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Row {row} is full.", ""),
        ("Row {row:plaice} is full.", ""),
        ("one of {row:place}", "{count} of them"),
        ("one of {them:place}", "{count} of {row:place}"),
        ("{row} of {count}", "{count} of {count}"),
        ("one", "many"),
    ],
)
def test_every_hole_has_a_kind_and_stands_in_both_forms(one, many):
    with pytest.raises(ValueError, match="holes"):
        counted(next(_ids), one, many) if many else message(next(_ids), one)


def test_an_id_is_used_once():
    taken = next(_ids)
    message(taken, "One.")
    with pytest.raises(ValueError, match=f"Two sentences have the id {taken}"):
        message(taken, "Two.")


def test_every_sentence_is_said_somewhere():
    mute = ast.parse('SAID, MUTE = message("x.said", "Yes."), message("x.mute", "No.")\nprint(SAID())')
    assert messages.unused({**Product.read().trees, "p2pgames.x": mute}) == ["p2pgames.x.MUTE"]


def test_every_sentence_is_said_with_what_fills_its_holes():
    source = """from p2pgames.text import counted, message
WAITS, GREETS = message("x.waits", "{who:seat} waits."), message("x.greets", "{who:seat} greets.")
COINS = counted("x.coins", "{count} coin", "{count} coins")
WAITS(who=1), GREETS(**told), COINS(count=2)
WAITS(who=1, why=2)
(GREETS if x else COINS)(who=1)
said = WAITS if x else GREETS
said(why=1)
COINS()
WAITS(1)
GREETS(why=3, **told)
"""
    wrong = messages.misfilled({**Product.read().trees, "p2pgames.x": ast.parse(source)})
    assert sorted(each.removeprefix("p2pgames.x:") for each in wrong) == [
        "10: p2pgames.x.WAITS",
        "11: p2pgames.x.GREETS",
        "5: p2pgames.x.WAITS",
        "6: p2pgames.x.COINS",
        "8: p2pgames.x.GREETS",
        "8: p2pgames.x.WAITS",
        "9: p2pgames.x.COINS",
    ]


def test_json_has_id_and_parameters_with_their_kinds():
    inner = message(next(_ids), "a bonus of {count:count}")
    outer = message(next(_ids), "{players:every} want {what:message}.")
    said = outer(players=Every((SeatName(0), SeatName(1))), what=inner(count=Count(2)))
    assert said.as_data() == {
        "id": outer.id,
        "params": {
            "players": {"every": [{"seat": 0}, {"seat": 1}], "joint": "and"},
            "what": {"message": {"id": inner.id, "params": {"count": {"count": 2}}}},
        },
    }


@pytest.mark.parametrize("kind", get_args(Param))
def test_every_kind_of_parameter_has_a_name_of_its_own_in_json(kind):
    made = {
        Count: Count(3),
        Every: Every((Count(1),)),
        Message: as_it_is("x"),
        SeatName: SeatName(1),
    }
    (name,) = set(typed(made.get(kind) or kind("x"))) - {"joint"}
    assert name == {"SeatName": "seat", "FaceName": "face", "PlaceName": "place"}.get(
        kind.__name__, kind.__name__.lower()
    )


def test_a_sentence_stands_in_json_in_english_and_as_a_message():
    said = as_it_is("Hello.")
    assert with_message("why", said) == {"why": "Hello.", "why_message": said.as_data()}
    assert with_message("why", None) == {"why": None, "why_message": None}
    assert with_message("why", None, "") == {"why": "", "why_message": None}
    assert with_message("words", (said,)) == {"words": ["Hello."], "words_message": [said.as_data()]}


def test_a_refusal_says_its_sentence_and_keeps_it():
    refusal = Refusal(message(next(_ids), "Row {row:place} is full.")(row=PlaceName("3")))
    assert str(refusal) == "Row 3 is full."
    assert refusal.message.params == (("row", PlaceName("3")),)
    assert copy.copy(refusal).message == refusal.message


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("winter.p2pg", "winter.p2pg"),
        ("Zoë's 冬 שלום", "Zoë's 冬 שלום"),
        ("a: valid\n  44 steps", "a: valid\\u000a  44 steps"),
        ("\x1b]0;title\x07\x9b\x7f", "\\u001b]0;title\\u0007\\u009b\\u007f"),
        ("\u202egpj.exe\u2067\u2028\u200f", "\\u202egpj.exe\\u2067\\u2028\\u200f"),
        ("\udcff", "\\udcff"),
        ("\u2068Ada\u2069 and \u2068Ben\u2069", "\u2068Ada\u2069 and \u2068Ben\u2069"),
        ("\u2068\u2068Ada\u2069\u2069", "\u2068\u2068Ada\u2069\u2069"),
        ("\u2069Ada\u2068", "\\u2069Ada\\u2068"),
        ("Ada\u2068", "Ada\\u2068"),
    ],
)
def test_what_others_wrote_steers_nothing(text, shown):
    assert inert(text) == shown
    assert str(as_it_is(text)) == isolated(shown)
    assert inert(shown) == shown


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("9" * MOST_DIGITS, 10**MOST_DIGITS - 1),
        ("9" * (MOST_DIGITS + 1), None),
        ("3" * 5000, None),
        ("", None),
        (" 7", None),
        ("-7", None),
        ("1_0", None),
        ("٣", None),
        ("²", None),
    ],
)
def test_a_number_is_plain_digits_and_not_too_many(text, number):
    assert whole_number(text) == number


LOOK_ONLY = {
    "p2pgames/picture/canvas.py",
    "p2pgames/games/bus/view/terminal.py",
    "p2pgames/games/line1/notation.py",
    "protocol/p2pgames_protocol/wire/address.py",
}
"""Files that ask without reading the number themselves."""


def test_numbers_from_outside_are_read_in_one_place():
    """Python ends with an error at 4301 digits: who asks whether a text has digits alone is about to read it."""
    asked = {
        path.relative_to(ROOT).as_posix()
        for folder in ("p2pgames", "protocol/p2pgames_protocol", "cli/p2pgames_cli")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"\.is(digit|decimal|numeric)\(", path.read_text(encoding="utf-8"))
    }
    assert asked - {"p2pgames/text.py"} == LOOK_ONLY


@pytest.mark.parametrize(
    ("text", "put"),
    [
        ("Ada", "Ada"),
        ("Zoë", "Zoë"),
        ("東京 12", "東京 12"),
        ("שלום 12 עולם", "\u2068שלום 12 עולם\u2069"),
        ("امیر", "\u2068امیر\u2069"),
        ("12 ש", "\u206812 ש\u2069"),
        ("\U00010800", "\u2068\U00010800\u2069"),
        ("\u2068שלום\u2069: 0-1", "\u2068שלום\u2069: 0-1"),
        ("\u2068שלום\u2069 ועוד", "\u2068\u2068שלום\u2069 ועוד\u2069"),
        ("", ""),
    ],
)
def test_right_to_left_texts_are_isolated_and_once(text, put):
    assert isolated(text) == put
    assert isolated(isolated(text)) == put

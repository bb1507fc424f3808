"""The luck of faces that one seat alone has seen."""

from dataclasses import replace

import pytest

from p2pgames.registry import game
from p2pgames.search.advice import (
    Analysis,
    Turn,
    analysed,
    analysis_data,
    luck_of_faces,
    paragraph,
    read_analysis,
)
from p2pgames.search.evaluator import UNIT, Estimate
from tests.p2pgames.search.positions import judged, reached
from tests.p2pgames.search.sticks import Heap, Sticks, Taker

SLOT, OTHER = ("cards", 4), ("cards", 5)


class Holder(Taker):
    """Thinks that aces win nine of ten games and other cards one."""

    def leaf(self, state, known, random):
        mine = UNIT * 9 // 10 if known[SLOT] == "ace" else UNIT // 10
        return Estimate((mine, UNIT - mine), (0.0, 0.0))

    def draw(self, state, slot, known, random):
        assert slot not in known
        return random.choice(["ace", "two", "three"])

    def tell(self, rules, state, seat, known, move):
        return None


class Table(Sticks):
    def text(self, state, seat, move):
        return str(move)


def luck(face, evaluator=None):
    known = {SLOT: face, OTHER: "ten"}
    return luck_of_faces(Table(), evaluator or Holder(), Heap(29), 0, known, [SLOT], 60)


def test_a_good_face_is_luck_a_bad_one_is_not_and_together_they_are_even():
    ace, two = luck("ace"), luck("two")
    assert ace > 0 > two
    assert ace - two == pytest.approx(0.8, abs=1e-6)
    assert luck("three") == two
    assert luck("ace") == ace

    class AlwaysAces(Holder):
        def draw(self, state, slot, known, random):
            return "ace"

    assert luck("ace", AlwaysAces()) == pytest.approx(0, abs=1e-9)


def test_an_analysis_says_what_draws_brought_to_who_alone_saw_them():
    dealer = reached("metro", 30, seed=3)
    seat, known = dealer.turn, dealer.known[dealer.turn]
    fresh = tuple(held.slot for held in dealer.state.hands[seat] if not held.face)
    turn = Turn(7, dealer.state, seat, known, dealer.moves()[0], False, fresh)
    evaluator = game("metro").bots["strong"].evaluator
    said, blind = (
        analysed(dealer.rules, evaluator, [each], 2, 40) for each in (turn, replace(turn, fresh=()))
    )
    (made,), (bare,) = said.decisions, blind.decisions
    assert made.drawn != 0 == bare.drawn
    assert replace(made, drawn=0.0) == bare
    assert said.luck[seat] == made.drawn
    assert said.luck[1 - seat] == 0
    assert blind.luck == (0, 0)


def test_what_was_drawn_is_kept_and_said():
    said = Analysis(2, 10, (replace(judged(1, 0, 0.5, 0.5), drawn=0.25), judged(2, 1, 0.5, 0.5)))
    assert read_analysis(2, analysis_data(said)) == said
    text = " ".join(map(str, paragraph(said, ())))
    assert "Luck brought Seat 1 about 25 percentage points." in text
    assert "Seat 2 about 0 percentage points" in text

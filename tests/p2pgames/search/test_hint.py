"""Hints: repeatable, from what the seat knows alone, and saying no difference that chance explains."""

from dataclasses import replace
from random import Random

import pytest

from p2pgames.contract import Moved, resolve_options
from p2pgames.dealer import LocalDealer, playout
from p2pgames.registry import game
from p2pgames.search.advice import Hint, advice_line, hint, hint_sentence
from p2pgames.search.evaluator import FULL, Evaluator, Trust
from p2pgames.search.search import SearchEnd
from tests.p2pgames.search.positions import SEARCHING, reached

GAMES = 3
PART, NODES = 0.05, 12
"""Of the positions of these games a hint is asked for in so many."""


def hinted(dealer, nodes=40, **more) -> Hint:
    evaluator = game(dealer.rules.name).bots["strong"].evaluator
    return hint(dealer.rules, evaluator, dealer.state, dealer.turn, dealer.known[dealer.turn], nodes, **more)


@pytest.mark.parametrize("name", SEARCHING)
def test_equal_positions_get_equal_hints_and_every_move_of_them_is_legal(name):
    dealer = reached(name, 12)
    found = hinted(dealer)
    assert found == hinted(dealer)
    for advice in found.moves:
        assert dealer.rules.why_not(dealer.state, dealer.turn, dealer.known[dealer.turn], advice.move) is None
        assert 0 <= advice.chance <= 1
        assert advice.text in str(advice_line(found, advice))
    assert sum(found.best.chances) == pytest.approx(1, abs=0.01)
    assert str(hint_sentence(found)).startswith(f"Best is {found.best.text}: ")


@pytest.mark.parametrize("name", SEARCHING)
def test_every_move_of_a_hint_is_one_that_the_rules_take_at_any_position_with_any_options(name):
    what, random = game(name), Random(5)
    rules, asked = what.rules, 0
    for number in range(GAMES):
        seats = random.choice(rules.players)
        chosen = {option.name: random.choice(list(option.values)) for option in rules.options}
        dealer = LocalDealer(rules, seats, resolve_options(rules, seats, chosen), Random(number))
        for _ in playout(dealer, [what.bots[random.choice(["easy", what.usual])]] * seats):
            if dealer.turn is None or random.random() > PART:
                continue
            seat, asked = dealer.turn, asked + 1
            known = dealer.known[seat]
            for advice in hinted(dealer, NODES).moves:
                assert rules.parse(dealer.state, seat, known, advice.text) == advice.move
                rules.apply(dealer.state, Moved(seat, advice.move))
    assert asked >= GAMES


@pytest.mark.parametrize(("name", "unit"), [("linja", "point"), ("line1", "turn")])
def test_a_hint_says_by_what_its_seat_is_ahead(name, unit):
    found = hinted(reached(name, 12))
    assert f" {unit}" in str(advice_line(found, replace(found.best, lead=3.6)))
    assert str(advice_line(found, replace(found.best, lead=-1.2))).endswith(f"1 {unit} behind")
    assert str(advice_line(found, replace(found.best, lead=0.2))).endswith("level")


def test_what_a_move_changes_is_named_in_words_of_the_game():
    for name, words in (("metro", "grows to"), ("linja", " points"), ("line1", "your route needs")):
        dealer = reached(name, 14)
        evaluator, seat = game(name).bots["strong"].evaluator, dealer.turn
        told = [
            evaluator.tell(dealer.rules, dealer.state, seat, dealer.known[seat], move)
            for move in dealer.moves()[:30]
        ]
        assert any(words in str(each) for each in told)


def test_no_move_is_called_better_by_less_than_its_error():
    found = hinted(reached("linja", 12))
    best, second = found.moves[:2]
    near, far = replace(second, chance=best.chance - 0.01, error=0.02), replace(second, chance=0, error=0.02)
    assert "about as good" in str(hint_sentence(replace(found, moves=(best, near))))
    assert "percentage points better than" in str(hint_sentence(replace(found, moves=(best, far))))
    assert "no other move" in str(hint_sentence(replace(found, moves=(best,))))


def test_a_hint_that_is_stopped_says_what_it_has_and_tells_how_far_it_came():
    told = []
    found = hinted(reached("socks", 30), 10**9, stop=lambda: bool(told), progress=told.append)
    assert (found.why, told) == (SearchEnd.STOPPED, [16])
    assert found.nodes == 16


def test_a_move_that_must_be_judged_is_judged():
    dealer = reached("linja", 12)
    worst = min(dealer.moves(), key=lambda move: hinted(dealer, 1, must=(move,)).judgement_of(move).chance)
    assert hinted(dealer, 40, must=(worst,)).judgement_of(worst).visits > 3


def test_what_is_proved_is_said_as_such():
    found = hinted(reached("linja", 12))
    proved = replace(found.best, sure=True, chance=1.0, lead=4)
    assert str(advice_line(found, proved)).endswith("wins 100 %, played out to the end, 4 points ahead")


def test_trust_rises_keeps_the_even_chance_and_takes_off_what_was_overstated():
    half = Trust(50, 0)
    said = [half.of(tenth / 10, 1 / 3) for tenth in range(11)]
    assert said == sorted(said)
    assert half.of(1 / 3, 1 / 3) == pytest.approx(1 / 3)
    assert 1 / 3 < half.of(0.8, 1 / 3) < 0.8
    assert FULL.of(0.8, 1 / 3) == pytest.approx(0.8)
    assert Trust(100, 20).of(0.5, 0.5) > 0.5


@pytest.mark.parametrize("name", SEARCHING)
def test_what_games_say_of_chances_is_whole_and_rising(name):
    evaluator: Evaluator = game(name).bots["strong"].evaluator
    assert type(evaluator.trust.spread) is type(evaluator.trust.shift) is int
    assert evaluator.trust.spread > 0

"""Games that are looked back on: judged from what seats knew, losses beyond their error, luck apart from skill."""

from dataclasses import replace

import pytest

from p2pgames.registry import game
from p2pgames.search.advice import (
    LEAST,
    Analysis,
    Turn,
    analysed,
    analysis_data,
    hint,
    paragraph,
    read_analysis,
)
from tests.p2pgames.search.positions import judged, reached


def turn_of(dealer, move, *, dealt=False):
    return Turn(7, dealer.state, dealer.turn, dealer.known[dealer.turn], move, dealt)


def of_linja(pick):
    dealer = reached("linja", 20)
    evaluator = game("linja").bots["strong"].evaluator
    found = hint(dealer.rules, evaluator, dealer.state, dealer.turn, {}, 400)
    return analysed(dealer.rules, evaluator, [turn_of(dealer, pick(dealer, found))], 2, 400), found


def test_a_bad_move_is_named_with_what_the_best_would_have_been_better_by():
    said, found = of_linja(lambda dealer, found: dealer.moves()[0])
    best, _ = of_linja(lambda dealer, found: found.best.move)
    (judged,), (fine,) = said.decisions, best.decisions
    assert fine.loss < LEAST
    assert not fine.named
    assert judged.best == found.best.text != judged.move
    assert judged.loss == pytest.approx(judged.chances[judged.seat] - judged.after[judged.seat], abs=1e-9)
    for chances in (judged.chances, judged.after):
        assert sum(chances) == pytest.approx(1)


def test_no_loss_is_named_within_its_error_or_the_judgements():
    assert judged(1, 0, 0.5, 0.3, loss=0.2).named
    assert not judged(1, 0, 0.5, 0.3, loss=0.2, error=0.11).named
    assert not judged(1, 0, 0.5, 0.45, loss=0.05).named


def test_luck_is_what_chance_changed_after_a_move_and_skill_what_the_move_did():
    said = Analysis(
        2,
        10,
        (
            judged(1, 0, 0.5, 0.3, loss=0.2, dealt=True),
            judged(2, 1, 0.4, 0.4),
            judged(3, 0, 0.9, 0.9),
        ),
    )
    assert said.lost == pytest.approx((0.2, 0))
    assert said.luck == pytest.approx((0.3, -0.3))
    assert said.worst.step == 1
    text = " ".join(map(str, paragraph(said, (1,))))
    assert text == (
        "Seat 2 won. The costliest move was in step 1: Seat 1 played a; b would have been about 20 percentage"
        " points better."
        " 1 mistake cost Seat 1 about 20 percentage points of winning chances."
        " Luck brought Seat 1 about 30 percentage points."
        " Luck cost Seat 2 about 30 percentage points."
    )
    calm = replace(said, decisions=said.decisions[1:])
    assert [str(each) for each in paragraph(calm, ())] == ["No move lost a chance worth naming."]


def test_what_is_kept_is_read_back_and_nonsense_is_not():
    said = Analysis(2, 10, (judged(1, 0, 0.5, 0.3, loss=0.2, dealt=True),))
    assert read_analysis(2, analysis_data(said)) == said
    with pytest.raises(ValueError, match="each seat"):
        read_analysis(3, analysis_data(said))


def test_it_stops_when_told_and_tells_how_far_it_is():
    dealer, told = reached("linja", 20), []
    evaluator, turns = game("linja").bots["strong"].evaluator, [turn_of(dealer, dealer.moves()[0])] * 5

    def stop():
        return len(told) == 2

    assert analysed(dealer.rules, evaluator, turns, 2, 20, stop=stop, progress=told.append) is None
    assert told == [1, 2]

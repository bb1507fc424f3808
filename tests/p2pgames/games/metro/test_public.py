"""Metro: what a move shows, what is refused whatever a peer sends, and what each seat is told."""

import pytest

from p2pgames.contract import Illegal, Moved
from p2pgames.games.metro.board import CELLS
from p2pgames.games.metro.state import DRAW, MetroLay, wire
from tests.p2pgames.games.metro.stacked import RULES, table


def test_a_move_shows_the_tile_and_the_state_holds_no_hidden_face():
    dealer = table("cbaa dddd")
    move = MetroLay(0, "cbaa", CELLS["b1"], 0).move
    assert RULES.reveals(dealer.state, 0, move) == ((("tiles", 0), "cbaa"),)
    assert RULES.reveals(dealer.state, 0, DRAW) == ()
    assert "cbaa" not in str(wire(dealer.state))
    lie = MetroLay(0, "aaaa", CELLS["b1"], 0).move
    assert str(RULES.why_not(dealer.state, 0, dealer.known[0], lie)) == "You do not hold aaaa."
    with pytest.raises(Illegal, match="not aaaa"):
        dealer.play(lie)


def test_a_face_of_which_all_tiles_lie_is_refused_by_everyone():
    dealer = table("dddd cccc dddd", "b1, a2, b2")
    move = MetroLay(0, "dddd", CELLS["c2"], 0).move
    with pytest.raises(Illegal, match="All tiles dddd"):
        RULES.apply(dealer.state, Moved(1, move))


def test_moves_of_the_wrong_form_are_refused():
    dealer = table("cbaa dddd", orientation="free")
    good = ("lay", 0, "cbaa", CELLS["b1"], 0)
    assert RULES.why_not(dealer.state, 0, dealer.known[0], good) is None
    for at, wrongs in enumerate(
        (
            ("put", 1, b"lay"),
            (-1, 1, False, 10**30, "0"),
            ("", "aabb", 7, ("cbaa",)),
            (-1, 64, True, 10**30, "b1", 27),
            (-1, 4, False, 10**30, ()),
        )
    ):
        for wrong in wrongs:
            bad = (*good[:at], wrong, *good[at + 1 :])
            assert RULES.why_not(dealer.state, 0, dealer.known[0], bad), bad
    for bad in ((), "draw", ("draw", 0), 0, ("lay",), (*good, 0)):
        assert "lays a tile" in str(RULES.why_not(dealer.state, 0, dealer.known[0], bad))


def test_words_tell_each_seat_what_it_may_know():
    dealer = table("cbaa dddd aaaa", "b1", seats=2)
    mine = " ".join(map(str, RULES.words(dealer.state, 1, dealer.known[1])))
    assert mine.startswith("Blue is to move: that is you.")
    assert "You hold tile 1: dddd." in mine
    assert "Yellow holds tile 1: hidden." in mine
    assert "Row 1: b1 cbaa." in mine
    assert "It can be laid on b2." in mine
    assert "Yellow's line 7: 1 crossing, runs into a1 going west." in mine
    watcher = " ".join(map(str, RULES.words(dealer.state, None, {})))
    assert "dddd" not in watcher
    assert "aaaa" not in watcher


def test_words_name_the_exception_and_the_rotations():
    dealer = table("dddd aaaa")
    assert any(
        "It fits nowhere else, so it can be laid on a1 b1" in str(line)
        for line in RULES.words(dealer.state, 0, dealer.known[0])
    )
    dealer = table("adad aaaa", orientation="free")
    assert any("; turned r1 on a2" in str(line) for line in RULES.words(dealer.state, 0, dealer.known[0]))

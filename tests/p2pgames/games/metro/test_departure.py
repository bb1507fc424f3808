"""A seat that leaves: what counts, what is opened, what is sealed anew; also several, at any moment."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgames.contract import (
    Choose,
    Illegal,
    Left,
    Moved,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    Why,
)
from p2pgames.dealer import LocalDealer
from p2pgames.games.metro.board import ALL
from p2pgames.games.metro.state import DRAW, MetroLay
from tests import seeds
from tests.p2pgames.games.metro.stacked import CLASSIC, RULES, go, hand, legal, pile, table


def leave(state, seat):
    """The state without the seat."""
    return RULES.apply(state, Left(seat, Why.RESIGNED))


def shut(dealer, count):
    """Play at random without a draw until so many tiles are left to lay."""
    while 60 - dealer.state.laid > count:
        dealer.play(dealer.random.choice([move for move in dealer.moves() if move != DRAW]))


def test_a_departure_opens_the_hands_and_seals_what_is_left_anew():
    dealer = table("aaaa bbbb cbaa acba", "b1", seats=3)
    state = leave(dealer.state, 0)
    shown = (("tiles", 1), "bbbb"), (("tiles", 2), "cbaa")
    assert RULES.ask(state) == Open(tuple((slot, None) for slot, _ in shown))
    state = RULES.apply(state, Opened(shown))
    ((name, faces),) = RULES.ask(state).decks
    assert name == "tiles-2"
    assert Counter(faces) == Counter(ALL) - Counter(("aaaa", "bbbb", "cbaa"))
    state = RULES.apply(state, Shuffled())
    assert RULES.ask(state) == Choose(1)
    assert state.pile == 57


def test_an_open_hand_goes_under_the_pile_and_is_drawn_last():
    dealer = table("aaaa bbbb cbaa acba dacc cdac", seats=3, hand="2")
    state = RULES.apply(dealer.state, Left(1, Why.RESIGNED, open=True))
    assert RULES.ask(state) == Open(((("tiles", 2), None), (("tiles", 3), None)))
    state = RULES.apply(state, Opened(((("tiles", 2), "cbaa"), (("tiles", 3), "acba"))))
    assert RULES.ask(state) == Choose(0)
    assert (state.deck, state.sealed, state.pile, state.closed) == (1, True, 56, 54)
    assert [held.face for held in state.under] == ["cbaa", "acba"]
    assert "Under the pile, open and drawn last, in this order: cbaa acba." in map(
        str, RULES.words(state, 0, {})
    )
    assert not any(held.face for hand in state.hands for held in hand)
    dealer.leave(1, open=True)
    drawn = []
    while dealer.turn is not None:
        before = {held.slot for hand in dealer.state.hands for held in hand}
        dealer.play(dealer.random.choice([move for move in dealer.moves() if move != DRAW]))
        new = [held for hand in dealer.state.hands for held in hand if held.slot not in before]
        drawn += [held.face for held in new]
    assert dealer.state.laid == 60
    assert drawn[-2:] == ["cbaa", "acba"]
    assert not any(drawn[:-2])


def test_what_an_open_leaver_was_drawing_goes_under_the_pile():
    dealer = table("aaaa bbbb cbaa acba", seats=3)
    state = RULES.apply(dealer.state, Moved(0, DRAW))
    assert RULES.ask(state) == Open(((("tiles", 3), 0),))
    state = RULES.apply(state, Left(0, Why.RESIGNED, open=True))
    state = RULES.apply(state, Opened(((("tiles", 0), "aaaa"),)))
    assert RULES.ask(state) == Open(((("tiles", 3), None),)), "no other seat is to get it"
    with pytest.raises(Illegal, match="Only the player who draws a tile sees"):
        RULES.apply(state, Opened(((("tiles", 3), None),)))
    state = RULES.apply(state, Opened(((("tiles", 3), "acba"),)))
    assert [held.face for held in state.under] == ["aaaa", "acba"]
    assert (RULES.ask(state), state.drew, state.top, state.pile) == (Choose(1), False, 4, 58)


def test_tiles_under_the_pile_stay_there_when_the_rest_is_sealed_anew():
    dealer = table("aaaa bbbb cbaa acba", seats=4)
    dealer.leave(1, open=True)
    dealer.leave(3)
    assert (dealer.state.deck, dealer.state.pile, dealer.state.closed) == (2, 58, 57)
    assert [held.face for held in dealer.state.under] == ["bbbb"]
    assert [held.face for hand in dealer.state.hands for held in hand] == ["aaaa", "cbaa"]
    assert Counter(dealer._decks["tiles-2"]) == Counter(ALL) - Counter(("aaaa", "bbbb", "cbaa"))


def test_opened_hands_stay_in_play_and_tiles_drawn_later_are_hidden_again():
    dealer = table("aaaa bbbb cbaa acba", "b1", seats=3)
    dealer.leave(0)
    assert [held.face for tiles in dealer.state.hands for held in tiles] == ["bbbb", "cbaa"]
    assert dealer.known[2][("tiles", 1)] == "bbbb"
    move = RULES.parse(dealer.state, 1, {}, "c1")
    assert RULES.reveals(dealer.state, 1, move) == ()
    lie = MetroLay(0, "aaaa", *move[3:]).move
    assert str(RULES.why_not(dealer.state, 1, {}, lie)) == "That tile in your hand is bbbb, not aaaa."
    go(dealer, "c1")
    ((new,),) = dealer.state.hands[1:2]
    assert new.slot == ("tiles-2", 0)
    assert new.face == ""
    assert ("tiles-2", 0) not in dealer.known[2]
    assert "Blue holds tile 1: hidden." in map(str, RULES.words(dealer.state, 2, dealer.known[2]))
    assert "You hold tile 1: cbaa, open to all." in map(str, RULES.words(dealer.state, 2, dealer.known[2]))


def test_faces_that_cannot_be_are_refused_when_hands_are_opened():
    dealer = table("dddd dddd cbaa", seats=4)
    state = leave(dealer.state, 3)
    slots = [slot for slot, _ in RULES.ask(state).slots]
    for faces in (("dddd", "dddd", "dddd"), ("dddd", None, "aaaa"), ("dddd", "dddd", "abab")):
        with pytest.raises(Illegal, match="not that many"):
            RULES.apply(state, Opened(tuple(zip(slots, faces, strict=True))))
    good = tuple(zip(slots, ("dddd", "dddd", "cbaa"), strict=True))
    with pytest.raises(Illegal, match="not possible now"):
        RULES.apply(state, Opened(good[:2]))
    with pytest.raises(Illegal, match="not possible now"):
        RULES.apply(state, Opened(good[::-1]))
    assert isinstance(RULES.ask(RULES.apply(state, Opened(good))), Shuffle)


def test_the_leavers_hand_returns_to_the_pile_with_a_tile_drawn_and_not_laid():
    dealer = table("aaaa bbbb cbaa acba", "draw", seats=3)
    assert len(dealer.state.hands[0]) == 2
    dealer.leave(0)
    assert dealer.state.pile == 58
    assert Counter(pile(dealer)) == Counter(ALL) - Counter(("bbbb", "cbaa"))
    assert dealer.turn == 1
    assert not dealer.state.drew


def test_a_tile_drawn_by_another_stays_to_be_laid():
    dealer = table("aaaa bbbb cbaa acba", "draw", seats=3)
    dealer.leave(2)
    assert dealer.turn == 0
    assert dealer.state.drew
    assert all(move[1] == 1 for move in dealer.moves())
    go(dealer, "b1")
    assert hand(dealer, 0) == ["aaaa"]


def test_a_public_tile_of_a_leaver_returns_to_the_pile_too():
    dealer = table("aaaa bbbb cbaa dddd", seats=4)
    dealer.leave(3)
    dealer.leave(1)
    assert dealer.state.deck_name == "tiles-3"
    assert Counter(pile(dealer)) == Counter(ALL) - Counter(("aaaa", "cbaa"))


def test_turns_of_a_leaver_are_skipped():
    dealer = table(seats=4)
    dealer.leave(1)
    order = []
    for _ in range(6):
        order.append(dealer.turn)
        go(dealer, min(legal(dealer) - {"draw"}))
    assert order == [0, 2, 3, 0, 2, 3]


def test_the_trains_of_a_leaver_leave_and_its_points_stay():
    # Line 8 of Blue scores 3; then Blue leaves, and line 10, also Blue's with two players, earns nobody anything.
    dealer = table("baac accd aaaa aaaa aaaa aaaa", "a1, b1", seats=2)
    assert dealer.state.points == (0, 3)
    state = leave(dealer.state, 1)
    assert RULES.scores(state) == (0, 3)
    assert [owner for owner in state.owners if owner == 1] == []
    three = table("aaaa aaaa dddd aaaa", "b1", seats=3)
    # Station 7 is Blue's with three players.
    assert three.state.owners[7 - 1] == 1
    three.leave(1)
    assert three.state.owners[7 - 1] == -1
    go(three, "b2")
    assert three.state.ends[7 - 1] == -7
    assert three.state.points == (0, 0, 0)


def test_the_last_seat_wins_at_once_whatever_the_points():
    dealer = table("baac accd", "a1, b1")
    over = RULES.ask(leave(dealer.state, 1))
    assert isinstance(over, Over)
    assert over.result.places == (1, 2)
    assert over.result.scores == (0, 3)
    assert str(over.result.why) == "All the others have left."


def test_a_leaver_cannot_win_with_the_most_points():
    dealer = table(seats=3)
    dealer.leave(2)
    shut(dealer, 0)
    ended = replace(dealer.state, points=(5, 7, 90))
    assert RULES.ask(ended).result.places == (2, 1, 3)
    assert RULES.ask(ended).result.scores == (5, 7, 90)


def test_a_seat_leaves_only_once_and_only_one_that_plays():
    state = leave(table(seats=3).state, 2)
    for wrong in (2, 3, -1, True, "0"):
        with pytest.raises(Illegal, match="not in the game"):
            leave(state, wrong)


def test_with_nothing_left_to_draw_the_hands_stay_hidden():
    dealer = table(seats=3)
    shut(dealer, 2)
    gone = (dealer.turn + 2) % 3
    assert dealer.state.hands[gone] == ()
    before = dealer.state.hands
    state = leave(dealer.state, gone)
    assert RULES.ask(state) == Choose(dealer.turn)
    assert state.hands == before
    assert state.deck == 1


def test_a_player_without_a_tile_draws_one_lays_it_and_draws_none_after_it():
    dealer = table(seats=5)
    shut(dealer, 3)
    begin = dealer.turn
    empty, other = (begin + 3) % 5, (begin + 4) % 5
    for gone in range(begin, begin + 3):
        dealer.leave(gone % 5)
    # The three who had a tile are gone; their tiles are the pile.
    assert dealer.turn == empty
    assert dealer.state.pile == 2
    assert len(dealer.moves()) == len(legal(dealer) - {"draw"})
    dealer.play(dealer.moves()[0])
    assert dealer.state.hands[empty] == ()
    assert dealer.turn == other
    assert dealer.state.pile == 1
    dealer.play(dealer.moves()[0])
    assert dealer.turn == empty
    dealer.play(dealer.moves()[0])
    assert str(dealer.result.why) == "All tiles are laid."


def test_a_short_hand_is_refilled_to_its_size_when_tiles_have_come_back():
    dealer = table(seats=3, hand="3")
    shut(dealer, 6)
    seat, gone = dealer.turn, (dealer.turn + 1) % 3
    assert dealer.state.pile == 0
    assert [len(tiles) for tiles in dealer.state.hands] == [2, 2, 2]
    dealer.leave(gone)
    assert dealer.state.pile == 2
    dealer.play(dealer.moves()[0])
    # One was laid of two; both that came back fill the hand to three.
    assert len(dealer.state.hands[seat]) == 3
    assert dealer.state.pile == 0
    assert dealer.turn == (seat + 2) % 3


def test_a_player_without_a_tile_is_skipped_when_the_pile_is_empty():
    dealer = table(seats=3)
    shut(dealer, 2)
    gone, next_one, empty = dealer.turn, (dealer.turn + 1) % 3, (dealer.turn + 2) % 3
    dealer.leave(gone)
    assert dealer.turn == next_one
    assert dealer.state.pile == 1
    go(dealer, "draw")
    dealer.play(dealer.moves()[0])
    assert dealer.state.hands[empty] == ()
    assert dealer.turn == next_one
    dealer.play(dealer.moves()[0])
    assert str(dealer.result.why) == "All tiles are laid."


def test_a_departure_before_the_roll_and_before_the_deal():
    state = leave(RULES.start(4, CLASSIC), 1)
    assert RULES.ask(state) == Roll((3,))
    state = RULES.apply(state, Rolled((1,)))
    assert state.turn == 2
    ((_, faces),) = RULES.ask(state).decks
    assert faces == ALL
    state = leave(state, 2)
    ((name, faces),) = RULES.ask(state).decks
    assert (name, faces) == ("tiles-3", ALL)
    state = RULES.apply(state, Shuffled())
    assert RULES.ask(state) == Open((((name, 0), 0), ((name, 1), 3)))
    state = RULES.apply(state, Opened((((name, 0), None), ((name, 1), None))))
    assert RULES.ask(state) == Choose(3)


def test_a_second_departure_while_hands_are_to_be_opened():
    dealer = table("aaaa bbbb cbaa dddd", seats=4)
    state = leave(dealer.state, 0)
    assert [slot for slot, _ in RULES.ask(state).slots] == [("tiles", 1), ("tiles", 2), ("tiles", 3)]
    state = leave(state, 2)
    asked = RULES.ask(state)
    assert asked == Open(((("tiles", 1), None), (("tiles", 3), None)))
    state = RULES.apply(state, Opened(((("tiles", 1), "bbbb"), (("tiles", 3), "dddd"))))
    ((name, faces),) = RULES.ask(state).decks
    assert name == "tiles-3"
    assert Counter(faces) == Counter(ALL) - Counter(("bbbb", "dddd"))
    assert RULES.ask(RULES.apply(state, Shuffled())) == Choose(1)


def test_a_second_departure_while_the_new_deck_is_to_be_shuffled():
    dealer = table("aaaa bbbb cbaa dddd", seats=4)
    state = leave(dealer.state, 0)
    opened = tuple((slot, dealer._decks[slot[0]][slot[1]]) for slot, _ in RULES.ask(state).slots)
    state = leave(RULES.apply(state, Opened(opened)), 1)
    ((name, faces),) = RULES.ask(state).decks
    assert name == "tiles-3"
    assert Counter(faces) == Counter(ALL) - Counter(("cbaa", "dddd"))


def test_a_departure_while_another_draws():
    dealer = table("aaaa bbbb cbaa acba", seats=3)
    state = RULES.apply(dealer.state, Moved(0, MetroLay(0, "aaaa", 1, 0).move))
    assert RULES.ask(state) == Open(((("tiles", 3), 0),))
    state = leave(state, 1)
    assert RULES.ask(state) == Open(((("tiles", 2), None),))
    state = RULES.apply(RULES.apply(state, Opened(((("tiles", 2), "cbaa"),))), Shuffled())
    assert RULES.ask(state) == Open(((("tiles-2", 0), 0),))
    assert RULES.ask(RULES.apply(state, Opened(((("tiles-2", 0), None),)))) == Choose(2)


def test_the_one_who_draws_leaves():
    dealer = table("aaaa bbbb cbaa acba", seats=3)
    state = RULES.apply(dealer.state, Moved(0, DRAW))
    state = leave(state, 0)
    assert len(RULES.ask(state).slots) == 2
    assert not state.drawing
    assert not state.drew
    assert state.pile == 58


class Restless(LocalDealer):
    """Lets seats leave at any ask, also while tiles are to be opened or shuffled."""

    chance = 0.0

    def _answer(self, ask):
        inside = self.state.inside
        while self.random.random() < self.chance and len(inside) > 2:
            self._apply(Left(self.random.choice(inside), Why.VOTED))
            inside = self.state.inside
        ask = self.rules.ask(self.state)
        # A departure may make an ask void: then there is nothing to answer, and the next ask comes.
        return None if isinstance(ask, Choose | Over) else super()._answer(ask)

    def _apply(self, event):
        if event is not None:
            super()._apply(event)


@settings(max_examples=len(seeds(50, 150)))
@given(
    st.integers(0, 10**6),
    st.integers(3, 6),
    st.sampled_from(("arrow", "free")),
    st.sampled_from("123"),
    st.sampled_from((0.01, 0.05, 0.3, 0.9)),
)
def test_no_tile_is_lost_and_all_are_laid_whoever_leaves_whenever(seed, seats, orientation, size, chance):
    made = type("Table", (Restless,), {"chance": chance})
    dealer = made(RULES, seats, {"orientation": orientation, "hand": size}, Random(seed))
    while dealer.turn is not None:
        state = dealer.state
        held = [face for seat in range(seats) for face in hand(dealer, seat)]
        laid = [piece[:4] for piece in state.cells if piece]
        assert Counter([*held, *laid, *pile(dealer)]) == Counter(ALL)
        assert state.pile == len(pile(dealer))
        for tiles in state.hands:
            for tile in tiles:
                assert tile.face in ("", dealer._decks[tile.slot[0]][tile.slot[1]])
        assert dealer.turn in state.inside
        dealer.play(dealer.random.choice(dealer.moves()))
    assert len(dealer.state.inside) >= 2
    assert dealer.state.laid == 60
    assert max(dealer.state.ends) < 0
    assert not set(dealer.result.winners) & set(dealer.state.out)

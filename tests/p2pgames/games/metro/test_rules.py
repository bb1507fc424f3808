"""Metro: the set-up, the turn, the end and the hand; every sentence of the rules a program can break."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from p2pgames.contract import (
    Choose,
    Illegal,
    Moved,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    effect_of_move,
)
from p2pgames.dealer import LocalDealer, playout, random_bot
from p2pgames.games.metro.board import ALL, BORDER, CELLS, COPIES, DATA, EXITS, OWNERS, PLAYABLE, STATIONS
from p2pgames.games.metro.sentences import COLOURS
from p2pgames.games.metro.state import DRAW, MetroLay
from tests.p2pgames.games.metro.stacked import CLASSIC, RULES, go, hand, legal, names, pile, refusal, table


def test_there_are_60_tiles_each_with_four_tracks_and_every_way_to_join_the_sides():
    assert len(ALL) == 60
    assert Counter(ALL) == COPIES
    exits = {EXITS[f"{face}0"] for face in COPIES}
    assert len(exits) == 24
    assert all(sorted(way) == [0, 1, 2, 3] for way in exits)
    assert Counter(COPIES.values()) == {4: 5, 3: 2, 2: 17}


def test_60_cells_are_playable_and_28_lie_on_the_edge():
    assert len(PLAYABLE) == 60
    assert names(set(range(64)) - set(PLAYABLE)) == {"d4", "e4", "d5", "e5"}
    assert len(BORDER) == 28


@pytest.mark.parametrize(("seats", "each"), [(2, 16), (3, 10), (4, 8), (5, 6), (6, 5)])
def test_each_player_has_as_many_stations_as_carriages(seats, each):
    counts = Counter(OWNERS[seats])
    assert [counts[seat] for seat in range(seats)] == [each] * seats
    nobodys = {station for station in STATIONS if OWNERS[seats][station - 1] == -1}
    assert nobodys == ({16, 17} if seats in (3, 5, 6) else set())


def test_the_colours_go_by_seat_and_the_sixth_is_red():
    colours = tuple(map(str, COLOURS))
    assert colours == ("Yellow", "Blue", "Orange", "Green", "Lilac", "Red")
    assert [colour.lower() for colour in colours] == json.loads(DATA)["colours"]
    # The summary cards' example: the Place de Clichy, number 9, is lilac's with six players.
    assert OWNERS[6][9 - 1] == colours.index("Lilac")


def test_the_coin_decides_who_begins_then_the_deck_is_sealed_and_dealt():
    state = RULES.start(3, CLASSIC)
    assert RULES.ask(state) == Roll((3,))
    state = RULES.apply(state, Rolled((2,)))
    assert RULES.ask(state) == Shuffle((("tiles", ALL),))
    state = RULES.apply(state, Shuffled())
    assert RULES.ask(state) == Open(tuple((("tiles", seat), seat) for seat in range(3)))
    dealt = Opened(tuple((("tiles", seat), None) for seat in range(3)))
    assert RULES.ask(RULES.apply(state, dealt)) == Choose(2)


def test_a_roll_out_of_range_or_of_another_type_is_refused():
    state = RULES.start(3, CLASSIC)
    for wrong in (3, -1, True, "1"):
        with pytest.raises(Illegal):
            RULES.apply(state, Rolled((wrong,)))


def test_tiles_dealt_are_seen_by_their_owners_alone():
    dealer = table("cbaa dddd aaaa")
    assert dealer.known == [{("tiles", 0): "cbaa"}, {("tiles", 1): "dddd"}]
    assert dealer.state.hidden() == (("tiles", 0), ("tiles", 1))
    state = RULES.apply(RULES.start(2, CLASSIC, 0), Shuffled())
    with pytest.raises(Illegal, match="Only the player who draws"):
        RULES.apply(state, Opened(((("tiles", 0), "aaaa"), (("tiles", 1), None))))
    with pytest.raises(Illegal, match="not possible now"):
        RULES.apply(state, Opened(((("tiles", 1), None), (("tiles", 0), None))))


def test_a_wrong_start_is_refused():
    for seats, first in ((1, None), (7, None), (2, 2), (2, -1), (2, True)):
        with pytest.raises(ValueError, match=r"."):
            RULES.start(seats, CLASSIC, first)
    with pytest.raises(ValueError, match="1, 2, 3"):
        RULES.start(2, {"orientation": "arrow", "hand": "4"})


def test_a_turn_lays_a_tile_refills_the_hand_and_passes_on():
    dealer = table("aaaa bbbb cccc dddd", "b1", first=0)
    assert dealer.state.cells[CELLS["b1"]] == "aaaa0"
    assert hand(dealer, 0) == ["cccc"]
    assert dealer.known[1].get(("tiles", 2)) is None
    assert dealer.turn == 1
    go(dealer, "c1")
    assert hand(dealer, 1) == ["dddd"]
    assert dealer.turn == 0


def test_a_seat_moves_only_when_it_is_its_turn():
    dealer = table("aaaa bbbb")
    assert RULES.moves(dealer.state, 1, dealer.known[1]) == ()
    move = MetroLay(0, "bbbb", CELLS["b1"], 0).move
    assert str(RULES.why_not(dealer.state, 1, dealer.known[1], move)) == "It is Yellow's turn."
    mine = MetroLay(0, "aaaa", CELLS["b1"], 0).move
    assert RULES.apply(dealer.state, Moved(0, mine)).laid == 1
    with pytest.raises(Illegal, match="Yellow's turn"):
        RULES.apply(dealer.state, Moved(False, mine))
    with pytest.raises(Illegal, match="not your turn"):
        RULES.parse(dealer.state, 1, dealer.known[1], "b1")


def test_one_more_tile_may_be_drawn_and_must_then_be_laid():
    dealer = table("aaaa bbbb cbaa cccc", "draw")
    assert dealer.turn == 0
    assert hand(dealer, 0) == ["aaaa", "cbaa"]
    assert dealer.known[0][("tiles", 2)] == "cbaa"
    assert ("tiles", 2) not in dealer.known[1]
    assert refusal(dealer, "draw") == "You have drawn one more tile this turn: lay it."
    assert "lay that one" in refusal(dealer, "1 b1")
    go(dealer, "b1")
    assert dealer.state.cells[CELLS["b1"]] == "cbaa0"
    assert hand(dealer, 0) == ["aaaa"]
    assert dealer.state.top == 3
    assert dealer.turn == 1


def test_the_next_turn_after_a_draw_is_an_ordinary_one():
    dealer = table("aaaa bbbb cbaa cccc dacc", "draw, b1, draw, c1")
    assert not dealer.state.drew
    go(dealer, "d1")
    assert hand(dealer, 0) == ["dacc"]
    assert hand(dealer, 1) == ["bbbb"]


def last_tiles(count, seats=2, seed=3, **options):
    """A table with so many tiles left to lay, played at random without a draw."""
    dealer = table(seats=seats, **options)
    random = Random(seed)
    while 60 - dealer.state.laid > count:
        dealer.play(random.choice([move for move in dealer.moves() if move != DRAW]))
    return dealer


def test_from_an_empty_pile_nothing_is_drawn():
    dealer = last_tiles(3)
    assert dealer.state.pile == 1
    assert DRAW in dealer.moves()
    go(dealer, min(legal(dealer) - {"draw"}))
    assert dealer.state.pile == 0
    assert DRAW not in dealer.moves()
    assert refusal(dealer, "draw") == "The pile is empty: lay a tile from your hand."


def test_with_an_empty_pile_play_goes_on_until_the_hands_are_empty():
    dealer = last_tiles(6, 3, hand="2")
    assert dealer.state.pile == 0
    turns = []
    while dealer.turn is not None:
        turns.append(dealer.turn)
        dealer.play(dealer.moves()[0])
    assert turns == [turns[0], (turns[0] + 1) % 3, (turns[0] + 2) % 3] * 2
    assert dealer.state.hands == ((), (), ())


def test_a_player_all_of_whose_lines_have_arrived_still_lays_tiles():
    seen = 0
    for seed in range(30):
        dealer = LocalDealer(RULES, 6, CLASSIC, Random(seed))
        while (seat := dealer.turn) is not None:
            state = dealer.state
            trains = [
                e for e, owner in zip(state.ends, state.owners, strict=True) if owner == seat and e >= 0
            ]
            seen += not trains
            assert dealer.moves()
            dealer.play(dealer.random.choice(dealer.moves()))
    assert seen


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("orientation", ["arrow", "free"])
@pytest.mark.parametrize("size", "123")
def test_the_game_ends_with_60_tiles_laid_and_all_32_lines_arrived(seats, orientation, size):
    for seed in range(4):
        options = {"orientation": orientation, "hand": size}
        dealer = LocalDealer(RULES, seats, options, Random(seed))
        lays = sum(move != DRAW for _, move in playout(dealer, [random_bot] * seats))
        assert lays == dealer.state.laid == 60
        assert max(dealer.state.ends) < 0
        assert not any(dealer.state.hands)
        assert dealer.state.pile == 0
        assert str(dealer.result.why) == "All tiles are laid."


def test_random_games_are_as_long_as_they_should_be():
    total, forced = 0, 0
    for seed in range(60):
        dealer = LocalDealer(RULES, 4, CLASSIC, Random(seed))
        one = 0
        for seat, move in playout(dealer, [random_bot] * 4):
            one |= "the only place where it fits" in str(effect_of_move(RULES, dealer.state, seat, move))
        total, forced = total + sum(dealer.result.scores), forced + one
    assert 188 < total / 60 < 208
    assert 30 <= forced < 60


def test_most_points_win_and_equal_points_share_the_win():
    ended = last_tiles(1, 3)
    ended.play(ended.moves()[0])
    state = ended.state
    ask = RULES.ask(replace(state, points=(7, 9, 9)))
    assert isinstance(ask, Over)
    assert ask.result.places == (3, 1, 1)
    assert ask.result.winners == (1, 2)
    assert RULES.ask(replace(state, points=(120, 9, 101))).result.places == (1, 3, 2)


def test_nothing_is_applied_after_the_end():
    dealer = last_tiles(1)
    move, seat = dealer.moves()[0], dealer.turn
    dealer.play(move)
    for event in (Moved(seat, move), Moved(1 - seat, DRAW), Shuffled(), Rolled((0,))):
        with pytest.raises(Illegal, match="over"):
            RULES.apply(dealer.state, event)


@pytest.mark.parametrize("size", [2, 3])
def test_a_bigger_hand_is_refilled_to_its_size(size):
    dealer = table(seats=2, hand=str(size))
    assert [len(tiles) for tiles in dealer.state.hands] == [size, size]
    before = hand(dealer, 0)
    coming = pile(dealer)[0]
    go(dealer, "2 b1")
    assert hand(dealer, 0) == [before[0], *before[2:], coming]


def test_with_several_tiles_the_number_says_which():
    dealer = table("aaaa cbaa bbbb bbbb", hand="2")
    assert refusal(dealer, "b1") == "Say which tile: type its number, 1 to 2, before the cell."
    assert refusal(dealer, "3 b1") == "You hold no tile 3."
    assert refusal(dealer, "cccc b1") == "You hold no tile cccc."
    second = MetroLay(1, "cbaa", CELLS["b1"], 0).move
    for text in ("2 b1", "2 B1", " 2  b 1 ", "cbaa b1", "2 b1 r0"):
        assert RULES.parse(dealer.state, 0, dealer.known[0], text) == second
    assert RULES.text(dealer.state, 0, second) == "2 b1"
    go(dealer, "draw")
    assert all(" " not in text for text in legal(dealer))


def test_a_code_names_the_tile_just_drawn_also_if_the_hand_holds_another_of_it():
    dealer = table("aaaa bbbb aaaa", "draw")
    assert RULES.parse(dealer.state, 0, dealer.known[0], "aaaa b1")[1] == 1


def test_text_that_is_no_move_is_refused():
    dealer = table("aaaa bbbb")
    for wrong in ("", "d", "i1", "a9", "a0", "b1 r", "b1 x", "lay b1", "b1 b2", "¹ b1"):
        assert "not a move" in refusal(dealer, wrong)
    assert "r0, r1, r2 or r3" in refusal(dealer, "b1 r4")
    assert RULES.parse(dealer.state, 0, dealer.known[0], "DR") == DRAW

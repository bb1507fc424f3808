"""The sealed cards, and what becomes of the game when a seat leaves."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

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
from p2pgames.games.line1.sentences import ALONE
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, Line1Task, Trip
from p2pgames_protocol.log.history import History, OpeningEntry
from p2pgames_protocol.testing.room import Room
from tests.p2pgames.games.line1.tables import (
    RULES,
    dealt,
    go,
    hand,
    position,
    random_play,
    settings,
    texts,
    typed,
)


def left(state, seat):
    return RULES.apply(state, Left(seat, Why.RESIGNED))


def begun(seats=3):
    return RULES.apply(RULES.start(seats, settings(seats)), Rolled((0,)))


def opened(state):
    slots = [slot for slot, _ in RULES.ask(state).slots]
    return RULES.apply(state, Opened(tuple((slot, None) for slot in slots)))


def test_six_line_cards_and_six_route_cards_are_sealed_and_one_of_each_dealt_to_everybody():
    state = begun(3)
    assert RULES.ask(state) == Shuffle((("lines", LINE_FACES), ("routes", CARD_FACES)))
    assert (len(LINE_FACES), len(CARD_FACES)) == (6, 6)
    state = RULES.apply(state, Shuffled())
    assert RULES.ask(state) == Open(
        tuple(((deck, seat), seat) for seat in range(3) for deck in ("lines", "routes"))
    )
    assert RULES.ask(opened(state)) == Choose(0)


def test_every_card_is_seen_by_its_owner_alone_and_the_rest_by_nobody():
    dealer = dealt(4)
    for seat, known in enumerate(dealer.known):
        assert set(known) == {("lines", seat), ("routes", seat)}
    assert len({known["lines", seat] for seat, known in enumerate(dealer.known)}) == 4
    assert all(face not in str(RULES.wire(dealer.state)) for face in (*LINE_FACES, *CARD_FACES))


def test_a_deal_that_shows_a_card_or_leaves_one_out_is_refused():
    state = RULES.apply(begun(2), Shuffled())
    slots = [slot for slot, _ in RULES.ask(state).slots]
    for wrong in [
        Opened(tuple((slot, None) for slot in slots[1:])),
        Opened(tuple((slot, "line-1") for slot in slots)),
        Opened(tuple((slot, None) for slot in reversed(slots))),
        Rolled((0,)),
        Shuffled(),
        Moved(0, ("pass",)),
    ]:
        with pytest.raises(Illegal):
            RULES.apply(state, wrong)


# -- leaving --


def test_before_the_roll_a_leaver_is_just_gone():
    state = left(RULES.start(3, settings(3)), 0)
    assert RULES.ask(state) == Roll((2,))
    assert RULES.apply(state, Rolled((0,))).turn == 1


@pytest.mark.parametrize("shuffled", [False, True])
def test_cards_that_are_not_dealt_yet_are_sealed_again(shuffled):
    state = begun(3)
    state = left(RULES.apply(state, Shuffled()) if shuffled else state, 1)
    assert RULES.ask(state) == Shuffle((("lines-2", LINE_FACES), ("routes-2", CARD_FACES)))
    state = RULES.apply(state, Shuffled())
    assert RULES.ask(state) == Open(
        tuple(((deck, seat), seat) for seat in (0, 2) for deck in ("lines-2", "routes-2"))
    )
    ready = opened(state)
    assert RULES.ask(ready) == Choose(0)
    assert RULES.reveals(ready, 2, ("go", 3, 4, typed("3W a2 3E")))[0] == (("lines-2", 2), "line-3")


@pytest.mark.parametrize("shuffled", [False, True])
def test_an_open_leavers_cards_are_out_and_the_others_are_dealt_theirs(shuffled):
    state = begun(3)
    if shuffled:
        state = RULES.apply(state, Shuffled())
    state = RULES.apply(state, Left(1, Why.RESIGNED, open=True))
    if not shuffled:
        assert RULES.ask(state) == Shuffle((("lines", LINE_FACES), ("routes", CARD_FACES)))
        state = RULES.apply(state, Shuffled())
    assert RULES.ask(state) == Open(
        tuple(((deck, seat), seat) for seat in (0, 2) for deck in ("lines", "routes"))
    )
    assert RULES.ask(opened(state)) == Choose(0)


def test_the_beginner_may_leave_before_the_deal():
    state = left(begun(3), 0)
    assert state.turn == 1
    assert opened(RULES.apply(state, Shuffled())).turn == 1


def test_dealt_cards_stay_where_they_are():
    dealer = dealt(3)
    dealer.leave((dealer.turn + 1) % 3)
    assert dealer.state.deck == 1
    assert isinstance(RULES.ask(dealer.state), Choose)


def test_turns_of_a_leaver_are_skipped():
    state = left(position(hands=["straight straight", ""], seats=3, stack=(0,) * 12), 1)
    assert go(state, "straight e6, straight h8").turn == 2


def test_a_leaver_at_turn_gets_no_more_tiles():
    state = go(position(hands=["straight straight curve"], seats=3), "straight e6, straight h8")
    assert state.task is Line1Task.DRAW
    gone = left(state, 0)
    assert (gone.turn, gone.task, gone.lays, gone.drawing) == (1, Line1Task.TURN, 0, 0)
    assert gone.hands[0] == hand("curve")
    after_one = left(go(position(hands=["straight straight curve"], seats=3), "straight e6"), 0)
    assert (after_one.turn, after_one.lays) == (1, 0)


def test_the_tiles_of_a_leaver_lie_open_and_may_be_taken():
    state = position(hands=["straight straight", "cross", "fork"], seats=3, stack=(0,) * 12)
    state = go(left(state, 1), "straight e6, straight h8")
    assert texts(state) == ["take 2 cross", "pass"]


def test_the_tram_of_a_leaver_is_taken_off():
    trip = Trip(5, 1, typed("5N b1 5S"), 1)
    state = left(position(seats=3, trips=(trip, None, None)), 0)
    assert state.trips == (None, None, None)
    assert state.turn == 1
    rolling = replace(position(seats=3, trips=(trip, None, None)), task=Line1Task.ROLL)
    assert left(rolling, 0).task is Line1Task.TURN


def test_passes_are_counted_anew_when_a_seat_leaves():
    assert left(position(seats=3, passes=2), 2).passes == 0


def test_the_last_seat_wins():
    state = left(position(seats=3), 0)
    over = RULES.ask(left(state, 2))
    assert isinstance(over, Over)
    assert over.result.places == (2, 1, 2)
    assert over.result.why == ALONE()


def test_a_leaver_does_not_share_a_drawn_game():
    state = left(position(hands=[""] * 3, seats=3, stack=(0,) * 12), 2)
    over = RULES.ask(go(state, "pass, pass"))
    assert over.result.places == (1, 1, 2)


def test_who_is_not_inside_cannot_leave():
    state = left(position(seats=3), 1)
    for wrong in (1, 3, -1, True):
        with pytest.raises(Illegal):
            left(state, wrong)
    with pytest.raises(Illegal):
        left(position(seats=3), True)


@pytest.mark.parametrize("seed", range(5))
def test_games_go_on_to_their_end_whoever_leaves_whenever(seed):
    random = Random(seed)
    dealer = dealt(5, seed, traveller_tiles=random.choice(["empty", "always"]))
    going = random.sample(range(5), 3)
    for _ in random_play(dealer):
        if going and random.random() < 0.05:
            dealer.leave(going.pop(), random.choice(list(Why)))
    assert dealer.result is not None
    assert not set(dealer.result.winners) & set(dealer.state.gone)


def test_the_cards_of_who_resigns_are_told_as_laid_open():
    room = Room(RULES, 3, seed=1)
    room.play(1)
    turn = room.turn().seat
    leaver = room.signers[(turn + 1) % 3]
    own = {
        slot: leaver.replica.known[slot] for slot in leaver.replica.position.decks_state.dealt_to(leaver.seat)
    }
    leaver.resign()
    room.collect()
    room.deliver_all()
    told = [entry for entry in History(room.replicas[turn]).entries() if isinstance(entry, OpeningEntry)]
    assert len(own) == 2
    assert dict(told[-1].faces) == own

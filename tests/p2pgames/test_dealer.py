"""The local dealer: hidden cards stay with who may see them, and shown ones are proved."""

from dataclasses import dataclass, replace
from random import Random

import pytest

from p2pgames import registry
from p2pgames.contract import (
    Choose,
    Illegal,
    Left,
    Moved,
    Open,
    Opened,
    Over,
    Result,
    Rules,
    Shuffle,
    Shuffled,
    resolve_options,
)
from p2pgames.dealer import LocalDealer, playout, random_bot
from p2pgames.text import as_it_is

FACES = tuple("23456789")


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    stage: str = "shuffle"
    shown: tuple = ()


class HighCard(Rules[State]):
    """Everybody gets a hidden card, one card lies open; each shows its own in turn, the highest wins."""

    name, version, players, data = "high", 0, range(2, 5), b"high"

    def start(self, seats, options, first=None):
        return State(seats)

    def ask(self, state):
        if state.stage == "shuffle":
            return Shuffle((("cards", FACES),))
        if state.stage == "deal":
            hands = tuple((("cards", seat), seat) for seat in range(state.seats))
            return Open((*hands, (("cards", state.seats), None)))
        if len(state.shown) == state.seats:
            best = max(state.shown)
            return Over(
                Result(tuple(1 if card == best else 2 for card in state.shown), None, as_it_is("All shown."))
            )
        return Choose(len(state.shown))

    def apply(self, state, event):
        match self.ask(state), event:
            case Shuffle(), Shuffled():
                return replace(state, stage="deal")
            case Open(), Opened():
                return replace(state, stage="play")
            case Choose(seat), Moved(mover, (str(face),)) if seat == mover and face in FACES:
                return replace(state, shown=(*state.shown, face))
            case Choose(), Left():
                return replace(state, shown=("2",) * state.seats)
        raise Illegal(as_it_is("That is not what is asked for."))

    def reveals(self, state, seat, move):
        match move:
            case (str(face),):
                return ((("cards", seat), face),)
        raise Illegal(as_it_is("Show your card."))

    def moves(self, state, seat, known):
        return ((known["cards", seat],),) if self.ask(state) == Choose(seat) else ()

    def text(self, state, seat, move):
        return move[0]

    def read(self, state, seat, known, text):
        return (text,)

    def wire(self, state):
        return (state.seats, state.stage, state.shown)

    def scores(self, state):
        return None

    def words(self, state, seat, known):
        return (as_it_is("Cards."),)


RULES = HighCard()


def test_a_seat_knows_its_own_card_and_the_open_one():
    dealer = LocalDealer(RULES, 3, {}, Random(1))
    for seat in range(3):
        assert set(dealer.known[seat]) == {("cards", seat), ("cards", 3)}
    opened = next(event for event in dealer.events if isinstance(event, Opened))
    assert [face is None for _, face in opened.faces] == [True, True, True, False]
    assert len({dealer.known[seat]["cards", seat] for seat in range(3)}) == 3


def test_only_the_card_that_is_held_can_be_shown():
    dealer = LocalDealer(RULES, 2, {}, Random(1))
    (mine,) = dealer.moves()[0]
    other = next(face for face in FACES if face != mine)
    assert "do not hold" in str(RULES.why_not(dealer.state, 0, dealer.known[0], (other,)))
    assert RULES.why_not(dealer.state, 0, dealer.known[0], (mine,)) is None
    assert str(RULES.why_not(dealer.state, 0, dealer.known[0], 5)) == "Show your card."
    with pytest.raises(Illegal, match="not"):
        dealer.play((other,))
    dealer.play((mine,))
    assert dealer.known[1]["cards", 0] == mine


def test_cards_that_do_not_exist_cannot_be_shown():
    class Liar(HighCard):
        def reveals(self, state, seat, move):
            return (((move[0], int(move[1])), "2"),)

    dealer = LocalDealer(Liar(), 2, {}, Random(1))
    for deck, position in (("other", "0"), ("cards", "99")):
        with pytest.raises(Illegal, match="no such card"):
            dealer.play((deck, position))


def test_a_playout_ends_and_nothing_is_played_after_it():
    dealer = LocalDealer(RULES, 3, {}, Random(1))
    assert len(list(playout(dealer, [random_bot] * 3))) == 3
    best = max(dealer.known[seat]["cards", seat] for seat in range(3))
    assert [dealer.known[0]["cards", seat] == best for seat in range(3)] == [
        place == 1 for place in dealer.result.places
    ]
    assert dealer.result.winners == tuple(
        seat for seat, place in enumerate(dealer.result.places) if place == 1
    )
    assert dealer.moves() == ()
    with pytest.raises(Illegal, match="over"):
        dealer.play(("2",))


def test_seats_and_options_are_settled_with_what_is_possible():
    with pytest.raises(ValueError, match="2 to 4"):
        resolve_options(RULES, 5, {})
    with pytest.raises(ValueError, match="none"):
        resolve_options(RULES, 2, {"x": "y"})


def test_unknown_games_and_versions_are_named_with_what_is_there():
    with pytest.raises(registry.Unknown, match="linja"):
        registry.game("nothing")
    with pytest.raises(registry.Unknown, match=r"Version 7 of the rules of linja is not here, only 0:"):
        registry.rules("linja", 7)
    for version in (2, -1):
        with pytest.raises(
            registry.Unknown, match=rf"Version {version} of the rules of line1 is not here, only 0, 1:"
        ):
            registry.rules("line1", version)

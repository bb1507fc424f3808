"""What every installed game must keep, whatever its rules."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2pgames.contract import Choose, Illegal, Left, Moved, Opened, Over, Rolled, Shuffled, Why, settle
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.picture.picture import View
from p2pgames.registry import game, names
from p2pgames.telling import forecast, set_up
from p2pgames.text import Every, FaceName, Message
from p2pgames.told import Told
from tests.playthrough import fingerprint
from tests.strategies import setups, wires

calm = settings(deadline=None, max_examples=8, suppress_health_check=[HealthCheck.too_slow])
every_game = pytest.mark.parametrize("name", names())


def played(setup, plies):
    """A dealer after some random moves."""
    rules, seats, options, seed = setup
    dealer = LocalDealer(rules, seats, options, Random(seed))
    for _ in range(plies):
        if (seat := dealer.turn) is None:
            break
        dealer.play(random_bot(rules, dealer.state, seat, dealer.known[seat], dealer.random))
    return dealer


@every_game
def test_a_game_is_complete(name):
    found = game(name)
    assert found.rules.name == name
    assert found.rules.version in found.versions
    assert list(dict(found.bots)) == list(found.bots) != []
    assert all(map(callable, found.bots.values()))
    assert len(found.text) > 1000
    assert found.rules.data
    assert settle(found.rules, found.rules.players[0], {}) == {o.name: o.default for o in found.rules.options}


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_repeat(name, seed):
    rules = game(name).rules
    for seats in (rules.players[0], rules.players[-1]):
        once, again = (played((rules, seats, settle(rules, seats, {}), str(seed)), 10**5) for _ in range(2))
        assert once.result is not None
        assert len(once.result.places) == seats
        assert min(once.result.places) == 1
        assert once.events == again.events
        assert fingerprint(rules, once.state) == fingerprint(rules, again.state)
        assert rules.scores(once.state) == once.result.scores
        assert once.moves() == ()


@every_game
@calm
@given(st.data(), st.integers(0, 60), st.randoms(use_true_random=False))
def test_every_listed_move_is_legal_and_can_be_typed(name, data, plies, random):
    dealer = played(data.draw(setups(name)), plies)
    rules, state, seat = dealer.rules, dealer.state, dealer.turn
    if seat is None:
        return
    known, moves = dealer.known[seat], dealer.moves()
    assert moves
    assert len(set(moves)) == len(moves)
    texts = [rules.text(state, seat, move) for move in moves]
    assert len(set(texts)) == len(texts)
    before = fingerprint(rules, state)
    for move, text in random.sample(list(zip(moves, texts, strict=True)), min(len(moves), 25)):
        assert rules.why_not(state, seat, known, move) is None
        assert rules.parse(state, seat, known, text) == move
        assert all(isinstance(told, Told) for told in forecast(rules, state, seat, move))
    other = (seat + 1) % dealer.seats
    assert rules.moves(state, other, dealer.known[other]) == ()
    assert fingerprint(rules, state) == before
    for who in (None, *range(dealer.seats)):
        lines = [str(line) for line in rules.words(state, who, {} if who is None else dealer.known[who])]
        assert lines
        assert all(line and "\n" not in line for line in lines)


@every_game
@calm
@given(st.data(), st.integers(0, 40), wires)
def test_nonsense_is_illegal_and_nothing_worse(name, data, plies, nonsense):
    dealer = played(data.draw(setups(name)), plies)
    rules, state = dealer.rules, dealer.state
    for seat in range(dealer.seats):
        known = dealer.known[seat]
        legal = rules.moves(state, seat, known)
        reason = rules.why_not(state, seat, known, nonsense)
        assert (reason is None) == (nonsense in legal and any(_same(nonsense, move) for move in legal))
        if reason is not None:
            assert str(reason)[-1] in ".?!"
    for wrong in (
        Shuffled(),
        Rolled(()),
        Rolled((10**9,)),
        Moved(-1, nonsense),
        Moved(dealer.seats, nonsense),
    ):
        with pytest.raises(Illegal):
            rules.apply(state, wrong)


def _same(one, other):
    """Equal and of equal types: True is not 1 on the wire."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and one == other


@every_game
@calm
@given(st.data(), st.integers(0, 60), st.text(max_size=12))
def test_any_text_is_a_legal_move_or_refused_with_a_reason(name, data, plies, text):
    dealer = played(data.draw(setups(name)), plies)
    rules, state, seat = dealer.rules, dealer.state, dealer.turn
    if seat is None:
        return
    try:
        move = rules.parse(state, seat, dealer.known[seat], text)
    except Illegal as refusal:
        assert str(refusal)[-1] in ".?!"
    else:
        assert move in rules.moves(state, seat, dealer.known[seat])


@every_game
@calm
@given(st.data(), st.integers(0, 60))
def test_a_seat_may_leave_at_any_time(name, data, plies):
    dealer = played(data.draw(setups(name)), plies)
    if dealer.result is not None:
        with pytest.raises(Illegal):
            dealer.rules.apply(dealer.state, Left(0, Why.RESIGNED))
        return
    gone = data.draw(st.permutations(range(dealer.seats)))[:-1]
    for number, seat in enumerate(gone):
        if dealer.result is not None:
            break
        dealer.leave(seat, data.draw(st.sampled_from(Why)))
        assert dealer.turn not in gone[: number + 1]
        if dealer.result is None and dealer.turn is not None:
            dealer.play(data.draw(st.sampled_from(dealer.moves())))
    if dealer.result is None:
        assert isinstance(dealer.rules.ask(dealer.state), Choose | Over)
    else:
        assert not set(dealer.result.winners) & {e.seat for e in dealer.events if isinstance(e, Left)}
    with pytest.raises(Illegal):
        dealer.rules.apply(dealer.state, Left(gone[0], Why.RESIGNED))


def retold(rules, seats, options, events):
    """What was told of a set-up and of each event after it, with the states before and after."""
    state = rules.start(seats, options)
    yield None, state, state, set_up(rules, state)
    for event in events:
        before, state = state, rules.apply(state, event)
        yield event, before, state, rules.told(before, event, state)


@every_game
@calm
@given(st.data(), st.integers(0, 10**5), st.integers(0, 300))
def test_what_is_told_adds_up_to_the_scores_whoever_leaves(name, data, plies, leaving):
    rules, seats, options, seed = data.draw(setups(name))
    dealer = played((rules, seats, options, seed), leaving)
    if leaving < plies and dealer.result is None:
        dealer.leave(data.draw(st.sampled_from(range(seats))))
    while dealer.turn is not None and plies:
        dealer.play(dealer.random.choice(dealer.moves()))
        plies -= 1
    points = [0] * seats
    for event, before, after, told in retold(rules, seats, options, dealer.events):
        assert told == rules.told(before, event, after) or event is None
        for each in told:
            assert str(each.what)
            assert "\n" not in str(each.what)
            assert each.points == 0 or each.seat is not None
            points[each.seat or 0] += each.points
        assert rules.scores(after) in (None, tuple(points))
        if (made := rules.made_of(after)) is not None:
            sums = [sum(each.points for each in made if each.seat == seat) for seat in range(seats)]
            assert sums == points
    assert rules.scores(dealer.state) is not None or not any(points)


@every_game
@calm
@given(st.data(), st.integers(0, 60))
def test_what_is_told_names_no_face_that_only_one_seat_has_seen(name, data, plies):
    rules, seats, options, seed = data.draw(setups(name))
    dealer = played((rules, seats, options, seed), plies)
    hidden = {face for known in dealer.known for face in known.values()}
    shown = set()
    for event, before, _after, told in retold(rules, seats, options, dealer.events):
        if isinstance(event, Moved):
            shown |= {face for _slot, face in rules.shows(before, event.seat, event.move)}
        if isinstance(event, Opened):
            shown |= {face for _slot, face in event.faces if face is not None}
        assert not {face for each in told for face in faces(each.what)} & hidden - shown


def faces(param):
    """Every face that a message names."""
    match param:
        case FaceName(code):
            yield code
        case Message(_, params):
            for _name, each in params:
                yield from faces(each)
        case Every(items):
            for each in items:
                yield from faces(each)


@every_game
@calm
@given(st.data(), st.integers(0, 60))
def test_what_is_told_lies_on_the_board(name, data, plies):
    rules, seats, options, seed = data.draw(setups(name))
    dealer, painter = played((rules, seats, options, seed), plies), game(name).painter
    *_rest, (_event, before, after, told) = retold(rules, seats, options, dealer.events)
    spots = {spot.name for state in (before, after) for spot in painter.drawing(state, View()).spots}
    assert {each.where for each in told if each.where is not None} <= spots


@every_game
def test_who_begins_can_be_given(name):
    rules = game(name).rules
    seats = rules.players[-1]
    for first in range(seats):
        dealer = LocalDealer(rules, seats, settle(rules, seats, {}), Random(5), first)
        assert dealer.turn == first
    for wrong in (-1, seats):
        with pytest.raises(ValueError, match=r"."):
            rules.start(seats, settle(rules, seats, {}), wrong)


def test_wrong_settings_are_refused_with_what_is_possible():
    rules = game("linja").rules
    with pytest.raises(ValueError, match="2 players, not 3"):
        settle(rules, 3, {})
    with pytest.raises(ValueError, match="bonus"):
        settle(rules, 2, {"colour": "red"})
    with pytest.raises(ValueError, match="own, any"):
        settle(rules, 2, {"bonus": "all"})

"""What every installed game must keep, whatever its rules."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2pgames.contract import resolve_options
from p2pgames.registry import game, names
from p2pgames_protocol.testing.game import contract
from p2pgames_protocol.testing.game import contract as fair_chance
from p2pgames_protocol.testing.game.case import Case
from tests.strategies import cases, wires

calm = settings(deadline=None, max_examples=8, suppress_health_check=[HealthCheck.too_slow])
every_game = pytest.mark.parametrize("name", names())
chance = st.randoms(use_true_random=False)


def usual(name, seats, seed=5):
    """A game with the usual options."""
    found = game(name)
    return Case(found, seats, resolve_options(found.rules, seats, {}), str(seed))


@every_game
def test_a_game_is_complete(name):
    contract.complete(usual(name, game(name).rules.players[0]), Random(1))


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_repeat(name, seed):
    for seats in (game(name).rules.players[0], game(name).rules.players[-1]):
        contract.whole_game(usual(name, seats, seed), Random(1))


@every_game
def test_states_are_frozen_and_on_the_wire_they_are_whole(name):
    contract.states(usual(name, game(name).rules.players[-1]), Random(1))


@every_game
def test_what_is_asked_of_chance_can_be_had(name):
    fair_chance.asks(usual(name, game(name).rules.players[-1]), Random(1))


@every_game
@calm
@given(st.data(), chance)
def test_every_listed_move_is_legal_and_can_be_typed(name, data, random):
    case = data.draw(cases(name, 60))
    contract.moves(case, random)
    contract.words(case, random)


@every_game
@calm
@given(st.data(), wires, chance)
def test_nonsense_is_illegal_and_nothing_worse(name, data, nonsense, random):
    case = data.draw(cases(name, 40))
    contract.nonsensical(case.played(), [nonsense])
    contract.fuzz(case, random)


@every_game
@calm
@given(st.data(), st.text(max_size=12), chance)
def test_any_text_is_a_legal_move_or_refused_with_a_reason(name, data, text, random):
    case = data.draw(cases(name, 60))
    contract.typing(case.played(), text)
    contract.typed(case, random)


@every_game
@calm
@given(st.data(), chance)
def test_a_seat_may_leave_at_any_time(name, data, random):
    contract.leaving(data.draw(cases(name, 60)), random)


@every_game
@calm
@given(st.data(), chance)
def test_what_is_told_adds_up_to_the_scores_whoever_leaves(name, data, random):
    contract.adds_up(data.draw(cases(name, 300)), random)


@every_game
@calm
@given(st.data(), chance)
def test_what_is_told_names_no_face_that_only_one_seat_has_seen(name, data, random):
    contract.keeps_secrets(data.draw(cases(name, 60)), random)


@every_game
@calm
@given(st.data(), chance)
def test_what_is_told_lies_on_the_board(name, data, random):
    contract.lies_on_the_board(data.draw(cases(name, 60)), random)


@every_game
def test_who_begins_can_be_given(name):
    contract.first(usual(name, game(name).rules.players[-1]), Random(1))


def test_wrong_settings_are_refused_with_what_is_possible():
    rules = game("linja").rules
    with pytest.raises(ValueError, match="2 players, not 3"):
        resolve_options(rules, 3, {})
    with pytest.raises(ValueError, match="bonus"):
        resolve_options(rules, 2, {"colour": "red"})
    with pytest.raises(ValueError, match="own, any"):
        resolve_options(rules, 2, {"bonus": "all"})

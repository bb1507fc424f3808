"""Frozen values with some of their fields changed."""

import dataclasses
from dataclasses import dataclass

import pytest

from p2pgames.contract import resolve_options
from p2pgames.registry import game, names
from p2pgames.replace import replace


@dataclass(frozen=True, slots=True)
class Born:
    one: int
    other: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "one", self.one + 1)


@pytest.mark.parametrize("name", names())
def test_a_changed_state_is_what_replace_makes_of_it_and_the_old_one_stays(name):
    rules = game(name).rules
    state = rules.start(rules.players[-1], resolve_options(rules, rules.players[-1], {}))
    field = "turn"
    before = rules.wire(state)
    after = replace(state, **{field: 1})
    assert type(after) is type(state)
    assert after == dataclasses.replace(state, **{field: 1}) != state
    assert after.turn == 1
    assert rules.wire(state) == before
    assert hash(after) == hash(dataclasses.replace(state, **{field: 1}))


def test_what_has_something_to_do_when_it_is_made_is_not_copied_past_it():
    with pytest.raises(TypeError, match="Born has a __post_init__"):
        replace(Born(1, 2), other=3)

"""Hypothesis strategies shared by the tests."""

from __future__ import annotations

from hypothesis import strategies as st

from p2pgames.contract import AnyRules
from p2pgames.registry import game, names
from p2pgames_protocol.testing.game.case import Case

integers = st.one_of(st.integers(-3, 70), st.integers(-(2**63), 2**64 - 1))
texts = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20)
scalars = st.one_of(integers, st.booleans(), st.binary(max_size=40), texts)
wires = st.recursive(scalars, lambda inner: st.lists(inner, max_size=6).map(tuple), max_leaves=20)
"""Any plain value, as a hostile peer may send it for a move."""


@st.composite
def setups(draw, name: str | None = None) -> tuple[AnyRules, int, dict[str, str], str]:
    """A game's rules, a number of seats, options and a seed."""
    rules = game(name or draw(st.sampled_from(names()))).rules
    seats = draw(st.sampled_from(rules.players))
    options = {option.name: draw(st.sampled_from(option.values)) for option in rules.options}
    return rules, seats, options, str(draw(st.integers(0, 10**6)))


@st.composite
def cases(draw, name: str, most: int) -> Case:
    """A game after so many random moves at most."""
    rules, seats, options, seed = draw(setups(name))
    return Case(game(rules.name), seats, options, seed, draw(st.integers(0, most)))

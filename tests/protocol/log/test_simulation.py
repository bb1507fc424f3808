"""Thousands of games on bad networks with a cheat and its helpers: see tests/simulation.py and docs/simulation.md."""

import pytest

from tests.simulation import Sea, simulate


@pytest.mark.parametrize(
    ("rules", "games"),
    [
        ("dice", 30),
        ("six", 12),
        pytest.param("dice", 5000, marks=pytest.mark.slow),
        pytest.param("six", 1000, marks=pytest.mark.slow),
    ],
)
def test_the_honest_agree_blame_nobody_honest_and_are_never_stuck_by_one_crook(rules, games):
    ends, crimes, _ = simulate(games, rules)
    assert len(ends) > 2
    assert len(crimes) > 3


@pytest.mark.parametrize("rules", ["dice", "six"])
def test_without_crooks_every_game_ends(rules):
    ends, _, _ = simulate(12 if rules == "dice" else 4, rules, first=10**6, crooks=0)
    assert not set(ends) & {"suspended", "evidence", "fault", "left to crooks"}


def test_one_seed_is_one_game():
    one, other = Sea(7), Sea(7)
    assert one.run() == other.run()
    digests = [[signer.replica.position.previous for signer in sea.signers] for sea in (one, other)]
    assert digests[0] == digests[1]
    assert one.count == other.count
    assert one.count["messages"] > 100

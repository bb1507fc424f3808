"""Mutated files are judged justly, without a foreign exception, and for no more work than their size."""

import pytest

from tests.fuzz import run


def test_some_mutated_files_are_judged_justly():
    said, worst = run(seed=1, count=150, sampled=20)
    assert said.total() == 300
    assert 0 < worst < 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_mutated_files_are_judged_justly(seed):
    said, _ = run(seed, count=5_000)
    assert {what.partition(":")[0] for what in said} == {
        "bytes", "body", "dropped", "doubled", "moved", "forged", "replaced", "added",
    }  # fmt: skip

"""No check that the second auditor makes can be left out without a vector that tells."""

import re

import pytest

from tests import ROOT, skipped
from tests.mutants import mutants

ROW = re.compile(r"\| (?P<section>.*) \| (?P<module>.*) \| `(?P<asks>.*)` \| `(?P<vector>.*)` \|")
WITHOUT = 173
"""So many have no vector of their own; it may only fall."""


@pytest.fixture(scope="module")
def trial():
    with skipped.reader() as (judges, instruments):
        yield skipped.Trial(judges, instruments)


def shown():
    return [line for line in skipped.PAGE.read_text("utf-8").splitlines() if ROW.fullmatch(line)]


def refused_by(trial, line):
    """Whether a reader without the check of a line, which may stand twice in the source, says something else."""
    name = ROW.fullmatch(line)["vector"]
    checks = trial.instruments.checks
    same = [number for number, check in enumerate(checks) if f"{skipped.row(check)} `{name}` |" == line]
    assert same, f"no such check any more: {line}"
    return any(not trial.passes(name, number) for number in same)


def test_a_reader_without_one_check_is_refused_by_the_vector_that_the_page_names(trial):
    """One of ten in every run: the small ones take a millisecond, but some are whole games with cards."""
    lines = shown()
    assert len(lines) >= len(trial.instruments.checks) - WITHOUT
    assert [line for line in lines[::10] if not refused_by(trial, line)] == []
    assert all(trial.passes(ROW.fullmatch(line)["vector"]) for line in lines[::10])


def test_the_page_names_every_check_that_there_is(trial):
    """With a vector or without; which vector it is the long run tells."""
    lines = skipped.PAGE.read_text("utf-8").splitlines()
    named = [line for line in lines if re.match(r"\| [^|]* \| [\w ]+ \| `", line)]
    named = [
        line.removesuffix(f" `{ROW.fullmatch(line)['vector']}` |") if line in shown() else line
        for line in named
    ]
    assert sorted(named) == sorted(map(skipped.row, trial.instruments.checks))


@pytest.mark.slow
def test_the_page_is_what_is_found():
    assert skipped.PAGE.read_text("utf-8") == skipped.page(list(skipped.refused()))


def test_every_place_that_is_broken_on_purpose_is_still_there():
    """`tests.mutants` breaks them and looks whether the tests that are named beside them notice."""
    places = list(mutants())
    assert len(places) >= 60
    for mutant in places:
        text = (ROOT / mutant.file).read_text(encoding="utf-8")
        assert mutant.broken(text) != text
        assert (ROOT / mutant.tests).exists()

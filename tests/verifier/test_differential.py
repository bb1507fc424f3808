"""Whatever the bytes are, the verifier in JavaScript and the audit say the same of them."""

from __future__ import annotations

import random

import pytest

from p2pgames_protocol.log import file as logfile
from tests import worst
from tests.verifier.damage import odd_files
from tests.verifier.node import audited, compared, grade, verified

pytestmark = pytest.mark.node

CASES = [pytest.param(7, 500), pytest.param(8, 10_000, marks=pytest.mark.slow)]
AT_ONCE = 500
"""Files named in one command: command lines have a limit."""


def unlike(folder, seed, count, options):
    """Return the odd files of which the two say other things, with what they say."""
    chance, found = random.Random(seed), []
    for begin in range(0, count, AT_ONCE):
        files = [folder / str(at) for at in range(begin, min(begin + AT_ONCE, count))]
        for file, content in zip(files, odd_files(chance, len(files)), strict=True):
            file.write_bytes(content)
        for audit, verdict in zip(audited(files, *options), verified(files, *options), strict=True):
            if audit["mode"] == verdict["mode"] and not excused(audit, verdict, options):
                both = compared(audit, grade(audit)), compared(verdict, verdict["grade"])
                if both[0] != both[1]:
                    found.append((verdict["file"], *both))
    return found


def excused(audit, verdict, options):
    """Whether the two may differ: of a game whose rules it lacks the verifier checks every signature.

    The audit checks only those that SPEC 11.2 names.
    """
    lacks_rules = "--fast" not in options and audit["mode"] == "fast"
    return lacks_rules and verdict["grade"] == "invalid" and "is not signed by it" in verdict["why"]


@pytest.mark.parametrize(("seed", "count"), CASES)
@pytest.mark.parametrize("options", [("--fast",), ()], ids=["fast", "full"])
def test_the_two_readers_agree_on_odd_files(seed, count, options, tmp_path):
    assert unlike(tmp_path, seed, count, options) == []


def test_the_two_readers_agree_on_files_full_of_cards(tmp_path):
    names = ["cards shown again", "slots asked for again", "who left comes back"]
    files = [tmp_path / name for name in names]
    for file in files:
        file.write_bytes(worst.MAKERS[file.name](1 << 16, logfile.MAGIC))
    for audit, verdict in zip(audited(files, "--fast"), verified(files, "--fast"), strict=True):
        assert compared(audit, grade(audit)) == compared(verdict, verdict["grade"])

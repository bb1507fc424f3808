"""The verifier in JavaScript passes its own tests, and says of every file what the fast audit says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgames_cli.export.proof import spoken
from tests.verifier.node import FOLDER, MAIN, audited, compared, grade, installed, npm, verified

pytestmark = pytest.mark.node

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"
FROZEN = Path(__file__).parents[1] / "frozen" / "1"
SHORT = (("linja", 2), ("socks", 2), ("bus", 3), ("line1", 2), ("metro", 3))
LONG = (("metro", 2), ("metro", 6), ("bus", 5), ("line1", 5))


def same_verdicts(files):
    for audit, verdict in zip(audited(files, "--fast"), verified(files, "--fast"), strict=True):
        assert compared(verdict, verdict["grade"]) == compared(audit, grade(audit)), verdict["file"]


def test_its_own_tests():
    installed()
    done = npm("test")
    assert done.returncode == 0, done.stdout[-4000:]


def test_pages_say_of_every_refusal_why_and_what_to_do():
    source = (FOLDER / "lib" / "malformed.js").read_text(encoding="utf-8")
    reasons = re.findall(r'^  "(\w+)",', source, re.MULTILINE)
    assert set(reasons) == set(spoken()["reasons"])


def test_same_verdict_on_the_logs_of_the_vectors(tmp_path):
    files = []
    for vector in sorted([*VECTORS.glob("log/*.json"), *VECTORS.glob("proof/*.json")]):
        given = json.loads(vector.read_text(encoding="utf-8"))["given"]
        files.append(tmp_path / f"{vector.parent.name}-{vector.stem}")
        files[-1].write_bytes(bytes.fromhex(given["file"]))
    same_verdicts(files)


def test_same_verdict_on_every_game_that_is_kept_for_ever():
    files = sorted(FROZEN.glob("*.p2pg"))
    verdicts = verified(files)
    assert {verdict["mode"] for verdict in verdicts} == {"full", "every"}
    for file, verdict in zip(files, verdicts, strict=True):
        kept = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        said = kept["full" if verdict["mode"] == "full" else "fast"]
        faults = [dict(zip(("round", "seat", "kind"), fault, strict=True)) for fault in said["faults"]]
        assert compared(verdict, verdict["grade"]) == compared(
            verdict | said | {"faults": faults}, said["grade"]
        ), file


@pytest.mark.parametrize("vector", sorted(VECTORS.glob("series/*.json")), ids=lambda path: path.stem)
def test_same_verdict_on_series(vector, tmp_path):
    given = json.loads(vector.read_text(encoding="utf-8"))["given"]
    files = [tmp_path / str(at) for at in range(len(given["files"]))]
    for file, content in zip(files, given["files"], strict=True):
        file.write_bytes(bytes.fromhex(content))
    same_verdicts(files)


@pytest.mark.parametrize(
    "tables", [pytest.param(SHORT, id="short"), pytest.param(LONG, id="long", marks=pytest.mark.slow)]
)
def test_same_verdict_on_whole_games(tables, tmp_path):
    files = [tmp_path / f"{game}-{seats}.p2pg" for game, seats in tables]
    for (game, seats), file in zip(tables, files, strict=True):
        demo = ["demo", game, "--seats", str(seats), "--seed", "verifier", "--out", str(file)]
        subprocess.run([sys.executable, "-c", MAIN, *demo], check=True, capture_output=True)
    verdicts = verified(files)
    assert [verdict["grade"] for verdict in verdicts] == ["finished"] * len(files)
    same_verdicts(files)

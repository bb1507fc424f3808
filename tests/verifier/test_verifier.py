"""The verifier in JavaScript passes its own tests, and says of every file what the fast audit says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgames_cli.export.proof import spoken
from p2pgames_protocol.wire import names
from tests.verifier.node import FOLDER, MAIN, audited, compared, grade, installed, npm, verified
from tests.verifier.node import program as executable

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
    for vector in sorted(
        path for folder in ("log", "proof", "game") for path in VECTORS.glob(f"{folder}/*.json")
    ):
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


JOINED = (
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u2764\ufe0f\u200d\U0001f525",
    "1\ufe0f\u20e3",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u0915\u094d\u200d\u0937",
    "\u0915\u094d\u200d",
    "Ada\u200dBen",
    "\u200dAda",
    "Ada\u200d",
    "\U0001f468\u200d",
    "\u0646\u200c",
    "\U0001f468\u200d\u200d\U0001f469",
    "A\u202eB",
    "\U0001f3f4\U000e0067",
)


def test_a_joiner_in_a_name_is_shown_where_the_client_shows_it():
    program = (
        "import { shown } from './lib/text.js'; console.log(JSON.stringify(process.argv.slice(1).map(shown)))"
    )
    command = [executable("node"), "--input-type=module", "-e", program, "--", *JOINED]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, encoding="utf-8", check=True)
    told = re.sub(r"u\{(\w+)\}", lambda found: f"u{int(found[1], 16):04x}", done.stdout)
    assert json.loads(told) == [names.shown(one) for one in JOINED]

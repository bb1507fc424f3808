"""The verifier in JavaScript, for tests that run it, and what both it and the audit say of files."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from p2pgames.text import Count
from p2pgames_protocol.audit.report import AuditReport, Grade, as_json
from p2pgames_protocol.audit.sentences import NAMED_OTHERWISE
from p2pgames_protocol.log import file as logfile

MAIN = "from p2pgames_cli.main import main; main()"
FOLDER = Path(__file__).parents[2] / "protocol" / "verifier"
SAME = ("game", "rules", "options", "basis", "contested", "previous", "follows", "other_results")
OF_A_VALID_FILE = ("rounds", "events", "by")
CHEATS = ("equivocation", "false absence")
OF_A_SEAT = ("seat", "name", "key", "seat_key", "score", "place")


def npm(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run npm in the verifier's folder."""
    return subprocess.run(
        [program("npm"), *arguments], cwd=FOLDER, capture_output=True, text=True, check=False
    )


def program(name: str) -> str:
    """Return where npm or node is; a test that needs it fails without."""
    path = shutil.which(name)
    if path is None:
        pytest.fail(f"there is no {name}; on Debian: apt-get install npm")
    return path


def installed() -> None:
    """Have the packages of the lock file in place, fetched only where they are missing."""
    if not all((FOLDER / "node_modules" / name).is_dir() for name in ("@noble/curves", "esbuild")):
        done = npm("ci")
        if done.returncode:
            pytest.fail(f"npm ci: {done.stderr}")


def verified(files: Iterable[Path], *options: str) -> list[dict[str, Any]]:
    """Return what the verifier says of files, in their order, all in one process."""
    installed()
    command = [program("node"), str(FOLDER / "verify.js"), "--json", *options, *map(str, files)]
    return _objects(command)


Ask: TypeAlias = Callable[[bytes], Callable[[], list[dict[str, Any]]]]
"""Gives a verifier a file, and returns what waits for its two verdicts, full and fast."""


@contextmanager
def stream() -> Iterator[Ask]:
    """Start one verifier for many files."""
    installed()
    command = [program("node"), str(Path(__file__).parent / "stream.js")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        told, heard = process.stdin, process.stdout

        def ask(data: bytes) -> Callable[[], list[dict[str, Any]]]:
            told.write(len(data).to_bytes(4, "big") + data)
            told.flush()
            return lambda: json.loads(heard.readline())

        yield ask
        told.close()


def audited(files: Iterable[Path], *options: str) -> list[dict[str, Any]]:
    """Return what the audit says of files, in their order, all in one process."""
    command = [sys.executable, "-c", MAIN, "audit", "--json", *options, *map(str, files)]
    return [said for said in _objects(command) if "file" in said]


def _objects(command: list[str]) -> list[dict[str, Any]]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def grade(audit: dict[str, Any]) -> str:
    """Return the grade of SPEC 11 that an audit says."""
    if audit["valid"]:
        return "finished" if audit["finished"] else "running"
    return "cheated" if any(fault["kind"] in CHEATS for fault in audit["faults"]) else "invalid"


def compared(said: dict[str, Any], grade: str) -> dict[str, Any]:
    """Return what both must say alike; of a file that is not valid they may have read more or less."""
    alike: dict[str, Any] = {"grade": grade}
    if grade != "invalid":
        alike |= {name: said[name] for name in SAME if name in said}
        alike["seats"] = [{name: seat[name] for name in OF_A_SEAT} for seat in said["seats"]]
        alike["faults"] = [
            (fault["round"], fault["seat"], fault["kind"])
            for fault in said["faults"]
            if grade != "cheated" or fault["kind"] in CHEATS
        ]
    if grade in ("finished", "running"):
        alike |= {name: said[name] for name in OF_A_VALID_FILE}
        alike["unrevealed"] = said["unrevealed"]
        alike["left"] = [(left["seat"], left["round"], left["why"]) for left in said["left"]]
        alike["by"] = [(by["seat"], by["round"], by["name"], by["key"]) for by in said["by"]]
    return alike


def unlike_verdicts(
    data: bytes, full: AuditReport, fast: AuditReport, theirs: dict[str, Any], theirs_fast: dict[str, Any]
) -> list[tuple[Any, Any]]:
    """Return what the product, with the rules and without, and the verifier say otherwise of a file."""
    ours, ours_fast = as_json(full, ""), as_json(fast, "")
    pairs = [(said(ours_fast), said(theirs_fast))]
    if fast.grade in (Grade.RUNNING, Grade.FINISHED):
        pairs.append((_named_otherwise(fast), theirs_fast["disputed"]))
    if theirs["mode"] == ours["mode"]:
        pairs.append((said(ours), said(theirs)))
    elif theirs["reason"] != "unsigned" and not data.startswith(logfile.PROOF_MAGIC):
        # the verifier looks at all signatures, a fast audit at those that carry the rest
        pairs.append((said(ours_fast), said(theirs)))
    return [pair for pair in pairs if pair[0] != pair[1]]


def said(verdict: dict[str, Any]) -> dict[str, Any]:
    """What all readers of a kind say alike."""
    return compared(verdict, verdict["grade"])


def _named_otherwise(report: AuditReport) -> list[int]:
    """The rounds whose events name different things."""
    unchecked = set(report.unchecked)
    return [number for number in range(report.rounds) if NAMED_OTHERWISE(round=Count(number)) in unchecked]

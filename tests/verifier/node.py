"""The verifier in JavaScript, for tests that run it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "protocol" / "verifier"


def npm(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run npm in the verifier's folder."""
    program = shutil.which("npm")
    if program is None:
        pytest.fail("there is no npm; on Debian: apt-get install npm")
    return subprocess.run([program, *arguments], cwd=FOLDER, capture_output=True, text=True, check=False)


def installed() -> None:
    """Have the packages of the lock file in place, fetched only where they are missing."""
    if not (FOLDER / "node_modules" / "@noble" / "curves").is_dir():
        done = npm("ci")
        if done.returncode:
            pytest.fail(f"npm ci: {done.stderr}")

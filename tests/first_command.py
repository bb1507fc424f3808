"""What the first command of the README prints.

``python -m tests.first_command`` writes it there anew; a test compares.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile

from tests import ROOT

README = ROOT / "README.md"
HEADING = "## What the first command prints\n\n```\n"
COMMAND = re.compile(r"\.venv/bin/p2pgames (demo .*)")
CLIENT = "from p2pgames_cli.main import main; main()"
AUDIT = "the game just played"
FIRST = 4
"""Lines from the beginning; of what comes then only the last move is shown, and the audit."""


def shown() -> str:
    """Return what the README shows."""
    return README.read_text(encoding="utf-8").partition(HEADING)[2].partition("```")[0]


def printed() -> str:
    """Return what is to be shown there; the command plays the same game every time."""
    command = COMMAND.search(README.read_text(encoding="utf-8"))
    assert command is not None
    with tempfile.TemporaryDirectory() as home:
        settings = {**os.environ, "P2PGAMES_HOME": home, "P2PGAMES_LANG": "en"}
        call = [sys.executable, "-c", CLIENT, *command[1].split()]
        lines = subprocess.run(call, env=settings, capture_output=True, check=True, encoding="utf-8").stdout
    head, audit = lines[: (at := lines.index(AUDIT))].splitlines(), lines[at:].splitlines()
    return "\n".join([*head[:FIRST], "  ...", head[-1], *audit]) + "\n"


def main() -> None:
    """Put into the README what the command prints."""
    README.write_text(README.read_text(encoding="utf-8").replace(shown(), printed()), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Places where the product is broken on purpose, and tests that notice: ``python -m tests.mutants [NUMBER ...]``.

``mutants.txt`` lists them: a file, a line of it, what stands there instead, and the tests that go red then. Whoever
makes tests faster, shares what they set up or takes one away that checks what another does, runs this before and after.
Each is tried in a copy of what lies here; a test sees to it that every line is still there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests import ROOT
from tests.quick import versioned

LIST = ROOT / "tests" / "mutants.txt"


@dataclass(frozen=True)
class Mutant:
    """One line of a file that says something else."""

    file: str
    line: str
    instead: str
    tests: str

    def broken(self, text: str) -> str:
        """Return the text of the file with the line replaced."""
        before, found, after = text.partition(f"\n{self.line}\n")
        if not found or f"\n{self.line}\n" in f"\n{after}":
            raise LookupError(f"{self.file} no longer has this line once: {self.line.strip()}")
        return f"{before}\n{self.instead}\n{after}"


def mutants() -> Iterator[Mutant]:
    """Yield what the list holds."""
    for block in LIST.read_text(encoding="utf-8").strip().split("\n\n"):
        file, line, instead, tests = block.split("\n")
        yield Mutant(file, line.removeprefix("- "), instead.removeprefix("+ "), tests)


def copied(folder: Path) -> Path:
    """Copy the repository as it lies here, without what git does not know, into a folder of this folder."""
    copy = folder / "copy"
    for path in versioned():
        if (ROOT / path).exists():
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            (copy / path).write_bytes((ROOT / path).read_bytes())
    return copy


def importing(copy: Path) -> dict[str, str]:
    """Return the environment for programs that import from a copy, and leave nothing compiled there."""
    paths = os.pathsep.join(str(copy / part) for part in ("", "protocol", "cli"))
    return os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}


def goes_red(mutant: Mutant, copy: Path) -> bool:
    """Tell whether the tests of a mutant fail in a copy where it lives."""
    file = copy / mutant.file
    sound = file.read_text(encoding="utf-8")
    try:
        file.write_text(mutant.broken(sound), encoding="utf-8", newline="\n")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "--timeout=40",
            "-p",
            "no:cacheprovider",
            mutant.tests,
        ]
        return subprocess.run(command, cwd=copy, env=importing(copy), capture_output=True).returncode in (
            1,
            2,
        )
    finally:
        file.write_text(sound, encoding="utf-8", newline="\n")


def main(*numbers: str) -> int:
    """Try all of them, or those with these numbers; return 1 where nothing noticed."""
    unnoticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        for number, mutant in enumerate(mutants(), 1):
            if not numbers or str(number) in numbers:
                red = goes_red(mutant, copy)
                unnoticed += not red
                print(
                    f"{number:3} {'red  ' if red else 'GREEN'} {mutant.file}: {mutant.instead.strip()}",
                    flush=True,
                )
    return int(unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

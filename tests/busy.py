"""The tests on a busy computer: ``python -m tests.busy [TIMES] [ARGUMENTS OF PYTEST]``, five times without a number.

Meanwhile two loops that never rest take what processors there are, and each time the tests come in another order.
What is red once here and green alone waits for a clock, or leans on a test before it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from tests import ROOT

TIMES = 5
LOOPS = 2
SEED = "P2PGAMES_TESTS_ORDER"
"""The environment variable that tells the workers, who must agree, which order it is."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Shuffle the files, and the tests in each: what is laid for a file serves all of its tests."""
    random = Random(os.environ[SEED])
    files = sorted({item.path for item in items})
    random.shuffle(files)
    place = {file: number for number, file in enumerate(files)}
    random.shuffle(items)
    items.sort(key=lambda item: place[item.path])


def main(*arguments: str) -> int:
    """Run them, and return how many times something was red."""
    times, rest = (
        (int(arguments[0]), arguments[1:])
        if arguments[:1] and arguments[0].isdecimal()
        else (TIMES, arguments)
    )
    run = [sys.executable, "-m", "pytest", "-p", "tests.busy", "-n", "auto", *rest]
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(LOOPS)]
    try:
        codes = [
            subprocess.run(run, cwd=ROOT, env=os.environ | {SEED: str(number)}).returncode
            for number in range(times)
        ]
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    print(f"{codes.count(0)} of {times} times all were green.")
    return times - codes.count(0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

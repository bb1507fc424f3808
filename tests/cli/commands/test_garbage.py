"""Garbage is not looked for while a command loads, and afterwards as usual."""

import subprocess
import sys

CHILD = """
import gc
from p2pgames_cli import main

usual, looked, before = gc.get_threshold(), [], gc.get_freeze_count()
main.look_late()
gc.callbacks.append(lambda phase, found: looked.append(phase))
kept = [[] for _ in range(main.LOADED // 2)]
assert not looked and gc.get_freeze_count() == before
kept += [[] for _ in range(main.LOADED)]
assert looked and gc.get_threshold() == usual
frozen = gc.get_freeze_count()
assert frozen > before + main.LOADED
kept += [[] for _ in range(main.LOADED)]
assert len(looked) > 100 and gc.get_freeze_count() == frozen
"""


def test_garbage_is_looked_for_once_much_is_loaded_and_not_in_that():
    subprocess.run([sys.executable, "-c", CHILD], check=True)

"""When Python looks for garbage: not before a command has loaded what stays as long as it runs."""

from __future__ import annotations

import gc
from typing import Final

LOADED: Final = 200_000
"""Objects before Python looks for the first time; with a board on the full screen there are 135,000."""


def look_late() -> None:
    """Let Python look for garbage once there are many objects, and then as usual, but never at these again."""
    usual = gc.get_threshold()

    def settle(phase: str, _found: dict[str, int]) -> None:
        if phase == "stop":
            gc.callbacks.remove(settle)
            gc.freeze()
            gc.set_threshold(*usual)

    gc.callbacks.append(settle)
    gc.set_threshold(LOADED, *usual[1:])

"""What a terminal answers in strings of the operating system command (ECMA-48, OSC), kept apart from what is typed.

prompt_toolkit knows sequences of a fixed form alone: it would take such a string for an escape and letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress

NOTICES: Final = "\x1b]99;i=p2pgames:p=?;\x1b\\"
"""Asks whether messages on the desktop are shown (OSC 99 of kitty); a terminal that does not know it says nothing."""
BEGUN: Final = "\x1b]99;"
LONGEST: Final = 512
"""Characters of an answer; what is longer is none."""
ANSWER: Final = re.compile(rf"\x1b\]99;([^\x07\x1b]{{0,{LONGEST}}})(?:\x1b\\|\x07)")


class Replies(Vt100Parser):
    """Hears answers out of what comes, and passes on the rest as keys."""

    def __init__(self, keys: Callable[[KeyPress], None], heard: Callable[[str], None]) -> None:
        super().__init__(keys)
        self._heard = heard
        self._held = ""

    def feed(self, data: str) -> None:
        """Take in what has come; the beginning of an answer is held until its end comes, or something else."""
        data, self._held = self._held + data, ""
        while (answer := ANSWER.search(data)) is not None:
            super().feed(data[: answer.start()])
            self._heard(answer[1])
            data = data[answer.end() :]
        at = data.find(BEGUN)
        if at >= 0 and len(data) - at <= LONGEST and "\x1b" not in data[at + len(BEGUN) : -1]:
            data, self._held = data[:at], data[at:]
        super().feed(data)


def hear(app: Application[Any], heard: Callable[[str], None]) -> bool:
    """Have answers heard that come to a screen; tell whether its input can be heard so."""
    parser = getattr(app.input, "vt100_parser", None)
    if not isinstance(parser, Vt100Parser):
        return False
    app.input.vt100_parser = Replies(parser.feed_key_callback, heard)  # type: ignore[attr-defined]
    return True


def shows_notices(answer: str) -> bool:
    """Tell whether this is the answer to `NOTICES`."""
    asked = answer.partition(";")[0].split(":")
    return "i=p2pgames" in asked and "p=?" in asked

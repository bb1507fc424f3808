"""Asks the terminal whether it draws signs such as ● and ─ two columns wide, as some East Asian fonts do.

They are written once, where the screen is about to begin, and the place of the cursor is asked for (ECMA-48, DSR 6).
The answer comes as a key, at any time: nothing waits for it but the end of the screen, so that it is not taken for
something typed into what comes next. A terminal that does not answer is taken for one that draws them in one column.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys

from p2pgames_cli.table.play_options import PlayOptions

SIGNS: Final = "●─"
QUESTION: Final = f"\r{SIGNS}\x1b[6n\r\x1b[K"
PATIENCE: Final = 1.0
"""Seconds that the end of a screen waits for the answer, counted from the question."""
AGAIN: Final = 0.05
"""Seconds after which that is looked at again."""


class Probe:
    """One question to the terminal of a screen."""

    def __init__(self, how: PlayOptions, clock: Callable[[], float] = monotonic) -> None:
        self.how, self.clock = how, clock
        self._due: float | None = None
        self._begun = False

    def bindings(self) -> KeyBindings:
        """Return the key that an answer comes as."""
        keys = KeyBindings()
        keys.add(Keys.CPRResponse)(self._hear)
        return keys

    def ask(self, app: Application[Any]) -> None:
        """Ask before the first thing is drawn, where the answer matters and the terminal is one that may know it."""
        begun, self._begun = self._begun, True
        unsettled = self.how.settings["wide-glyphs"] == "auto" and not self.how.in_ascii
        if not begun and unsettled and app.output.responds_to_cpr:
            app.output.write_raw(QUESTION)
            app.output.flush()
            self._due = self.clock() + PATIENCE

    @property
    def open(self) -> bool:
        """Whether an answer may still come."""
        return self._due is not None and self.clock() < self._due

    def _hear(self, event: KeyPressEvent) -> None:
        """Take the first answer; whatever else looks like one means nothing."""
        place = re.fullmatch(r"\x1b\[\d+;(\d+)R", event.data)
        if place is not None and self._due is not None:
            self._due = None
            self.how.terminal.wide = int(place[1]) > len(SIGNS) + 1

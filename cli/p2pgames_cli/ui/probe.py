"""Asks the terminal what it can do, once, where the screen is about to begin.

Whether it takes a frame as a whole (synchronized output, mode 2026) and says who is looking (focus events, mode 1004)
is asked by DECRQM (DEC STD 070). Whether it draws signs such as ● and ─ two columns wide, as some East Asian fonts do,
is seen by the place of the cursor after them (ECMA-48, DSR 6). Whether it shows messages on the desktop is asked by
OSC 99, which has a question for that, and its background by OSC 11. The answers come as keys, at any time: nothing
waits for them but the end of the screen, so that they are not taken for something typed into what comes next. That of
the cursor comes last. A terminal that does not answer can do nothing of it, and draws the signs in one column; its
background is what COLORFGBG says, which rxvt and Konsole set.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPress, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output

from p2pgames.text import whole_number
from p2pgames_cli.table.session import Client

FRAMES, FOCUS = 2026, 1004
"""DEC private modes (xterm, ctlseqs)."""
LOOKING, AWAY = "\x1b[I", "\x1b[O"
"""What a terminal says when its window is looked at, and no more."""
MODES: Final = f"\x1b[?{FRAMES}$p\x1b[?{FOCUS}$p"
PLACE: Final = "\x1b[6n"
MUTE: Final = ("linux", "dumb", "unknown")
"""Terminals that might print such a question."""
SIGNS: Final = "●─"
QUESTION: Final = f"\r{SIGNS}{PLACE}\r\x1b[K"
PATIENCE: Final = 1.0
"""Seconds that the end of a screen waits for the answer, counted from the question."""
AGAIN: Final = 0.05
"""Seconds after which that is looked at again."""

# As answers about the cursor, which nobody has typed either: they do not count as keys of a player.
ANSI_SEQUENCES.update(
    dict.fromkeys(
        [LOOKING, AWAY, *(f"\x1b[?{mode};{state}$y" for mode in (FRAMES, FOCUS) for state in range(5))],
        Keys.CPRResponse,
    )
)


# What a terminal answers in strings of the operating system command (ECMA-48, OSC), kept apart from what is typed.
#
# prompt_toolkit knows sequences of a fixed form alone: it would take such a string for an escape and letters.

NOTICES: Final = "\x1b]99;i=p2pgames:p=?;\x1b\\"
"""Asks whether messages on the desktop are shown (OSC 99 of kitty); a terminal that does not know it says nothing."""
GROUND: Final = "\x1b]11;?\x1b\\"
"""Asks for the colour of the background (OSC 11 of xterm)."""
BEGUN: Final = re.compile(r"\x1b\](?:99|11);")
LONGEST: Final = 512
"""Characters of an answer; what is longer is none."""
ANSWER: Final = re.compile(rf"\x1b\]((?:99|11);[^\x07\x1b]{{0,{LONGEST}}})(?:\x1b\\|\x07)")
_COLOUR: Final = re.compile(
    r"11;rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})(?:/[0-9a-f]{1,4})?", re.IGNORECASE
)


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
        begun = BEGUN.search(data)
        if begun and len(data) - begun.start() <= LONGEST and "\x1b" not in data[begun.end() : -1]:
            data, self._held = data[: begun.start()], data[begun.start() :]
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
    code, _, rest = answer.partition(";")
    asked = rest.partition(";")[0].split(":")
    return code == "99" and "i=p2pgames" in asked and "p=?" in asked


def is_light(answer: str) -> bool | None:
    """Tell whether black is read better than white on the colour in the answer to `GROUND`; None for no colour."""
    found = _COLOUR.fullmatch(answer)
    if found is None:
        return None
    parts = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    luminance: float = sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return (luminance + 0.05) ** 2 > 0.05 * 1.05  # where the ratios of WCAG 2 to black and to white are equal


def light_by_environment() -> bool | None:
    """Tell whether COLORFGBG, such as ``0;15``, names a white or light grey background; None if it names none."""
    ground = whole_number(os.environ.get("COLORFGBG", "").rpartition(";")[2])
    return None if ground is None else ground in (7, 15)


class Probe:
    """One round of questions to the terminal of a screen."""

    def __init__(self, client: Client, clock: Callable[[], float] = monotonic) -> None:
        self.client, self.terminal, self.clock = client, client.terminal, clock
        self._due: float | None = None
        self._begun = self._unsettled = self._watched = False

    def bindings(self) -> KeyBindings:
        """Return the key that an answer comes as."""
        keys = KeyBindings()
        keys.add(Keys.CPRResponse)(self._hear)
        return keys

    def ask(self, app: Application[Any]) -> None:
        """Send the queries before anything is drawn, if the terminal may know an answer."""
        begun, self._begun = self._begun, True
        if self.terminal.light is None:
            self.terminal.light = light_by_environment()
        if begun or not app.output.responds_to_cpr or os.environ.get("TERM", "unknown") in MUTE:
            return
        self._unsettled = self.client.settings["wide-glyphs"] == "auto" and not self.client.in_ascii
        asked = MODES + (NOTICES + GROUND if hear(app, partial(self._told, app)) else "")
        app.output.write_raw(asked + (QUESTION if self._unsettled else PLACE))
        app.output.flush()
        self._due = self.clock() + PATIENCE

    def begin(self, output: Output) -> None:
        """Have what is drawn from now on shown as a whole, where the terminal can."""
        if self.terminal.whole_frames:
            output.write_raw(f"\x1b[?{FRAMES}h")

    def end(self, output: Output) -> None:
        """Have what was drawn shown."""
        if self.terminal.whole_frames:
            output.write_raw(f"\x1b[?{FRAMES}l")
            output.flush()

    def close(self, output: Output) -> None:
        """Take back what the terminal was asked to tell."""
        if self._watched:
            output.write_raw(f"\x1b[?{FOCUS}l")
            output.flush()
        self._watched = self.terminal.looked_at = False

    @property
    def open(self) -> bool:
        """Whether an answer may still come."""
        return self._due is not None and self.clock() < self._due

    def _told(self, app: Application[Any], answer: str) -> None:
        """Take what the terminal says in words."""
        if shows_notices(answer):
            self.terminal.notices = True
        elif (light := is_light(answer)) is not None:
            self.terminal.light = light
            app.invalidate()

    def _hear(self, event: KeyPressEvent) -> None:
        """Take what the terminal says: of its modes, of its window, and first where the cursor is."""
        output = event.app.output
        place = re.fullmatch(r"\x1b\[\d+;(\d+)R", event.data)
        mode = re.fullmatch(r"\x1b\[\?(\d+);[12]\$y", event.data)  # known, and set or reset
        if event.data in (LOOKING, AWAY):
            self.terminal.looked_at = event.data == LOOKING
        elif mode is not None and int(mode[1]) == FRAMES:
            self.terminal.whole_frames = True
        elif mode is not None and not self._watched:
            self._watched = True
            output.write_raw(f"\x1b[?{FOCUS}h")
            output.flush()
        elif place is not None and self._due is not None:
            self._due = None
            if self._unsettled:
                self.terminal.wide = int(place[1]) > len(SIGNS) + 1

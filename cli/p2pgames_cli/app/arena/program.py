"""A program as a bot: it reads what it is asked, one JSON object in a line, and answers with a move."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from threading import Timer
from typing import Any, Final

from p2pgames.contract import AnyRules, Illegal, Known, Move, Result, Seat
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.position_data import faces

PATIENCE: Final = 60.0
"""Seconds in which a program answers."""
PARTING: Final = 2.0
"""Seconds in which a program ends after the game: long enough to close files, and short beside a game."""
LONGEST: Final = 1 << 16
"""Characters of an answer that are read."""
Programs = tuple[tuple[str, str], ...]
"""Names with the commands that run them."""


class Program:
    """A program that plays one seat of one game; it runs until it is closed."""

    def __init__(self, name: str, command: str, table: Mapping[str, Any], patience: float = PATIENCE) -> None:
        """Run the command and tell it of the table; raise `Stop` if it cannot be run."""
        self.name, self.command, self.patience, self.asked = name, command, patience, 0
        try:
            self.process = subprocess.Popen(  # noqa: S603  # the command of who sits here; no shell reads it
                command if sys.platform == "win32" else shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as wrong:
            said = _("The bot {name} cannot be run: {why}")
            raise Stop(Code.USAGE, said.format(name=name, why=wrong)) from None
        self._say("table", **table)

    def __call__(self, rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG002
        """Return the move that the program answers; raise `Stop` if it gives none that is legal."""
        moves = [rules.text(state, seat, move) for move in rules.moves(state, seat, known)]
        self._say(
            "ask", round=self.asked, seat=seat, moves=moves, known=faces(known), scores=rules.scores(state)
        )
        self.asked += 1
        text = self._answer()
        try:
            move = rules.read(state, seat, known, text)
        except Illegal as refusal:
            raise self._wrong(text, named(refusal.message)) from None
        if (why := rules.why_not(state, seat, known, move)) is not None:
            raise self._wrong(text, named(why))
        return move

    def close(self, result: Result | None) -> None:
        """Tell the program how the game ended, if it did, and end it."""
        if result is not None:
            self._say("over", places=result.places, scores=result.scores)
        with suppress(OSError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        try:
            self.process.wait(PARTING if result is not None else 0)
        except subprocess.TimeoutExpired:
            if result is not None:
                said = _(
                    "The bot {name} did not end within {seconds} s after the game, and was stopped: {command}"
                )
                console.warn(said.format(name=self.name, seconds=round(PARTING), command=self.command))
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def _say(self, kind: str, **more: Any) -> None:
        if self.process.stdin is not None:
            # one that has ended is noticed when its answer is waited for
            with suppress(OSError):
                self.process.stdin.write(json.dumps({"type": kind, **more}) + "\n")
                self.process.stdin.flush()

    def _answer(self) -> str:
        late = Timer(self.patience, self.process.kill)
        late.start()
        line = self.process.stdout.readline(LONGEST) if self.process.stdout is not None else ""
        late.cancel()
        if not line:
            said = _("The bot {name} has ended, or did not answer within {seconds} s: {command}")
            raise Stop(
                Code.FAILURE,
                said.format(name=self.name, seconds=round(self.patience), command=self.command),
            )
        try:
            move = json.loads(line)["move"]
        except (ValueError, KeyError, TypeError, RecursionError):
            move = None
        if not isinstance(move, str):
            raise self._wrong(line.strip()[:80], _('an answer is {"move": "..."}'))
        return move

    def _wrong(self, text: str, why: str) -> Stop:
        said = _("The bot {name} answered {text!r}: {why}")
        return Stop(Code.FAILURE, said.format(name=self.name, text=text, why=why))

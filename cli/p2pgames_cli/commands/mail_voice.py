"""Lines for people and objects for programs, as commands print them."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped


@dataclass(frozen=True, slots=True)
class PrintedVoice:
    """Prints lines, or with ``as_json`` objects."""

    as_json: bool = False
    yes: bool = False
    """Whether the player has agreed to everything beforehand."""
    at_home: bool = False

    def tell(self, text: str) -> None:
        """Print a paragraph for people."""
        self.show(wrapped(text).rstrip("\n"))

    def show(self, text: str) -> None:
        """Print lines for people."""
        if not self.as_json:
            console.tell(text)

    def note(self, text: str) -> None:
        """Print on standard error what people have to know."""
        if not self.as_json:
            console.warn(text)

    def warn(self, text: str) -> None:
        """Print what is wrong on standard error."""
        console.warn(text)

    def give(self, data: Mapping[str, Any]) -> None:
        """Print an object for a program."""
        if self.as_json:
            console.tell(json.dumps(data))

    def agrees(self, question: str) -> bool:
        """Ask on the terminal; a program agrees beforehand or not at all."""
        if self.yes:
            self.tell(question.removesuffix(" [y/n]"))
            return True
        answer = "" if self.as_json else self._answer(f"{question} ")
        if answer in ("y", "yes"):
            return True
        self.tell(_("Nothing was taken. To agree without being asked: p2pgames unpack --yes"))
        return False

    @staticmethod
    def _answer(asked: str) -> str:
        console.tell(asked, end="")
        answer = sys.stdin.readline().strip().lower()
        if not answer:
            console.tell()
        return answer

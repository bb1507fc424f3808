"""What does not lead to a table, or from one to its players; all else goes on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from p2pgames.text import Message
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named


class About(StrEnum):
    """What it is that does not lead there."""

    WORDS = "words"
    """The words, by one of their ways."""
    WAYS = "ways"
    """The ways that its host wanted while it filled up could not be had: it is open as it was."""
    INVITE = "invite"
    """An invite may not from here; it is tried all the same."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What does not lead to the table, and why."""

    about: About
    why: Message

    def __str__(self) -> str:
        """Return it as a sentence."""
        why = named(self.why)
        match self.about:
            case About.WORDS:
                return _("By words: {why}").format(why=why)
            case About.WAYS:
                return f"{why} {_('The table is open as it was.')}"
        return why

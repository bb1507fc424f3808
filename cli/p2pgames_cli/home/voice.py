"""What a use case says and asks, noted for a page of the home."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class NotedVoice:
    """Notes what is said; what is asked is left to a page unless the player has said yes there already."""

    yes: bool = False
    lines: list[str] = field(default_factory=list)
    asked: bool = False
    """Whether something was asked that nobody has agreed to yet."""
    at_home: bool = True

    @property
    def text(self) -> str:
        """Everything that was said."""
        return "".join(f"{line}\n" for line in self.lines)

    def tell(self, text: str) -> None:
        """Note a paragraph."""
        self.lines.append(text)

    show = note = warn = tell

    def give(self, data: Mapping[str, Any]) -> None:
        """Pass over what is for programs."""

    def agrees(self, question: str) -> bool:
        """Return what the player has said on the page before this; note the question for it where there was none."""
        if not self.yes:
            self.asked = True
            self.tell(question.removesuffix(" [y/n]"))
        return self.yes

"""Reports what a use case does, and asks whether to go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class MailVoice(Protocol):
    """Speaks to people in lines or on a page, or to a program in objects; what is not for them is passed over."""

    @property
    def at_home(self) -> bool:
        """Whether they choose from pages what others type as a command."""

    def tell(self, text: str) -> None:
        """Say a paragraph to people, broken into lines."""

    def show(self, text: str) -> None:
        """Show people lines as they are."""

    def note(self, text: str) -> None:
        """Tell people beside the rest what they have to know."""

    def warn(self, text: str) -> None:
        """Say what is wrong, whoever listens."""

    def give(self, data: Mapping[str, Any]) -> None:
        """Give a program the same as an object."""

    def agrees(self, question: str) -> bool:
        """Tell whether the player says yes to a question that ends with ``[y/n]``."""

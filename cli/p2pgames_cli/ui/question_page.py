"""A question at the foot of the screen: yes or no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import asked
from p2pgames_cli.ui.page import LEFT, PASSED, Key, Page, Reaction, Said, leaving
from p2pgames_cli.ui.page_content import PageContent


@dataclass
class QuestionPage(Page):
    """Something to confirm with Enter or leave with Esc."""

    text: str
    yes: Callable[[], object]

    @property
    def asks(self) -> str:
        """The question, and how it is answered."""
        return f"{asked(self.text)} {_('y yes · n no')}"

    def rows(self, columns: int, rows: int) -> PageContent:  # noqa: ARG002
        """Return nothing: what is below is still seen."""
        return PageContent()

    def keys(self) -> list[Key]:
        """Return the answers."""
        return [("y", _("yes"), "enter"), ("n", _("no"), "escape")]

    def press(self, key: str) -> Reaction:
        """Do what was asked about, or go away."""
        return leaving(self.yes) if key == "enter" else LEFT if key == "escape" else PASSED

    def plain(self) -> dict[str, Any]:
        """Return the question."""
        return {"asks": asked(self.text)}

    def told(self, said: Said) -> Reaction:
        """Answer."""
        return leaving(self.yes) if said.get("answer") is True else LEFT if "answer" in said else PASSED

    def type(self, text: str) -> Reaction:
        """Answer."""
        return leaving(self.yes) if text == "y" else LEFT if text in ("n", "q") else PASSED

"""What hides the hands of several players at one computer until the next one is alone with the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.ui.page import TAKEN, Key, Page, Reaction, leaving
from p2pgames_cli.ui.page_content import PageContent
from p2pgames_cli.ui.styles import fitted


@dataclass
class PrivacyPage(Page):
    """Goes away with Enter alone."""

    player: str
    """Who is to sit down."""
    show: Callable[[], object]
    """Called when that player looks."""

    def keys(self) -> list[Key]:
        """Return the key that shows the hand."""
        return [("Enter", _("show the hand"), "enter")]

    def press(self, key: str) -> Reaction:
        """Show the hand with Enter; no other key does anything."""
        return leaving(self.show) if key == "enter" else TAKEN

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return whom the screen waits for."""
        words = _("{name}, press Enter when only you see the screen.").format(name=self.player)
        middle: list[Row] = [*([()] * (rows // 2)), (("bold", words.center(columns)),)]
        return PageContent([fitted(row, columns) for row in middle])

"""What the page shows: a table, a lobby, the home, or nothing yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from p2pgames_cli.window.page_model import PageModel


class Scene(Protocol):
    """What the page shows, and does."""

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""

    def take(self, said: Mapping[str, Any], /) -> None:
        """Do what a page says."""


class Nothing:
    """A page with nothing to show yet."""

    def parts(self) -> dict[str, Any]:
        """Return that there is nothing."""
        return {}

    def take(self, _said: Mapping[str, Any], /) -> None:
        """Do nothing."""


@dataclass
class Table:
    """A table."""

    model: PageModel
    ready: Callable[[PageModel], None]
    """Called when a page has said something: shows what came of it."""

    def __post_init__(self) -> None:
        from p2pgames_cli.window.view import TableView

        self._view = TableView(self.model)

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        return self._view.parts()

    async def saved(self) -> tuple[str, bytes] | None:
        """Return the game as a page to keep, and what its file is called; None while it goes on."""
        from p2pgames_cli.window.ending import saved

        return await saved(self.model.table)

    def take(self, said: Mapping[str, Any], /) -> None:
        """Do what a page says."""
        from p2pgames_cli.window.requests import take

        take(self.model, said)
        self.ready(self.model)

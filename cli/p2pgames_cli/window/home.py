"""The home as the page shows it: the same stack of menus and forms as on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from p2pgames_cli.table.actions.everything import usual
from p2pgames_cli.ui.page_stack import PageStack


@dataclass
class HomeScene:
    """Shows a stack of pages, and what is being done meanwhile."""

    stack: PageStack
    busy: str = ""
    """What is being done, while no page takes anything in; empty for nothing."""
    _last: dict[str, Any] = field(default_factory=dict)

    def parts(self) -> dict[str, Any]:
        """Return everything by name; what lies there while something is done stays as it was."""
        if not self.busy or not self._last:
            self._last = {"head": self.stack.head, **self.stack.plain()}
        theme = str(self.stack.play_options.settings["window.theme"]).removeprefix("auto")
        return {"home": {**self._last, "busy": self.busy}, "theme": theme}

    def take(self, said: Mapping[str, Any], /) -> None:
        """Do what a page says."""
        if self.busy:
            return
        if isinstance(theme := said.get("theme"), str):
            settings = self.stack.play_options.settings
            self.stack.attempt(lambda: settings.change({"window.theme": theme or "auto"}, usual()))
        else:
            self.stack.look_up_settings()
            self.stack.handle_event(said)

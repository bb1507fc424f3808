"""The home as the page shows it: the same menus and forms as on a terminal, one upon the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from p2pgames_cli.table.actions.keys import usual
from p2pgames_cli.ui.page_stack import Client


@dataclass
class HomeScene:
    """Shows the pages of a client, and what is being done meanwhile."""

    client: Client
    busy: str = ""
    """What is being done, while no page takes anything in; empty for nothing."""
    _last: dict[str, Any] = field(default_factory=dict)

    def parts(self) -> dict[str, Any]:
        """Return everything by name; what lies there while something is done stays as it was."""
        if not self.busy or not self._last:
            self._last = {"head": self.client.head, **self.client.plain()}
        theme = str(self.client.play_options.settings["window.theme"]).removeprefix("auto")
        return {"home": {**self._last, "busy": self.busy}, "theme": theme}

    def take(self, said: Mapping[str, Any], /) -> None:
        """Do what a page says."""
        if self.busy:
            return
        if isinstance(theme := said.get("theme"), str):
            settings = self.client.play_options.settings
            self.client.attempt(lambda: settings.change({"window.theme": theme or "auto"}, usual()))
        else:
            self.client.look_up_settings()
            self.client.told(said)

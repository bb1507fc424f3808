"""The form of what a player can choose for good: theme, colours, what is asked, notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from p2pgames_cli.config.settings import CHOICES, Value, capital, spelled
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.ui.field import Choice
from p2pgames_cli.ui.form import Form

NETWORK: Final = "network."


def settings_form(live: LiveSettings, keep: Callable[[Mapping[str, Value]], None]) -> Form:
    """Return the page of what can be chosen, as it is now; ``keep`` is called with what was chosen in the end."""
    shown = [setting for setting in CHOICES if not setting.name.startswith(NETWORK)]
    fields = [
        Choice(s.name, tuple(map(spelled, s.values)), capital(_(s.about)) + ".", s.values.index(live[s.name]))
        for s in shown
    ]

    def chosen() -> None:
        keep({s.name: s.values[field.at] for s, field in zip(shown, fields, strict=True)})

    return Form(_("Screen and notices"), lambda: list(fields), ((_("Keep"), chosen),))

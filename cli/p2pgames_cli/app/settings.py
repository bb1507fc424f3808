"""A player's settings: changed, shown, and what is wrong with them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from p2pgames.text import inert
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings import BY_NAME, SETTINGS, Value, as_toml, capitalised
from p2pgames_cli.config.settings_file import LiveSettings, unknown_setting
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.actions.everything import keys_explained, keys_of, problems, usual_keys

INDENT = " " * 4


def change(live: LiveSettings, changes: Sequence[str]) -> None:
    """Change settings written as ``NAME=VALUE``; raise `Stop`, and change nothing, if that is not possible."""
    live.change(dict(map(_change, changes)), usual_keys())


def edit(live: LiveSettings) -> None:
    """Let the player edit the file, which is made if there is none."""
    console.edit_file(live.make(usual_keys()))
    live.reload()


def _change(text: str) -> tuple[str, Value]:
    """Return name and value of ``NAME=VALUE``; raise `Stop` for what cannot be."""
    name, equals, value = text.partition("=")
    setting = BY_NAME.get(name)
    if setting is None:
        all_of_them = " " + _("All of them: p2pgames settings")
        hint = _(" Keys are changed in the file itself: --edit") if name.startswith("keys") else all_of_them
        raise Stop(Code.USAGE, capitalised(unknown_setting(name)) + hint)
    if not equals:
        said = _("Give it a value: p2pgames settings {name}=VALUE. What it is now: p2pgames settings")
        raise Stop(Code.USAGE, said.format(name=name))
    for possible in setting.values:
        if value in (possible, as_toml(possible)):
            return name, possible
    if wrong := setting.refused(value):
        raise Stop(Code.USAGE, wrong)
    return name, value


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The current settings; the file is made if there is none."""

    live: LiveSettings
    keys: bool = False
    """Whether people are shown which key does what, instead of the rest."""

    def __post_init__(self) -> None:
        self.live.make(usual_keys())

    def lines(self) -> Iterator[str]:
        """Yield each setting with its value, or the keys."""
        if self.keys:
            yield from keys_explained(keys_of(self.live).keys)
            return
        yield f"{inert(str(self.live.path))}\n"
        wide = max(len(setting.name) for setting in SETTINGS)
        for setting in SETTINGS:
            value = self.live[setting.name]
            other = _("otherwise {value}").format(value=as_toml(setting.default))
            other = "" if value == setting.default else f"  ({other})"
            yield f"{setting.name:<{wide}}  {as_toml(value)}{other}"
            yield console.filled_text(_(setting.about), _columns(), INDENT)
        yield "\n" + _("Which key does what: p2pgames settings keys")

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield all of it as one."""
        yield {
            "file": str(self.live.path),
            "settings": dict(self.live.now.values),
            "keys": {action: list(keys) for action, keys in keys_of(self.live).keys.items()},
            "problems": list(problems(self.live)),
        }


def _columns() -> int:
    return min(shutil.get_terminal_size().columns, 100) if sys.stdout.isatty() else 100


def complain(live: LiveSettings) -> Code:
    """Say what is wrong with the settings, and return what the shell is told."""
    wrong = problems(live)
    for problem in wrong:
        console.warn(f"p2pgames: {problem}")
    return Code.USAGE if wrong else Code.FINE

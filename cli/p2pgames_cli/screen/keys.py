"""The keys of the presenter as prompt_toolkit knows them."""

from __future__ import annotations

from functools import partial
from typing import Final

from prompt_toolkit.key_binding import DynamicKeyBindings, KeyBindings, KeyBindingsBase
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys

from p2pgames_cli.config.keymap import Keymap
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.screen.press import press, type_
from p2pgames_cli.table.actions.keys import keys_of
from p2pgames_cli.ui.page import SCROLLING

_NAMES: Final = {"PgUp": "pageup", "PgDn": "pagedown", "Home": "home", "End": "end", "Insert": "insert"}
_ALWAYS: Final = (
    *("up", "down", "left", "right", "enter", "tab", "s-tab", "escape", "backspace", "delete"),
    *("Ctrl-W", "Ctrl-A", "Ctrl-E"),
)
"""Keys that only pages know."""


def bindings(presenter: Presenter) -> KeyBindingsBase:
    """Return the keys of a presenter, which change with the settings."""
    known: list[tuple[Keymap, KeyBindings]] = []

    def now() -> KeyBindings:
        keymap = keys_of(presenter.model.play_options.settings)
        if not known or known[0][0] is not keymap:
            known[:] = [(keymap, _bindings(presenter, keymap))]
        return known[0][1]

    return DynamicKeyBindings(now)


def _bindings(presenter: Presenter, keymap: Keymap) -> KeyBindings:
    keys = KeyBindings()
    for key in _ALWAYS:
        keys.add(*(pressed(key) if key.startswith("Ctrl-") else (key,)))(
            lambda _event, key=key: press(presenter, key)
        )
    for name in ("c-c", "c-d", "c-q"):
        keys.add(name)(lambda _event: presenter.actions.act("quit"))
    keys.add("c-l")(lambda _event: None)
    for key in sorted({key for key in keymap.actions if len(key) > 1} | set(SCROLLING)):
        keys.add(*pressed(key))(lambda _event, key=key: press(presenter, key))
    keys.add(Keys.BracketedPaste)(lambda event: type_(presenter, event.data))
    keys.add(Keys.Any)(partial(letter, presenter))
    return keys


def pressed(key: str) -> tuple[str, ...]:
    """Return what a terminal sends for a key that is longer than a character, as prompt_toolkit calls it."""
    kind, _, letter = key.rpartition("-")
    match kind:
        case "Ctrl":
            return (f"c-{letter.lower()}",)
        case "Alt":
            return ("escape", letter.lower())
    return (_NAMES.get(key, key.lower()),)


def letter(presenter: Presenter, event: KeyPressEvent) -> None:
    """Type a character."""
    if event.data.isprintable():
        type_(presenter, event.data)

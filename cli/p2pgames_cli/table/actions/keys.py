"""The keys of actions: those they have by themselves, and those that hold with a player's settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from p2pgames_cli.config.keymap import Keymap, keymap
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Front, worded


def usual() -> dict[str, tuple[str, ...]]:
    """Return the keys of all actions that can have one, where nothing else is settled."""
    on_screen = everything.seen_in(Front.SCREEN)
    return {action.id: action.keys for action in on_screen if action.keys is not None}


def keys_of(live: LiveSettings) -> Keymap:
    """Return the keys that hold."""
    return _settled(live)[0]


def problems(live: LiveSettings) -> tuple[str, ...]:
    """Return what is wrong with the settings, keys included: each a sentence that names the file."""
    return (*live.problems, *live.named(_settled(live)[1] if live.readable else ()))


def explained(keys: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return a line for every action: its name, its keys, and what it does."""
    abouts = {action.id: action.about for action in everything.ACTIONS}
    listed = {action: ", ".join(chosen) or "-" for action, chosen in keys.items()}
    wide, room = max(map(len, listed)), max(map(len, listed.values()))
    return [
        f"{action:<{wide}}  {chosen:<{room}}  {worded(abouts[action])}" for action, chosen in listed.items()
    ]


def _settled(live: LiveSettings) -> tuple[Keymap, tuple[str, ...]]:
    return _resolved(tuple(live.now.keys.items()), tuple(usual().items()), live.text)


@lru_cache(maxsize=4)
def _resolved(
    chosen: tuple[tuple[str, tuple[str, ...]], ...], known: tuple[tuple[str, tuple[str, ...]], ...], text: str
) -> tuple[Keymap, tuple[str, ...]]:
    return keymap(dict(chosen), dict(known), text)

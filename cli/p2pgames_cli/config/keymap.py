"""Which key does what: keys, how they are written, and how a player's own keys replace the usual ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from p2pgames_cli.config.settings import KEYS, as_toml, line_of
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed

RESERVED: Final = frozenset({"?", "y", "n", *"0123456789"} | {f"Ctrl-{letter}" for letter in "ACDEHIJLMQWZ"})
"""Keys that mean the same everywhere: the list, answers, steps, ends of the line, leaving, drawing anew, suspending;
and those that terminals cannot tell from Enter, Tab and Backspace."""

_NAMED: Final = {"pgup": "PgUp", "pgdn": "PgDn", "home": "Home", "end": "End", "insert": "Insert"}


class NoKey(ValueError):
    """This cannot be a key for an action; the message says why."""


@dataclass(frozen=True, slots=True)
class Keymap:
    """The keys of every action, and the action of every key."""

    keys: Mapping[str, tuple[str, ...]]

    @property
    def actions(self) -> dict[str, str]:
        """The action of every key that has one."""
        return {key: action for action, keys in self.keys.items() for key in keys}

    def shown(self, action: str, *, letters: bool = False) -> str:
        """Return the key to show for an action, empty for none: a single letter only where letters are keys."""
        keys = self.keys.get(action, ())
        single = [key for key in keys if len(key) == 1]
        longer = [key for key in keys if len(key) > 1]
        order = [*single, *longer] if letters else longer
        return order[0] if order else ""


def key_named(text: str) -> str:
    """Return a key in its usual spelling; raise `NoKey` if it is not a key, or is reserved."""
    found = _spelled(text)
    if found is None:
        raise NoKey(_("a key is F1 to F12, Ctrl-K, Alt-K, PgUp, PgDn, Home, End, Insert or one character"))
    if found in RESERVED:
        raise NoKey(_("{key} always means the same and cannot be given away").format(key=found))
    return found


def _spelled(text: str) -> str | None:
    low = text.strip().lower()
    if low in _NAMED:
        return _NAMED[low]
    if re.fullmatch(r"f([1-9]|1[0-2])", low):
        return low.upper()
    if combined := re.fullmatch(r"(ctrl|control|alt)[-+]([a-z])", low):
        return f"{'Alt' if combined[1] == 'alt' else 'Ctrl'}-{combined[2].upper()}"
    single = text.strip()
    return single if len(single) == 1 and single.isprintable() else None


def keymap(
    chosen: Mapping[str, tuple[str, ...]], usual: Mapping[str, tuple[str, ...]], text: str = ""
) -> tuple[Keymap, tuple[str, ...]]:
    """Return the keys that hold, and a sentence for everything that cannot be, with the line in the settings' text.

    ``usual`` has every action there is. One whose keys cannot be keeps its own; a key serves one action, and who asks
    for one that another action has by default must give that one something else.
    """
    problems: list[str] = []
    asked: dict[str, tuple[str, ...]] = {}
    for action, keys in chosen.items():
        where = line_of(text, f"{KEYS}.{action}")
        if action not in usual:
            near = get_close_matches(action, usual, 1)
            said = _("there is no action {name}.").format(name=as_toml(action))
            meant = " " + _("Did you mean {name}?").format(name=near[0]) if near else ""
            problems.append(where + said + meant)
            continue
        try:
            asked[action] = tuple(dict.fromkeys(key_named(key) for key in keys))
        except NoKey as wrong:
            problems.append(f"{where}{headed(action, wrong)}.")
    keys_of = {**usual, **asked}
    while clash := next(_clashes(keys_of, asked), None):
        action, key, other = clash
        where = line_of(text, f"{KEYS}.{action}")
        said = _("{key} cannot be {action}: it is {other}. Give {other} another key too.")
        problems.append(where + said.format(key=key, action=action, other=other))
        keys_of[action] = usual[action]
        del asked[action]
    return Keymap(MappingProxyType(keys_of)), tuple(problems)


def _clashes(
    keys_of: Mapping[str, tuple[str, ...]], asked: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, str, str]]:
    """Yield an action that was asked for, a key of it, and the action that has it already; the last one first."""
    for action in reversed(list(asked)):
        for key in asked[action]:
            for other, keys in keys_of.items():
                if other != action and key in keys:
                    yield action, key, other

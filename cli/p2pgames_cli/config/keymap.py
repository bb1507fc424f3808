"""Which key does what: the names of actions, and their keys, which a player may choose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from p2pgames_cli.config.settings import KEYS, line_of, shown
from p2pgames_cli.i18n.catalogue import N_, _


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player may give other keys."""

    about: str
    """What it does."""
    keys: tuple[str, ...] = ()
    """The keys it has where nothing else is settled."""


ACTIONS: Final[Mapping[str, Action]] = MappingProxyType(
    {
        "take-back-step": Action(N_("take back a step of the line, or a move of the draft"), ("Ctrl-U",)),
        "rules": Action(N_("how the game is played"), ("F1", "Ctrl-R")),
        "panels": Action(N_("players and events over the board"), ("F2", "Ctrl-P")),
        "read": Action(N_("the position in words"), ("F3", "Ctrl-O")),
        "history": Action(N_("everything that has happened"), ("F4", "Ctrl-V")),
        "trace": Action(N_("draw heavy what belongs together under the cursor"), ("F5", "Ctrl-T", "t")),
        "hand": Action(N_("hide your hand, or show it again"), ("F6", "Ctrl-K")),
        "chat": Action(N_("what was said, and a line to say something"), ("F7", "Ctrl-S")),
        "plans": Action(N_("answer moves of the others the moment they come"), ("F12", "Alt-P")),
        "watchers": Action(N_("who watches, and what lets somebody watch")),
        "status": Action(N_("who is here, what all have signed, whom the table waits for"), ("F8", "Ctrl-G")),
        "settings": Action(
            N_("theme, colours, what is asked, notices: see and change them"), ("F9", "Alt-S")
        ),
        "look-back": Action(N_("show the position before"), ("PgUp", "Ctrl-B")),
        "look-forward": Action(N_("show the position after"), ("PgDn", "Ctrl-F")),
        "first": Action(N_("show the position before anything happened"), ("Home",)),
        "now": Action(N_("show the newest position"), ("End",)),
        "eyes": Action(N_("look with the eyes of another seat, or at all cards"), ("s",)),
        "what-if": Action(N_("play on from this position; the game stays as it is"), ("w",)),
        "close": Action(N_("close this"), ("q",)),
        "take-back": Action(N_("take back your last move, and all after it"), ("Ctrl-X",)),
        "accept": Action(N_("agree to what is offered"), ("Ctrl-Y",)),
        "decline": Action(N_("tell the others that you do not agree"), ("Ctrl-N",)),
        "draw": Action(N_("end the game as a draw")),
        "pause": Action(N_("stop the time until the next move, if all agree")),
        "resign": Action(N_("leave the game")),
        "rematch": Action(N_("another game with the same players"), ("r",)),
        "claim": Action(N_("end the game when the other is silent too long")),
        "vote": Action(N_("call a player absent who is silent too long, among three and more")),
    }
)
"""By their names in the file. Further actions are only in the list that ? opens, as Enter, Tab, Esc, the arrows, Ctrl-C
and ? are always what they are."""

DEFAULTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {name: action.keys for name, action in ACTIONS.items()}
)
"""The keys of all actions where nothing else is settled."""

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

    def explained(self) -> list[str]:
        """Return a line for every action: its name, its keys, and what it does."""
        listed = {action: ", ".join(keys) or "-" for action, keys in self.keys.items()}
        wide, room = max(map(len, listed)), max(map(len, listed.values()))
        return [
            f"{action:<{wide}}  {keys:<{room}}  {_(ACTIONS[action].about)}" for action, keys in listed.items()
        ]

    def shown(self, action: str, *, letters: bool = False) -> str:
        """Return the key to show for an action, empty for none: a single letter only where letters are keys."""
        keys = self.keys.get(action, ())
        single = [key for key in keys if len(key) == 1]
        longer = [key for key in keys if len(key) > 1]
        order = [*single, *longer] if letters else longer
        return order[0] if order else ""


def key_named(text: str) -> str:
    """Return a key in its usual spelling; raise `NoKey` for what is none, or always means something else."""
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


def keymap(chosen: Mapping[str, tuple[str, ...]], text: str = "") -> tuple[Keymap, tuple[str, ...]]:
    """Return the keys that hold, and a sentence for everything that cannot be, with the line in the settings' text.

    An action whose keys cannot be keeps its own; a key serves one action, and who asks for one that another
    action has by default must give that one something else.
    """
    problems: list[str] = []
    asked: dict[str, tuple[str, ...]] = {}
    for action, keys in chosen.items():
        where = line_of(text, f"{KEYS}.{action}")
        if action not in DEFAULTS:
            near = get_close_matches(action, DEFAULTS, 1)
            said = _("there is no action {name}.").format(name=shown(action))
            meant = " " + _("Did you mean {name}?").format(name=near[0]) if near else ""
            problems.append(where + said + meant)
            continue
        try:
            asked[action] = tuple(dict.fromkeys(key_named(key) for key in keys))
        except NoKey as wrong:
            problems.append(f"{where}{action}: {wrong}.")
    keys_of = {**DEFAULTS, **asked}
    while clash := next(_clashes(keys_of, asked), None):
        action, key, other = clash
        where = line_of(text, f"{KEYS}.{action}")
        said = _("{key} cannot be {action}: it is {other}. Give {other} another key too.")
        problems.append(where + said.format(key=key, action=action, other=other))
        keys_of[action] = DEFAULTS[action]
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

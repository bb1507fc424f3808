"""Settings as TOML: reading, the sentences for what is wrong in it, and the whole file with its explanations."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from p2pgames_cli.config.settings import BY_NAME, KEYS, SETTINGS, Settings, Value, line_of, shown
from p2pgames_cli.i18n.catalogue import _


class NotToml(ValueError):
    """The text cannot be read at all; the message says where and why."""


def read(text: str) -> tuple[Settings, tuple[str, ...]]:
    """Return what a file says, and a sentence for everything in it that cannot be.

    Each sentence begins with the line, where it can be told. Raises `NotToml`.
    """
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise NotToml(_syntax(wrong, text)) from None
    values: dict[str, Value] = {setting.name: setting.default for setting in SETTINGS}
    problems: list[str] = []
    keys: dict[str, tuple[str, ...]] = {}
    for name, value in _flat(found):
        where = line_of(text, name)
        if name.startswith(f"{KEYS}."):
            action = name.removeprefix(f"{KEYS}.")
            chosen = (value,) if isinstance(value, str) else value
            if isinstance(chosen, list | tuple) and all(isinstance(key, str) for key in chosen):
                keys[action] = tuple(chosen)
            else:
                said = _('{name} is a key in quotes, or a list of them, as "F4" or ["F4", "Ctrl-V"].')
                problems.append(where + said.format(name=shown(name, quoted=False)))
        elif (setting := BY_NAME.get(name)) is None:
            problems.append(f"{where}{unknown(name)}")
        elif refused := setting.refused(value):
            problems.append(f"{where}{refused}")
        else:
            values[name] = value
    return Settings(values, keys), tuple(problems)


def unknown(name: str) -> str:
    """Return the sentence for a name that no setting has."""
    near = get_close_matches(name, BY_NAME, 1)
    said = _("there is no setting {name}.").format(name=shown(name))
    return f"{said} {_('Did you mean {name}?').format(name=near[0])}" if near else said


def _flat(found: Mapping[str, Any], within: str = "") -> list[tuple[str, Any]]:
    """Return names with dots, and values; tables that ought to be values stay whole."""
    flat: list[tuple[str, Any]] = []
    for name, value in found.items():
        full = f"{within}.{name}" if within else name
        if isinstance(value, dict) and not within and full not in BY_NAME and value:
            flat += _flat(value, full)
        elif not (isinstance(value, dict) and not value):
            flat.append((full, value))
    return flat


def _syntax(wrong: Exception, text: str) -> str:
    """Return why the text is no TOML, the line first, which tomllib says in words alone."""
    said, _at, where = str(wrong).partition(" (at ")
    named = re.match(r"line (\d{1,6})", where)
    line = int(named[1]) if named else max(1, len(text.splitlines()))
    if not isinstance(wrong, tomllib.TOMLDecodeError):  # Python's own limits on digits and depth
        said = _("a number is too long, or too much is nested")
    clean = "".join(c if c.isprintable() else "?" for c in said)[:120]
    return _("line {number}: this is not TOML: {why}.").format(number=line, why=clean)


def template(keys: Mapping[str, tuple[str, ...]]) -> str:
    """Return a whole file with every setting at its default, explained, and the keys there are as comments."""
    lines = [
        *_comment(
            _(
                "The settings of p2pgames. The client reads this file again as soon as it is saved, also during a "
                "game. A line that begins with # is a comment. Flags on the command line take precedence."
            )
        ),
    ]
    section = ""
    for setting in SETTINGS:
        if setting.section != section:
            section = setting.section
            lines += ["", f"[{section}]"]
        possible = " | ".join(shown(value) for value in setting.values)
        lines += ["", *_comment(_(setting.about)), *([] if setting.check else [f"# {possible}"])]
        lines.append(f"{setting.key} = {shown(setting.default)}")
    lines += [
        "",
        "[keys]",
        "",
        *_comment(
            _(
                "Which key does what: remove the # to change one. A key is one of F1 to F12, Ctrl-K, Alt-K, PgUp, "
                "PgDn, Home, End, Insert, or, where nobody types moves, a letter; to give several, put them in a list."
            )
        ),
    ]
    for action, chosen in keys.items():
        listed = ", ".join(f'"{key}"' for key in chosen)
        lines.append(f"# {action} = {listed if len(chosen) == 1 else f'[{listed}]'}")
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    import textwrap

    return textwrap.wrap(text, 104, initial_indent="# ", subsequent_indent="# ")

"""The settings file: read again whenever it has changed, and written without losing a comment.

It is looked at when a key is pressed or something happens at the table: no timer is needed for it.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings import (
    BY_NAME,
    KEYS,
    SETTINGS,
    Settings,
    Value,
    as_toml,
    capitalised,
    line_of,
)
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.disk import NotWritten, write_whole

MOST: Final = 64 * 1024
"""Bytes of a settings file; the one with all comments has about 4000."""


# Settings as TOML: reading, the sentences for what is wrong in it, and the whole file with its explanations.


class NotToml(ValueError):
    """The text cannot be read at all; the message says where and why."""


def read_settings(text: str) -> tuple[Settings, tuple[str, ...]]:
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
                problems.append(where + said.format(name=as_toml(name, quoted=False)))
        elif (setting := BY_NAME.get(name)) is None:
            problems.append(f"{where}{unknown_setting(name)}")
        elif refused := setting.refused(value):
            problems.append(f"{where}{refused}")
        else:
            values[name] = value
    return Settings(values, keys), tuple(problems)


def unknown_setting(name: str) -> str:
    """Return the sentence for a name that no setting has."""
    near = get_close_matches(name, BY_NAME, 1)
    said = _("there is no setting {name}.").format(name=as_toml(name))
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


def settings_template(keys: Mapping[str, tuple[str, ...]]) -> str:
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
        possible = " | ".join(as_toml(value) for value in setting.values)
        lines += ["", *_comment(_(setting.about)), *([] if setting.check else [f"# {possible}"])]
        lines.append(f"{setting.key} = {as_toml(setting.default)}")
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


class LiveSettings:
    """The settings that hold. Without a file they are the defaults, for ever."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file, if there is one; nothing is created."""
        self.path = path
        self.now = Settings()
        self.text = ""
        """What stands in the file."""
        self.readable = True
        """Whether the file is TOML, or there is none; what held before holds where it is not."""
        self.problems: tuple[str, ...] = ()
        """What is wrong with the file, but for its keys: each a sentence that names the file."""
        self._seen: object = None
        self._ever = False
        """Whether anything was ever read from the file."""
        self.reload()

    def reload(self) -> bool:
        """Read the file if it has changed since last time; tell whether it has.

        A file that is no TOML changes nothing that held before.
        """
        seen = self._stamp()
        if seen == self._seen:
            return False
        self._seen = seen
        try:
            text = self._text()
            settings, wrong = read_settings(text)
        except (Stop, NotToml) as why:
            (problem,) = (str(why),) if isinstance(why, Stop) else self.named((str(why),))
            holds = _("What held before still holds.") if self._ever else _("The defaults hold.")
            self.problems, self.readable = (f"{problem} {holds}",), False
            return True
        self.now, self.text, self.readable = settings, text, True
        self._ever = self._ever or seen is not None
        self.problems = self.named(wrong)
        return True

    def named(self, problems: Iterable[str]) -> tuple[str, ...]:
        """Return sentences for what is wrong in the file, each with its name."""
        return tuple(f"{self._name}, {sentence}" for sentence in problems)

    def __getitem__(self, name: str) -> Value:
        """Return the value of a setting."""
        return self.now[name]

    @property
    def _name(self) -> str:
        return self.path.name if self.path is not None else ""

    def _stamp(self) -> object:
        """Return what differs whenever the file does, as far as the system tells; None if there is none."""
        if self.path is None:
            return None
        try:
            found = self.path.stat()
        except OSError as wrong:
            return None if isinstance(wrong, FileNotFoundError) else wrong.errno
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _text(self) -> str:
        """Return what stands in the file, nothing if there is none; raise `Stop` if it cannot be text."""
        if self.path is None:
            return ""
        try:
            data = disk.read_file(self.path, MOST + 1)
        except FileNotFoundError:
            return ""
        except OSError as wrong:
            said = _("{file} cannot be read: {why}.").format(
                file=self.path, why=sentence_of(wrong).rstrip(".")
            )
            raise Stop(Code.FAILURE, said) from None
        if len(data) > MOST:
            raise Stop(Code.FAILURE, _("{file} is too large to be settings.").format(file=self.path))
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            said = _("{file} is not written in UTF-8. Save it so.").format(file=self.path)
            raise Stop(Code.FAILURE, said) from None

    def make(self, keys: Mapping[str, tuple[str, ...]]) -> Path:
        """Write the file with all defaults and their explanations if there is none; return where it lies.

        ``keys`` has the usual keys of every action. Raises `Stop` if there is no place for it.
        """
        if self.path is None:
            raise Stop(Code.FAILURE, _("There is no place for settings here."))
        if not os.path.lexists(os.path.realpath(self.path)):
            _write(self.path, settings_template(keys))
            self.reload()
        return self.path

    def change(self, changes: Mapping[str, Value], keys: Mapping[str, tuple[str, ...]]) -> None:
        """Write new values; comments and everything else in the file stay. Raises `Stop` if that is not possible.

        ``keys`` has the usual keys of every action, for a file that is not there yet.
        """
        for name, value in changes.items():
            if (setting := BY_NAME.get(name)) is None:
                raise Stop(Code.USAGE, capitalised(unknown_setting(name)))
            if wrong := setting.refused(value):
                raise Stop(Code.USAGE, wrong)
        path = self.make(keys)
        _write(path, with_changes(self._text(), changes, path))
        self.reload()


def with_changes(text: str, changes: Mapping[str, Value], path: Path) -> str:
    """Return a TOML text with other values, all else as it was; raise `Stop` if there is no place for them."""
    import tomlkit

    try:
        before, _wrong = read_settings(text)
    except NotToml as wrong:
        said = _("{file} must be fixed first: {why}").format(file=path, why=wrong)
        raise Stop(Code.FAILURE, said) from None
    try:
        document = tomlkit.parse(text)
        for setting in SETTINGS:
            if setting.name not in changes:
                continue
            table: object = document
            if setting.section:
                if setting.section not in document:
                    document.add(setting.section, tomlkit.table())
                table = document[setting.section]
            table[setting.key] = changes[setting.name]  # type: ignore[index]
        new = tomlkit.dumps(document)
        after, _wrong = read_settings(new)
    except Exception:  # noqa: BLE001 -- tomlkit fails in ways of its own on TOML that tomllib reads
        after = None
    if after is None or after.values != {**before.values, **changes} or after.keys != before.keys:
        said = _("{file} has no place for this setting. Write it there yourself: p2pgames settings --edit")
        raise Stop(Code.FAILURE, said.format(file=path))
    return new


def _write(path: Path, text: str) -> None:
    """Write a file in one step; one that a link leads to is replaced where it lies."""
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(target, text.encode())
    except NotWritten as wrong:
        raise Stop(Code.FAILURE, sentence_of(wrong)) from None
    except OSError as wrong:
        raise Stop(
            Code.FAILURE, _("Cannot write {file}: {why}.").format(file=path, why=sentence_of(wrong))
        ) from None

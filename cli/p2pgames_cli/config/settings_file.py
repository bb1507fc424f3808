"""The settings file: read again whenever it has changed, and written without losing a comment.

It is looked at when a key is pressed or something happens at the table: no timer is needed for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings import BY_NAME, SETTINGS, Settings, Value, capital
from p2pgames_cli.config.settings_toml import NotToml, read, template, unknown
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_protocol.store import intake
from p2pgames_protocol.store.disk import NotWritten, write_whole

MOST: Final = 64 * 1024
"""Bytes of a settings file; the one with all comments has about 4000."""


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
        self.look()

    def look(self) -> bool:
        """Read the file if it has changed since last time; tell whether it has.

        A file that is no TOML changes nothing that held before.
        """
        seen = self._stamp()
        if seen == self._seen:
            return False
        self._seen = seen
        try:
            text = self._text()
            settings, wrong = read(text)
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
            data = intake.read(self.path, MOST + 1)
        except FileNotFoundError:
            return ""
        except OSError as wrong:
            said = _("{file} cannot be read: {why}.").format(file=self.path, why=told(wrong).rstrip("."))
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
            _write(self.path, template(keys))
            self.look()
        return self.path

    def change(self, changes: Mapping[str, Value], keys: Mapping[str, tuple[str, ...]]) -> None:
        """Write new values; comments and everything else in the file stay. Raises `Stop` if that is not possible.

        ``keys`` has the usual keys of every action, for a file that is not there yet.
        """
        for name, value in changes.items():
            if (setting := BY_NAME.get(name)) is None:
                raise Stop(Code.USAGE, capital(unknown(name)))
            if wrong := setting.refused(value):
                raise Stop(Code.USAGE, wrong)
        path = self.make(keys)
        _write(path, changed(self._text(), changes, path))
        self.look()


def changed(text: str, changes: Mapping[str, Value], path: Path) -> str:
    """Return a TOML text with other values, all else as it was; raise `Stop` if there is no place for them."""
    import tomlkit

    try:
        before, _wrong = read(text)
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
        after, _wrong = read(new)
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
        raise Stop(Code.FAILURE, told(wrong)) from None
    except OSError as wrong:
        raise Stop(
            Code.FAILURE, _("Cannot write {file}: {why}.").format(file=path, why=told(wrong))
        ) from None

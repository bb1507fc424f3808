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
        self.look()

    def look(self) -> bool:
        """Read the file if it has changed since last time; tell whether it has.

        A file that is no TOML changes nothing that held before.
        """
        seen = self._stamp()
        if seen == self._seen:
            return False
        self._seen = seen
        text, problem = self._text()
        self.readable = False
        if problem:
            self.problems = (problem,)
            return True
        try:
            settings, wrong = read(text)
        except NotToml as why:
            self.problems = (f"{self._name}, {why}",)
            return True
        self.now, self.text, self.readable = settings, text, True
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

    def _text(self) -> tuple[str, str]:
        """Return what stands in the file, and why it cannot be read."""
        if self.path is None:
            return "", ""
        try:
            with self.path.open("rb") as opened:
                data = opened.read(MOST + 1)
        except FileNotFoundError:
            return "", ""
        except OSError as wrong:
            return "", _("{file} cannot be read: {why}. The defaults hold.").format(
                file=self.path, why=told(wrong)
            )
        if len(data) > MOST:
            return (
                "",
                _("{file} is too large to be settings. The defaults hold.").format(file=self.path),
            )
        try:
            return data.decode("utf-8-sig"), ""
        except UnicodeDecodeError:
            return "", _("{file} is not written in UTF-8. Save it so; the defaults hold.").format(
                file=self.path
            )

    def make(self, keys: Mapping[str, tuple[str, ...]]) -> Path:
        """Write the file with all defaults and their explanations if there is none; return where it lies.

        ``keys`` has the usual keys of every action. Raises `Stop` if there is no place for it.
        """
        if self.path is None:
            raise Stop(Code.FAILURE, _("There is no place for settings here."))
        if not self.path.exists():
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
        text, problem = self._text()
        if problem:
            raise Stop(Code.FAILURE, problem)
        _write(path, changed(text, changes, path))
        self.look()


def changed(text: str, changes: Mapping[str, Value], path: Path) -> str:
    """Return a TOML text with other values, all else as it was; raise `Stop` if it is no TOML."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

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
        return tomlkit.dumps(document)
    except (TOMLKitError, TypeError, ValueError) as wrong:
        raise Stop(
            Code.FAILURE, _("{file} must be fixed first: {why}.").format(file=path, why=wrong)
        ) from None


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

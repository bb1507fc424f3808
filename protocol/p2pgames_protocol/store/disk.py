"""The few file operations a store needs, behind one small interface, so that tests can fail between any two."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from p2pgames_protocol.store import intake


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have an error of the body name the file: that of a full disk comes without a name."""
    try:
        yield
    except OSError as wrong:
        if wrong.filename is None:
            wrong.filename = str(path)
        raise


def put(path: Path, data: bytes) -> None:
    """Write a file for the player, in place of one of that name; an error names it."""
    with naming(path):
        path.write_bytes(data)


class Disk(Protocol):
    """Files by path. Every method may raise OSError; what is not synced may be lost in a crash."""

    def read(self, path: Path) -> bytes:
        """Return the whole file."""

    def create(self, path: Path, data: bytes) -> None:
        """Write a new file readable by its owner alone, replacing one of that name, and sync it."""

    def append(self, path: Path, data: bytes) -> None:
        """Add to the end of a file."""

    def sync(self, path: Path) -> None:
        """Wait until all that was written to the file is safe."""

    def rename(self, path: Path, to: Path) -> None:
        """Give the file another name in one step, replacing one of that name."""

    def sync_folder(self, folder: Path) -> None:
        """Wait until the names in the folder are safe."""

    def truncate(self, path: Path, size: int) -> None:
        """Cut the file to this size, and sync it."""


class RealDisk:
    """The operating system's files."""

    def read(self, path: Path) -> bytes:
        """Return the whole file."""
        return intake.read(path)

    def create(self, path: Path, data: bytes) -> None:
        """Write a new file of mode 0600 and sync it."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
        with naming(path), os.fdopen(os.open(path, flags, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def append(self, path: Path, data: bytes) -> None:
        """Add to the end of a file that exists."""
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
        with naming(path), os.fdopen(os.open(path, flags), "ab", buffering=0) as file:
            while data:
                data = data[file.write(data) :]

    def sync(self, path: Path) -> None:
        """Call fsync on the file."""
        _sync(path, os.O_RDWR)

    def rename(self, path: Path, to: Path) -> None:
        """Replace atomically."""
        path.replace(to)

    def sync_folder(self, folder: Path) -> None:
        """Call fsync on the folder, where the system knows that (Windows does not)."""
        if os.name != "nt":
            _sync(folder, os.O_RDONLY)

    def truncate(self, path: Path, size: int) -> None:
        """Cut the file and sync it."""
        with naming(path), path.open("r+b") as file:
            file.truncate(size)
            os.fsync(file.fileno())


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        with naming(path):
            os.fsync(handle)
    finally:
        os.close(handle)


def write_secret(file: Path, data: bytes) -> None:
    """Write and sync a new file of mode 0600; raise FileExistsError, and change nothing, if there is one."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with naming(file), os.fdopen(os.open(file, flags, 0o600), "wb") as opened:
        try:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        except OSError:
            with suppress(OSError):
                file.unlink()
            raise

"""Files in memory, as a computer that dies leaves them."""

from __future__ import annotations

from pathlib import Path
from random import Random


class Killed(BaseException):
    """The process is gone; no handler of errors is to catch it."""


class FaultyDisk:
    """A `Disk` in memory that dies at the operation ``fatal``, counted from 0; with None it lives.

    Every operation after that raises `Killed` too, until `survive`.
    """

    def __init__(self, fatal: int | None = None, seed: int = 0) -> None:
        self.synced: dict[Path, bytes] = {}
        """What is safe."""
        self.written: dict[Path, bytes] = {}
        """What a running process reads."""
        self.left = fatal
        """How many operations are left before it dies."""
        self.dead = False
        self.random = Random(seed)
        self.operations = 0
        """How many there were."""

    def _operation(self) -> None:
        self.operations += 1
        if self.dead:
            raise Killed
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.dead = True
                raise Killed

    def survive(self) -> None:
        """Leave what a new process finds: all that was synced, and any part of the rest."""
        for path, data in self.written.items():
            kept = len(self.synced.get(path, b""))
            if path in self.synced:
                self.written[path] = data[: self.random.randint(min(kept, len(data)), len(data))]
        self.written = {path: data for path, data in self.written.items() if path in self.synced}
        self.dead, self.left = False, None

    def read(self, path: Path) -> bytes:
        """Return the whole file; raise FileNotFoundError where there is none."""
        if path not in self.written:
            raise FileNotFoundError(path)
        return self.written[path]

    def create(self, path: Path, data: bytes) -> None:
        """Write a new file, and sync it."""
        self._operation()
        self.written[path] = data
        self.synced[path] = data

    def append(self, path: Path, data: bytes) -> None:
        """Add to the end of a file, in two operations: a dying process may leave half of it."""
        half = len(data) // 2
        self._operation()
        self.written[path] += data[:half]
        self._operation()
        self.written[path] += data[half:]

    def sync(self, path: Path) -> None:
        """Make safe what was written to a file; it may die before or after that."""
        self._operation()
        self.synced[path] = self.written[path]
        self._operation()

    def rename(self, path: Path, to: Path) -> None:
        """Give a file another name; it may die before or after that."""
        self._operation()
        self.written[to] = self.written.pop(path)
        self.synced[to] = self.synced.pop(path)
        self._operation()

    def sync_folder(self, folder: Path) -> None:  # noqa: ARG002
        """Do nothing but die, where it is time."""
        self._operation()

    def truncate(self, path: Path, size: int) -> None:
        """Cut the file to this size, and sync it."""
        self._operation()
        self.written[path] = self.synced[path] = self.written[path][:size]

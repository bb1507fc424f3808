"""Which tables of a home are open: several processes may play in one home, each at tables of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2pgames_protocol.store import sentences
from p2pgames_protocol.store.disk import HomeLocked

if TYPE_CHECKING:
    from filelock import BaseFileLock

GIVING_UP: Final = 10.0
"""Seconds for a process that lends its tables to take leave of the others and let go of one."""


class OpenTables:
    """The tables that this process has open. The operating system frees them when it ends, however it ends."""

    def __init__(self, folder: Path, home: BaseFileLock) -> None:
        """Begin with none; ``home`` is the lock of the home, held until the first is taken."""
        self._folder = folder
        self._home = home
        self._held: dict[Path, BaseFileLock] = {}

    def take(self, table: bytes, *, lends: bool = False) -> None:
        """Have a table for this process alone, by its nonce or what else names it; raise `HomeLocked` if it is open.

        From then on others may open tables in this home. With ``lends`` this process lets go of the table for one that
        asks for it (`wanted`); a table that is lent so is waited for.
        """
        file = _file(self._folder, table)
        if file not in self._held:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._held[file] = _locked(file, lends=lends)
        self._home.release()

    def wanted(self, table: bytes) -> bool:
        """Tell whether another process asks for a table that this one lends."""
        return _wish(_file(self._folder, table)).exists()

    def let_go(self, table: bytes) -> None:
        """Let another process have a table."""
        file = _file(self._folder, table)
        if (lock := self._held.pop(file, None)) is not None:
            _lent(file).unlink(missing_ok=True)
            lock.release()

    def close(self) -> None:
        """Let go of them all."""
        for file, lock in self._held.items():
            _lent(file).unlink(missing_ok=True)
            lock.release()
        self._held.clear()
        self._home.release()


def any_open(folder: Path) -> bool:
    """Tell whether a process has a table open; call it with the home locked, so that none is opened meanwhile."""
    from filelock import FileLock, Timeout

    for file in folder.glob("*.lock"):
        try:
            with FileLock(file, timeout=0):
                pass
        except Timeout:
            return True
    return False


def sweep(folder: Path) -> None:
    """Remove the files of tables that are no longer open, unless any table is; call it with the home locked.

    A process that has a table open may take another one without the home's lock, and be waiting for the very file that
    is removed. If none is open, no process does.
    """
    if not any_open(folder):
        for kind in ("*.lock", "*.lent", "*.wanted"):
            for file in folder.glob(kind):
                file.unlink(missing_ok=True)


def _file(folder: Path, table: bytes) -> Path:
    return folder / f"{table.hex()[:32]}.lock"


def _lent(file: Path) -> Path:
    """Return the file that is there while whoever has a table lends it."""
    return file.with_suffix(".lent")


def _wish(file: Path) -> Path:
    """Return the file that is there while somebody asks for a table that is lent."""
    return file.with_suffix(".wanted")


def _locked(file: Path, *, lends: bool) -> BaseFileLock:
    """Return the lock of a table, held; raise `HomeLocked` if another process has it and does not let go in time."""
    from filelock import FileLock, Timeout

    # It may be let go of in another thread than it was taken in.
    lock = FileLock(file, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if lends or not _lent(file).exists():
            raise HomeLocked(sentences.TABLE_IN_USE) from None
        _ask_for(file, lock)
    _wish(file).unlink(missing_ok=True)  # of a process that was killed while it asked
    if lends:
        _lent(file).touch(mode=0o600)
    else:
        _lent(file).unlink(missing_ok=True)
    return lock


def _ask_for(file: Path, lock: BaseFileLock) -> None:
    """Have whoever lends a table let go of it."""
    from filelock import Timeout

    _wish(file).touch(mode=0o600)
    try:
        lock.acquire(timeout=GIVING_UP)
    except Timeout:
        raise HomeLocked(sentences.TABLE_IN_USE) from None
    finally:
        _wish(file).unlink(missing_ok=True)

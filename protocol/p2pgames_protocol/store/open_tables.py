"""Which tables of a home are open: several processes may play in one home, each at tables of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from p2pgames_protocol.store import messages
from p2pgames_protocol.store.home_error import HomeLocked

if TYPE_CHECKING:
    from filelock import BaseFileLock


class OpenTables:
    """The tables that this process has open. The operating system frees them when it ends, however it ends."""

    def __init__(self, folder: Path, home: BaseFileLock) -> None:
        """Begin with none; ``home`` is the lock of the home, held until the first is taken."""
        self._folder = folder
        self._home = home
        self._held: dict[Path, BaseFileLock] = {}

    def take(self, table: bytes) -> None:
        """Have a table for this process alone, by its nonce or what else names it; raise `HomeLocked` if it is open.

        From then on others may open tables in this home.
        """
        from filelock import FileLock, Timeout

        file = _file(self._folder, table)
        if file not in self._held:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # It may be let go of in another thread than it was taken in.
            lock = FileLock(file, timeout=0, thread_local=False)
            try:
                lock.acquire()
            except Timeout:
                raise HomeLocked(messages.TABLE_IN_USE) from None
            self._held[file] = lock
        self._home.release()

    def close(self) -> None:
        """Let go of them all."""
        for lock in self._held.values():
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


def _file(folder: Path, table: bytes) -> Path:
    return folder / f"{table.hex()[:32]}.lock"

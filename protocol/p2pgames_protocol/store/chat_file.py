"""The file that keeps a game's chat, beside its log: ``p2pgames chat 1``, then one frame for every message.

It is not synced, and nothing that happens to it stops the game: what stands before the first unsound byte is kept, the
rest is lost unless the others have it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.store.disk import Disk, RealDisk
from p2pgames_protocol.wire.format import first_line

MAGIC: Final = first_line("chat")
SUFFIX: Final = ".chat"


class ChatFile:
    """Messages as they are signed, in the order in which they were heard. All methods block."""

    def __init__(self, path: Path, disk: Disk | None = None) -> None:
        """Name the file; nothing is touched."""
        self.path = path
        self._disk = disk if disk is not None else RealDisk()
        self._sound = False
        """Whether the file can be appended to; if not, it is written anew."""

    def read(self, most: int) -> tuple[bytes, ...]:
        """Return the messages in the file, of this many bytes at most; none if it is missing or not a chat file."""
        try:
            data = self._disk.read(self.path)[:most]
        except OSError:
            return ()
        if not data.startswith(MAGIC):
            return ()
        found = logfile.frames(data, len(MAGIC), strict=False)
        self._sound = not found.torn
        return found.payloads

    def spoil(self) -> None:
        """Have the file written anew with the next message: something in it is not a message."""
        self._sound = False

    def add(self, record: bytes, everything: Iterable[bytes]) -> None:
        """Append a message, or write ``everything``, which holds it, to a new file; raises OSError."""
        if self._sound:
            self._disk.append(self.path, logfile.frame(record))
            return
        new = self.path.with_suffix(f"{SUFFIX}-new")
        self._disk.create(new, MAGIC + b"".join(logfile.frame(one) for one in everything))
        self._disk.rename(new, self.path)
        self._sound = True

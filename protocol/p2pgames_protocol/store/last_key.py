"""The key last used in a home, noted since a flipped bit in the key file makes another key, and a lost file none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from p2pgames.text import Message, Verbatim
from p2pgames_protocol.store import messages


@dataclass(frozen=True, slots=True)
class LastKey:
    """A note beside the games, and what is wrong with a key file by it. Nothing in it is secret."""

    note: Path
    key_file: Path

    def read(self) -> str:
        """Return the public key in hexadecimal; empty if none is noted."""
        try:
            # Bytes, for text would load a codec here; when that fails once, Python never tries it again.
            return self.note.read_bytes().decode("ascii").strip()
        except (OSError, ValueError):
            return ""

    def other_than(self, key: bytes) -> Message | None:
        """Return what to do where this is another key than the last; None otherwise."""
        if self.read() in ("", key.hex()):
            return None
        return messages.OTHER_KEY(file=Verbatim(str(self.key_file)))

    def lost(self) -> Message | None:
        """Return what to do where there was a key and its file is gone; None otherwise."""
        if not self.read() or self.key_file.exists():
            return None
        return messages.KEY_GONE(file=Verbatim(str(self.key_file)))

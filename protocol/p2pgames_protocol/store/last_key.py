"""Which key was used in a home last: one bit of a key file that flips makes another key, and a lost file makes none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LastKey:
    """A note beside the games, and what is wrong with a key file by it. Nothing in it is secret."""

    note: Path
    key_file: Path

    def read(self) -> str:
        """Return the public key in hexadecimal; empty where none is noted."""
        try:
            return self.note.read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            return ""

    def other_than(self, key: bytes) -> str:
        """Return what to do where this is another key than the last; empty otherwise."""
        if self.read() in ("", key.hex()):
            return ""
        return (
            f"{self.key_file} holds another key than before: it is damaged, or was replaced. Restore it from a copy: "
            "p2pgames id import FILE --force. In the same way a new key is taken for yours."
        )

    def lost(self) -> str:
        """Return what to do where there was a key and its file is gone; empty otherwise."""
        if not self.read() or self.key_file.exists():
            return ""
        return (
            f"The key file {self.key_file} is gone. Restore it from a copy: p2pgames id import FILE. With a new key, "
            "made by p2pgames id new, you have no seat in the games begun with the old one."
        )

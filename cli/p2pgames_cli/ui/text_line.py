"""The line the player types moves into."""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit.buffer import Buffer


class Line:
    """A text with a caret, and what it was before it was completed."""

    def __init__(self) -> None:
        self._buffer = Buffer(multiline=False)
        self._stem = ""

    @property
    def text(self) -> str:
        """What stands in the line."""
        return self._buffer.text

    @property
    def caret(self) -> int:
        """How many characters stand before the caret."""
        return self._buffer.cursor_position

    @property
    def stem(self) -> str:
        """What was typed: the line itself, or what it was before one of several offers took its place."""
        return self._stem or self.text

    def insert(self, text: str) -> None:
        """Write at the caret; what cannot be printed is left out."""
        self._stem = ""
        self._buffer.insert_text("".join(c for c in text if c.isprintable()))

    def write(self, text: str) -> None:
        """Put a text in place of what stands in the line."""
        self._stem = ""
        self._put(text)

    def _put(self, text: str) -> None:
        self._buffer.text = text
        self._buffer.cursor_position = len(text)

    def erase(self) -> None:
        """Delete the character before the caret."""
        self._stem = ""
        self._buffer.delete_before_cursor()

    def delete(self) -> None:
        """Delete the character at the caret."""
        self._stem = ""
        self._buffer.delete()

    def undo(self) -> None:
        """Take the last word out of the line."""
        self.write(" ".join(self.text.split()[:-1]))

    def go(self, caret: int) -> None:
        """Move the caret, never past the ends."""
        self._buffer.cursor_position = max(0, min(caret, len(self.text)))

    def complete(self, texts: Sequence[str], by: int) -> None:
        """Complete the line: first what all texts share, then one text after the other, forwards or backwards."""
        if not texts:
            return
        if self._stem:
            here = texts.index(self.text) if self.text in texts else -1 if by > 0 else 0
            self._put(texts[(here + by) % len(texts)])
            return
        shared = _shared(texts)
        if len(texts) > 1 and len(shared) > len(self.text):
            self.write(shared)
            return
        self._stem = self.text
        self._put(texts[0] if by > 0 else texts[-1])


def _shared(texts: Sequence[str]) -> str:
    """Return the longest beginning that all texts share."""
    first, last = min(texts), max(texts)
    size = next((at for at, glyph in enumerate(first) if last[at : at + 1] != glyph), len(first))
    return first[:size]

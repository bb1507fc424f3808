"""The line the player types moves into."""

from __future__ import annotations

from collections.abc import Sequence


class Line:
    """A text with a caret, and what it was before it was completed."""

    def __init__(self) -> None:
        self.text = ""
        self.caret = 0
        """How many characters stand before the caret."""
        self._stem = ""

    @property
    def stem(self) -> str:
        """What was typed: the line itself, or what it was before one of several offers took its place."""
        return self._stem or self.text

    def insert(self, text: str) -> None:
        """Write at the caret; line breaks become blanks, and what else cannot be printed is left out."""
        written = "".join(c for c in " ".join(text.splitlines()) if c.isprintable())
        self._replace(self.caret, self.caret, written)

    def write(self, text: str) -> None:
        """Put a text in place of what stands in the line."""
        self._replace(0, len(self.text), text)

    def erase(self) -> None:
        """Delete the character before the caret."""
        self._replace(max(0, self.caret - 1), self.caret)

    def delete(self) -> None:
        """Delete the character at the caret."""
        self._replace(self.caret, self.caret + 1)

    def _replace(self, begin: int, end: int, text: str = "", stem: str = "") -> None:
        self.text = self.text[:begin] + text + self.text[end:]
        self.caret = begin + len(text)
        self._stem = stem

    def undo(self) -> None:
        """Take the last word out of the line."""
        self.write(" ".join(self.text.split()[:-1]))

    def go(self, caret: int) -> None:
        """Move the caret, never past the ends."""
        self.caret = max(0, min(caret, len(self.text)))

    def complete(self, texts: Sequence[str], by: int) -> None:
        """Complete the line: first what all texts share, then one text after the other, forwards or backwards."""
        if not texts:
            return
        if self._stem:
            here = texts.index(self.text) if self.text in texts else -1 if by > 0 else 0
            self._offer(texts[(here + by) % len(texts)])
            return
        shared = _shared(texts)
        if len(texts) > 1 and len(shared) > len(self.text):
            self.write(shared)
            return
        self._offer(texts[0] if by > 0 else texts[-1])

    def _offer(self, text: str) -> None:
        """Put a text in the line, and keep what was typed."""
        self._replace(0, len(self.text), text, self.stem)


def _shared(texts: Sequence[str]) -> str:
    """Return the longest beginning that all texts share."""
    first, last = min(texts), max(texts)
    size = next((at for at, glyph in enumerate(first) if last[at : at + 1] != glyph), len(first))
    return first[:size]

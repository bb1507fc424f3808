"""The input line of a page."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST = 400
"""Characters of the line."""


@dataclass
class PageLine:
    """What stands in the line, and where it comes from."""

    text: str = ""
    number: int = 0
    """That of the newest text that a page has sent: an older one is not written back."""
    pointed: str = ""
    """The spot that was pointed at last, while the text is what pointing wrote."""

    looked: str = ""
    """The spot of the board, or the part beside it, that has the focus or was pressed since; empty for none."""

    @property
    def spot(self) -> str:
        """What is to be told about."""
        return self.looked or self.pointed

    @property
    def stem(self) -> str:
        """What the moves on offer begin with."""
        return self.text.strip()

    def write(self, text: str, number: int) -> None:
        """Let a text stand in the line, as the page has sent it."""
        self.text, self.pointed, self.number = text[:LONGEST], "", number
        self.looked = ""

    def point(self, spot: str, text: str) -> None:
        """Let what pointing at a spot wrote stand in the line."""
        self.text, self.pointed, self.looked = text, spot, ""

    def forget_spot(self) -> None:
        """Forget what was pointed at."""
        self.pointed = ""

    def erase(self, text: str) -> None:
        """Empty the line, if this text still stands in it."""
        if self.stem == text:
            self.text = ""

    def empty(self) -> None:
        """Empty the line."""
        self.text = self.pointed = ""

    def drop_word(self) -> None:
        """Take the last word out of the line."""
        self.text, self.pointed = " ".join(self.text.split()[:-1]), ""

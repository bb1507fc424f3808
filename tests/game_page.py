"""The page on writing a game, and the files that stand on it: ``python -m tests.game_page`` writes these anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests import ROOT

PAGE = ROOT / "docs" / "build" / "game.md"
EXAMPLE = ROOT / "docs" / "examples" / "shuttle"
BLOCK = re.compile(r"(?:^`([^`\n]+)`(, for now)?[^\n]*:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A part of the page to copy: a file with its text, or commands where it names none."""

    name: str
    draft: bool
    """Whether the file is written anew further down."""
    text: str

    @property
    def lines(self) -> list[str]:
        """What is typed, line by line."""
        return self.text.splitlines()


def blocks() -> Iterator[Block]:
    """Yield what the page wants to be written or typed, in its order."""
    for name, draft, kind, text in BLOCK.findall(PAGE.read_text("utf-8")):
        if name or kind == "sh":
            yield Block(name, bool(draft), text)


def main() -> None:
    """Put the files of the example into the page as they are now."""

    def written(found: re.Match[str]) -> str:
        name, draft, _kind, text = found.groups()
        if not name or draft:
            return found[0]
        whole = found[0]
        at = whole.rindex(f"{text}```")
        return f"{whole[:at]}{(EXAMPLE / name).read_text('utf-8')}```"

    PAGE.write_text(BLOCK.sub(written, PAGE.read_text("utf-8")), "utf-8", newline="\n")


if __name__ == "__main__":
    main()

"""Pages to read: lines that scroll; what holds now; what is to be read before something is done."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from p2pgames.picture.picture import Row, Run
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.pages.page import (
    ARROWS,
    LEFT,
    PAGE,
    PASSED,
    SCROLLING,
    TAKEN,
    Key,
    Page,
    PageContent,
    Reaction,
    Said,
    leaving,
)
from p2pgames_cli.pages.rows import fitted, heading, placed, wrapped


@dataclass
class TextPage(Page):
    """Lines to read and scroll through."""

    title: str
    lines: list[str]
    top: int = 0
    markdown: bool = False
    """Whether asterisks in the lines mean emphasis."""

    def scroll(self, by: int, room: int) -> None:
        """Move the page, never past its ends; ``room`` lines are seen at once."""
        self.top = max(0, min(self.top + by, len(self.lines) - room))

    def plain(self) -> dict[str, Any]:
        """Return the lines."""
        return {"kind": "text", "title": self.title, "lines": self.lines, "markdown": self.markdown}

    def keys(self) -> list[Key]:
        """Return how it is scrolled and left."""
        return [("↑↓", _("scroll"), ""), ("Esc", _("back"), "escape")]

    def press(self, key: str) -> Reaction:
        """Scroll, or go away."""
        if (by := {**ARROWS, **SCROLLING}.get(key)) is not None:
            self.scroll(by, PAGE)
            return TAKEN
        return LEFT if key in ("enter", "escape") else PASSED

    def type(self, text: str) -> Reaction:
        """Go away."""
        return LEFT if text == "q" else PASSED

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return what is seen of it, scrolled as it is."""
        room = rows - 2
        self.lines = lines = [part for line in self.lines for part in wrapped(line, columns - 3)]
        self.scroll(0, room)
        shown = lines[self.top : self.top + room]
        more = len(lines) - self.top - len(shown)
        end: Row = (
            (("dim", " " + ngettext("{count} more line", "{count} more lines", more).format(count=more)),)
            if more
            else ()
        )
        read = _emphasised(lines)[self.top : self.top + room] if self.markdown else list(map(_read, shown))
        built = [heading(self.title, columns), *read]
        return PageContent([fitted(row, columns) for row in [*placed(tuple(built), rows - 1), end]])


class StatusPage(TextPage):
    """What holds at the table, and whom it waits for: the line below the page need not say that again."""

    @property
    def tells_waiting(self) -> bool:
        """Tell so."""
        return True


@dataclass
class DecisionPage(TextPage):
    """Something that takes reading before it is done, with Enter, or left, with Esc."""

    yes: Callable[[], object] = lambda: None
    does: str = ""
    """What Enter does, in a word or two."""

    def keys(self) -> list[Key]:
        """Return what Enter does, and how it is left."""
        return [("Enter", self.does, "enter"), ("Esc", _("back"), "escape")]

    def press(self, key: str) -> Reaction:
        """Do it, scroll, or go away."""
        return leaving(self.yes) if key == "enter" else super().press(key)


def _read(line: str) -> Row:
    """Return a line to read; headings, as Markdown has them, stand out without its sign."""
    head = re.match("#{1,3} ", line)
    return (("bold", f" {line[head.end() :]}"),) if head else (("", f" {line}"),)


def _emphasised(lines: list[str]) -> list[Row]:
    """Return lines of Markdown; what stands between asterisks is bold, also across lines."""
    rows: list[Row] = []
    bold = False
    for line in lines:
        runs: list[Run] = [("", " ")]
        for at, part in enumerate(re.split(r"\*{1,2}", line)):
            bold ^= at > 0
            runs.append(("bold" if bold else "", part))
        rows.append(tuple(run for run in runs if run[1]) if len(runs) > 2 or bold else _read(line))
    return rows


# A question at the foot of the screen: yes or no.


@dataclass
class QuestionPage(Page):
    """Something to confirm with Enter or leave with Esc."""

    text: str
    yes: Callable[[], object]

    @property
    def asks(self) -> str:
        """The question, and how it is answered."""
        return f"{self.text} {_('y yes · n no')}"

    def rows(self, columns: int, rows: int) -> PageContent:  # noqa: ARG002
        """Return nothing: what is below is still seen."""
        return PageContent()

    def keys(self) -> list[Key]:
        """Return the answers."""
        return [("y", _("yes"), "enter"), ("n", _("no"), "escape")]

    def press(self, key: str) -> Reaction:
        """Do what was asked about, or go away."""
        return leaving(self.yes) if key == "enter" else LEFT if key == "escape" else PASSED

    def plain(self) -> dict[str, Any]:
        """Return the question."""
        return {"asks": self.text}

    def handle_event(self, said: Said) -> Reaction:
        """Answer."""
        return leaving(self.yes) if said.get("answer") is True else LEFT if "answer" in said else PASSED

    def type(self, text: str) -> Reaction:
        """Answer."""
        return leaving(self.yes) if text == "y" else LEFT if text in ("n", "q") else PASSED

"""What is said at the table, on the screen: a page with a line to say something, and the newest beside the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.pages.page import LEFT, PAGE, PASSED, TAKEN, Key, Page, PageContent, Reaction
from p2pgames_cli.pages.rows import fitted, heading, seen, sign, width, wrapped
from p2pgames_cli.table.chat_text import heard_messages, message_text
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_cli.table.turn_input import MoveLine

ASIDE: Final = 6
"""Rows of chat beside the board, at most."""
NEWEST: Final = 200
"""Messages that the page holds."""
SCROLLING: Final = {"up": -1, "down": 1, "PgUp": -PAGE, "PgDn": PAGE}


@dataclass
class ChatPage(Page):
    """The page of the chat: a line to type into, and how many rows it is scrolled back."""

    handle: SeatHandle
    enter: Callable[[str, MoveLine], None]
    """Called with what stands in the line, to do what it says and empty it then."""
    line: MoveLine = field(default_factory=MoveLine)
    back: int = 0

    @property
    def name(self) -> str:
        """The chat."""
        return "chat"

    @property
    def prompt(self) -> str:
        """What stands before the line."""
        return _("say>")

    @property
    def does(self) -> str:
        """What Enter does."""
        return _("say it")

    @property
    def typing(self) -> bool:
        """There is a line."""
        return True

    def keys(self) -> list[Key]:
        """Return how the line is done with, and the page scrolled."""
        return [("Enter", self.does, "enter"), ("↑↓", _("scroll"), ""), ("Esc", _("back"), "escape")]

    def press(self, key: str) -> Reaction:
        """Scroll, edit the line, or do what it says."""
        line = self.line
        match key:
            case _ if key in SCROLLING:
                self.scroll(SCROLLING[key])
            case "left" | "right":
                line.go(1 if key == "right" else -1)
            case "Home" | "Ctrl-A" | "End" | "Ctrl-E":
                line.to_end(first=key in ("Home", "Ctrl-A"))
            case "backspace":
                line.erase()
            case "delete":
                line.delete()
            case "Ctrl-W":
                line.undo()
            case "enter":
                if line.text.strip():
                    self.back = 0
                    self.enter(line.text, line)
            case _:
                return LEFT if key == "escape" else PASSED
        return TAKEN

    def type(self, text: str) -> Reaction:
        """Write at the caret."""
        self.line.insert(text)
        return TAKEN

    def scroll(self, by: int) -> None:
        """Scroll back or forth; never past the newest."""
        self.back = max(0, self.back - by)

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return the newest messages above the line, scrolled as they are."""
        room = rows - 3
        said = said_rows(self.handle, columns - 1)
        self.back = min(self.back, max(0, len(said) - room))
        end = len(said) - self.back
        shown = said[max(0, end - room) : end] or [(("dim", f" {_('Nothing has been said yet.')}"),)]
        more = _("{count} more lines").format(count=self.back) if self.back else ""
        built = [heading(_("chat"), columns), *([()] * (room - len(shown))), *shown, (("dim", f" {more}"),)]
        return self.above_line(built, columns)

    def above_line(self, built: list[Row], columns: int) -> PageContent:
        """Return rows, and the line below them with its caret, as far as there is room."""
        text, caret = seen(self.line.text, self.line.caret, columns - 2 - width(self.prompt))
        line: Row = (("bold", f" {self.prompt} "), ("", text))
        shown = [fitted(row, columns) for row in (*built, line)]
        return PageContent(shown, caret=(len(built), 2 + width(self.prompt) + caret))


def said_rows(handle: SeatHandle, columns: int, newest: int = NEWEST) -> list[Row]:
    """Return what was said, oldest first, each message in as many rows as it takes."""
    rows: list[Row] = []
    for message in heard_messages(handle, newest):
        name = handle.replica.names[message.seat]
        head = headed(name, "").rstrip()
        lines = wrapped(headed(name, message_text(message)), max(columns - 2, 8))
        first, *more = lines
        rows.append((sign(message.seat), ("bold", f" {first[: len(head)]}"), ("", first[len(head) :])))
        rows += [(("", f"  {line}"),) for line in more]
    return rows


def newest_said(handle: SeatHandle, columns: int, room: int) -> list[Row]:
    """Return the newest messages with their heading, for the panels; nothing if nothing was said."""
    rows = said_rows(handle, columns, ASIDE)[-min(ASIDE, room - 2) :] if room > 2 else []
    return [(), heading(_("chat"), columns), *rows] if rows else []

"""What is said at the table, on the screen: a page with a line to say something, and the newest beside the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.chat_text import heard
from p2pgames_cli.table.seat import Place
from p2pgames_cli.ui.styles import fitted, heading, seen, sign, width, wrapped
from p2pgames_cli.ui.text_line import Line

ASIDE: Final = 6
"""Rows of chat beside the board, at most."""
NEWEST: Final = 200
"""Messages that the page holds."""


@dataclass
class Speech:
    """The page of the chat: a line to type into, and how many rows it is scrolled back."""

    line: Line = field(default_factory=Line)
    back: int = 0

    @property
    def prompt(self) -> str:
        """What stands before the line."""
        return _("say>")

    def scroll(self, by: int) -> None:
        """Scroll back or forth; never past the newest."""
        self.back = max(0, self.back - by)


def said_rows(place: Place, columns: int, newest: int = NEWEST) -> list[Row]:
    """Return what was said, oldest first, each message in as many rows as it takes."""
    rows: list[Row] = []
    for message in heard(place)[-newest:]:
        name = place.ledger.genesis.names[message.seat]
        lines = wrapped(f"{name}: {message.text}", max(columns - 2, 8))
        first, *more = lines
        rows.append(
            (sign(message.seat), ("bold", f" {first[: len(name) + 1]}"), ("", first[len(name) + 1 :]))
        )
        rows += [(("", f"  {line}"),) for line in more]
    return rows


def aside(place: Place, columns: int, room: int) -> list[Row]:
    """Return the newest messages with their heading, for the panels; nothing where nothing was said."""
    rows = said_rows(place, columns, ASIDE)[-min(ASIDE, room - 2) :] if room > 2 else []
    return [(), heading(_("chat"), columns), *rows] if rows else []


def speech_rows(speech: Speech, place: Place, columns: int, rows: int) -> list[Row]:
    """Return the page: the newest messages above the line, scrolled as it is."""
    room = rows - 3
    said = said_rows(place, columns - 1)
    speech.back = min(speech.back, max(0, len(said) - room))
    end = len(said) - speech.back
    shown = said[max(0, end - room) : end] or [(("dim", f" {_('Nothing has been said yet.')}"),)]
    more = _("{count} more lines").format(count=speech.back) if speech.back else ""
    built = [heading(_("chat"), columns), *([()] * (room - len(shown))), *shown]
    return [fitted(row, columns) for row in [*built, (("dim", f" {more}"),), line_row(speech, columns)]]


def line_row(page: Speech, columns: int) -> Row:
    """Return the line of a page, as far as there is room."""
    return (("bold", f" {page.prompt} "), ("", _seen(page, columns)[0]))


def caret_of(speech: Speech, columns: int) -> int:
    """Return the column of the caret in the page's last row."""
    return 2 + width(speech.prompt) + _seen(speech, columns)[1]


def _seen(page: Speech, columns: int) -> tuple[str, int]:
    return seen(page.line.text, page.line.caret, columns - 2 - width(page.prompt))

"""The rules of a game to read, with contents beside them where there is room; what is typed is looked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from p2pgames.drawing.svg import svg
from p2pgames.game import Game
from p2pgames.picture.picture import Row, Run
from p2pgames.rules_text import LineKind, Place
from p2pgames_cli.i18n.catalogue import _, language
from p2pgames_cli.i18n.prose import rules_in_words
from p2pgames_cli.library.rules_lines import RulesLine, filled_lines, laid_out, rules_contents, step_drawing
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
)
from p2pgames_cli.pages.rows import column, fitted, heading, placed
from p2pgames_cli.table.turn_input import without_last

WIDEST: Final = 84
"""Columns of a line at most: longer ones are hard to read."""
BESIDE: Final = 26
"""Columns of the contents, where they stand beside the rules."""
ROOMY: Final = 90
"""Columns from which on they do."""


# The rules of a game as they are read: which lines there are, which is seen first, and what is looked for.


@dataclass
class RulesReading:
    """Where somebody is in the rules of a game."""

    game: Game
    at: Place | None = None
    """The block that they were led to."""
    typed: str = ""
    """What is looked for."""
    top: int = 0
    lines: list[RulesLine] = field(default_factory=list)
    _laid: tuple[int, str] = (0, "")
    """For how many columns the lines are made, and in which language."""
    _led: bool = False

    def scroll(self, by: int, room: int) -> None:
        """Move the page, never past its ends; ``room`` lines are seen at once."""
        self.top = max(0, min(self.top + by, len(self.lines) - room))

    def go_to(self, section: int) -> None:
        """Show a section from its heading on."""
        self.top = next((at for at, line in enumerate(self.lines) if line.section == section), 0)

    def go_on(self, by: int) -> None:
        """Go to the next section, or back to the one before."""
        heads = [at for at, line in enumerate(self.lines) if line.section >= 0]
        ahead = [at for at in heads if (at > self.top if by > 0 else at < self.top)]
        if ahead:
            self.top = ahead[0] if by > 0 else ahead[-1]

    @property
    def found(self) -> list[int]:
        """The lines at which blocks begin that hold what is typed."""
        held = set(rules_in_words(self.game).holding(self.typed)) if self.typed.strip() else set()
        before = [None, *(line.place for line in self.lines)]
        return [
            at
            for at, (line, was) in enumerate(zip(self.lines, before, strict=False))
            if line.place in held and line.place != was
        ]

    def look_for(self, typed: str) -> None:
        """Go to the next place that holds what is typed, or to the section that has this number."""
        self.typed, self.at = typed, None
        numbers = rules_in_words(self.game).numbers
        if typed and typed in numbers:
            self.go_to(numbers.index(typed))
        elif found := self.found:
            self.top = next((at for at in found if at >= self.top), found[0])

    def next_found(self) -> None:
        """Go to the next place that holds what is typed; after the last one to the first."""
        if found := self.found:
            self.top = next((at for at in found if at > self.top), found[0])

    def _listed(self, columns: int) -> list[RulesLine]:
        """Return the contents as lines of the page, where they have no place beside it."""
        text = " · ".join(
            title.strip().replace(" ", "\N{NO-BREAK SPACE}") for _at, title in rules_contents(self.game)
        )
        return [*(RulesLine(row) for row in filled_lines(text, columns)), RulesLine(())]

    def lay_out(self, columns: int, aside: int) -> None:
        """Lay the lines out in this many columns, and show what somebody was led to the first time."""
        laid = columns, language()  # which may be changed while the page lies open
        if laid != self._laid:
            led = self.lines[self.top].place if self.lines else None
            listed = [] if aside else self._listed(columns)
            self._laid, self.lines = laid, [*listed, *laid_out(self.game, columns)]
            if led is not None:
                self._show(led)
        if not self._led:
            self._led = True
            if self.at is not None:
                self._show(self.at)
            elif self.typed:
                self.look_for(self.typed)

    def _show(self, place: Place) -> None:
        """Let a block be seen, with the heading above it where that is near."""
        at = next((at for at, line in enumerate(self.lines) if line.place == place), 0)
        head = max((n for n, line in enumerate(self.lines[: at + 1]) if line.section >= 0), default=0)
        self.top = head if at - head < PAGE // 2 else at

    def row(self, line: RulesLine) -> Row:
        """Return a line; beside that to which somebody was led, and what holds what is looked for, stands a mark."""
        held = bool(self.typed.strip()) and line.place in rules_in_words(self.game).holding(self.typed)
        marked = line.place is not None and (line.place == self.at or held)
        mark: Run = ("fresh", "▌ ") if marked else ("", "  ")
        return (mark, *line.row)


@dataclass
class RulesPage(Page):
    """The rules of one game, opened where somebody reads them."""

    reading: RulesReading

    @property
    def title(self) -> str:
        """Whose rules they are."""
        game = self.reading.game
        return _("the rules of {title}").format(title=game.title)

    @property
    def typing(self) -> bool:
        """Letters are looked for."""
        return True

    def plain(self) -> dict[str, Any]:
        """Return sections, blocks and pictures, for a page that draws them."""
        text = rules_in_words(self.reading.game)
        sections = [
            {
                "number": text.numbers[at],
                "title": section.title,
                "level": section.level,
                "blocks": [block.as_data() for block in section.blocks],
            }
            for at, section in enumerate(text.sections)
        ]
        return {
            "kind": "rules",
            "title": self.title,
            "sections": sections,
            "at": list(self.reading.at) if self.reading.at is not None else None,
            "pictures": self._pictures(),
            "find": _("look for words"),
        }

    def _pictures(self) -> dict[str, str]:
        """Return each picture as SVG, by the step that it shows."""
        blocks = (block for section in rules_in_words(self.reading.game).sections for block in section.blocks)
        steps = [block.parts[0][1] for block in blocks if block.kind is LineKind.PICTURE]
        drawn = ((step, step_drawing(self.reading.game, step)) for step in steps)
        return {
            step: svg(shapes, prefix=f"r{number}-", spots=False)
            for number, (step, shapes) in enumerate(drawn)
            if shapes is not None
        }

    # -- keys --

    def keys(self) -> list[Key]:
        """Return how it is read, searched and left."""
        read: list[Key] = [("↑↓", _("scroll"), ""), ("Tab", _("next section"), "tab")]
        words: Key = (
            ("Enter", _("next place"), "enter") if self.reading.typed else ("a-z", _("look for words"), "")
        )
        return [*read, words, ("Esc", _("back"), "escape")]

    def press(self, key: str) -> Reaction:
        """Scroll, go to a section or to the next place that holds what is typed, or go away."""
        match key:
            case "tab" | "s-tab":
                self.reading.go_on(1 if key == "tab" else -1)
            case "enter" if self.reading.typed:
                self.reading.next_found()
            case "backspace" | "Ctrl-U":
                self.reading.look_for(without_last(self.reading.typed) if key == "backspace" else "")
            case "escape" if self.reading.typed:
                self.reading.look_for("")
            case "enter" | "escape":
                return LEFT
            case _ if (by := {**ARROWS, **SCROLLING}.get(key)) is not None:
                self.reading.scroll(by, PAGE)
            case _:
                return PASSED
        return TAKEN

    def type(self, text: str) -> Reaction:
        """Look for what is typed; the number of a section is gone to."""
        if text == " " and not self.reading.typed:
            self.reading.scroll(PAGE, PAGE)
        else:
            self.reading.look_for(self.reading.typed + text)
        return TAKEN

    # -- drawing --

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return what is seen of it, the contents beside it where there is room."""
        aside = BESIDE if columns >= ROOMY else 0
        self.reading.lay_out(min(columns - aside - 4, WIDEST), aside)
        room = rows - 2
        self.reading.scroll(0, room)
        shown = self.reading.lines[self.reading.top : self.reading.top + room]
        more = len(self.reading.lines) - self.reading.top - len(shown)
        read = [self.reading.row(line) for line in shown]
        content = PageContent([heading(self.title, columns)])
        if aside:
            self._beside(content, [fitted(row, columns - aside) for row in placed(tuple(read), room)])
        else:
            content.rows += placed(tuple(read), room)
        content.rows = [fitted(row, columns) for row in [*content.rows, self._foot(more)]]
        return content

    def _beside(self, content: PageContent, read: list[Row]) -> None:
        """Put the contents beside what is read, the section that is read among them."""
        now = next(
            (
                line.section
                for line in reversed(self.reading.lines[: self.reading.top + 1])
                if line.section >= 0
            ),
            -1,
        )
        listed = rules_contents(self.reading.game)
        here = next((n for n, (at, _title) in enumerate(listed) if at == now), 0)
        first = max(0, min(here - len(read) // 2, len(listed) - len(read)))
        for number, row in enumerate(read):
            if number < len(listed):
                at, title = listed[first + number]
                ink = "bold" if at == now else ""
                content.add(
                    (*((ink, f" {column(title, BESIDE - 2)} "),), *row),
                    partial(self.reading.go_to, at),
                    BESIDE,
                )
            else:
                content.add((("", " " * BESIDE), *row))

    def _foot(self, more: int) -> Row:
        if self.reading.typed:
            found = self.reading.found
            said = _("{number} of {count}").format(
                number=sum(at <= self.reading.top for at in found) or 1, count=len(found)
            )
            none = _("not found")
            return (("bold", f" ? {self.reading.typed}▏"), ("", f"  {said if found else none}"))
        return (("dim", f" {'▾' if more else ' '}"),)


def rules_page(game: Game, at: Place | None = None, typed: str = "") -> RulesPage:
    """Return the page of a game's rules, opened at a block, or where words are found, or at the top."""
    return RulesPage(RulesReading(game, at, typed))

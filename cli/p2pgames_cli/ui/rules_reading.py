"""The rules of a game as they are read: which lines there are, which is seen first, and what is looked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pgames.game import Game
from p2pgames.picture.picture import Row, Run
from p2pgames.rules_text import Place
from p2pgames_cli.library.rules_lines import Line, contents, filled, laid_out
from p2pgames_cli.ui.page import PAGE


@dataclass
class RulesReading:
    """Where somebody is in the rules of a game."""

    game: Game
    at: Place | None = None
    """The block that they were led to."""
    typed: str = ""
    """What is looked for."""
    top: int = 0
    lines: list[Line] = field(default_factory=list)
    _columns: int = 0
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
        held = set(self.game.in_words.holding(self.typed)) if self.typed.strip() else set()
        before = [None, *(line.place for line in self.lines)]
        return [
            at
            for at, (line, was) in enumerate(zip(self.lines, before, strict=False))
            if line.place in held and line.place != was
        ]

    def look_for(self, typed: str) -> None:
        """Go to the next place that holds what is typed, or to the section that has this number."""
        self.typed, self.at = typed, None
        numbers = self.game.in_words.numbers
        if typed and typed in numbers:
            self.go_to(numbers.index(typed))
        elif found := self.found:
            self.top = next((at for at in found if at >= self.top), found[0])

    def next_found(self) -> None:
        """Go to the next place that holds what is typed; after the last one to the first."""
        if found := self.found:
            self.top = next((at for at in found if at > self.top), found[0])

    def _listed(self, columns: int) -> list[Line]:
        """Return the contents as lines of the page, where they have no place beside it."""
        text = " · ".join(
            title.strip().replace(" ", "\N{NO-BREAK SPACE}") for _at, title in contents(self.game)
        )
        return [*(Line(row) for row in filled(text, columns)), Line(())]

    def lay_out(self, columns: int, aside: int) -> None:
        """Lay the lines out in this many columns, and show what somebody was led to the first time."""
        if columns != self._columns:
            led = self.lines[self.top].place if self.lines else None
            listed = [] if aside else self._listed(columns)
            self._columns, self.lines = columns, [*listed, *laid_out(self.game, columns)]
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

    def row(self, line: Line) -> Row:
        """Return a line; beside that to which somebody was led, and what holds what is looked for, stands a mark."""
        held = bool(self.typed.strip()) and line.place in self.game.in_words.holding(self.typed)
        marked = line.place is not None and (line.place == self.at or held)
        mark: Run = ("fresh", "▌ ") if marked else ("", "  ")
        return (mark, *line.row)

"""Rules in words as lines: paragraphs filled, tables drawn as tables, pictures by the painter."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any, Final

from p2pgames.game import Game
from p2pgames.picture.picture import Drawer, Row, Run, View
from p2pgames.rules_text import Block, LineKind, Place, marked, without_marks
from p2pgames_cli.i18n.prose import rules_in_words
from p2pgames_cli.i18n.speaker import speaker

if TYPE_CHECKING:
    from p2pgames.drawing.shapes import Drawing
    from p2pgames.game import Exercise, Lesson, LessonPosition

APART: Final = " │ "
LEAST: Final = 6
"""Columns that a column of a table keeps at least."""
TALL: Final = 36
"""Rows of a picture at most."""


@dataclass(frozen=True, slots=True)
class RulesLine:
    """A row of the page, and what it belongs to."""

    row: Row
    place: Place | None = None
    """The block it is part of; None for a heading and between blocks."""
    section: int = -1
    """The section whose heading it is, from 0."""

    @property
    def text(self) -> str:
        """The characters."""
        return "".join(text for _ink, text in self.row).rstrip()


def laid_out(game: Game, columns: int, *, pictures: bool = True) -> list[RulesLine]:
    """Return the rules in lines of at most this many columns."""
    found: list[RulesLine] = []
    for at, _section in enumerate(rules_in_words(game).sections):
        found += section_lines(game, at, columns, pictures=pictures)
    return found


def section_lines(game: Game, at: int, columns: int, *, pictures: bool = True) -> list[RulesLine]:
    """Return one section, with its heading."""
    text = rules_in_words(game)
    section = text.sections[at]
    title = f"{text.numbers[at]}  {section.title}"
    lines = [RulesLine((("bold", title),), None, at), RulesLine(())] if section.title else []
    for number, (block, following) in enumerate(zip_longest(section.blocks, section.blocks[1:])):
        if block.kind is not LineKind.PICTURE or pictures:
            lines += [RulesLine(row, (at, number)) for row in _rows(game, block, columns)]
            goes_on = following is not None and block.kind is following.kind and block.kind in _ITEMS
            lines += [] if goes_on else [RulesLine(())]
    return lines


def rules_contents(game: Game) -> list[tuple[int, str]]:
    """Return the sections that have a title: which one, and its number and title."""
    text = rules_in_words(game)
    return [
        (at, f"{'  ' * (section.level - 2)}{number} {section.title}")
        for at, (number, section) in enumerate(zip(text.numbers, text.sections, strict=True))
        if section.title
    ]


# -- blocks --

_ITEMS: Final = (LineKind.LIST, LineKind.STEPS)
"""Kinds of which several in a row are one list, whose items are explained one by one."""


def _rows(game: Game, block: Block, columns: int) -> Iterator[Row]:
    match block.kind:
        case LineKind.PARAGRAPH:
            yield from filled_lines(block.parts[0][0], columns)
        case LineKind.LIST | LineKind.STEPS:
            for number, (item,) in enumerate(block.parts, block.first):
                head = f"{number}. " if block.kind is LineKind.STEPS else "- "
                yield from filled_lines(item, columns, head)
        case LineKind.TABLE:
            yield from _table(block.parts, columns)
        case LineKind.PICTURE:
            caption, step = block.parts[0]
            yield from step_picture(game, step, columns)
            yield from filled_lines(caption, columns)


def filled_lines(text: str, columns: int, head: str = "") -> Iterator[Row]:
    """Yield a sentence of Markdown in lines; what is emphasised is bold, and ``head`` stands before the first."""
    parts = list(marked(text))
    words = "".join(said for said, _strong in parts)
    inks = [strong for said, strong in parts for _each in said]
    at = 0
    lines = textwrap.wrap(words, max(columns - len(head), 10), break_on_hyphens=False) or [""]
    for number, line in enumerate(lines):
        at = words.index(line, at)
        yield (("", head if not number else " " * len(head)), *_runs(line, inks[at : at + len(line)]))
        at += len(line)


def _runs(line: str, inks: list[bool]) -> Iterator[Run]:
    begin = 0
    for at in range(1, len(line) + 1):
        if at == len(line) or inks[at] != inks[begin]:
            yield ("bold" if inks[begin] else "", line[begin:at])
            begin = at


def _table(rows: tuple[tuple[str, ...], ...], columns: int) -> Iterator[Row]:
    """Yield a table: the head bold above a rule; the widest columns are filled where it is wider than there is room."""
    wide = [max(len(without_marks(row[at])) for row in rows) for at in range(len(rows[0]))]
    room = columns - len(APART) * (len(wide) - 1)
    while sum(wide) > room and max(wide) > LEAST:
        wide[wide.index(max(wide))] -= 1
    for number, cells in enumerate(rows):
        split = [list(filled_lines(cell, wide[at])) for at, cell in enumerate(cells)]
        for line in range(max(map(len, split))):
            yield _line([cell[line] if line < len(cell) else () for cell in split], wide, bold=not number)
        if not number:
            yield (("dim", "─┼─".join("─" * each for each in wide)),)


def _line(cells: list[Row], wide: list[int], *, bold: bool) -> Row:
    runs: list[Run] = []
    for at, cell in enumerate(cells):
        runs += [("dim", APART)] if at else []
        runs += [("bold" if bold else ink, text) for ink, text in cell]
        runs.append(("", " " * (wide[at] - sum(len(text) for _ink, text in cell))))
    return tuple(run for run in runs if run[1])


# -- pictures --


def step_picture(game: Game, step: str, columns: int) -> list[Row]:
    """Return the position of a step of the lesson as the painter draws it; nothing if it cannot be drawn."""
    if game.painter is None or (shown := _shown(game, step)) is None:
        return []
    setting, view = shown
    rows = game.painter.picture(setting.state, replace(view, columns=columns, rows=TALL)).rows
    return [*rows, ()]


def step_drawing(game: Game, step: str) -> Drawing | None:
    """Return the same in lines and areas; None if it cannot be drawn so."""
    if not isinstance(game.painter, Drawer) or (shown := _shown(game, step)) is None:
        return None
    setting, view = shown
    return game.painter.drawing(setting.state, view)


def _shown(game: Game, step: str) -> tuple[LessonPosition, View] | None:
    """Return the position of a step, and how the pupil looks at it who is about to do what it asks for."""
    lesson = game.lesson
    found = _step(lesson, step) if lesson is not None else None
    if lesson is None or found is None or found.at is None:
        return None
    setting = found.at()
    own = {slot: setting.cards[slot] for slot, seat in setting.held.items() if seat == lesson.seat}
    typed = found.moves[0] if len(found.moves) == 1 else ""
    known = {**setting.public, **own}
    return setting, View(seat=lesson.seat, known=known, typed=typed, say=speaker(()))


def _step(lesson: Lesson, step: str) -> Exercise | None:
    return next((each for each in lesson.steps if each.learn.template.id == step), None)


# Parts of the rules of a game: by the number of a section, or by words in them; as lines and for programs.

COLUMNS = 76
"""Columns of a text to read: a little less than a terminal has, so that a frame around it fits."""
ALL = "all"


def find_blocks(game: Game, words: str) -> list[Place]:
    """Return the blocks of the section with this number, or all that contain these words; for `ALL`, all of them."""
    text = rules_in_words(game)
    if words and words in text.numbers:
        at = text.numbers.index(words)
        parts = [n for n, number in enumerate(text.numbers) if number.startswith(f"{words}.")]
        return [(each, n) for each in (at, *parts) for n in range(len(text.sections[each].blocks))]
    return text.holding("" if words == ALL else words)


def block_lines(
    game: Game, found: list[Place], columns: int = COLUMNS, *, pictures: bool = False
) -> Iterator[str]:
    """Yield these blocks as text, each section's under its number and title."""
    for at, group in groupby(found, key=lambda place: place[0]):
        wanted = set(group)
        kept = section_lines(game, at, columns, pictures=pictures)
        if len(wanted) < len(rules_in_words(game).sections[at].blocks):
            kept = _only(kept, wanted)
        yield from (line.text for line in kept)


def _only(section: list[RulesLine], wanted: set[Place]) -> list[RulesLine]:
    """Return the heading and the blocks that are wanted, with the blank lines that follow each."""
    kept, seen = list[RulesLine](), True
    for line in section:
        seen = line.section >= 0 or line.place in wanted if line.row else seen
        kept += [line] if seen else []
    return kept


def as_data(game: Game, found: list[Place]) -> dict[str, Any]:
    """Return these blocks for a program, by sections."""
    text = rules_in_words(game)
    sections = [
        {
            "number": text.numbers[at],
            "title": text.sections[at].title,
            "blocks": [_block(game, text.block(place)) for place in group],
        }
        for at, group in groupby(found, key=lambda place: place[0])
    ]
    return {"game": game.name, "sections": sections}


def _block(game: Game, block: Block) -> dict[str, Any]:
    if block.kind is not LineKind.PICTURE:
        return block.as_data()
    caption, step = block.parts[0]
    drawn = ["".join(text for _ink, text in row).rstrip() for row in step_picture(game, step, COLUMNS)]
    return {"kind": block.kind.value, "parts": [[caption]], "lines": drawn}

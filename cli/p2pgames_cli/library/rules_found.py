"""Parts of the rules of a game: by the number of a section, or by words in them; as lines and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from p2pgames.game import Game
from p2pgames.rules_text import Block, Kind, Place
from p2pgames_cli.library.rules_lines import Line, laid_out, picture, section_lines

COLUMNS = 76
ALL = "all"


def places(game: Game, words: str) -> list[Place]:
    """Return the blocks of the section with this number, or all that contain these words; for `ALL`, all of them."""
    text = game.in_words
    if words and words in text.numbers:
        at = text.numbers.index(words)
        parts = [n for n, number in enumerate(text.numbers) if number.startswith(f"{words}.")]
        return [(each, n) for each in (at, *parts) for n in range(len(text.sections[each].blocks))]
    return text.holding("" if words == ALL else words)


def lines(game: Game, found: list[Place], columns: int = COLUMNS, *, pictures: bool = False) -> Iterator[str]:
    """Yield these blocks as text, each section's under its number and title."""
    for at, group in groupby(found, key=lambda place: place[0]):
        wanted = set(group)
        kept = section_lines(game, at, columns, pictures=pictures)
        if len(wanted) < len(game.in_words.sections[at].blocks):
            kept = _only(kept, wanted)
        yield from (line.text for line in kept)


def _only(section: list[Line], wanted: set[Place]) -> list[Line]:
    """Return the heading and the blocks that are wanted, with the blank lines that follow each."""
    kept, seen = list[Line](), True
    for line in section:
        seen = line.section >= 0 or line.place in wanted if line.row else seen
        kept += [line] if seen else []
    return kept


def whole(game: Game, columns: int = COLUMNS, *, pictures: bool = False) -> Iterator[str]:
    """Yield all of the rules as text."""
    yield from (line.text for line in laid_out(game, columns, pictures=pictures))


def as_data(game: Game, found: list[Place]) -> dict[str, Any]:
    """Return these blocks for a program, by sections."""
    text = game.in_words
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
    if block.kind is not Kind.PICTURE:
        return block.as_data()
    caption, step = block.parts[0]
    drawn = ["".join(text for _ink, text in row).rstrip() for row in picture(game, step, COLUMNS)]
    return {"kind": block.kind.value, "parts": [[caption]], "lines": drawn}

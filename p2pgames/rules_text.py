"""The rules of a game in words, as sections and blocks: what is shown, searched, and led to from what is said in play.

They are written in Markdown: headings, paragraphs, lists, tables. Two lines more mean something. A picture,
``![caption](metro.learn-arrive)``, shows the position of the step of the lesson that teaches so. And a comment,
``<!-- metro.pile-here metro.pile-empty -->``, names the sentences of which the next block is the explanation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, Final, TypeAlias

from p2pgames.text import Every, Message, Param, whole_number

Place: TypeAlias = tuple[int, int]
"""A block: the number of its section, and of the block in it, both from 0."""


class LineKind(StrEnum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    LIST = "list"
    STEPS = "steps"
    """A numbered list."""
    TABLE = "table"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a list, a table or a picture, with the marks of Markdown in its sentences."""

    kind: LineKind
    parts: tuple[tuple[str, ...], ...]
    """Of a paragraph its sentences; of a list each item; of a table each row, the head first; of a picture its
    caption and the id of the step that it shows."""
    about: tuple[str, ...] = ()
    """The ids of the sentences that lead here."""
    first: int = 1
    """The number of the first step, where a comment stands within a numbered list."""

    @property
    def text(self) -> str:
        """The words of it, without marks."""
        shown = [self.parts[0][:1]] if self.kind is LineKind.PICTURE else self.parts
        return without_marks(" ".join(cell for part in shown for cell in part))

    def as_data(self) -> dict[str, Any]:
        """Return it for a program and for a page."""
        return {"kind": self.kind.value, "parts": [list(part) for part in self.parts], "first": self.first}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it, up to the next one."""

    title: str
    level: int
    """2 for a section, 3 for a part of one."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class RulesText:
    """The rules of a game in words."""

    title: str
    sections: tuple[Section, ...]
    """The first one, without a title, is what stands before all others."""

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Where sentences are explained, by their id."""
        return {
            name: (at, number)
            for at, section in enumerate(self.sections)
            for number, block in enumerate(section.blocks)
            for name in block.about
        }

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the sections, as ``4`` and ``4.1``; empty for what stands before them."""
        found, major, minor = list[str](), 0, 0
        for section in self.sections:
            if section.level == 2:
                major, minor = major + bool(section.title), 0
            else:
                minor += 1
            found.append(f"{major}.{minor}" if minor else str(major) if section.title else "")
        return tuple(found)

    def block(self, place: Place) -> Block:
        """Return a block."""
        return self.sections[place[0]].blocks[place[1]]

    def explaining(self, said: Message | None) -> Place | None:
        """Return the block that explains a sentence, or else one that explains a part of it."""
        if said is None:
            return None
        return next((self.places[name] for name in _ids(said) if name in self.places), None)

    def holding(self, words: str) -> list[Place]:
        """Return the blocks in which all these words stand, or in the heading above; all for an empty text.

        A word is found in any of its forms, and so is another word for the same thing. Where nothing holds them so, the
        last one may be only the beginning of a word: somebody may still be typing it.
        """
        wanted = [
            frozenset((_stem(word),)).union(*(each for each in SAME if word in each))
            for word in _words(words)
        ]
        if words.strip() and not wanted:
            return []  # signs alone stand nowhere
        *rest, last = wanted or [frozenset[str]()]
        whole = self._holding([*rest, last]) if last else list(self._stems)
        return whole or self._holding([*rest, frozenset(_words(words)[-1:])], begun=True)

    def _holding(self, wanted: Sequence[Set[str]], *, begun: bool = False) -> list[Place]:
        *whole, last = wanted
        return [
            place
            for place, there in self._stems.items()
            if not any(there.isdisjoint(each) for each in whole)
            and (any(word.startswith(tuple(last)) for word in there) if begun else not there.isdisjoint(last))
        ]

    @cached_property
    def _stems(self) -> Mapping[Place, frozenset[str]]:
        """The words of every block and of the heading above it, with and without their endings."""
        return {
            (at, number): frozenset(
                each for word in _words(f"{section.title} {block.text}") for each in (word, _stem(word))
            )
            for at, section in enumerate(self.sections)
            for number, block in enumerate(section.blocks)
        }


# What one looks for: a word in any form, or another one for the same thing.

SAME: Final = tuple(
    frozenset(group.split())
    for group in (
        "tie ties tied equal",
        "rotate rotates rotated rotation turned clockwise",
        "dice die roll rolls rolled",
        "score scores scored scoring point points",
        "swap swaps swapped exchange exchanges exchanged",
    )
)
"""Words that players use for one thing, whichever the rules of a game say; just these forms: a turn is a move."""


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:[-'][^\W_]+)*", text.lower())


def _stem(word: str) -> str:
    """Return what all forms of an English word have in common, marked so that it is no word itself."""
    word = word.removesuffix("'s")
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            if ending in ("ing", "ed") and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return f"{word[:-1]}i-" if word.endswith("y") else f"{word.removesuffix('e')}-"


@lru_cache(16)
def read(text: str) -> RulesText:
    """Return rules that are written in Markdown."""
    head, *below = re.split(r"(?m)^(?=##+ )", text)
    title, _line, first = head.strip().partition("\n") if head.startswith("# ") else ("", "", head)
    sections = [Section("", 2, tuple(_blocks(first)))] if first.strip() else []
    for each in below:
        line, _end, body = each.partition("\n")
        marks, _blank, name = line.partition(" ")
        sections.append(Section(without_marks(name.strip()), len(marks), tuple(_blocks(body))))
    return RulesText(title.removeprefix("# ").strip(), tuple(sections))


def plain(text: str) -> str:
    """Return rules in Markdown without what leads to them and without pictures, which no text can show."""
    return re.sub(r"\n{3,}", "\n\n", _UNSEEN.sub("", text))


def without_marks(text: str) -> str:
    """Return a sentence of Markdown without the marks of emphasis and code."""
    return "".join(said for said, _strong in marked(text))


def marked(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a sentence of Markdown, each with whether it is emphasised or what is typed."""
    at = 0
    for found in _MARKED.finditer(text):
        if found.start() > at:
            yield text[at : found.start()], False
        yield next(filter(None, found.groups())), True
        at = found.end()
    if at < len(text):
        yield text[at:], False


_UNSEEN: Final = re.compile(r"(?m)^(?:<!--.*?-->|!\[.*?\]\(.*?\))\n+", re.DOTALL)
_MARKED: Final = re.compile(r"\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`")
_ITEM: Final = re.compile(r"(?:[-*]|[0-9]+\.) +")
_PICTURE: Final = re.compile(r"!\[(.*)\]\((.*)\)", re.DOTALL)
_RULE: Final = re.compile(r"[\s|:-]+")


def _blocks(text: str) -> Iterator[Block]:
    about: tuple[str, ...] = ()
    for part in re.split(r"\n\s*\n|(?<=-->)\n|\n(?=<!--)", text):
        if not (lines := part.strip("\n")).strip():
            continue
        if lines.startswith("<!--"):
            about += tuple(lines[4:-3].split())
            continue
        for piece in _pieces(lines):
            yield _block(piece, about)
            about = ()


def _pieces(lines: str) -> list[str]:
    """Return a paragraph and the list or table that follows it without a blank line as two."""
    found = re.search(r"(?m)\n(?=[-*] |1\. |\|)", lines)
    if found is None or _ITEM.match(lines) or lines.startswith("|"):
        return [lines]
    return [lines[: found.start()], lines[found.end() :]]


def _block(lines: str, about: tuple[str, ...]) -> Block:
    if picture := _PICTURE.fullmatch(lines):
        return Block(LineKind.PICTURE, ((_joined(picture[1]), picture[2]),), about)
    if lines.startswith("|"):
        rows = tuple(_cells(row) for row in lines.splitlines() if not _RULE.fullmatch(row))
        return Block(LineKind.TABLE, rows, about)
    if _ITEM.match(lines):
        items = re.split(r"(?m)\n(?=(?:[-*]|[0-9]+\.) +)", lines)
        parts = tuple((_joined(_ITEM.sub("", item, count=1)),) for item in items)
        number = whole_number(lines.partition(".")[0])
        return (
            Block(LineKind.LIST, parts, about)
            if number is None
            else Block(LineKind.STEPS, parts, about, number)
        )
    return Block(LineKind.PARAGRAPH, ((_joined(lines),),), about)


def _cells(row: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|"))


def _joined(text: str) -> str:
    return " ".join(text.split())


def _ids(said: Param) -> Iterator[str]:
    """Yield the id of a sentence and those of the sentences in it, from the outside in."""
    if isinstance(said, Message):
        yield said.template.id
        for _name, param in said.params:
            yield from _ids(param)
    elif isinstance(said, Every):
        for item in said.items:
            yield from _ids(item)

"""A whole game as one moving SVG picture: every shape stands in it once, with the frames in which it is seen.

CSS moves it, so it also moves where a page shows it as an image. Who has asked for less motion sees the end (Media
Queries 5, section 12.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import Final, TypeAlias

from p2pgames.drawing.shapes import Drawing
from p2pgames.drawing.svg import Writer, head

PAUSE: Final = 0.8
"""Seconds for which a position is seen."""
LAST: Final = 6
"""How many times as long the last one is."""

Span: TypeAlias = tuple[int, int]
"""The first frame in which something is seen, and the first after that in which it is not."""


@dataclass(slots=True)
class Layer:
    """An element, and when it is seen."""

    element: str
    spans: tuple[Span, ...]


def of_drawings(drawings: Sequence[Drawing], theme: str) -> str:
    """Return these drawings of one board, one after the other and over again; IndexError where there are none."""
    writer = Writer(theme)
    frames = [[writer.shape(shape) for shape in drawing.shapes] for drawing in drawings]
    symbols = {name: shapes for drawing in drawings for name, shapes in drawing.symbols.items()}
    return of_elements(head(drawings[-1]) + writer.symbols(symbols), frames, "</svg>\n")


def of_elements(start: str, frames: Sequence[Sequence[str]], end: str) -> str:
    """Return an SVG picture with this start and end, which shows the elements of these frames one after the other."""
    found = layers(frames)
    return "".join((start, style(found, len(frames)), *_grouped(found), end))


def layers(frames: Sequence[Sequence[str]]) -> list[Layer]:
    """Return all elements in an order that is that of every frame, equal ones as one where the order allows it."""
    found: list[Layer] = []
    for number, frame in enumerate(frames):
        found = list(_with(found, number, frame))
    return found


def _with(found: list[Layer], number: int, frame: Sequence[str]) -> Iterator[Layer]:
    same = SequenceMatcher(None, [layer.element for layer in found], frame, autojunk=False)
    for kind, start, end, first, after in same.get_opcodes():
        if kind == "equal":
            for layer in found[start:end]:
                yield Layer(layer.element, _seen(layer.spans, number))
        else:
            yield from found[start:end]
            yield from (Layer(element, ((number, number + 1),)) for element in frame[first:after])


def _seen(spans: tuple[Span, ...], number: int) -> tuple[Span, ...]:
    """Return the spans with one frame more."""
    *before, (start, end) = spans
    return (*before, (start, number + 1)) if end == number else (*spans, (number, number + 1))


def style(found: Sequence[Layer], frames: int) -> str:
    """Return what shows the groups: at rest those of the last frame, in motion each in its time."""
    length = frames - 1 + LAST
    rules, moves = list[str](), list[str]()
    for name, spans in _names(found, frames).items():
        steps = {0: "hidden"} | {
            at: seen for s in spans for at, seen in zip(s, ("visible", "hidden"), strict=True)
        }
        last = spans[-1][1] == frames
        if last:
            del steps[frames]
        rules += [] if last else [f".{name}{{visibility:hidden}}"]
        keys = "".join(f"{100 * at / length:.4g}%{{visibility:{seen}}}" for at, seen in steps.items())
        moves.append(
            f"@keyframes {name}{{{keys}}}.{name}{{animation:{name} {length * PAUSE:g}s step-end infinite}}"
        )
    return f"<style>{''.join(rules)}@media (prefers-reduced-motion:no-preference){{{''.join(moves)}}}</style>"


def _names(found: Sequence[Layer], frames: int) -> dict[str, tuple[Span, ...]]:
    """Return a class for all that is seen at the same times; none for what is always seen."""
    return {_name(layer.spans): layer.spans for layer in found if layer.spans != ((0, frames),)}


def _name(spans: tuple[Span, ...]) -> str:
    return "f" + "_".join(f"{start}-{end}" for start, end in spans)


def _grouped(found: Sequence[Layer]) -> Iterator[str]:
    for spans, group in groupby(found, lambda layer: layer.spans):
        yield f'<g class="{_name(spans)}">{"".join(layer.element for layer in group)}</g>'

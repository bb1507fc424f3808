"""Boards drawn in lines and areas: legible, whole, inside their frame, and good to point at."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin
from random import Random
from typing import Final
from xml.etree import ElementTree as ET

from p2pgames.contract import Illegal, Seat
from p2pgames.drawing.layout import WIDE, width
from p2pgames.drawing.shapes import Circle, Drawing, Group, Path, Poly, Rect, Shape, Text, Use
from p2pgames.drawing.svg import THEMES, svg
from p2pgames.picture.picture import View
from p2pgames_protocol.testing.game.case import Case, Position, expect, fail

CLICKS: Final = 3
"""Clicks that are tried from one position: pointing leads to a move, or back, within a few."""
MANY: Final = 80
"""With more legal moves than this not every one is looked for by clicks."""
LINES: Final = 1_000
"""Different lines that pointing may lead to in one position."""
RIM: Final = 0.6
"""Units by which something may reach over the edge of its frame."""
OVERLAP: Final = 1.5
"""Units of a text that may be covered."""


def drawn(case: Case, random: Random) -> None:
    """Check what everybody sees of a position."""
    position = case.position()
    for view in looks(position, random):
        look(position, view)


def looks(position: Position, random: Random) -> Iterator[View]:
    """Yield what players, spectators and watchers look at: the mover also with something typed, and a cursor."""
    yield position.view(None)
    turn = position.dealer.turn
    other = next((seat for seat in range(position.dealer.seats) if seat != turn), None)
    names = [spot.name for spot in position.drawing(position.view(other)).spots]
    yield position.view(other, trace=True, cursor=random.choice(names or [""]))
    if turn is None:
        return
    view = position.view(turn)
    for _ in range(CLICKS):
        yield view
        legal = [spot.name for spot in position.drawing(view).spots if spot.legal]
        if not legal:
            return
        cursor = random.choice(legal)
        yield replace(view, cursor=cursor)
        view = replace(view, cursor=cursor, typed=position.point(view, cursor))


# Where the shapes of a drawing lie, how large they are, and which inks they use.

CAPITALS = 0.74
"""Of the size of a text: the height of its capital letters."""


@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box, least: float = 0.5) -> bool:
        """Tell whether both share more than so much in width and in height."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > least
            and min(self.bottom, other.bottom) - max(self.top, other.top) > least
        )


def around(points: list[tuple[float, float]], rim: float = 0) -> Box:
    """Return the smallest box that holds the points, with a rim around."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim)


@dataclass(frozen=True)
class Place:
    """Where the (0, 0) of a group lies, and how it is turned and enlarged."""

    x: float = 0
    y: float = 0
    turn: float = 0
    scale: float = 1

    def put(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the group lies."""
        if not self.turn:
            return self.x + x * self.scale, self.y + y * self.scale
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        return self.x + (x * c - y * s) * self.scale, self.y + (x * s + y * c) * self.scale

    def inside(self, x: float, y: float, turn: float = 0, scale: float = 1) -> Place:
        """Return the place of a group within this one."""
        return Place(*self.put(x, y), self.turn + turn, self.scale * scale)


@dataclass(frozen=True)
class Seen:
    """A shape that is no group and no symbol, with where it lies, and the innermost group with a key it is in."""

    shape: Shape
    box: Box
    key: str
    role: str


def flat(drawing: Drawing) -> list[Seen]:
    """Return every shape in the order in which they are drawn."""
    return [*_flat(drawing, drawing.shapes, Place(), "", "")]


def _flat(drawing: Drawing, shapes: tuple[Shape, ...], at: Place, key: str, role: str) -> Iterator[Seen]:
    for shape in shapes:
        match shape:
            case Group():
                inside = at.inside(shape.x, shape.y, shape.turn)
                yield from _flat(drawing, shape.shapes, inside, shape.key or key, shape.role or role)
            case Use():
                inside = at.inside(shape.x, shape.y, 0, shape.scale)
                yield from _flat(drawing, drawing.symbols[shape.symbol], inside, key, role)
            case _:
                yield Seen(shape, bounds(shape, at), key, role)


def bounds(shape: Shape, at: Place) -> Box:
    """Return what a shape covers."""
    if isinstance(shape, Text):
        return _text(shape, at)
    if isinstance(shape, Group | Use):
        raise TypeError(f"{type(shape).__name__} is no single shape.")
    points, rim = _points(shape), shape.paint.width / 2 if shape.paint.line else 0
    return around([at.put(*point) for point in points], rim * at.scale)


def _points(shape: Rect | Circle | Poly | Path) -> list[tuple[float, float]]:
    match shape:
        case Rect(x, y, w, h):
            return [(x, y), (x + w, y), (x, y + h), (x + w, y + h)]
        case Circle(x, y, r):
            return [(x - r, y - r), (x + r, y + r), (x - r, y + r), (x + r, y - r)]
        case Poly(points):
            return list(points)
        case Path(steps):
            numbers = [[float(number) for number in step[1:]] for step in steps]
            return [(each[k], each[k + 1]) for each in numbers for k in range(0, len(each), 2)]


def _text(text: Text, at: Place) -> Box:
    wide, high = width(text.text, text.size, bold=text.bold), text.size * CAPITALS
    left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[text.anchor]
    here = at.inside(text.x, text.y, text.turn)
    return around([here.put(x, y) for x in (left, left + wide) for y in (-high / 2, high / 2)])


def groups(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    """Yield all groups, also those in groups."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from groups(shape.shapes)


def inks(drawing: Drawing) -> set[str]:
    """Return every ink that is used."""
    found: set[str] = set()
    everything = (*drawing.shapes, *(s for shapes in drawing.symbols.values() for s in shapes))
    for shape in (*everything, *(s for group in groups(everything) for s in group.shapes)):
        match shape:
            case Text():
                found |= {shape.ink, shape.halo}
            case Use():
                found.add(shape.ink)
            case Group():
                pass
            case _:
                found |= {shape.paint.fill, shape.paint.line}
    return found - {"", "self"}


def look(position: Position, view: View) -> None:
    """Check the board and what stands beside it."""
    drawing, aside = position.drawing(view), position.aside(view)
    complete(position, view, drawing)
    for each in (drawing, aside):
        legible(each)
        inside(each)
        named(each)
        used = inks(each) | {ink for ink, _ in each.seats}
        strange = {ink for tones in THEMES.values() for ink in used - set(tones)}
        expect(not strange, f"No theme has a colour for {sorted(strange)}.")
    expect(aside.width == WIDE, f"What stands beside the board is {aside.width} wide, and has to be {WIDE}.")
    expect(not any(spot.legal for spot in aside.spots), "Beside the board nothing can be pointed at.")
    expect(
        bool(aside.spots) == bool(aside.shapes),
        "What stands beside the board is drawn and not said, or said alone.",
    )


def legible(drawing: Drawing) -> None:
    """Check that no text meets another or is covered; what is meant or under the cursor may lie over texts."""
    seen = flat(drawing)
    texts = [(each.box, each.shape.text) for each in seen if isinstance(each.shape, Text)]
    texts.sort(key=lambda text: text[0].left)
    for number, (box, text) in enumerate(texts):
        for other, more in texts[number + 1 :]:
            if other.left >= box.right:
                break
            if box.meets(other):
                fail(f"The texts {text!r} and {more!r} run into each other.")
    written: list[tuple[str, str, Box]] = []
    for each in seen:
        if isinstance(each.shape, Text):
            written.append((each.key, each.shape.text, each.box))
        elif each.role not in ("preview", "cursor") and opaque(each.shape):
            for key, text, box in written:
                if key != each.key and box.meets(each.box, OVERLAP):
                    fail(f"The text {text!r} is covered by {each.key or 'a shape'!r}.")


def opaque(shape: Shape) -> bool:
    """Tell whether nothing shows through."""
    return isinstance(shape, Rect | Circle) and bool(shape.paint.fill) and shape.paint.alpha == 1


def inside(drawing: Drawing) -> None:
    """Check that nothing lies outside the frame."""
    frame = Box(-RIM, -RIM, drawing.width + RIM, drawing.height + RIM)
    places = [(str(each.shape), each.box) for each in flat(drawing)]
    places += [(f"the spot {spot.name}", around(list(spot.outline))) for spot in drawing.spots]
    for what, box in places:
        fits = frame.left <= box.left and frame.top <= box.top
        expect(
            fits and box.right <= frame.right and box.bottom <= frame.bottom,
            f"Outside the drawing of {drawing.width:g} by {drawing.height:g} lies {what}.",
        )


def named(drawing: Drawing) -> None:
    """Check that groups and spots can be told apart by name, and that everything is said."""
    keys = [group.key for group in groups(drawing.shapes) if group.key]
    expect(len(keys) == len(set(keys)), "Two groups of a drawing have the same key.")
    expect(not {*keys} & {*drawing.symbols}, "A group has the key of a symbol.")
    names = [spot.name for spot in drawing.spots]
    expect(len(names) == len(set(names)), "Two spots of a drawing have the same name.")
    for spot in drawing.spots:
        expect(
            spot.title not in ("", spot.name), f"The spot {spot.name} has no title that says what lies there."
        )
    expect(drawing.title and drawing.desc, "A drawing has no title or no description for who cannot see it.")


def complete(position: Position, view: View, drawing: Drawing) -> None:
    """Check that all that can be pointed at in characters can be pointed at here, and each move that is a spot."""
    there = {spot.name: spot.legal for spot in drawing.spots}
    for spot in position.picture(view).spots:
        expect(spot.name in there, f"The picture has a spot {spot.name}, the drawing has not.")
        expect(there[spot.name] or not spot.legal, f"The spot {spot.name} is legal in the picture alone.")
    if view.seat == position.dealer.turn is not None and not view.typed:
        for move in position.moves() & {*there}:
            expect(there[move], f"{move!r} is a legal move, and its spot is not marked so.")


def clicks(case: Case, _random: Random) -> None:
    """Check that pointing at legal spots, and nothing else, leads to every legal move."""
    position = case.position()
    if (turn := position.dealer.turn) is not None and len(legal := position.moves()) <= MANY:
        lost = legal - clicked(position, turn)
        expect(not lost, f"Pointing alone never leads to {sorted(lost)[:5]}.")


def clicked(position: Position, turn: Seat) -> set[str]:
    """Return the moves that stand in the line after any clicks on legal spots."""
    rules, state, known = position.rules, position.dealer.state, position.dealer.known[turn]
    todo, seen, found = [""], {""}, set()
    while todo:
        typed = todo.pop()
        expect(len(seen) < LINES, f"Pointing on and on never comes to an end: {typed[:60]!r}.")
        view = position.view(turn, typed=typed)
        with contextlib.suppress(Illegal):
            found.add(rules.text(state, turn, rules.parse(state, turn, known, typed)))
        for spot in position.drawing(view).spots:
            if spot.legal and (more := position.point(view, spot.name)) not in seen:
                seen.add(more)
                todo.append(more)
    return found


def written(case: Case, _random: Random) -> None:
    """Check that the drawing as SVG is well-formed, and says what is there."""
    position = case.position()
    drawing = position.drawing(position.view(position.dealer.turn))
    for theme in (None, *THEMES):
        as_svg(drawing, theme)


def as_svg(drawing: Drawing, theme: str | None) -> None:
    """Check one drawing in one theme; None is for pages, which bring the colours."""
    root = ET.fromstring(svg(drawing, theme, prefix="a-"))  # noqa: S314  # we have just written it
    ids = [element.get("id", "") for element in root.iter() if element.get("id")]
    expect(len(ids) == len(set(ids)), "Two elements of the SVG have the same id.")
    expect(
        all(each.startswith("a-") for each in ids),
        "An id of the SVG has no prefix: two pictures share a page.",
    )
    expect(root[0].text == drawing.title, "The SVG does not begin with the title.")
    spots = {element.get("data-spot"): element for element in root.iter() if element.get("data-spot")}
    if theme is not None:
        expect(not spots and "var(" not in svg(drawing, theme), "A picture to look at has parts to point at.")
        return
    expect(list(spots) == [spot.name for spot in drawing.spots], "The SVG leaves a spot out.")
    for spot in drawing.spots:
        expect(
            [each.text for each in spots[spot.name]] == [spot.said],
            f"The SVG does not say what lies at {spot.name}.",
        )
        focus = spots[spot.name].get("tabindex") == "0"
        expect(focus == spot.legal, f"Keys lead to {spot.name} in the wrong cases.")


def motions(case: Case, _random: Random) -> None:
    """Check that what a move sends on begins with a step to somewhere, and ends inside the drawing."""
    position = case.position()
    if not position.recent:
        return
    view = position.view(None)
    after, (state, _seat, move) = position.drawing(view), position.recent[-1]
    for motion in position.drawer.motions(state, move, view):
        expect(motion.steps[0][0] == "M", f"The motion of {motion.key} does not begin with M.")
        for step in motion.steps:
            x, y = (float(step[-2]), float(step[-1])) if len(step) > 1 else (0.0, 0.0)
            expect(
                0 <= x <= after.width and 0 <= y <= after.height,
                f"The motion of {motion.key} leads out of the board.",
            )

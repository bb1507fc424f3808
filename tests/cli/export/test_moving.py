"""Moving pictures of games: at every time exactly the shapes of one position are seen, in their order."""

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from p2pgames.drawing.shapes import Circle, Drawing, Paint
from p2pgames.drawing.svg import Writer
from p2pgames_cli.export.picture import LAST, PAUSE, of_drawings

SHAPES = [Circle(x, 0, 1, Paint(fill="text")) for x in range(5)]
WRITTEN = [Writer("dark").shape(shape) for shape in SHAPES]
FRAMES = st.lists(st.lists(st.integers(0, 4), max_size=6), min_size=1, max_size=6)
GROUP = re.compile(r'<g class="([^"]+)">(.*?)</g>')


def seen(picture, name, percent):
    """Whether a group is seen after so much of the time, as step-end has it: each key frame holds until the next."""
    keys = re.search(rf"@keyframes {name}{{(.*?)}}}}", picture)
    if keys is None:
        return True
    steps = re.findall(r"([\d.]+)%{visibility:(\w+)", keys[1] + "}")
    return [how for at, how in steps if float(at) <= percent][-1] == "visible"


def at_rest(picture, name):
    """Whether a group is seen where nothing moves."""
    return f".{name}{{visibility:hidden}}" not in picture.split("@media")[0]


@given(FRAMES)
def test_every_position_is_seen_in_its_time_and_the_last_one_at_rest(frames):
    blank = Drawing(10, 10, (), (), {}, "", "")
    drawings = [replace(blank, shapes=tuple(SHAPES[k] for k in frame)) for frame in frames]
    picture = of_drawings(drawings, "dark")
    groups = [(name, re.findall(r"<circle[^>]*/>", inner)) for name, inner in GROUP.findall(picture)]
    length = len(frames) - 1 + LAST
    for number, frame in enumerate(frames):
        wanted = [WRITTEN[k] for k in frame]
        middle = 100 * (number + 0.5) / length
        assert [e for name, inner in groups if seen(picture, name, middle) for e in inner] == wanted
    assert [e for name, inner in groups if seen(picture, name, 99.9) for e in inner] == wanted
    assert [e for name, inner in groups if at_rest(picture, name) for e in inner] == wanted
    assert {*re.findall(r"animation:\S+ (\S+)s", picture)} <= {f"{length * PAUSE:g}"}

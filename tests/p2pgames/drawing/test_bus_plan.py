"""Where everything of Bus's cities lies: nobody waits upon a plot, a crossing or a name; no line runs behind one."""

from math import hypot

import pytest

from p2pgames.games.bus.state import CITIES
from p2pgames.games.bus.view.svg_board import GAP, NODE, PLOT, STATION, plan_of
from p2pgames_protocol.testing.game.drawings import Box

PERSON = (15, 12)
"""Half of the width of two passengers, and of their height."""
BESIDE = {"plots": 13, "name": 9}
"""How far the middle of a street keeps away: two lines side by side cover no plot, and one covers no name."""


def about(place, half):
    (x, y), (w, h) = place, half
    return Box(x - w, y - h, x + w, y + h)


@pytest.mark.parametrize("name", CITIES)
def test_passengers_wait_where_nothing_else_lies(name):
    city = CITIES[name]
    where = plan_of(city)
    for at, stand in enumerate(where.stands):
        person = about(stand, PERSON)
        others = [about(other, PERSON) for number, other in enumerate(where.stands) if number != at]
        for number, (x, y, w, h) in enumerate(where.boxes):
            station = number in city.stations
            others.append(Box(x, y, x + w, y + h) if station else plots(where, number, city.sites[number]))
            half = (STATION[0] / 2, STATION[1] / 2) if station else (NODE, NODE)
            others.append(about(where.points[number], half))
        assert not [other for other in others if person.meets(other)], (name, at)


@pytest.mark.parametrize("name", CITIES)
def test_no_line_runs_behind_plots_or_names(name):
    city = CITIES[name]
    where = plan_of(city)
    for at, (x, y, w, h) in enumerate(where.boxes):
        station = at in city.stations
        box = Box(x, y, x + w, y + h) if station else plots(where, at, city.sites[at])
        for ends in city.streets:
            far = apart(box, *(where.points[end] for end in ends))
            assert far >= BESIDE["name" if station else "plots"], (name, at, ends)


def apart(box, start, end, steps=200):
    """How far a box and a straight way are apart, near enough."""
    points = ([a + (b - a) * k / steps for a, b in zip(start, end, strict=True)] for k in range(steps + 1))
    return min(
        hypot(max(box.left - x, 0, x - box.right), max(box.top - y, 0, y - box.bottom)) for x, y in points
    )


def plots(where, at, letters):
    """The plots of a crossing, without the gap around them."""
    x, y = where.plot(at, 0)
    return Box(x, y, x + len(letters) * (PLOT + GAP) - GAP, y + PLOT)

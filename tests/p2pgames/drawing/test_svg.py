"""What is written of a drawing is what it says."""

import re
from random import Random

from p2pgames.drawing.svg import path_data

MANY = 400


def test_a_path_is_written_relative_and_no_rounding_adds_up():
    random = Random(1)
    steps = [("M", 3.14, 2.72)]
    for _ in range(MANY):
        steps.append((random.choice("LC"), random.uniform(-9, 9), random.uniform(-9, 9)))
        if steps[-1][0] == "C":
            steps[-1] += tuple(random.uniform(-9, 9) for _ in range(4))
    steps += [("Z",), ("M", 0.04, -0.04), ("L", 7, 7)]
    written = path_data(tuple(steps))
    assert "-0 " not in written
    assert read(written) == [(step[0], *(round(each, 1) + 0.0 for each in step[1:])) for step in steps]


def read(written):
    """The steps of a path, as the specification of SVG reads its letters."""
    steps, at = [], (0.0, 0.0)
    for letter, rest in re.findall("([MlcZz])([^A-Za-z]*)", written):
        lengths = [float(each) for each in re.findall(r"-?[\d.]+", rest)]
        if letter in "lc":
            lengths = [round(each + at[k % 2], 1) + 0.0 for k, each in enumerate(lengths)]
        at = (lengths[-2], lengths[-1]) if lengths else at
        steps.append((letter.upper(), *lengths))
    return steps

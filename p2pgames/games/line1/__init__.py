"""Line 1 by Stefan Dorra: two to five players build one tram network, and ride it along secret routes."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from p2pgames.game import LEVELS, Bot, Game, LazyMapping, SearchCost
from p2pgames.games.line1.info import ABOUT, Line1Info

if TYPE_CHECKING:
    from p2pgames.contract import AnyRules
    from p2pgames.game import Lesson
    from p2pgames.picture.picture import Painter

_THOUGHT = SearchCost((2, 12, 200, 1_000), pace=1_200)


def _rules() -> Mapping[int, AnyRules]:
    from p2pgames.games.line1.rules import Line1, Line1AsAtFirst

    return {0: Line1AsAtFirst(), 1: Line1()}


def _painter() -> Painter:
    from p2pgames.games.line1.view.terminal import LinePainter

    return LinePainter()


def _bots() -> Mapping[str, Bot]:
    from p2pgames.dealer import random_bot
    from p2pgames.games.line1.bots import EVALUATOR, builder
    from p2pgames.search.search import levels

    return {"random": random_bot, "builder": builder, **levels(EVALUATOR, *_THOUGHT.nodes)}


def _lesson() -> Lesson:
    from p2pgames.games.line1.lesson import LESSON

    return LESSON


GAME = Game(
    name="line1",
    title="Line 1",
    other_names=("Linie 1", "Streetcar", "Tramway"),
    versions=LazyMapping((0, 1), _rules),
    about=ABOUT(),
    outline=Line1Info(),
    bots=LazyMapping(("random", "builder", *LEVELS), _bots),
    usual="builder",
    painting=_painter,
    teaching=_lesson,
    thought=_THOUGHT,
    text=(files("p2pgames.games.line1") / "data" / "rules.md").read_text(encoding="utf-8"),
)

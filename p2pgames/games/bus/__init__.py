"""Bus: three to five players build bus lines, houses and time itself, and carry passengers."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from p2pgames.game import LEVELS, Bot, Game, LazyMapping, SearchCost
from p2pgames.games.bus.info import ABOUT, BusInfo

if TYPE_CHECKING:
    from p2pgames.contract import AnyRules
    from p2pgames.game import Lesson
    from p2pgames.picture.picture import Painter

_THOUGHT = SearchCost((4, 30, 400, 2_000), pace=2_000)


def _rules() -> Mapping[int, AnyRules]:
    from p2pgames.games.bus.rules import Bus

    return {0: Bus()}


def _painter() -> Painter:
    from p2pgames.games.bus.view.terminal import BusPainter

    return BusPainter()


def _bots() -> Mapping[str, Bot]:
    from p2pgames.dealer import random_bot
    from p2pgames.games.bus.bots import EVALUATOR, driver
    from p2pgames.search.search import levels

    return {"random": random_bot, "driver": driver, **levels(EVALUATOR, *_THOUGHT.nodes)}


def _lesson() -> Lesson:
    from p2pgames.games.bus.lesson import LESSON

    return LESSON


GAME = Game(
    name="bus",
    title="Bus",
    versions=LazyMapping((0,), _rules),
    about=ABOUT(),
    outline=BusInfo(),
    bots=LazyMapping(("random", "driver", *LEVELS), _bots),
    usual="driver",
    painting=_painter,
    teaching=_lesson,
    thought=_THOUGHT,
    text=(files("p2pgames.games.bus") / "data" / "rules.md").read_text(encoding="utf-8"),
)

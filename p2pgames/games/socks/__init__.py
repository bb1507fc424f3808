"""Socks in the City: two players join pairs of socks over the stations of a city of hexagons."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from p2pgames.game import LEVELS, Bot, Game, LazyMapping, SearchCost
from p2pgames.games.socks.info import ABOUT, SocksInfo

if TYPE_CHECKING:
    from p2pgames.contract import AnyRules
    from p2pgames.game import Lesson
    from p2pgames.picture.picture import Painter

_THOUGHT = SearchCost((8, 60, 1_000, 5_000), pace=4_500)


def _rules() -> Mapping[int, AnyRules]:
    from p2pgames.games.socks.rules import Socks

    return {0: Socks()}


def _painter() -> Painter:
    from p2pgames.games.socks.view.terminal import SocksPainter

    return SocksPainter()


def _bots() -> Mapping[str, Bot]:
    from p2pgames.dealer import random_bot
    from p2pgames.games.socks.bots import EVALUATOR, rival
    from p2pgames.search.search import levels

    return {"random": random_bot, "rival": rival, **levels(EVALUATOR, *_THOUGHT.nodes)}


def _lesson() -> Lesson:
    from p2pgames.games.socks.lesson import LESSON

    return LESSON


GAME = Game(
    name="socks",
    title="Socks in the City",
    versions=LazyMapping((0,), _rules),
    about=ABOUT(),
    outline=SocksInfo(),
    bots=LazyMapping(("random", "rival", *LEVELS), _bots),
    usual="rival",
    text=(files("p2pgames.games.socks") / "data" / "rules.md").read_text(encoding="utf-8"),
    painting=_painter,
    teaching=_lesson,
    thought=_THOUGHT,
)

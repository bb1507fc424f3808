"""Linja by Steffen Mühlhäuser: a duel for two, all in the open."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from p2pgames.game import LEVELS, Bot, Game, LazyMapping, SearchCost, translated
from p2pgames.games.linja.info import ABOUT, LinjaInfo

if TYPE_CHECKING:
    from p2pgames.contract import AnyRules
    from p2pgames.game import Lesson
    from p2pgames.picture.picture import Painter

_THOUGHT = SearchCost((16, 100, 4_000, 12_000), pace=16_000)


def _rules() -> Mapping[int, AnyRules]:
    from p2pgames.games.linja.rules import Linja

    return {0: Linja()}


def _painter() -> Painter:
    from p2pgames.games.linja.view.terminal import LinjaPainter

    return LinjaPainter()


def _bots() -> Mapping[str, Bot]:
    from p2pgames.dealer import random_bot
    from p2pgames.games.linja.bots import EVALUATOR, careful, greedy
    from p2pgames.search.search import levels

    return {
        "random": random_bot,
        "greedy": greedy,
        "careful": careful,
        **levels(EVALUATOR, *_THOUGHT.nodes),
    }


def _lesson() -> Lesson:
    from p2pgames.games.linja.lesson import LESSON

    return LESSON


GAME = Game(
    name="linja",
    title="Linja",
    versions=LazyMapping((0,), _rules),
    about=ABOUT(),
    outline=LinjaInfo(),
    bots=LazyMapping(("random", "greedy", "careful", *LEVELS), _bots),
    usual="careful",
    text=(files("p2pgames.games.linja") / "data" / "rules.md").read_text(encoding="utf-8"),
    translations=translated("p2pgames.games.linja", "de", "fr", "it"),
    painting=_painter,
    teaching=_lesson,
    thought=_THOUGHT,
)

"""Metro by Dirk Henn: two to six players lay the underground of Paris."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from p2pgames.game import LEVELS, Bot, Game, LazyMapping, SearchCost, translated
from p2pgames.games.metro.info import ABOUT, MetroInfo

if TYPE_CHECKING:
    from p2pgames.contract import AnyRules
    from p2pgames.game import Lesson
    from p2pgames.picture.picture import Painter

_THOUGHT = SearchCost((8, 60, 1_500, 7_500), pace=6_000)


def _rules() -> Mapping[int, AnyRules]:
    from p2pgames.games.metro.rules import Metro

    return {0: Metro()}


def _painter() -> Painter:
    from p2pgames.games.metro.view.terminal import MetroPainter

    return MetroPainter()


def _bots() -> Mapping[str, Bot]:
    from p2pgames.dealer import random_bot
    from p2pgames.games.metro.bots import EVALUATOR, greedy, patient
    from p2pgames.search.search import levels

    return {"random": random_bot, "greedy": greedy, "patient": patient, **levels(EVALUATOR, *_THOUGHT.nodes)}


def _lesson() -> Lesson:
    from p2pgames.games.metro.lesson import LESSON

    return LESSON


GAME = Game(
    name="metro",
    title="Metro",
    other_names=("Iron Horse", "Cable Car"),
    versions=LazyMapping((0,), _rules),
    about=ABOUT(),
    outline=MetroInfo(),
    bots=LazyMapping(("random", "greedy", "patient", *LEVELS), _bots),
    usual="patient",
    translations=translated("p2pgames.games.metro", "de", "fr", "it"),
    painting=_painter,
    teaching=_lesson,
    thought=_THOUGHT,
    text=(files("p2pgames.games.metro") / "data" / "rules.md").read_text(encoding="utf-8"),
)

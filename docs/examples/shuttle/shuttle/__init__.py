"""Shuttle: two players pull one tram to and fro with hidden tickets. A small game, made to be read."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from p2pgames.dealer import random_bot
from p2pgames.game import Game
from shuttle.bots import careful
from shuttle.rules import Shuttle

if TYPE_CHECKING:
    from p2pgames.game import Lesson
    from p2pgames.picture.picture import Painter


def _painter() -> Painter:
    from shuttle.painter import ShuttlePainter

    return ShuttlePainter()


def _lesson() -> Lesson:
    from shuttle.lesson import LESSON

    return LESSON


GAME = Game(
    name="shuttle",
    title="Shuttle",
    versions={0: Shuttle()},
    bots={"random": random_bot, "careful": careful},
    text=(files("shuttle") / "rules.md").read_text(encoding="utf-8"),
    painting=_painter,
    teaching=_lesson,
)

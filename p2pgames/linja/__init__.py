"""Linja by Steffen Mühlhäuser: a duel for two, all in the open."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from p2pgames.contract import Game
from p2pgames.dealer import random_bot
from p2pgames.linja.bots import careful, greedy
from p2pgames.linja.mind import MIND
from p2pgames.linja.rules import Linja
from p2pgames.search import levels

if TYPE_CHECKING:
    from p2pgames.picture import Painter


def _painter() -> Painter:
    from p2pgames.linja.painter import LinjaPainter

    return LinjaPainter()


GAME = Game(
    name="linja",
    title="Linja",
    versions={0: Linja()},
    bots={"random": random_bot, "greedy": greedy, "careful": careful, **levels(MIND, 16, 100, 4_000, 12_000)},
    usual="careful",
    text=(files("p2pgames.linja") / "data" / "rules.md").read_text(encoding="utf-8"),
    painting=_painter,
)

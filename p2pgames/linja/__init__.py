"""Linja by Steffen Mühlhäuser: a duel for two, all in the open."""

from importlib.resources import files

from p2pgames.contract import Game
from p2pgames.dealer import random_bot
from p2pgames.linja.bots import careful, greedy
from p2pgames.linja.painter import LinjaPainter
from p2pgames.linja.rules import Linja

GAME = Game(
    name="linja",
    title="Linja",
    versions={0: Linja()},
    bots={"random": random_bot, "greedy": greedy, "careful": careful},
    text=(files("p2pgames.linja") / "data" / "rules.md").read_text(encoding="utf-8"),
    painter=LinjaPainter(),
)

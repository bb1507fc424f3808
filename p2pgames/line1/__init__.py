"""Line 1 by Stefan Dorra: two to five players build one tram network, and ride it along secret routes."""

from importlib.resources import files

from p2pgames.contract import Game
from p2pgames.dealer import random_bot
from p2pgames.line1.bots import builder
from p2pgames.line1.painter import LinePainter
from p2pgames.line1.rules import Line1

GAME = Game(
    name="line1",
    title="Line 1",
    versions={0: Line1()},
    bots={"random": random_bot, "builder": builder},
    painter=LinePainter(),
    text=(files("p2pgames.line1") / "data" / "rules.md").read_text(encoding="utf-8"),
)

"""Metro by Dirk Henn: two to six players lay the underground of Paris."""

from importlib.resources import files

from p2pgames.contract import Game
from p2pgames.dealer import random_bot
from p2pgames.metro.bots import greedy, patient
from p2pgames.metro.painter import MetroPainter
from p2pgames.metro.rules import Metro

GAME = Game(
    name="metro",
    title="Metro",
    versions={0: Metro()},
    bots={"random": random_bot, "greedy": greedy, "patient": patient},
    painter=MetroPainter(),
    text=(files("p2pgames.metro") / "data" / "rules.md").read_text(encoding="utf-8"),
)

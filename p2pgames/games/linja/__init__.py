"""Linja by Steffen Mühlhäuser: a duel for two, all in the open."""

from p2pgames.game import SearchCost
from p2pgames.games import packaged_game
from p2pgames.games.linja.info import ABOUT, LinjaInfo

GAME = packaged_game(
    __name__,
    "Linja",
    LinjaInfo(),
    ABOUT(),
    SearchCost((16, 100, 4_000, 12_000), pace=16_000),
    quick=("greedy", "careful"),
    languages=("de", "fr", "it"),
)

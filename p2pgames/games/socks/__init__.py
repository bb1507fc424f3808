"""Socks in the City: two players join pairs of socks over the stations of a city of hexagons."""

from p2pgames.game import SearchCost
from p2pgames.games import packaged_game
from p2pgames.games.socks.info import ABOUT, SocksInfo

GAME = packaged_game(
    __name__,
    "Socks in the City",
    SocksInfo(),
    ABOUT(),
    SearchCost((8, 60, 1_000, 5_000), pace=4_500),
    quick=("rival",),
    languages=("de", "fr", "it"),
)

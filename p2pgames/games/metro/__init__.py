"""Metro by Dirk Henn: two to six players lay the underground of Paris."""

from p2pgames.game import SearchCost
from p2pgames.games import packaged_game
from p2pgames.games.metro.info import ABOUT, MetroInfo

GAME = packaged_game(
    __name__,
    "Metro",
    MetroInfo(),
    ABOUT(),
    SearchCost((8, 60, 1_500, 7_500), pace=6_000),
    quick=("greedy", "patient"),
    languages=("de", "fr", "it"),
    other_names=("Iron Horse", "Cable Car"),
)

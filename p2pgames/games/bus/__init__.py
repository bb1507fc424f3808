"""Bus: three to five players build bus lines, houses and time itself, and carry passengers."""

from p2pgames.game import SearchCost
from p2pgames.games import packaged_game
from p2pgames.games.bus.info import ABOUT, BusInfo

GAME = packaged_game(
    __name__,
    "Bus",
    BusInfo(),
    ABOUT(),
    SearchCost((4, 30, 400, 2_000), pace=2_000),
    quick=("driver",),
)

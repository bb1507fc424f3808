"""Line 1 by Stefan Dorra: two to five players build one tram network, and ride it along secret routes."""

from p2pgames.game import SearchCost
from p2pgames.games import packaged_game
from p2pgames.games.line1.info import ABOUT, Line1Info

GAME = packaged_game(
    __name__,
    "Line 1",
    Line1Info(),
    ABOUT(),
    SearchCost((2, 12, 200, 1_000), pace=1_200),
    quick=("builder",),
    versions=(0, 1),
    other_names=("Linie 1", "Streetcar", "Tramway"),
)

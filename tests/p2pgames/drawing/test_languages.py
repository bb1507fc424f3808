"""Drawings in every language: their words fit, and none is left in English."""

import pytest

from p2pgames import registry
from p2pgames.drawing.shapes import Text
from p2pgames.games.bus.state import CITIES
from p2pgames.games.line1.board import STREETS
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_protocol.testing.game.case import NAMES
from p2pgames_protocol.testing.game.drawings import flat, inside, legible
from tests.cli.leftover import LANGUAGES, english_in, speaking
from tests.p2pgames.drawing.tables import positions

PROPER = {
    *STREETS,
    *NAMES,
    *(word for city in CITIES.values() for name in city.stations.values() for word in name.split()),
}
TYPED = {"pass", "stop", "run", "go", "anew", "draw", "roll", "pair", "take", "tile"}
"""Words of the notation, which is the same in every language."""
OPTIONS = {"socks": {"layout": "players"}}


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_fit_and_none_is_english(name, language):
    with speaking(language):
        look_at_all(name, language, speaker())


def look_at_all(name, language, say):
    seats = registry.game(name).rules.players[-1]
    for table in positions(name, seats, 8, 6, **OPTIONS.get(name, {})):
        view = table.view(table.dealer.turn, say=say)
        for drawing in (table.drawing(view), table.aside(view)):
            legible(drawing)
            inside(drawing)
            texts = [each.shape.text for each in flat(drawing) if isinstance(each.shape, Text)]
            texts += [drawing.desc, *(spot.said for spot in drawing.spots)]
            left = {text: words for text in texts if (words := english_in(proper(text), language) - TYPED)}
            assert left == {}


def proper(text):
    """Return a text without the names of streets, stations and players."""
    for name in sorted(PROPER, key=len, reverse=True):
        text = text.replace(name, "")
    return text

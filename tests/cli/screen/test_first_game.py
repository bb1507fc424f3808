"""A first game still goes as its page shows it."""

import pytest

from tests.first_game import FOLDER, GAMES, transcript


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_goes_as_its_page_shows_it(name):
    assert transcript(name) == (FOLDER / f"{name}.md").read_text(encoding="utf-8")

"""A first game still goes as its page shows it."""

import pytest

from tests.first_game import FOLDER, GAMES, pages


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_goes_as_its_page_shows_it(name):
    there = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob(f"{name}*")}
    assert pages(name) == there

"""How much of the product a move passes."""

from tests.walk import walked

MODULES, FUNCTIONS = 90, 665
"""May only fall: the more a move passes, the more a reader must know to change anything on its way."""


def test_a_move_passes_few_modules_and_functions(tmp_path):
    found = walked(tmp_path)
    assert found["p2pgames/games/linja/rules.py"] >= 5
    assert found["cli/p2pgames_cli/screen/frame.py"] >= 5
    assert len(found) <= MODULES
    assert found.total() <= FUNCTIONS

"""The golden playthroughs still come out as recorded."""

import pytest

from tests.playthrough import FOLDER, playthrough


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_playthrough_is_as_recorded(path):
    recorded = path.read_text(encoding="utf-8")
    assert playthrough(recorded.partition("\n")[0]) == recorded

"""The golden transcripts still come out as recorded: a program reads and writes what it always did."""

import pytest

from tests.transcript import FOLDER, transcript


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_transcript_is_as_recorded(path):
    recorded = path.read_text(encoding="utf-8")
    assert transcript(recorded.partition("\n")[0]).splitlines() == recorded.splitlines()

"""What shows that the product does what it says."""

import os
from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The repository."""
THOROUGH = bool(os.environ.get("P2PGAMES_THOROUGH"))
"""Whether random games are played by the dozen, as before a release, and not by the handful, as in every run."""


def seeds(few: int, many: int) -> range:
    """Return the seeds of random games that check the same: few in every run, many in one that is thorough."""
    return range(many if THOROUGH else few)


LONG = (
    "tests/test_example_game.py",
    "tests/test_build.py",
    "tests/protocol/discovery/test_lan.py",
    "tests/protocol/net/test_namespaces.py",
    "tests/cli/commands/test_check_client.py",
)
"""Files with single tests of some ten seconds and more, which mostly wait: begun last, they would hold up the end."""

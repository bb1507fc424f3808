"""What shows that the product does what it says."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The repository."""
LONG = (
    "tests/test_example_game.py",
    "tests/test_build.py",
    "tests/protocol/discovery/test_lan.py",
    "tests/protocol/net/test_namespaces.py",
    "tests/cli/commands/test_check_client.py",
)
"""Files with single tests of some ten seconds and more, which mostly wait: begun last, they would hold up the end."""

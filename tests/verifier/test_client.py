"""A client in another language, written from the guide and SPEC, has no fault in any check that it can be put to."""

import pytest

from p2pgames_cli.main import run
from p2pgames_protocol.testing.client import CHECKS
from tests import ROOT
from tests.verifier.node import installed, program

pytestmark = pytest.mark.node

CLIENT = ROOT / "docs" / "examples" / "client.js"
JOINS = [check.name for check in CHECKS if check.joins is not False]
LEFT_OUT = {"cards": "metro", "three": "metro", "rematched": "rematch", "unrelated": "rematch"}
"""What it does not do, as no client need, and what is said of that."""


@pytest.mark.parametrize("name", JOINS)
def test_the_client_of_the_guide_has_no_fault(capfd, name):
    installed()
    code = run(["check-client", "--only", name, program("node"), str(CLIENT), "{invite}"])
    line, verdict = capfd.readouterr().out.splitlines()
    left_out = LEFT_OUT.get(name, "")
    assert (code, verdict) == (0, f"No fault found in {0 if left_out else 1} checks."), line
    assert left_out in line

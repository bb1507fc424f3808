"""A test that waits for ever fails, with a stack, and the tests after it run."""

import re
import subprocess
import sys

from tests import ROOT

TESTS = """
import subprocess
import sys

import pytest
import trio

@pytest.mark.timeout(1)
def test_that_waits_for_an_event():
    async def wait_for_ever():
        await trio.Event().wait()

    trio.run(wait_for_ever)

@pytest.mark.timeout(1)
def test_that_waits_for_a_process():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        process.wait()

def test_that_comes_after_them():
    trio.run(trio.sleep, 0)
"""


def test_waiting_for_ever(tmp_path):
    (tmp_path / "test_waiting.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "--config-file=pyproject.toml", "-ptests.conftest"]
    shown = subprocess.run([*command, "-rA", tmp_path], capture_output=True, text=True, cwd=ROOT).stdout
    assert re.search("^FAILED .*::test_that_waits_for_an_event - Failed: Timeout", shown, re.MULTILINE), shown
    assert re.search("^FAILED .*::test_that_waits_for_a_process - Failed: Timeout", shown, re.MULTILINE), (
        shown
    )
    assert re.search("^PASSED .*::test_that_comes_after_them$", shown, re.MULTILINE), shown

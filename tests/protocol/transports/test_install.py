"""What is said where a package is missing: what can be typed, wherever the project was installed from."""

import shlex
import subprocess
import sys
from importlib.metadata import requires

import pytest

from p2pgames.text import as_it_is
from p2pgames_protocol.transports.install import hint


def typed(said):
    """The command that stands in a hint."""
    return shlex.split(str(said).partition("type: ")[2])


@pytest.mark.skipif(sys.platform == "win32", reason="is quoted otherwise there")
def test_the_command_runs_this_python():
    *command, _install, package = typed(hint(as_it_is("iroh"), "iroh"))
    assert command == [sys.executable, "-m", "pip"]
    assert package == "iroh"
    assert subprocess.run([*command, "--version"], check=False, capture_output=True).returncode == 0


def test_a_python_with_a_blank_in_its_path_is_quoted(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/opt/my games/python")
    assert typed(hint(as_it_is("iroh"), "iroh"))[0] == "/opt/my games/python"


def test_what_is_named_is_what_the_extras_ask_for():
    extras = [one.partition(">")[0] for one in requires("p2pgames") or () if "extra ==" in one]
    assert {"iroh", "libtorrent"} <= set(extras)

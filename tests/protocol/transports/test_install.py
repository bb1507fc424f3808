"""What is said where a package is missing: what can be typed, wherever the project was installed from."""

import shlex
import subprocess
import sys
from importlib.metadata import requires
from importlib.util import find_spec

import pytest

from p2pgames.text import as_it_is
from p2pgames_protocol.transports import transport
from p2pgames_protocol.transports.transport import hint, is_required


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


def test_what_is_named_is_what_is_required_here_or_an_extra_asks_for():
    required = [one.partition(">")[0] for one in requires("p2pgames") or ()]
    assert "libtorrent" in required
    assert ("iroh" in required) is is_required("iroh") is (find_spec("iroh") is not None)


def test_where_there_is_no_wheel_no_command_is_named_that_fails(monkeypatch):
    monkeypatch.setattr(transport, "requires", lambda _name: ["click>=8.2.1", "iroh-something; extra == 'x'"])
    said = str(hint(as_it_is("iroh"), "iroh"))
    assert "none for this system" in said
    assert "type:" not in said
    assert "type:" in str(hint(as_it_is("dht"), "libtorrent"))

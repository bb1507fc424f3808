"""The script that pages carry is what its source makes, byte for byte."""

from __future__ import annotations

import subprocess

import pytest

from p2pgames_cli.export.proof import program
from tests.verifier.node import FOLDER, installed
from tests.verifier.node import program as executable

pytestmark = pytest.mark.node


def test_building_the_bundle_gives_the_same_bytes(tmp_path):
    installed()
    file = tmp_path / "verifier.js"
    done = subprocess.run([executable("node"), FOLDER / "bundle.js", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == program().encode(), "just bundle builds it anew"

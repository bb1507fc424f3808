"""The verifier in JavaScript passes its own tests."""

from __future__ import annotations

import pytest

from tests.verifier.node import installed, npm

pytestmark = pytest.mark.node


def test_its_own_tests() -> None:
    installed()
    done = npm("test")
    assert done.returncode == 0, done.stdout[-4000:]

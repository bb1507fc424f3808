"""What holds for all tests: they read what the client says in English, whatever the computer speaks, and none waits
longer than ``pyproject.toml`` says."""

import gc
import os

import pytest
import trio
from hypothesis import settings

os.environ["LANGUAGE"] = "en"
# An example that takes longer than 0.2 s on a busy computer is no failure.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown():
    """Leave no trio loop behind where the limit struck while it waited: this process could not run another."""
    if trio.lowlevel.in_trio_run():
        gc.collect()
    return (yield)

"""What holds for all tests: they read what the client says in English, whatever the computer speaks, and none waits
longer than ``pyproject.toml`` says."""

import faulthandler
import gc
import os
import sys

import pytest
import trio
from hypothesis import settings

from tests import LONG, THOROUGH, catalogues, remembered  # noqa: F401  # it need only be there before anything is loaded

os.environ["LANGUAGE"] = "en"
# Hundreds of programs are started here: each module is compiled once for all of them, not in each anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# An example that takes longer than 0.2 s on a busy computer is no failure.
settings.register_profile("unhurried", deadline=None, max_examples=100 if THOROUGH else 40)
settings.load_profile("unhurried")


def pytest_configure():
    """Let the client say what the catalogues say now."""
    catalogues.compile_changed()


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect without looks for garbage, an eighth of the time: there is next to none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Return twice as many as there are processors: a third of the time goes to tests that wait for others."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each worker tests that stand together: what is laid or worked out for one then serves the next ones."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


SLOW = pytest.mark.timeout(7200)


def pytest_collection_finish():
    """Leave what was collected out of every later look for garbage, which comes seldom: it is much, and stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_collection_modifyitems(items):
    """Give the long runs, which are asked for by name, another limit; put what waits longest first."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))
    for item in items:
        if item.get_closest_marker("slow") is not None:
            item.add_marker(SLOW)


def pytest_runtest_setup(item):
    """Leave the long runs to their own limit alone."""
    if item.get_closest_marker("slow") is not None:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown():
    """Leave no trio loop behind where the limit struck while it waited: this process could not run another."""
    if trio.lowlevel.in_trio_run():
        gc.collect()
    return (yield)

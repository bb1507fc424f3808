"""Two browsers for all tests of the window, and pages that ask nobody else for anything."""

import pytest

from tests.browser import browser


@pytest.fixture(scope="session")
def chromium():
    with browser() as page:
        yield page


@pytest.fixture(scope="session")
def another_chromium():
    with browser() as page:
        yield page


@pytest.fixture
def page(chromium):
    yield from emptied(chromium)


@pytest.fixture
def other(another_chromium):
    """The browser of somebody else."""
    yield from emptied(another_chromium)


def emptied(chromium):
    chromium.prefer(reduced_motion="reduce")
    chromium.size(1400, 900)
    chromium.open("about:blank")
    chromium.errors.clear()
    chromium.asked.clear()
    yield chromium
    elsewhere = [
        one
        for one in chromium.asked
        if not one.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "about:"))
    ]
    assert elsewhere == []

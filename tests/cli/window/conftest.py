"""One chromium for all tests of the window, and a page that asks nobody else for anything."""

import pytest

from tests.browser import browser


@pytest.fixture(scope="session")
def chromium():
    with browser() as page:
        yield page


@pytest.fixture
def page(chromium):
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

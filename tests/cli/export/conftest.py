"""A browser without a network, for pages that are one file."""

import pytest

from tests.browser import browser


@pytest.fixture(scope="package")
def chromium():
    with browser() as page:
        page.call(
            "Network.emulateNetworkConditions",
            offline=True,
            latency=0,
            downloadThroughput=0,
            uploadThroughput=0,
        )
        yield page


@pytest.fixture
def page(chromium):
    """Its page: nothing may go wrong in it, and nothing be asked of anybody else."""
    chromium.prefer()
    chromium.size(1400, 900)
    chromium.errors.clear()
    chromium.asked.clear()
    yield chromium
    assert chromium.errors == []
    assert all(address.startswith(("file:", "blob:", "about:")) for address in chromium.asked)

"""The search of the site finds what people look for, and shows first how it is done."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests import ROOT
from tests.browser import browser

pytestmark = pytest.mark.browser

SOME = ("docs/site/index", "docs/network", "docs/sealed-decks", "docs/decisions/0008-invites")
"""A site of few pages is built in seconds; how it searches does not depend on which these are."""
FOUND = "[...document.querySelectorAll('#search-results li > a')].map(a => new URL(a.href).pathname)"
DONE = "document.querySelector('#search-results .search-summary')?.innerText.startsWith('Search finished')"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Yield the address of a site, by http: from a file a browser lets no page read its index."""
    folder = tmp_path_factory.mktemp("site")
    pages = ",".join(f"{page}.md" for page in SOME)
    build = [sys.executable, "-m", "sphinx", "-q", "-c", "docs/site", "-D", f"include_patterns={pages}"]
    built = subprocess.run([*build, ".", str(folder)], cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, f"{built.stderr}\nIt is built with: pip install -e '.[site]'"
    with serving(partial(Quiet, directory=str(folder))) as address:
        yield address


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


@contextmanager
def serving(handler) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def search(page, words):
    """Type words into the field of the page that is shown, and return the pages that are found, the best first."""
    page.value("document.querySelector('input[name=q]').focus()")
    page.call("Input.insertText", text=words)
    page.press("Enter")
    page.until(DONE)
    return [found.removeprefix("/").removesuffix(".html") for found in page.value(FOUND)]


def test_the_search_shows_how_before_why(site):
    with browser() as page:
        page.open(site)
        page.until("location.pathname === '/docs/site/index.html' && document.readyState === 'complete'")
        assert search(page, "sealed deck")[0] == "docs/sealed-decks"
        page.open(f"{site}docs/sealed-decks.html")
        found = search(page, "invite")
        assert found[0] == "docs/network"
        assert "docs/decisions/0008-invites" in found
        assert [asked for asked in page.asked if not asked.startswith((site, "data:"))] == []
        assert page.errors == []

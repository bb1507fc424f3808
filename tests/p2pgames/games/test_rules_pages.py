"""Every test that a page of rules names exists."""

import re

import pytest

from tests import ROOT

PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
DEFINED = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_tests_a_page_names_are_there(page):
    named = set(re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8")))
    assert named
    assert named <= DEFINED

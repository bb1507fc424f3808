"""Every test that a page of rules names exists."""

import re

import pytest

from p2pgames import registry
from tests import ROOT

PAGES = sorted((ROOT / "docs" / "build" / "rules").glob("*.md"))
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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_and_the_rules_of_the_client_name_the_same_sources(page):
    of_page, of_client = (
        text.split()
        for text in (sources(page.read_text(encoding="utf-8")), sources(registry.game(page.stem).text))
    )
    assert of_page == of_client
    assert "Ours" in of_page


def sources(text):
    """The section on sources, which is the last one."""
    _, _, section = text.partition("\n## Sources\n")
    assert "\n## " not in section
    return section

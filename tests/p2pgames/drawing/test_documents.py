"""The pictures in the documents: there, in the colours of their theme, and complete in themselves."""

import re
from xml.etree import ElementTree as ET

import pytest

from p2pgames import registry
from p2pgames.drawing.svg import THEMES
from tests import ROOT

PICTURES = ROOT / "docs" / "pictures"
FIRST_GAMES = ROOT / "docs" / "first-game"
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
"""What a page quotes, such as how a picture is written: none is shown by it."""
DRAWN = [(name, theme) for name in registry.names() for theme in ("dark", "light")]


def test_every_picture_is_shown_and_every_one_that_is_shown_is_there():
    shown = set()
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "protocol").glob("*.md")):
        text = CODE.sub("", page.read_text("utf-8"))
        named = re.findall(r'(?:src|srcset)="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)', text)
        shown |= {(page.parent / (one or other)).resolve() for one, other in named}
    assert shown == {*PICTURES.iterdir(), *FIRST_GAMES.glob("*.svg"), *FIRST_GAMES.glob("*.webp")}


@pytest.mark.parametrize(("name", "theme"), DRAWN)
def test_a_picture_has_the_colours_of_its_theme_and_loads_nothing(name, theme):
    text = (PICTURES / f"{name}-{theme}.svg").read_text("utf-8")
    assert set(re.findall("#[0-9a-f]{6}", text)) <= set(THEMES[theme].values())
    root = ET.fromstring(text)  # noqa: S314 (our own)
    assert root[0].text.startswith(registry.game(name).title)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        "svg", "title", "desc", "defs", "g", "rect", "circle", "polygon", "path", "text", "use",
    }  # fmt: skip
    links = [value for element in root.iter() for name, value in element.items() if name.endswith("href")]
    assert all(link.startswith("#") for link in links)
    assert len(text) < 64_000


@pytest.mark.parametrize("name", registry.names())
def test_light_and_dark_show_the_same(name):
    dark, light = (
        # A picture's ids begin with a digest of it, colours and all.
        re.sub("#[0-9a-f]{6}|p[0-9a-f]{8}(?=-)", "#", (PICTURES / f"{name}-{theme}.svg").read_text("utf-8"))
        for theme in ("dark", "light")
    )
    assert dark == light

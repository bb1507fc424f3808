"""What the page is made of: its text with the labels in the user's language, its style, its scripts."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from importlib.resources import files
from typing import Final

from p2pgames.drawing.themes import THEMES
from p2pgames_cli.export.labels import themes
from p2pgames_cli.export.parts import colours
from p2pgames_cli.i18n.catalogue import language
from p2pgames_cli.window.labels import labels

SCRIPTS: Final = (
    *("window", "link", "board", "line", "lists", "panel", "dialogs", "markdown", "lobby"),
    *("home", "pages", "rules", "copy", "overlay", "keys", "ending", "tip", "back"),
)
SHARED: Final = ("film", "glide")
"""Scripts of the page of a whole game, which is one file: here they are a module."""
OFFERED: Final = "export { element, elements, glide, INHERITED, places };\n"
HTML: Final = "text/html; charset=utf-8"
DOOR: Final = (
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=../">'
    '<link rel="icon" href="../icon.svg">\n'
)


def content(name: str, page: Callable[[], bytes]) -> tuple[str, bytes] | None:
    """Return the type and the bytes of a part of the page; None if it has none of this name."""
    if name == "":
        return HTML, page()
    if name == "style.css":
        return "text/css; charset=utf-8", style().encode()
    if name == "icon.svg":
        return "image/svg+xml", _part("window/icon.svg").encode()
    stem, dot, kind = name.partition(".")
    if (dot, kind) != (".", "js"):
        return None
    if stem == "shared":
        return "text/javascript; charset=utf-8", ("".join(map(_web, SHARED)) + OFFERED).encode()
    return ("text/javascript; charset=utf-8", _web(stem, "window/").encode()) if stem in SCRIPTS else None


def door() -> tuple[str, bytes]:
    """Return what a browser gets for the link: a page that moves on at once, so that this server's cookies are sent."""
    return HTML, DOOR.encode()


def page(theme: str) -> bytes:
    """Return the page without anything of a table: that comes by the stream."""
    text = files("p2pgames_cli").joinpath("web", "window", "window.html").read_text(encoding="utf-8")
    chosen = [
        f'<option value="{value}"{" selected" if value == theme else ""}>{escape(name)}</option>'
        for value, name in themes().items()
    ]
    said = {name: escape(label) for name, label in labels().items()}
    return text.format(language=language(), say=said, themes="".join(chosen), theme=escape(theme)).encode()


def style() -> str:
    """Return the style of the page: every ink of every theme, what it shares with replays, and its own."""
    inks = frozenset(next(iter(THEMES.values())))
    return "\n".join(
        (colours(inks), _part("replay.css"), _part("window/window.css"), _part("window/home.css"))
    )


def _web(stem: str, folder: str = "") -> str:
    return _part(f"{folder}{stem}.js")


def _part(name: str) -> str:
    return files("p2pgames_cli").joinpath("web", *name.split("/")).read_text(encoding="utf-8")

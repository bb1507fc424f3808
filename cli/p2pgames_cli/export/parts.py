"""The parts of single-file pages: styles, scripts, colours, data, and the policy that nothing is loaded."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode, b85encode
from collections.abc import Collection, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

from p2pgames.drawing.shapes import Ink
from p2pgames.drawing.svg import THEMES
from p2pgames_cli.i18n.catalogue import language
from p2pgames_cli.i18n.prose import unbroken

HARMLESS: Final = str.maketrans("<>&", ",.:")


def policy(style: str, script: str) -> str:
    """Return a Content Security Policy: this style, this script, the worker it makes, and nothing loaded or sent.

    Where there is no script, none may run.
    """
    runs = f" script-src '{_digest(script)}'; worker-src blob:;" if script else ""
    return f"default-src 'none';{runs} style-src '{_digest(style)}'; base-uri 'none'; form-action 'none'"


def head(title: str, style: str, script: str) -> str:
    """Return what a page begins with, in the user's language; the title is markup."""
    return (
        part("head.html")
        .format(language=language(), policy=policy(style, script), title=title, style=style)
        .rstrip()
    )


def packed(data: object) -> str:
    """Return data as JSON, deflated, as `lettered`."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # Most of it is numbers: with smaller blocks, and without the shortest repetitions, it is 4 % less.
    return lettered(text.encode(), 5, zlib.Z_FILTERED)


def lettered(data: bytes, memory: int = 8, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> str:
    """Return bytes deflated, five characters for four of them: Python's base 85, without what begins markup."""
    packer = zlib.compressobj(9, memLevel=memory, strategy=strategy)
    return b85encode(packer.compress(data) + packer.flush()).decode().translate(HARMLESS)


@cache
def raw(name: str) -> str:
    """Return a file of the pages as it is."""
    return files("p2pgames_cli").joinpath("web", name).read_text(encoding="utf-8")


def read_all() -> None:
    """Read all files of the pages, for pages that are made later."""
    for file in files("p2pgames_cli").joinpath("web").iterdir():
        if file.is_file():
            raw(file.name)


def part(name: str) -> str:
    """Return a file without its comments and the blanks that begin its lines: they are a seventh of it."""
    return re.sub(r"^ +(?://.*\n)?|^//.*\n|^\n", "", raw(name), flags=re.MULTILINE)


def style_of(*names: str) -> str:
    """Return the rules of these style sheets, closely written."""
    rules = re.sub(r"/\*.*?\*/", "", "".join(part(f"{name}.css") for name in names), flags=re.DOTALL)
    return re.sub(r" ?([{}]) ?|([:;,]) ", r"\1\2", rules)


def script_of(*names: str) -> str:
    """Return one script of these parts, in which nothing can be seen from outside."""
    parts = "\n".join(re.sub(r"([;{,(])\n", r"\1", part(f"{name}.js")) for name in names)
    return f'\n"use strict";\n(() => {{\n{parts}}})();\n'


def inks(*texts: str) -> frozenset[Ink]:
    """Return the inks that are named in texts."""
    return frozenset(re.findall(r"var\(--(\w+)\)", " ".join(texts)))


def colours(inks: Collection[Ink]) -> str:
    """Return these inks in every theme: by what the reader's system prefers, or as they have chosen."""
    by_theme = {
        theme: f"{{ color-scheme: {'light' if theme == 'light' else 'dark'};"
        + "".join(f"--{ink}:{tone};" for ink, tone in tones.items() if ink in inks)
        + "}"
        for theme, tones in THEMES.items()
    }
    return "\n".join(
        (
            f":root, :root[data-theme=dark] {by_theme['dark']}",
            f"@media (prefers-color-scheme: light), print {{ :root {by_theme['light']} }}",
            f"@media (prefers-contrast: more) {{ :root {by_theme['contrast']} }}",
            *(f":root[data-theme={theme}] {by_theme[theme]}" for theme in THEMES if theme != "dark"),
        )
    )


def options(texts: Mapping[str, str], chosen: str | None = None) -> str:
    """Return the options of a field: what each is worth, and what it is called."""
    return "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in texts.items()
    )


def said(text: str) -> str:
    """Return a text as markup, its lines free to be broken where they should be."""
    return escape(unbroken(text))


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()

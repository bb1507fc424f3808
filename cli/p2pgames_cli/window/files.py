"""What the page is made of: its text with the labels in the user's language, its style, its scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from importlib.resources import files
from typing import Final

from p2pgames.drawing.svg import THEMES
from p2pgames_cli.export.labels import themes
from p2pgames_cli.export.parts import colours
from p2pgames_cli.i18n.catalogue import _, language
from p2pgames_cli.table.actions.looking import TRUST

SCRIPTS: Final = (
    *("window", "link", "board", "line", "lists", "panel", "dialogs", "markdown", "lobby"),
    *("home", "pages", "rules", "copy", "overlay", "keys", "ending", "tip", "back", "phones"),
)
SHARED: Final = ("film", "glide", "curve")
"""Scripts of the page of a whole game, which is one file: here they are a module."""
OFFERED: Final = "export { curve, element, elements, glide, INHERITED, places };\n"
HTML: Final = "text/html; charset=utf-8"
DOOR: Final = (
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=../">'
    '<link rel="icon" href="../icon.svg">\n'
)


MANIFEST: Final = {
    "name": "p2pgames",
    "start_url": "./",
    "display": "standalone",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}
"""What lets a phone keep the page on its home screen, as far as it does that without HTTPS."""


def content(name: str, page: Callable[[], bytes]) -> tuple[str, bytes] | None:
    """Return the type and the bytes of a part of the page; None if it has none of this name."""
    if name == "":
        return HTML, page()
    if name == "style.css":
        return "text/css; charset=utf-8", style().encode()
    if name == "icon.svg":
        return "image/svg+xml", _part("window/icon.svg").encode()
    if name == "app.webmanifest":
        return "application/manifest+json", json.dumps(MANIFEST).encode()
    stem, dot, kind = name.partition(".")
    if (dot, kind) != (".", "js"):
        return None
    if stem == "shared":
        return "text/javascript; charset=utf-8", ("".join(map(_web, SHARED)) + OFFERED).encode()
    return ("text/javascript; charset=utf-8", _web(stem, "window/").encode()) if stem in SCRIPTS else None


def door() -> tuple[str, bytes]:
    """Return what a browser gets for the link: a page that moves on at once, so that this server's cookies are sent."""
    return HTML, DOOR.encode()


# The labels of the page, in the user's language.


def labels() -> dict[str, str]:
    """Return what stands on the page whatever the game."""
    return {
        "noscript": _("This page needs its script: allow it for this address."),
        "board": _("The board"),
        "aside": _("Beside the board"),
        "players": _("Players"),
        "play": _("Play"),
        "speed": _("speed"),
        "happened": _("What happened"),
        "words": _("The position in words"),
        "theme": _("colours"),
        "yours": _("Your move"),
        "turn_of": _("{name} to move"),
        "turn": _("to move"),
        "you": _("you"),
        "line": _("Move, or a word"),
        "send": _("Send"),
        "undo": _("Undo"),
        "all": _("Menu"),
        "enlarge": _("Enlarge the board"),
        "find": _("find"),
        "go_to": _("Go to"),
        "keys": _("F2 leads to the board, F4 to the line, F8 to the chat, F9 or ? to this list."),
        "moves": _("Moves"),
        "such": _("such as {move}"),
        "chosen": _("Chosen, not sent yet"),
        "chat": _("Chat"),
        "say": _("Say something"),
        "says": _("Say"),
        "said_by": _("{what}: {said}").format(what="{name}", said="").rstrip(" "),
        "yes": _("yes"),
        "no": _("no"),
        "back": _("back"),
        "accept": _("accept"),
        "decline": _("decline"),
        "look": _("Nobody else is looking: show it"),
        "step": _("step"),
        "steps": _("Steps"),
        "first": _("First step"),
        "earlier": _("One step back"),
        "later": _("One step on"),
        "now": _("Last step"),
        "invite": _("Invite"),
        "tell_words": _(
            "Tell the others these words, or send them this line: anybody who has them can sit down."
        ),
        "send_invite": _("Send this line to the others: anybody who has it can sit down."),
        "copy": _("Copy"),
        "copy_message": _("Copy as message"),
        "copy_line": _("Copy the line"),
        "copied": _("Copied"),
        "seats": _("At the table"),
        "free": _("free"),
        "send_again": _("If the others do not find you, send them this line: they choose Go on at."),
        "send_watch": _("To watch only, use this line:"),
        "change_ways": _("How others reach this table"),
        "unseat": _("Leave the table"),
        "homeward": _("Your games"),
        "leave": _("Leave p2pgames"),
        "trail": _("Back to"),
        "more": _("more"),
        "text": _("Text"),
        "sure": _("Question"),
        "wait": _("The table is being opened."),
        "bye": _("p2pgames has ended. You can close this page."),
        "ended": _("This page no longer leads to its client: it has ended, or another page took its place."),
        "again": _("To go on, type in a terminal:"),
        "phones": _("Phones"),
        "scan": _("Scan this with a phone to sit here; it works once."),
        "scan_own": _("Scan this with your phone to have this table there, too; it works once."),
        "seated": _("a phone is there"),
        "trust": _(TRUST),
        "device": _("This phone"),
        "another": _("Use another phone for this seat"),
        "others": _("Another phone shows this seat, too."),
        "alone": _("Only this one"),
        "call": _("At my turn"),
        "call_none": _("nothing"),
        "call_vibrate": _("vibrate"),
        "call_sound": _("a sound"),
        "shorter": _("{count} moves begin like this; type more, or point at the board."),
    }


def page(theme: str) -> bytes:
    """Return the page without anything of a table: that comes by the stream."""
    text = _part("window/window.html")
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
    return _PARTS[name]


_PARTS: Final = {
    name: files("p2pgames_cli").joinpath("web", *name.split("/")).read_text(encoding="utf-8")
    for name in (
        *("replay.css", "window/window.css", "window/home.css", "window/icon.svg", "window/window.html"),
        *(f"window/{stem}.js" for stem in SCRIPTS),
        *(f"{stem}.js" for stem in SHARED),
    )
}
"""Read before a window opens: an update under a running game changes nothing that its page is made of."""

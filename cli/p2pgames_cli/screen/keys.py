"""Which key does what at the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prompt_toolkit.key_binding import DynamicKeyBindings, KeyBindings, KeyBindingsBase
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys

from p2pgames_cli.config.keymap import Keymap
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.chat_page import Speech
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table.actions.keys import keys_of
from p2pgames_cli.ui.pages import Curtain, Palette, Question, Sheet
from p2pgames_cli.ui.parts import nothing

PAGE = 15
"""Lines that a page key scrolls."""
SCROLLING: Final = {"PgUp": -PAGE, "PgDn": PAGE, "Home": -(10**6), "End": 10**6}
"""Keys that scroll a page to read, and by how many lines."""
_NAMES: Final = {"PgUp": "pageup", "PgDn": "pagedown", "Home": "home", "End": "end", "Insert": "insert"}


def bindings(desk: Desk) -> KeyBindingsBase:
    """Return the keys of a desk, which change with the settings."""
    known: dict[int, tuple[Keymap, KeyBindings]] = {}

    def now() -> KeyBindings:
        keymap = keys_of(desk.manner.settings)
        if id(keymap) not in known:
            known.clear()
            known[id(keymap)] = keymap, _bindings(desk, keymap)
        return known[id(keymap)][1]

    return DynamicKeyBindings(now)


def _bindings(desk: Desk, keymap: Keymap) -> KeyBindings:
    keys = KeyBindings()

    def on(*names: str, do: Callable[[], None]) -> None:
        for name in names:
            keys.add(name)(lambda _event: do())

    for way in ("up", "down", "left", "right"):
        keys.add(way)(lambda _event, way=way: arrow(desk, way))
    on("enter", do=desk.enter)
    on("tab", do=lambda: tab(desk, 1))
    on("s-tab", do=lambda: tab(desk, -1))
    on("escape", do=desk.escape)
    on("c-c", "c-d", "c-q", do=lambda: actions.act(desk, "quit"))
    on("backspace", do=desk.erase)
    on("delete", do=desk.delete)
    on("c-w", do=desk.undo)
    on("c-a", do=lambda: desk.edited.go(0))
    on("c-e", do=lambda: desk.edited.go(len(desk.edited.text)))
    on("c-l", do=nothing)
    for key in sorted({key for key in keymap.actions if len(key) > 1} | set(SCROLLING)):
        keys.add(*pressed(key))(lambda _event, key=key: press(desk, key))
    keys.add("c-z")(lambda event: event.app.suspend_to_background())
    keys.add(Keys.BracketedPaste)(lambda event: desk.type(event.data))
    keys.add(Keys.Any)(lambda event: letter(desk, event))
    return keys


def pressed(key: str) -> tuple[str, ...]:
    """Return what a terminal sends for a key that is longer than a character, as prompt_toolkit calls it."""
    kind, _, letter = key.rpartition("-")
    match kind:
        case "Ctrl":
            return (f"c-{letter.lower()}",)
        case "Alt":
            return ("escape", letter.lower())
    return (_NAMES.get(key, key.lower()),)


def press(desk: Desk, key: str) -> None:
    """Do what a key is settled to be; the keys that scroll do that while there is something to scroll."""
    match desk.overlay:
        case Sheet() as sheet if key in SCROLLING:
            sheet.scroll(SCROLLING[key], PAGE)
        case Curtain():
            pass
        case Speech() as speech if key in ("PgUp", "PgDn"):
            speech.scroll(SCROLLING[key])
        case Speech() if key in ("Home", "End"):
            desk.edited.go(0 if key == "Home" else len(desk.edited.text))
        case Speech() if keys_of(desk.manner.settings).actions.get(key) == "take-back-step":
            desk.undo()
        case None if key in ("Home", "End") and desk.mine is not None:
            desk.line.go(0 if key == "Home" else len(desk.typed))
        case _ if action := keys_of(desk.manner.settings).actions.get(key):
            actions.act(desk, action)
        case _:
            pass


def arrow(desk: Desk, way: str) -> None:
    """Scroll what is open, step through what is watched, else move the cursor on the board."""
    by = -1 if way in ("up", "left") else 1
    match desk.overlay:
        case Speech() as speech if way in ("left", "right"):
            speech.line.go(speech.line.caret + by)
        case Speech() as speech:
            speech.scroll(by)
        case Sheet() as sheet:
            sheet.scroll(by, PAGE)
        case Palette() as palette:
            palette.step(by)
        case None if desk.passive and way in ("left", "right"):
            desk.running = False
            desk.rewind(by)
        case None if desk.typing and way in ("left", "right"):
            desk.line.go(desk.line.caret + by)
        case None:
            desk.move_cursor(way)
        case _:
            pass


def tab(desk: Desk, by: int) -> None:
    """Complete what is typed; with nothing typed, or while pointing, go to the next legal place."""
    if desk.overlay is None:
        if desk.typing:
            desk.line.complete([text for text, _ in desk.offers], by)
        else:
            desk.next_legal(by)


def letter(desk: Desk, event: KeyPressEvent) -> None:
    """Type a move, or outside one's turn what to do; where nobody types moves letters are keys; a blank points."""
    data = event.data
    if not data.isprintable():
        return
    if isinstance(desk.overlay, Palette | Speech):
        desk.type(data)
    elif isinstance(desk.overlay, Question) and data in ("y", "n"):
        if data == "y":
            desk.enter()
        else:
            desk.escape()
    elif desk.overlay is not None:
        if data == "q":
            desk.escape()
    elif data == "?" and not (desk.typing and desk.mine is not None):
        actions.palette(desk)
    elif data == " " and desk.cursor:
        desk.point()
    elif desk.browsing:
        single(desk, data)
    else:
        if desk.mine is None and data.isalnum():
            actions.palette(desk, ahead=True)
        desk.type(data)


def single(desk: Desk, data: str) -> None:
    """Do what a single letter means where nobody types moves."""
    if data in "0123456789":
        desk.type_step(data)
    elif data == " ":
        desk.run_or_rest()
    else:
        press(desk, data)

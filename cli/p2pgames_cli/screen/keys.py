"""Which key does what at the desk."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys

from p2pgames_cli.screen import commands
from p2pgames_cli.screen.desk import Desk
from p2pgames_cli.screen.overlay import Palette, Panels, Question, Sheet

PAGE = 15
"""Lines that a page key scrolls."""


def bindings(desk: Desk) -> KeyBindings:
    """Return the keys of a desk."""
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
    on("c-c", "c-d", "c-q", do=lambda: commands.leave(desk))
    on("f1", do=lambda: commands.rules(desk))
    on("f2", do=lambda: desk.open(Panels()))
    on("f3", do=desk.read)
    on("f4", do=lambda: commands.history(desk))
    on("f5", do=lambda: commands.trace(desk))
    on("f6", do=lambda: commands.cover(desk))
    on("pageup", do=lambda: page(desk, -1))
    on("pagedown", do=lambda: page(desk, 1))
    on("home", do=lambda: end(desk, first=True))
    on("end", do=lambda: end(desk, first=False))
    on("backspace", do=desk.erase)
    on("delete", do=desk.line.delete)
    on("c-u", do=desk.undo)
    on("c-w", do=desk.undo)
    on("c-a", do=lambda: desk.line.go(0))
    on("c-e", do=lambda: desk.line.go(len(desk.typed)))
    keys.add(Keys.BracketedPaste)(lambda event: desk.type(event.data))
    keys.add(Keys.Any)(lambda event: letter(desk, event))
    return keys


def arrow(desk: Desk, way: str) -> None:
    """Scroll what is open, step through what is watched, else move the cursor on the board."""
    by = -1 if way in ("up", "left") else 1
    match desk.overlay:
        case Sheet() as sheet:
            sheet.scroll(by, PAGE)
        case Palette() as palette:
            palette.step(by)
        case None if desk.passive and way in ("left", "right"):
            desk.rewind(by)
        case None if desk.typed and not desk.cursor and way in ("left", "right"):
            desk.line.go(desk.line.caret + by)
        case None:
            desk.move_cursor(way)
        case _:
            pass


def tab(desk: Desk, by: int) -> None:
    """Complete what is typed; with nothing typed, or while pointing, go to the next legal place."""
    if desk.overlay is None:
        if desk.typed and not desk.cursor:
            desk.line.complete([text for text, _ in desk.offers], by)
        else:
            desk.next_legal(by)


def page(desk: Desk, by: int) -> None:
    """Scroll a page, or look back and forth in the game."""
    if isinstance(desk.overlay, Sheet):
        desk.overlay.scroll(by * PAGE, PAGE)
    elif desk.overlay is None:
        desk.rewind(by)


def end(desk: Desk, *, first: bool) -> None:
    """Go to an end of what is open, of the line, or of the game."""
    if isinstance(desk.overlay, Sheet):
        desk.overlay.scroll(-len(desk.overlay.lines) if first else len(desk.overlay.lines), PAGE)
    elif desk.passive or desk.step is not None:
        desk.show_step(0 if first else len(desk.ledger.log))
    else:
        desk.line.go(0 if first else len(desk.typed))


def letter(desk: Desk, event: KeyPressEvent) -> None:
    """Type; a blank points while the cursor is on the board, and where nobody types letters are keys."""
    data = event.data
    if not data.isprintable():
        return
    if isinstance(desk.overlay, Palette):
        desk.type(data)
    elif isinstance(desk.overlay, Question) and data in ("y", "n"):
        if data == "y":
            desk.enter()
        else:
            desk.escape()
    elif desk.overlay is not None:
        if data == "q":
            desk.escape()
    elif data == "?":
        commands.palette(desk)
    elif data == " " and desk.cursor:
        desk.point()
    elif desk.browsing:
        single(desk, data)
    else:
        desk.type(data)


def single(desk: Desk, data: str) -> None:
    """Do what a single letter means where nobody types moves."""
    match data:
        case "q":
            commands.leave(desk)
        case "s" if desk.passive:
            desk.next_eyes()
        case "t":
            commands.trace(desk)
        case _ if data in "0123456789":
            desk.type_step(data)
        case _:
            pass

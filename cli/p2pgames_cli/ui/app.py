"""The home on a terminal: prompt_toolkit shows its frames and brings it keys and clicks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from p2pgames.picture.picture import Row
from p2pgames_cli.pages.page import PageContent, Region
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.rows import LEAST, column, fitted, key_bar, placed, several, too_small, width
from p2pgames_cli.ui.render import lines_of, point_of, screen
from p2pgames_protocol.wire.names import is_written

PRESSED: Final = {
    **{key: key for key in ("up", "down", "left", "right", "tab", "s-tab", "enter", "escape", "backspace")},
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "f1": "F1",
    "c-u": "Ctrl-U",
}
"""What a key is called by pages, by what prompt_toolkit calls it."""


# One frame of the home: the page that is seen, put together for its size.

HEAD, FOOT = 2, 3
"""Rows above and below a page."""


def compose(stack: PageStack, columns: int, rows: int) -> PageContent:
    """Return what stands on a screen of this size."""
    if columns < LEAST[0] or rows < LEAST[1]:
        return PageContent(too_small(columns, rows))
    high, asks = rows - HEAD - FOOT, stack.top.asks
    body = (stack.page if asks else stack.top).rows(columns, high)
    content = PageContent([_head(stack, columns), ()])
    content.rows += placed(tuple(body.rows), high)
    if not asks:
        do = stack.attempt
        content.regions = [Region(r.row + HEAD, r.column, r.columns, partial(do, r.do)) for r in body.regions]
        content.caret = (body.caret[0] + HEAD, body.caret[1]) if body.caret else None
    keys, regions = key_bar(stack.keys(), stack.press, rows - 1, columns)
    content.rows += [*_foot(stack, columns), keys]
    content.regions += regions
    content.rows = [fitted(row, columns) for row in content.rows]
    return content


def _head(stack: PageStack, columns: int) -> Row:
    title = stack.page.heading or "p2pgames"
    room = columns - width(stack.head) - 2
    return (("bold", column(f" {title}", room)), ("", f" {stack.head} "))


def _foot(stack: PageStack, columns: int) -> list[Row]:
    """Return two rows: the question or the notice."""
    if asks := stack.top.asks:
        return [(), (("reverse bold", f" {asks} "),)]
    lines = several(stack.notice, columns - 4, 2)
    shown: list[Row] = [(("bold", f" {'▶' if at == 0 else ' '} {line}"),) for at, line in enumerate(lines)]
    return [*([()] * (2 - len(shown))), *shown]


class FrameControl(UIControl):
    """Draws the pages, and takes clicks on them."""

    def __init__(self, stack: PageStack) -> None:
        self.stack = stack
        self.content = PageContent()

    def is_focusable(self) -> bool:
        """Keys come here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Return the frame for this size."""
        self.content = content = compose(self.stack, width, height)
        lines = lines_of(content.rows, self.stack.client)
        caret = point_of(content.caret, lines)
        return UIContent(lines.__getitem__, len(lines), caret, show_cursor=caret is not None)

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Do what is clicked, or scroll."""
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                self.stack.press("up")
            case MouseEventType.SCROLL_DOWN:
                self.stack.press("down")
            case MouseEventType.MOUSE_DOWN if mouse_event.button is MouseButton.LEFT:
                if region := self.content.region_at(mouse_event.position.y, mouse_event.position.x):
                    region.do()


def application(stack: PageStack, *, mouse: bool = True) -> Application[None]:
    """Return the application that shows a stack of pages."""
    return screen(
        FrameControl(stack),
        bindings(stack),
        stack.client,
        ended=lambda: bool(stack.done),
        before_key=stack.look_up_settings,
        mouse=mouse,
    )


def bindings(stack: PageStack) -> KeyBindings:
    """Return the keys of the home."""
    keys = KeyBindings()

    def on(*names: str, do: Callable[[], None]) -> None:
        for name in names:
            keys.add(name)(lambda _event: do())

    for name, key in PRESSED.items():
        on(name, do=partial(stack.press, key))
    on("c-c", "c-d", "c-q", do=stack.leave)
    keys.add(Keys.BracketedPaste)(lambda event: stack.type(event.data))
    keys.add(Keys.Any)(partial(_letter, stack))
    return keys


def _letter(stack: PageStack, event: KeyPressEvent) -> None:
    if all(map(is_written, event.data)):
        stack.type(event.data)

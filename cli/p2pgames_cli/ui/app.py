"""What a terminal shows: prompt_toolkit draws its frames, and brings it keys and clicks; and the home there."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from typing import Final, Protocol

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import DynamicKeyBindings, KeyBindings, KeyBindingsBase, merge_key_bindings
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from p2pgames.picture.picture import Row
from p2pgames_cli.config.keymap import Keymap
from p2pgames_cli.pages.page import SCROLLING, PageContent, Region
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.rows import LEAST, column, fitted, key_bar, placed, several, too_small, width
from p2pgames_cli.table.session import Client
from p2pgames_cli.ui import tty
from p2pgames_cli.ui.probe import AGAIN, Probe
from p2pgames_cli.ui.render import WINDOW, depth_of, lines_of, point_of, style_of
from p2pgames_cli.ui.screen_output import outlet_of
from p2pgames_cli.ui.tty import full_screen
from p2pgames_protocol.wire.names import is_written


class Composed(Protocol):
    """A frame: its rows, and where the caret stands."""

    @property
    def rows(self) -> Sequence[Row]:
        """The rows, from the top."""

    @property
    def caret(self) -> tuple[int, int] | None:
        """Row and column of the caret; None if nothing can be typed."""


class Shown(Protocol):
    """What has a terminal to itself. Keys are called as pages call them, ``Ctrl-C`` whatever asks to leave."""

    client: Client

    @property
    def ended(self) -> bool:
        """Whether the screen is to be taken away."""

    def keys(self) -> Keymap | None:
        """Return what the settings bind, where that means something here."""

    def compose(self, columns: int, rows: int) -> Composed:
        """Return the frame for this size."""

    def press(self, key: str) -> None:
        """Do what a key means that is more than a character."""

    def type(self, text: str) -> None:
        """Take what is typed or pasted."""

    def click(self, row: int, column: int) -> None:
        """Do what a click on a character of the newest frame means."""

    def scroll(self, key: str) -> None:
        """Scroll up or down."""

    def before_key(self) -> None:
        """Called before each key."""


class FrameControl(UIControl):
    """Draws the frames, and brings clicks."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown

    def is_focusable(self) -> bool:
        """Keys come here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Return the frame for this size."""
        frame = self.shown.compose(width, height)
        lines = lines_of(frame.rows, self.shown.client)
        caret = point_of(frame.caret, lines)
        return UIContent(lines.__getitem__, len(lines), caret, show_cursor=caret is not None)

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Do what is clicked, or scroll."""
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                self.shown.scroll("up")
            case MouseEventType.SCROLL_DOWN:
                self.shown.scroll("down")
            case MouseEventType.MOUSE_DOWN if mouse_event.button is MouseButton.LEFT:
                self.shown.click(mouse_event.position.y, mouse_event.position.x)


def application_of(shown: Shown, *, mouse: bool = True) -> Application[None]:
    """Return an application that shows one thing on the whole terminal, and exits once it has ``ended``."""
    probe = Probe(shown.client)
    early, stops = KeyBindings(), KeyBindings()
    # What Enter became if it was pressed before the screen came: until then the terminal makes it a line break.
    early.add("c-j")(lambda event: event.key_processor.feed(KeyPress(Keys.ControlM, "\r"), first=True))
    if sys.platform != "win32":
        stops.add("c-z")(lambda _event: os.kill(0, signal.SIGTSTP))  # all that a shell counts as this job

    def begin(app: Application[None]) -> None:
        if (outlet := outlet_of(app.output)) is not None:
            outlet.draw(app)
        probe.ask(app)
        probe.begin(app.output)

    def leave(app: Application[None]) -> None:
        probe.end(app.output)
        if app.is_done:
            probe.close(app.output)
        if not shown.ended or not app.is_running or app.is_done:
            return
        if probe.open and app.loop is not None:
            app.loop.call_later(AGAIN, app.invalidate)
        else:
            app.exit()

    app: Application[None] = Application(
        layout=Layout(Window(FrameControl(shown), always_hide_cursor=False, wrap_lines=False, style=WINDOW)),
        key_bindings=merge_key_bindings([early, bindings(shown), probe.bindings(), stops]),
        style=style_of(shown.client),
        full_screen=True,
        mouse_support=mouse,
        color_depth=lambda: depth_of(shown.client),
        before_render=begin,
        after_render=leave,
    )
    app.ttimeoutlen = 0.05
    app.timeoutlen = 0.2
    app.key_processor.before_key_press += lambda _: shown.before_key()
    return app


# Keys by the names that pages know, as prompt_toolkit calls them.

_NAMES: Final = {"PgUp": "pageup", "PgDn": "pagedown", "Home": "home", "End": "end", "Insert": "insert"}
_ALWAYS: Final = (
    *("up", "down", "left", "right", "enter", "tab", "s-tab", "escape", "backspace", "delete"),
    *("Ctrl-W", "Ctrl-A", "Ctrl-E", "Ctrl-U", "F1", *SCROLLING),
)
"""Keys that pages know, whatever the settings bind."""


def bindings(shown: Shown) -> KeyBindingsBase:
    """Return the keys of what is shown, which change with the settings."""
    known: list[tuple[Keymap | None, KeyBindings]] = []

    def now() -> KeyBindings:
        keymap = shown.keys()
        if not known or known[0][0] is not keymap:
            known[:] = [(keymap, _bindings(shown, keymap))]
        return known[0][1]

    return DynamicKeyBindings(now)


def _bindings(shown: Shown, keymap: Keymap | None) -> KeyBindings:
    keys, settled = KeyBindings(), () if keymap is None else keymap.actions
    for key in sorted({*_ALWAYS, *(key for key in settled if len(key) > 1)}):
        keys.add(*pressed(key))(lambda _event, key=key: shown.press(key))
    for name in ("c-c", "c-d", "c-q"):
        keys.add(name)(lambda _event: shown.press("Ctrl-C"))
    keys.add("c-l")(lambda _event: None)
    keys.add(Keys.BracketedPaste)(lambda event: shown.type(event.data))
    keys.add(Keys.Any)(lambda event: shown.type(event.data) if all(map(is_written, event.data)) else None)
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


# An application in the loop that hosts trio's, from its first frame to its last.


async def finished(app: Application[None]) -> None:
    """Run the application in the host's loop until it ends; its failure is raised here."""
    done = trio.Event()
    token = trio.lowlevel.current_trio_token()
    task = asyncio.get_running_loop().create_task(_shown(app))
    task.add_done_callback(lambda _: token.run_sync_soon(done.set))
    try:
        await done.wait()
    finally:
        if not done.is_set():
            if app.is_running and not app.is_done:  # it may be ending by itself
                app.exit()
            with trio.CancelScope(shield=True):
                await done.wait()
    task.result()


async def _shown(app: Application[None]) -> None:
    loop = asyncio.get_running_loop()
    try:
        with full_screen(app.renderer.reset, lambda: loop.call_soon_threadsafe(_stop, app)):
            await app.run_async(handle_sigint=False)
    finally:
        if (outlet := outlet_of(app.output)) is not None:
            await asyncio.to_thread(outlet.leave)


def _stop(app: Application[None]) -> None:
    """Stop the program with the screen taken away, and draw all again once it goes on."""
    if not app.is_running or app.is_done:
        tty.stop(screen=False)
        return
    outlet = outlet_of(app.output)
    if outlet is not None:
        outlet.rest()
    tty.stop()
    app.renderer.reset()
    app.invalidate()


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


class StackScreen(Shown):
    """A stack of pages on the terminal."""

    def __init__(self, stack: PageStack) -> None:
        self.stack, self.client = stack, stack.client
        self.content = PageContent()

    @property
    def ended(self) -> bool:
        """Whether the player has left, or something needs the screen out of the way."""
        return self.stack.done

    def keys(self) -> None:
        """Return nothing: what is bound in the settings is for tables."""

    def compose(self, columns: int, rows: int) -> PageContent:
        """Return the frame for this size."""
        self.content = compose(self.stack, columns, rows)
        return self.content

    def press(self, key: str) -> None:
        """Do what the key means to the page on top."""
        self.stack.press(key)

    def type(self, text: str) -> None:
        """Write it, where there is room for text."""
        self.stack.type(text)

    def click(self, row: int, column: int) -> None:
        """Do what is clicked."""
        if region := self.content.region_at(row, column):
            region.do()

    def scroll(self, key: str) -> None:
        """Scroll by the keys that do."""
        self.stack.press(key)

    def before_key(self) -> None:
        """Take in settings that have changed."""
        self.stack.look_up_settings()


def application(stack: PageStack, *, mouse: bool = True) -> Application[None]:
    """Return the application that shows a stack of pages."""
    return application_of(StackScreen(stack), mouse=mouse)

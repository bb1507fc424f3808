"""The full screen on a terminal: prompt_toolkit shows the frames and brings keys and clicks to the desk."""

from __future__ import annotations

import asyncio
from functools import partial

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth

from p2pgames.contract import Illegal
from p2pgames_cli.screen.desk import Deed, Desk
from p2pgames_cli.screen.frame import Frame, compose
from p2pgames_cli.screen.inks import STYLE, fragments
from p2pgames_cli.screen.keys import arrow, bindings

BEAT = 5.0
"""Seconds after which the screen is drawn anew, for what it says about waiting."""


class Show(UIControl):
    """Draws the frames of a desk, and takes clicks on them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.frame: Frame | None = None

    def is_focusable(self) -> bool:
        """Keys come here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Return the frame for this size."""
        self.frame = frame = compose(self.desk, width, height)
        ascii_only = self.desk.manner.ascii
        lines = [fragments(row, ascii_only=ascii_only) for row in frame.rows]
        caret = Point(x=frame.caret[1], y=frame.caret[0]) if frame.caret else None
        return UIContent(
            get_line=lambda at: lines[at],
            line_count=len(lines),
            cursor_position=caret,
            show_cursor=caret is not None,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Point, send, press what is clicked, or scroll."""
        at, kind = mouse_event.position, mouse_event.event_type
        if kind in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
            if self.desk.overlay is not None:
                arrow(self.desk, "up" if kind is MouseEventType.SCROLL_UP else "down")
        elif kind is MouseEventType.MOUSE_DOWN and mouse_event.button is MouseButton.LEFT and self.frame:
            if spot := self.frame.spot_at(at.y, at.x):
                self.desk.click(spot)
            elif region := self.frame.region_at(at.y, at.x):
                region.do()


async def run(desk: Desk) -> None:
    """Show the desk until the player closes the screen; needs prompt_toolkit's loop as trio's host."""
    token = trio.lowlevel.current_trio_token()
    app = application(desk)
    async with trio.open_nursery() as nursery:

        def start(deed: Deed) -> None:
            token.run_sync_soon(partial(nursery.start_soon, _do, desk, deed, app))

        desk.start = start
        nursery.start_soon(_watch, desk, app)
        nursery.start_soon(_beat, app)
        await finished(app)
        nursery.cancel_scope.cancel()


def application(desk: Desk) -> Application[None]:
    """Return the application that shows a desk."""
    show = Show(desk)
    app: Application[None] = Application(
        layout=Layout(Window(show, always_hide_cursor=False, wrap_lines=False)),
        key_bindings=bindings(desk),
        style=STYLE,
        full_screen=True,
        mouse_support=True,
        color_depth=None if desk.manner.colour else ColorDepth.DEPTH_1_BIT,
        after_render=lambda app: app.exit() if desk.closed and app.is_running and not app.is_done else None,
    )
    app.ttimeoutlen = 0.05
    app.timeoutlen = 0.2
    return app


async def finished(app: Application[None]) -> None:
    """Run the application in the host's loop until it ends; its failure is raised here."""
    done = trio.Event()
    token = trio.lowlevel.current_trio_token()
    task = asyncio.get_running_loop().create_task(app.run_async(handle_sigint=False))
    task.add_done_callback(lambda _: token.run_sync_soon(done.set))
    try:
        await done.wait()
    finally:
        if not done.is_set():
            app.exit()
            with trio.CancelScope(shield=True):
                await done.wait()
    task.result()


async def _do(desk: Desk, deed: Deed, app: Application[None]) -> None:
    try:
        await deed()
    except Illegal as refusal:
        desk.refuse(refusal)
    app.invalidate()


async def _watch(desk: Desk, app: Application[None]) -> None:
    """Take in what happens at the table, and call the player."""
    while True:
        if desk.catch_up():
            _call(desk, app)
        app.invalidate()
        await desk.place.changed()


def _call(desk: Desk, app: Application[None]) -> None:
    """Ring, and say so in the title of the window."""
    if not desk.local:
        app.output.bell()
    app.output.set_title(f"● your turn - {desk.game.title}")
    app.output.flush()


async def _beat(app: Application[None]) -> None:
    while True:
        await trio.sleep(BEAT)
        app.invalidate()

"""The full screen on a terminal: prompt_toolkit shows the frames and brings keys and clicks to the desk."""

from __future__ import annotations

import asyncio

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from p2pgames.contract import Illegal
from p2pgames_cli.screen.frame import Frame, compose
from p2pgames_cli.screen.keys import bindings
from p2pgames_cli.screen.notify import call, entitle
from p2pgames_cli.screen.presenter import Deed, Desk
from p2pgames_cli.screen.press import press
from p2pgames_cli.ui.render import lines_of, point_of, screen
from p2pgames_cli.ui.tty import full_screen

BEAT = 5.0
"""Seconds after which what the screen says about waiting is looked at again."""
PACE = 1.0
"""Seconds between the steps of a replay that goes on by itself."""


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
        lines = lines_of(frame.rows, self.desk.manner)
        caret = point_of(frame.caret, lines)
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
                press(self.desk, "up" if kind is MouseEventType.SCROLL_UP else "down")
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

        def begin(deed: Deed) -> None:
            if not nursery.cancel_scope.cancel_called:  # the screen may have been closed meanwhile
                nursery.start_soon(_do, desk, deed, app)

        def start(deed: Deed) -> None:
            token.run_sync_soon(begin, deed)

        desk.start = start
        nursery.start_soon(_watch, desk, app)
        nursery.start_soon(_beat, desk, app)
        if desk.still:
            nursery.start_soon(_go_on, desk, app)
        await finished(app)
        nursery.cancel_scope.cancel()


def application(desk: Desk) -> Application[None]:
    """Return the application that shows a desk."""
    return screen(Show(desk), bindings(desk), desk.manner, ended=lambda: desk.closed, before_key=desk.look_at)


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
    with full_screen(app.renderer.reset):
        await app.run_async(handle_sigint=False)


async def _do(desk: Desk, deed: Deed, app: Application[None]) -> None:
    try:
        await deed()
    except Illegal as refusal:
        desk.refuse(refusal)
    desk.closed = desk.closed or desk.manner.rematch.decided
    app.invalidate()


async def _watch(desk: Desk, app: Application[None]) -> None:
    """Take in what happens at the table, and call the player."""
    title = ""
    try:
        while True:
            desk.look_up_settings()
            if desk.catch_up():
                call(desk, app.output)
            await desk.manner.rematch.look(desk.place)
            desk.closed = desk.closed or desk.manner.rematch.decided
            title = entitle(desk, app.output, title)
            app.invalidate()
            await desk.place.changed()
    finally:
        if title:
            app.output.clear_title()
            app.output.flush()


async def _go_on(desk: Desk, app: Application[None]) -> None:
    """Let a replay go on by itself where the player wants it."""
    while True:
        await trio.sleep(PACE)
        if desk.playback.running:
            desk.playback.tick()
            app.invalidate()


async def _beat(desk: Desk, app: Application[None]) -> None:
    """Draw anew when what the screen says about waiting, or the settings, have changed; nothing is drawn otherwise."""
    shown = desk.waiting()
    while True:
        await trio.sleep(BEAT)
        desk.look_up_settings()
        if (now := desk.waiting()) != shown:
            shown = now
            app.invalidate()

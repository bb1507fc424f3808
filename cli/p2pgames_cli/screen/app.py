"""The full screen on a terminal: prompt_toolkit shows the frames and brings keys and clicks to the presenter."""

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
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.screen.press import press
from p2pgames_cli.table.front_end import Task
from p2pgames_cli.table.live_table import LiveTable
from p2pgames_cli.ui import tty
from p2pgames_cli.ui.render import lines_of, point_of, screen
from p2pgames_cli.ui.screen_output import outlet_of
from p2pgames_cli.ui.tty import full_screen

BEAT = 5.0
"""Seconds after which what the screen says about waiting is looked at again."""
PACE = 1.0
"""Seconds between the steps of a replay that goes on by itself."""


class FrameControl(UIControl):
    """Draws the frames of a presenter, and takes clicks on them."""

    def __init__(self, presenter: Presenter) -> None:
        self.presenter = presenter
        self.frame: Frame | None = None

    def is_focusable(self) -> bool:
        """Keys come here."""
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        """Return the frame for this size."""
        self.frame = frame = compose(self.presenter, width, height)
        lines = lines_of(frame.rows, self.presenter.model.play_options)
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
            if self.presenter.overlay is not None:
                press(self.presenter, "up" if kind is MouseEventType.SCROLL_UP else "down")
        elif kind is MouseEventType.MOUSE_DOWN and mouse_event.button is MouseButton.LEFT and self.frame:
            if spot := self.frame.spot_at(at.y, at.x):
                self.presenter.input.click(spot)
            elif region := self.frame.region_at(at.y, at.x):
                region.do()


async def run(presenter: Presenter) -> None:
    """Show the presenter until the player closes the screen; needs prompt_toolkit's loop as trio's host."""
    token = trio.lowlevel.current_trio_token()
    app = application(presenter)
    async with trio.open_nursery() as nursery:

        def begin(task: Task) -> None:
            if not nursery.cancel_scope.cancel_called:  # the screen may have been closed meanwhile
                nursery.start_soon(_do, presenter, task, app)

        def start(task: Task) -> None:
            token.run_sync_soon(begin, task)

        presenter.start = start
        nursery.start_soon(_watch, presenter, app)
        nursery.start_soon(_beat, presenter, app)
        if (live := presenter.model.play_options.live) is not None:
            nursery.start_soon(_elsewhere, presenter, live, app)
        if presenter.model.standpoint.replaying:
            nursery.start_soon(_go_on, presenter, app)
        await finished(app)
        nursery.cancel_scope.cancel()


def application(presenter: Presenter) -> Application[None]:
    """Return the application that shows a presenter."""
    return screen(
        FrameControl(presenter),
        bindings(presenter),
        presenter.model.play_options,
        ended=lambda: presenter.closed,
        before_key=presenter.look_at,
    )


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
        return
    outlet = outlet_of(app.output)
    if outlet is not None:
        outlet.rest()
    tty.stop()
    app.renderer.reset()
    app.invalidate()


async def _do(presenter: Presenter, task: Task, app: Application[None]) -> None:
    try:
        await task()
    except Illegal as refusal:
        presenter.notices.refuse(refusal)
    presenter.closed = presenter.closed or presenter.model.play_options.rematch.decided
    app.invalidate()


async def _watch(presenter: Presenter, app: Application[None]) -> None:
    """Take in what happens at the table, and call the player."""
    model = presenter.model
    title = ""
    try:
        while True:
            presenter.notices.look_up_settings()
            if presenter.catch_up():
                call(presenter, app.output)
            await model.play_options.rematch.look(model.handle)
            presenter.closed = presenter.closed or model.play_options.rematch.decided
            title = entitle(presenter, app.output, title)
            app.invalidate()
            await model.handle.changed()
    finally:
        if title:
            app.output.clear_title()
            app.output.flush()


async def _elsewhere(presenter: Presenter, live: LiveTable, app: Application[None]) -> None:
    """Show whether another open table waits for the player, and call them where one begins to."""
    waiting = live.tables.waiting_beside(live)
    while True:
        await live.tables.changed()
        before, waiting = waiting, live.tables.waiting_beside(live)
        if waiting - before and presenter.model.play_options.settings["notices.bell"]:
            app.output.bell()
        app.invalidate()


async def _go_on(presenter: Presenter, app: Application[None]) -> None:
    """Let a replay go on by itself where the player wants it."""
    while True:
        await trio.sleep(PACE)
        if presenter.playback.running:
            presenter.go_on()
            app.invalidate()


async def _beat(presenter: Presenter, app: Application[None]) -> None:
    """Draw anew when what the screen says about waiting, or the settings, have changed; nothing is drawn otherwise."""
    shown = presenter.notices.waiting()
    while True:
        await trio.sleep(BEAT)
        presenter.notices.look_up_settings()
        if (now := presenter.notices.waiting()) != shown:
            shown = now
            app.invalidate()

"""The full screen on a terminal: prompt_toolkit shows the frames and brings keys and clicks to the presenter."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from typing import Final

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import DynamicKeyBindings, KeyBindings, KeyBindingsBase
from prompt_toolkit.key_binding.key_processor import KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import Output

from p2pgames.contract import Illegal
from p2pgames_cli.config.console import NO_OSC
from p2pgames_cli.config.keymap import Keymap
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.pages.page import SCROLLING
from p2pgames_cli.screen.board import press, type_
from p2pgames_cli.screen.frame import Frame, compose
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.actions.everything import keys_of
from p2pgames_cli.table.front_end import Task
from p2pgames_cli.table.live_table import LiveTable
from p2pgames_cli.ui import tty
from p2pgames_cli.ui.render import breakable, lines_of, point_of, screen
from p2pgames_cli.ui.screen_output import outlet_of
from p2pgames_cli.ui.tty import full_screen
from p2pgames_protocol.wire.names import is_written

BEAT = 5.0
"""Seconds after which what the screen says about waiting is looked at again."""
PACE = 1.0
"""Seconds between the steps of a replay that goes on by itself."""


class BoardControl(UIControl):
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
        lines = lines_of(frame.rows, self.presenter.model.client)
        caret = point_of(frame.caret, lines)
        return UIContent(
            get_line=lambda at: lines[at],
            line_count=len(lines),
            cursor_position=caret,
            show_cursor=caret is not None,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Point, send, press what is clicked, or scroll."""
        presenter = self.presenter
        at, kind = mouse_event.position, mouse_event.event_type
        if kind in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
            if presenter.overlay is not None:
                press(presenter, "up" if kind is MouseEventType.SCROLL_UP else "down")
        elif kind is MouseEventType.MOUSE_DOWN and mouse_event.button is MouseButton.LEFT and self.frame:
            if spot := self.frame.spot_at(at.y, at.x):
                presenter.input.click(spot.name)
            elif region := self.frame.region_at(at.y, at.x):
                region.do()


async def run(presenter: Presenter) -> None:
    """Show the presenter until the player closes the screen; needs prompt_toolkit's loop as trio's host."""
    model = presenter.model
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
        if (live := model.client.live) is not None:
            nursery.start_soon(_elsewhere, presenter, live, app)
        if model.timeline.replaying:
            nursery.start_soon(_go_on, presenter, app)
        await finished(app)
        nursery.cancel_scope.cancel()


# The keys of the presenter as prompt_toolkit knows them.

_NAMES: Final = {"PgUp": "pageup", "PgDn": "pagedown", "Home": "home", "End": "end", "Insert": "insert"}
_ALWAYS: Final = (
    *("up", "down", "left", "right", "enter", "tab", "s-tab", "escape", "backspace", "delete"),
    *("Ctrl-W", "Ctrl-A", "Ctrl-E"),
)
"""Keys that only pages know."""


def bindings(presenter: Presenter) -> KeyBindingsBase:
    """Return the keys of a presenter, which change with the settings."""
    known: list[tuple[Keymap, KeyBindings]] = []

    def now() -> KeyBindings:
        keymap = keys_of(presenter.model.settings)
        if not known or known[0][0] is not keymap:
            known[:] = [(keymap, _bindings(presenter, keymap))]
        return known[0][1]

    return DynamicKeyBindings(now)


def _bindings(presenter: Presenter, keymap: Keymap) -> KeyBindings:
    keys = KeyBindings()
    for key in _ALWAYS:
        keys.add(*(pressed(key) if key.startswith("Ctrl-") else (key,)))(
            lambda _event, key=key: press(presenter, key)
        )
    for name in ("c-c", "c-d", "c-q"):
        keys.add(name)(lambda _event: presenter.actions.act("quit"))
    keys.add("c-l")(lambda _event: None)
    for key in sorted({key for key in keymap.actions if len(key) > 1} | set(SCROLLING)):
        keys.add(*pressed(key))(lambda _event, key=key: press(presenter, key))
    keys.add(Keys.BracketedPaste)(lambda event: type_(presenter, event.data))
    keys.add(Keys.Any)(partial(letter, presenter))
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


def letter(presenter: Presenter, event: KeyPressEvent) -> None:
    """Type a character."""
    if all(map(is_written, event.data)):
        type_(presenter, event.data)


def application(presenter: Presenter) -> Application[None]:
    """Return the application that shows a presenter."""
    return screen(
        BoardControl(presenter),
        bindings(presenter),
        presenter.model.client,
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
        tty.stop(screen=False)
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
    rematch = presenter.model.rematch
    presenter.closed = presenter.closed or rematch.decided
    app.invalidate()


# How a player is alerted: the bell, a message on the desktop, the title of the window; each can be switched off.
#
# A name of a player may hold anything that can be printed; nothing else reaches the terminal from here.

MOST: Final = 120
"""Characters of a title or a message."""


def call(presenter: Presenter, output: Output) -> None:
    """Tell the player that it is their turn, unless they are looking."""
    model = presenter.model
    settings, terminal = model.settings, model.client.terminal
    if model.local or model.timeline.passive or terminal.looked_at:
        return
    if settings["notices.bell"]:
        output.bell()
    kind = str(settings["notices.desktop"])
    if kind == "auto":
        kind = "osc99" if terminal.notices else "off"
    if kind != "off" and os.environ.get("TERM") not in NO_OSC:
        output.write_raw(message(kind, model.title, _("It is your turn.")))
    output.flush()


def message(kind: str, title: str, text: str) -> str:
    """Return what has a terminal show a message on the desktop: OSC 9 of iTerm2, OSC 99 of kitty, OSC 777 of urxvt."""
    title, text = clean(title).replace(";", ","), clean(text).replace(";", ",")
    if kind == "osc99":
        return f"\x1b]99;i=p2pgames:d=0;{title}\x1b\\\x1b]99;i=p2pgames:p=body;{text}\x1b\\"
    if kind == "osc777":
        return f"\x1b]777;notify;{title};{text}\x1b\\"
    return f"\x1b]9;{clean(headed(title, text))}\x1b\\"  # its heading isolates what is written from the right


def entitle(presenter: Presenter, output: Output, before: str) -> str:
    """Show in the window's title whose turn it is, if that is wanted and has changed; return the title."""
    wanted = title(presenter) if presenter.model.settings["notices.title"] else ""
    if wanted != before:
        if wanted:
            output.set_title(wanted)
        else:
            output.clear_title()
        output.flush()
    return wanted


def title(presenter: Presenter) -> str:
    """Return the title of the window."""
    model = presenter.model
    game = model.title
    if model.mine is not None and not model.local:
        return clean(_("● your turn - {title}").format(title=game))
    if model.replica.finished:
        return clean(_("over - {title}").format(title=game))
    names = [model.replica.names[seat] for seat in model.replica.waiting_for]
    if model.timeline.replaying or len(names) != 1:
        return clean(game)
    return clean(_("{name} to move - {title}").format(name=names[0], title=game))


def clean(text: str) -> str:
    """Return the text without anything a terminal could take for a command, and not too long."""
    return "".join(c for c in breakable(text) if c.isprintable())[:MOST]


async def _watch(presenter: Presenter, app: Application[None]) -> None:
    """Take in what happens at the table, and call the player."""
    model = presenter.model
    title = ""
    try:
        while True:
            presenter.notices.look_up_settings()
            if presenter.catch_up():
                call(presenter, app.output)
            await model.rematch.update(model.handle)
            presenter.closed = presenter.closed or model.rematch.decided
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
        if waiting - before and presenter.model.settings["notices.bell"]:
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

"""The full screen on a terminal: prompt_toolkit shows the frames and brings keys and clicks to the presenter."""

from __future__ import annotations

import os
from typing import Final

import trio
from prompt_toolkit.application import Application
from prompt_toolkit.output import Output

from p2pgames.contract import Illegal
from p2pgames_cli.config.console import NO_OSC
from p2pgames_cli.config.keymap import Keymap
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.screen.board import press, type_
from p2pgames_cli.screen.frame import Frame, compose
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.actions.everything import keys_of
from p2pgames_cli.table.front_end import Task
from p2pgames_cli.table.live_table import LiveTable
from p2pgames_cli.ui.app import Shown, application_of, finished
from p2pgames_cli.ui.render import breakable

BEAT = 5.0
"""Seconds after which what the screen says about waiting is looked at again."""
PACE = 1.0
"""Seconds between the steps of a replay that goes on by itself."""


class TableScreen(Shown):
    """The frames of a presenter, and clicks on them."""

    def __init__(self, presenter: Presenter) -> None:
        self.presenter, self.client = presenter, presenter.model.client
        self.frame: Frame | None = None

    @property
    def ended(self) -> bool:
        """Whether the player has closed the screen."""
        return self.presenter.closed

    def keys(self) -> Keymap:
        """Return what the settings bind."""
        model = self.presenter.model
        return keys_of(model.settings)

    def compose(self, columns: int, rows: int) -> Frame:
        """Return the frame for this size."""
        self.frame = compose(self.presenter, columns, rows)
        return self.frame

    def press(self, key: str) -> None:
        """Do what the key means to what is seen."""
        presenter = self.presenter
        if key == "Ctrl-C":
            presenter.actions.act("quit")
        else:
            press(presenter, key)

    def type(self, text: str) -> None:
        """Type it into the line, or do what the letter means."""
        type_(self.presenter, text)

    def click(self, row: int, column: int) -> None:
        """Point, send, or press what is clicked."""
        if self.frame is None:
            return
        if spot := self.frame.spot_at(row, column):
            line = self.presenter.input
            line.click(spot.name)
        elif region := self.frame.region_at(row, column):
            region.do()

    def scroll(self, key: str) -> None:
        """Scroll the page that lies over the board; the board has no rows out of sight."""
        if self.presenter.overlay is not None:
            press(self.presenter, key)

    def before_key(self) -> None:
        """Note that the player is there."""
        self.presenter.look_at()


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


def application(presenter: Presenter) -> Application[None]:
    """Return the application that shows a presenter."""
    return application_of(TableScreen(presenter))


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

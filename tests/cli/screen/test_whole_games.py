"""A whole game of each kind at a terminal, once by keys and once by mouse, as it was recorded."""

from random import Random

import pytest
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pgames import registry
from p2pgames.dealer import random_bot
from p2pgames_cli.pages.text_page import QuestionPage
from p2pgames_cli.screen import app
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.frame import FOOT
from p2pgames_cli.screen.presenter import PrivacyPage
from p2pgames_cli.table import history_text
from p2pgames_cli.table.seat_handle import known_faces, seat_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.ui import guest
from p2pgames_protocol.log.history import History, MoveEntry
from tests.cli.emulator import Terminal
from tests.cli.presenter import hot_seat
from tests.cli.screen.shots import check_shot

PATIENCE = 120
"""Seconds until a test gives up; nothing waits that long when all is well."""
CLICKS = 40
"""Clicks after which every move should be complete."""
LINE = 37
"""The row of the line on a screen of 40 rows."""


class Player:
    """Somebody at a terminal who plays all the seats."""

    def __init__(self, terminal, presenter, seed):
        self.terminal, self.presenter, self.random = terminal, presenter, Random(seed)
        self.token, self.rendered = trio.lowlevel.current_trio_token(), trio.Event()
        self.seen = None

    def wake(self, _application):
        """Go on: the screen was looked at anew, whether or not anything is different on it."""
        rendered, self.rendered = self.rendered, trio.Event()
        self.seen = self.looked_at
        self.token.run_sync_soon(rendered.set)

    async def that(self, condition):
        """Wait until something holds when the screen has been drawn."""
        with trio.move_on_after(PATIENCE):
            while not condition():
                await self.rendered.wait()
        assert condition(), self.terminal.look()

    @property
    def looked_at(self):
        """What a board is drawn of; under a page between two hands the hidden tiles are left out."""
        return (
            self.presenter.model.timeline.step,
            self.presenter.model.state,
            self.presenter.input.typed,
            self.presenter.overlay is None,
        )

    @property
    def shown(self):
        """Whether the screen shows what is chosen so far."""
        return self.seen == self.looked_at

    @property
    def seated(self):
        """Whether who is to move has the screen, or is asked to take it."""
        return not self.presenter.model.visibility.hand_hidden or isinstance(
            self.presenter.overlay, PrivacyPage
        )

    def done(self, before):
        """Whether the move is made."""
        return not self.presenter.input.busy and (
            self.presenter.model.replica.finished or self.presenter.model.state is not before
        )

    async def play(self, turn):
        """Play to the end; ``turn`` makes one move."""
        presenter = self.presenter
        while True:
            await self.that(
                lambda: (
                    presenter.model.replica.finished
                    or (presenter.model.choices.legal is not None and self.seated)
                )
            )
            if presenter.model.replica.finished:
                return
            if isinstance(presenter.overlay, PrivacyPage):
                self.terminal.press("\r")
                await self.that(lambda: presenter.overlay is None)
            state = presenter.model.state
            await turn()
            await self.that(
                lambda before=state: self.done(before) or isinstance(presenter.overlay, QuestionPage)
            )
            if isinstance(presenter.overlay, QuestionPage):
                self.terminal.press("y")
            await self.that(lambda before=state: self.done(before))

    async def by_keys(self):
        """Type a move, and press Enter."""
        presenter = self.presenter
        handle, state = presenter.model.mine, presenter.model.state
        rules, seat = handle.replica.rules, seat_of(handle)
        move = random_bot(rules, state, seat, known_faces(handle), self.random)
        self.terminal.press(rules.text(state, seat, move) + "\r")

    async def by_mouse(self):
        """Click on what leads on until the move is complete, and then on the line."""
        presenter = self.presenter
        for _ in range(CLICKS):
            await self.that(lambda: self.shown)
            spots = [spot for spot in presenter.cursor.picture.spots if spot.legal]
            if presenter.input.preview[0] == "yes" and (not spots or self.random.random() < 0.7):
                break
            spot, typed = self.random.choice(spots), presenter.input.typed
            row, column = _inside(presenter.cursor.picture, spot)
            self.terminal.click(row, column)
            await self.that(lambda before=typed: presenter.input.typed != before)
        assert presenter.input.preview[0] == "yes", presenter.input.typed
        self.terminal.click(LINE, 3)


def _inside(picture, spot):
    """A character of a spot that is of no smaller one."""
    places = [(row, column) for row in range(spot.row, spot.row + spot.rows)
              for column in range(spot.column, spot.column + spot.columns)]  # fmt: skip
    return next(place for place in places if picture.spot_at(*place) == spot)


def whole(folder, monkeypatch, name, how, seed):
    """Play a game; return the terminal afterwards, and all the moves."""

    async def main():
        game = registry.game(name)
        hot = await hot_seat(folder, name, game.rules.players[0])
        presenter = presenter_at(
            TableSession(hot.handles, game, Client(PlayOptions(Mode.SCREEN)), local=True)
        )
        player = Player(terminal, presenter, seed)
        made = app.application

        def watched(presenter):
            application = made(presenter)
            application.after_render += player.wake
            return application

        monkeypatch.setattr(app, "application", watched)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(app.run, presenter)
            await player.play(getattr(player, how))
            await terminal.until("The game is over")
            presenter.closed = True
            terminal.press("\x1b")
        replica = presenter.model.replica
        moves = [entry for entry in History(replica).entries() if isinstance(entry, MoveEntry)]
        return [f"{move.seat + 1} {history_text.in_few_words(replica, move)}" for move in moves]

    with create_pipe_input() as pipe:
        terminal = Terminal(pipe, 120, 40)
        size = Size(rows=40, columns=120)
        output = Vt100_Output(
            terminal.written,
            lambda: size,
            term="xterm-256color",
            default_color_depth=ColorDepth.DEPTH_24_BIT,
            enable_cpr=False,
        )
        with create_app_session(input=pipe, output=output):
            return terminal, guest.run(main)


QUICK = (("bus", "by_keys"), ("linja", "by_mouse"))
"""What is played in every run; the rest takes a minute together."""
ALL = [(name, how) for name in registry.names() for how in ("by_keys", "by_mouse")]


@pytest.mark.parametrize(
    ("name", "how"), [pytest.param(*one, marks=() if one in QUICK else pytest.mark.slow) for one in ALL]
)
def test_a_whole_game_goes_as_it_was_recorded(tmp_path, monkeypatch, name, how):
    terminal, moves = whole(tmp_path, monkeypatch, name, how, 1)
    screen = "\n".join(line.rstrip() for line in terminal.screen.display[:-FOOT])
    check_shot(f"whole-{name}-{how}", "\n".join([*moves, "", screen.rstrip()]))

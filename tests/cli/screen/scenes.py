"""Screens as they stand at one moment, the same every time: what the recorded looks are taken of."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from prompt_toolkit.application import Application

from p2pgames import registry
from p2pgames_cli.config.settings import Settings, Value
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.pages.waiting_page import WaitingPage
from p2pgames_cli.screen import actions, app
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.board import type_
from p2pgames_cli.screen.presenter import Presenter, PrivacyPage, Since
from p2pgames_cli.table.invites import code
from p2pgames_cli.table.lobby import Asked, Lobby
from p2pgames_cli.table.seat_handle import known_faces, seat_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.viewpoint import Choices
from p2pgames_cli.ui import app as stage
from p2pgames_protocol.local.course import Course
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import Proposal, sign_proposal
from p2pgames_protocol.log.history import MoveEntry
from p2pgames_protocol.net.peer import open_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity
from tests.cli.at_home import AtHome
from tests.cli.presenter import NAMES, Seated, hot_seat
from tests.cli.presenters import presenter_of

SEATS = {"linja": 2, "socks": 2, "line1": 3, "bus": 5, "metro": 2}
PLIES = {"linja": 10, "socks": 24, "line1": 16, "bus": 45, "metro": 24}
"""Moves until the middle of the game."""
NEWS = 2
"""Steps that are new to whoever looks."""
HOURS = 2 * 3600
INVITE = "p2pg:" + "k7Q2mxW4" * 20


def screen_client() -> Client:
    """The way of playing of somebody whose settings file is not there yet."""
    return Client(PlayOptions(Mode.SCREEN), settings=LiveSettings(Path("settings.toml")))


@dataclass
class Scene:
    """Something that can be drawn again and again, in any manner."""

    shown: Presenter | AtHome
    seen: Callable[[], object] = lambda: None
    """Brings about what is seen; it is the same however often it is done."""

    def application(self) -> Application[None]:
        """The application that shows it."""
        if isinstance(self.shown, AtHome):
            return stage.application(self.shown.stack)
        return app.application(self.shown)

    def lay(self, settled: Mapping[str, Value]) -> None:
        """Let it stand as it does, with these settings; what is listed of them are the defaults."""
        shown = self.shown.stack if isinstance(self.shown, AtHome) else self.shown.model
        live = shown.client.settings
        live.now = Settings()
        self.seen()
        live.now = Settings({**live.now.values, **settled})


async def scenes(folder: Path) -> dict[str, Scene]:
    """All scenes, by name."""
    found = {}
    for name in registry.names():
        found[f"table-{name}"] = Scene(await mid_game(folder / name, name))
    ada, ben = await between(folder / "between")
    for name, seen in BETWEEN.items():
        found[name] = Scene(ada, lambda seen=seen: lay(ada, seen))
    found["waiting"] = Scene(ben, lambda: lay(ben, lambda _presenter: None))
    found["awaited"] = Scene(ben, lambda: lay(ben, actions.status))
    for name in LESSONS:
        found[f"lesson-{name}"] = Scene(lesson(name))
    found["since"] = Scene(await played(folder / "since"))
    over = await finished(folder / "over")
    (file,) = (over / "games").glob("*.p2pg")
    replica = replay_file(file)
    for name, step in STEPS.items():
        presenter = presenter_of(replica)
        presenter.model.client = screen_client()
        found[f"replay-{name}"] = Scene(presenter, lambda presenter=presenter, step=step: step(presenter))
    for name, keys in PAGES.items():
        found[name] = Scene(at_home(over, keys))
    found["home-room"] = Scene(room(over))
    return found


async def mid_game(folder: Path, name: str) -> Presenter:
    """A presenter amid a game at one computer, with the cursor on a legal place."""
    at = Seated(await hot_seat(folder, name, SEATS[name]), name)
    await at.play(PLIES[name], at.presenter.model.game.usual)
    presenter = at.presenter
    presenter.model.client = screen_client()
    presenter.model.unread.looked = len(presenter.model.replica.log) - NEWS
    presenter.model.visibility.show_hand()
    presenter.overlay = None
    at.frame()
    presenter.cursor.next_legal()
    return presenter


async def played(folder: Path) -> Presenter:
    """A presenter whose board goes through what the other has done since its player looked."""
    presenter = await mid_game(folder, "metro")
    model = presenter.model
    entries = model.handle.history.entries(0, len(model.replica.log))
    moves = tuple(entry for entry in entries if isinstance(entry, MoveEntry))[-NEWS:]
    page = Since(model, presenter.input, moves, lambda _task: None, lambda: None)
    page.begin()
    page.go_on()
    presenter.overlay = page
    return presenter


def lesson(name: str) -> Presenter:
    """A presenter at the first step of a lesson, with what it says read."""
    game = registry.game(name)
    course = Course(game.rules, game.lesson, NAMES[: game.lesson.seats])
    session = TableSession([course.handle], game, screen_client(), what_if=course)
    presenter = presenter_at(session)
    presenter.catch_up()
    presenter.model.choices.listed = Choices.of(
        course.handle.replica.rules, presenter.model.state, course.lesson.seat, known_faces(course.handle)
    )
    return presenter


async def between(folder: Path) -> list[Presenter]:
    """The presenters of two players between computers amid a game of Linja; their records are carried by hand."""
    game, seats = registry.game("linja"), range(2)
    proposal = Proposal.of(identity(0).key, game.rules, len(seats), bytes(32), {}, None, 0)
    signed = sign_proposal(identity(0), proposal)
    joins = [gen.sign_join(identity(seat), signed, NAMES[seat], bytes([seat]) * 32) for seat in seats]
    genesis, peers, random = gen.assemble(signed, tuple(joins)), [], Random(1)
    for seat in seats:
        home = Home(folder / NAMES[seat])
        home.make()
        peer = open_game(
            Player(identity(seat), NAMES[seat], home, Random(seat).randbytes, registry.rules), genesis
        )
        await peer.live.start()
        peers.append(peer)
    for _ in range(8):
        await exchange(peers)
        peer = next(peer for peer in peers if peer.signer.my_turn)
        replica, bot = peer.replica, game.bots[game.usual]
        await peer.act(bot(replica.rules, replica.position.state, peer.signer.seat, replica.known, random))
    await exchange(peers)
    for one, other, text in (
        (*peers, "Shall we meet again on Sunday? I could bring the large board."),
        (*peers[::-1], "Gladly."),
    ):
        await one.say(text)
        for message in one.talk.chat.messages:
            other.talk.chat.receive(message.record, other.replica.position.round)
    return [opened(peer, game) for peer in peers]


def opened(peer, game) -> Presenter:
    """The presenter of a player for whom no time passes, with the legal moves listed."""
    presenter = presenter_at(TableSession([peer], game, screen_client()))
    presenter.model.silence.clock = lambda: 0.0
    presenter.catch_up()
    if (mine := presenter.model.mine) is not None:
        presenter.model.choices.listed = Choices.of(
            mine.replica.rules, presenter.model.state, seat_of(mine), known_faces(mine)
        )
    return presenter


async def exchange(peers) -> None:
    """Let every peer take in what the others have, until nobody has anything new."""
    before = None
    while before != (now := [len(list(peer.replica.records(0))) for peer in peers]):
        before = now
        for peer in peers:
            for other in peers:
                if other is not peer:
                    await other.live.take_in(peer.replica.records(0))


async def finished(folder: Path) -> Path:
    """A home with a game that is over."""
    at = Seated(await hot_seat(folder), "linja")
    await at.play(8)
    await at.hot.handles[1].resign()
    return folder


def lay(presenter: Presenter, seen: Callable[[Presenter], object]) -> None:
    """Lay something over the board of a presenter at which nothing else lies, and nothing is typed."""
    presenter.overlay, presenter.model.choices.drafted, presenter.model.unread.unread = None, None, 0
    presenter.input.line.write("")
    seen(presenter)


BETWEEN: dict[str, Callable[[Presenter], object]] = {
    "typed": lambda presenter: type_(presenter, "0-1"),
    "refused": lambda presenter: type_(presenter, "9-9"),
    "palette": actions.palette,
    "question": lambda presenter: presenter.actions.act("resign"),
    "chat": lambda presenter: (actions.chat(presenter), type_(presenter, "And who won")),
    "settings": actions.settings,
    "rules": lambda presenter: presenter.actions.act("rules"),
    "history": lambda presenter: presenter.actions.act("history"),
    "scores": lambda presenter: presenter.actions.act("scores"),
    "status": actions.status,
    "panels": actions.panels,
    "plans": actions.plans,
    "privacy": lambda presenter: setattr(
        presenter, "overlay", PrivacyPage("Ada", presenter.model.visibility.show_hand)
    ),
}
STEPS: dict[str, Callable[[Presenter], object]] = {
    "begin": lambda presenter: presenter.model.timeline.show_step(0),
    "under-way": lambda presenter: presenter.model.timeline.show_step(6),
    "eyes": lambda presenter: (presenter.model.timeline.show_step(6), presenter.model.visibility.look_as(0)),
    "what-if": lambda presenter: (presenter.model.timeline.show_step(6), actions.what_if(presenter)),
    "end": lambda presenter: None,
}
PAGES = {
    "home": "",
    "home-bot": "5b",
    "home-table": "5f",
    "home-rules": "m14",
    "home-more": ("own", ">", "\r"),
    "home-rest": "m",
    "home-export": ("own", ">", "\r", "3"),
    "home-hotseat": "m24",
    "home-file": "m7",
    "home-unpack": "m8",
    "home-settings": "m92",
}
"""Keys that lead to a page of the home."""


def at_home(folder: Path, keys=()) -> AtHome:
    """The home after some keys; its game was written some hours ago."""
    for file in (folder / "games").iterdir():
        os.utime(file, (0, time.time() - HOURS))
    at = AtHome(folder)
    at.stack.client = screen_client()
    at.stack.head = at.pages.head()
    for game in at.games.found:
        at.games.row(game)
    return at.press(*keys)


def room(folder: Path) -> AtHome:
    """A table that fills up, with somebody at the door."""
    at = at_home(folder)
    lobby = Lobby("bus", line=INVITE, names=("Ada", "Ben"), seats=4, clock=lambda: 0)
    lobby.add_line("Listening on port 4711.")
    lobby.asked.append(Asked("Cleo (key k7q2-mxw4) wants to sit down. Let them in?", lambda _admit: None))
    page = WaitingPage(lobby, partial(code, paper=True))
    at.stack.pages = [page]
    return at


LESSONS = ("linja", "metro")
TABLES = [f"table-{name}" for name in sorted(PLIES)]
OVER_A_BOARD = [*(f"lesson-{name}" for name in LESSONS), "since"]
"""Those where what is said lies over a board, or gives it less room."""
SCENES = [
    *TABLES,
    *BETWEEN,
    "waiting",
    "awaited",
    *(f"replay-{step}" for step in STEPS),
    *PAGES,
    "home-room",
]

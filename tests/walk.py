"""What a move of Linja passes, from the key to the other player's frame: ``python -m tests.walk`` lists it.

Two clients at a table over TLS on loopback, in one process. What is counted is each module and function of the product
that runs from the moment Enter is pressed at the one terminal until the move stands in the other's frame of 120 x 40.
"""

from __future__ import annotations

import secrets
import sys
import tempfile
import threading
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from types import CodeType, FrameType

import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pgames import registry
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.screen import app
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.ui import guest
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.session import Session, host_table, join_table
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.identity import Identity
from tests import ROOT
from tests.cli.emulator import Terminal
from tests.figures import SOURCES

HERE = ("127.0.0.1:0",)
GAME = registry.game("linja")
WIDE, HIGH = 120, 40


class Walk:
    """Notes every function of the product that begins while it is on, in whatever thread."""

    def __init__(self) -> None:
        self.passed: set[CodeType] = set()

    def __enter__(self) -> Walk:
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self.passed.add(frame.f_code)

    def functions(self) -> Counter[str]:
        """Return how many functions were passed, by module; what stands inside a function is part of it."""
        found = set()
        for code in self.passed:
            path = Path(code.co_filename)
            if any(path.is_relative_to(source) for source in SOURCES) and code.co_name != "<module>":
                found.add((str(path.relative_to(ROOT)), code.co_qualname.split(".<locals>")[0]))
        return Counter(path for path, _name in found)


def walked(folder: Path) -> Counter[str]:
    """Play the first moves of a table of two, and return what one of them passed: functions, by module."""
    with create_pipe_input() as pipe:
        terminal = Terminal(pipe, WIDE, HIGH)
        output = Vt100_Output(
            terminal.written, lambda: Size(rows=HIGH, columns=WIDE), term="xterm-256color", enable_cpr=False
        )
        with create_app_session(input=pipe, output=output):
            return guest.run(lambda: _table(folder, terminal))


async def _table(folder: Path, terminal: Terminal) -> Counter[str]:
    ada = _player(folder / "ada")
    proposal = Proposal.of(ada.identity.key, GAME.rules, 2, secrets.token_bytes(32), {"time": "none"})
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(host_table(ada, proposal, listen=HERE))
        if host.invite is None:
            raise RuntimeError("A table that was opened has an invite.")
        guest_ = join_table(_player(folder / "ben"), host.invite, listen=HERE)
        both = [await _presenter(session) for session in (host, await stack.enter_async_context(guest_))]
        async with trio.open_nursery() as nursery:
            while not all(p.model.guarantee.confirmed and p.model.handle.links.connected for p in both):
                await trio.lowlevel.checkpoint()
            mover, other = both if both[0].model.mine else reversed(both)
            other.start = nursery.start_soon
            nursery.start_soon(app.run, mover)
            await terminal.until("move>")
            for _ in range(2):  # the second one is counted: what is made once has been made
                while mover.model.choices.legal is None or other.model.mine or not mover.model.mine:
                    for presenter in both:
                        presenter.catch_up()
                    await trio.lowlevel.checkpoint()
                walk = await _move(terminal, mover, other)
                await _answer(other, mover)
            nursery.cancel_scope.cancel()
    return walk.functions()


async def _move(terminal: Terminal, mover: Presenter, other: Presenter) -> Walk:
    """Type a move and press Enter; return what was passed until it stands in the other's frame."""
    rules, seat = mover.model.replica.rules, mover.model.visibility.seat or 0
    move = Random(1).choice(rules.moves(mover.model.state, seat, mover.model.visibility.known))
    terminal.press(rules.text(mover.model.state, seat, move))
    while mover.input.preview[0] != "yes":
        await trio.lowlevel.checkpoint()
    other.catch_up()
    compose(other, WIDE, HIGH)
    before, handle = len(other.model.replica.log), other.model.handle
    with Walk() as walk:
        terminal.press("\r")
        while len(other.model.replica.log) == before:
            await handle.changed()
        other.catch_up()
        compose(other, WIDE, HIGH)
    return walk


async def _answer(mover: Presenter, other: Presenter) -> None:
    """Have the other player move, without a terminal."""
    while mover.model.mine is None or mover.model.choices.legal is None:
        mover.catch_up()
        await trio.lowlevel.checkpoint()
    rules, seat = mover.model.replica.rules, mover.model.visibility.seat or 0
    before = len(other.model.replica.log)
    await mover.model.handle.act(rules.moves(mover.model.state, seat, mover.model.visibility.known)[0])
    while len(other.model.replica.log) == before:
        await trio.lowlevel.checkpoint()


def _player(folder: Path) -> Player:
    home = Home(folder)
    home.make()
    return Player(
        Identity(secrets.token_bytes(32)), folder.name.title(), home, secrets.token_bytes, registry.rules
    )


async def _presenter(session: Session) -> Presenter:
    """Wait until there is a move to choose; return what shows the table of this player."""
    peer = await session.begun()
    await peer.wait_until(lambda: bool(peer.replica.position.commitments and peer.links.connected))
    settings = LiveSettings()
    # What the other did is not played move by move: that takes as long as people need to see it.
    settings.now = replace(settings.now, values={**settings.now.values, "motion": "off"})
    return presenter_at(TableSession([peer], GAME, Client(PlayOptions(Mode.SCREEN), settings)))


def main() -> None:
    """Print modules and how many of their functions were passed, then the sums."""
    with tempfile.TemporaryDirectory() as folder:
        found = walked(Path(folder))
    for path, number in found.most_common():
        print(f"{number:5}  {path}")
    print(f"{len(found)} modules, {found.total()} functions")


if __name__ == "__main__":
    main()

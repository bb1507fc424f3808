"""A front end as small as one can be: it says each change at a table as a line, and takes moves as lines.

    python speaker.py linja           two players take turns at this terminal
    python speaker.py bus 3 <moves >said

It stands beside the full screen, the window, plain lines and JSON, and knows none of them.
"""

from __future__ import annotations

import secrets
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path

import trio

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames_cli.table.news import Feed
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.view import TableView
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.identity import Identity


class Speaker:
    """Shows one table, until its game is over or nothing more is typed."""

    def __init__(self, session: TableSession, say: Callable[[str], None]) -> None:
        self.model, self.say = TableModel(session), say
        self.feed = Feed(self.model)

    async def run(self, lines: AsyncGenerator[str, None]) -> None:
        """Say what happens while moves are typed."""
        async with trio.open_nursery() as nursery, aclosing(lines) as typed:
            nursery.start_soon(self.follow)
            async for line in typed:
                await self.take(line.strip())
                if self.model.replica.finished:
                    break
            nursery.cancel_scope.cancel()
        self.tell()

    async def follow(self) -> None:
        """Say what is new whenever anything is: a move here, or one from another computer."""
        while True:
            self.tell()
            await self.model.handle.changed()

    def tell(self) -> None:
        """Say what is new, each thing once, and whose turn it is when that is another one."""
        for news in self.feed.news(self.model.handle):
            for sentence in news.sentences:
                self.say(sentence)
        another, _first = self.model.choices.note_turn()
        if self.model.visibility.awaits_player:
            self.say("Press Enter when only you can hear this.")
        elif another:
            view = TableView(self.model)
            for each in view.players:
                self.say(f"{'To move: ' if each.chooses else ''}{each.name} {each.points_in_words}".strip())

    async def take(self, line: str) -> None:
        """Make the move that a line is, or say why it is none; the first line of who sits down only shows the hand."""
        if self.model.visibility.awaits_player:
            self.model.visibility.show_hand()
            return
        try:
            move = self.model.choices.meant(line)
            await self.model.choices.handle().act(move)
        except Illegal as refusal:
            self.say(self.model.named(refusal.message))


async def at_one_computer(name: str, seats: int, folder: Path) -> TableSession:
    """Return a table of this game whose seats are all here."""
    game, owner, home = registry.game(name), Identity(secrets.token_bytes(32)), Home(folder)
    home.make()
    proposal = Proposal.of(owner.key, game.rules, seats, secrets.token_bytes(32), {})
    names = tuple(f"Player {seat + 1}" for seat in range(seats))
    genesis = local_genesis(owner, proposal, names, secrets.token_bytes)
    hot = HotSeat(genesis, owner, registry.rules, home.store(genesis), secrets.token_bytes(32), {})
    await hot.begin()
    return TableSession(hot.handles, game, Client(PlayOptions(Mode.PLAIN)), local=True)


async def typed_lines() -> AsyncGenerator[str, None]:
    """Yield each line of the input; the table goes on meanwhile."""
    while line := await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True):
        yield line


async def main(name: str, seats: str = "") -> None:
    """Play a game with so many seats, else with the fewest it can have."""
    with tempfile.TemporaryDirectory() as folder:
        count = int(seats) if seats else registry.game(name).rules.players[0]
        session = await at_one_computer(name, count, Path(folder))
        await Speaker(session, lambda text: print(text, flush=True)).run(typed_lines())


if __name__ == "__main__":
    trio.run(main, *sys.argv[1:])

"""The full screen as one of the checks of a game: whole frames at every size, for who is to move."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Final

import trio

from p2pgames.contract import Choose
from p2pgames_cli.app.hotseat import seated
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.full_presenter import presenter_at
from p2pgames_cli.table.play_options import Mode, PlayOptions
from p2pgames_cli.ui.styles import length
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.proposal import Proposal
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.game.broken import expect
from p2pgames_protocol.testing.game.case import Case
from p2pgames_protocol.testing.game.everything import Check
from p2pgames_protocol.testing.table import identity

SIZES: Final = ((60, 20), (80, 24), (120, 40))
"""Columns and rows: the smallest screen, the usual one, and one with panels beside the board."""


def screens(case: Case, random: Random) -> None:
    """Check the screen of whoever is to move."""
    with tempfile.TemporaryDirectory() as folder:
        trio.run(_at_table, case, random, Home(Path(folder)))


async def _at_table(case: Case, random: Random, home: Home) -> None:
    owner, names = identity(0), tuple(f"Player{seat}" for seat in range(case.seats))
    proposal = Proposal.of(owner.key, case.rules, case.seats, random.randbytes(32), case.options)
    genesis = local_genesis(owner, proposal, names, random.randbytes)
    home.make()
    hot = seated(genesis, owner, home, PlayOptions(Mode.SCREEN))
    await hot.begin()
    await _play(hot, case, random)
    presenter = presenter_at(hot.handles, case.game, PlayOptions(Mode.SCREEN), local=True)
    presenter.start = lambda _task: None
    presenter.catch_up()
    for columns, rows in SIZES:
        presenter.overlay = None
        frame = compose(presenter, columns, rows)
        expect(len(frame.rows) == rows, f"At {columns} by {rows} the screen has {len(frame.rows)} rows.")
        for row in frame.rows:
            expect(length(row) <= columns, f"At {columns} by {rows} a row is {length(row)} wide.")


async def _play(hot: HotSeat, case: Case, random: Random) -> None:
    for _ in range(case.plies):
        handle = next((each for each in hot.handles if each.signer is not None and each.signer.my_turn), None)
        if handle is None or handle.signer is None:
            return
        replica = handle.replica
        if not isinstance(replica.position.ask, Choose):
            return
        moves = replica.rules.moves(replica.position.state, handle.signer.seat, replica.known)
        await handle.act(random.choice(moves))


SCREENS: Final = Check("screens", "the full screen at every size", screens, 3, 30)

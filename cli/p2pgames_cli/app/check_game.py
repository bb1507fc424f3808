"""Running all checks on a game, and a report that its author can act on.

It speaks to who writes code, and so, like the contract itself, in English.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import trio

from p2pgames.contract import Choose
from p2pgames.game import Game
from p2pgames_cli.app.hotseat import hot_seat_of
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.games import players_range
from p2pgames_cli.pages.rows import length
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.game.case import Case, expect
from p2pgames_protocol.testing.game.everything import CHECKS, Check, Outcome, run
from p2pgames_protocol.testing.room import identity

# The full screen as one of the checks of a game: whole frames at every size, for who is to move.

SIZES: Final = ((60, 20), (80, 24), (120, 40))
"""Columns and rows: the smallest screen, the usual one, and one with panels beside the board."""


def check_screens(case: Case, random: Random) -> None:
    """Check the screen of whoever is to move."""
    with tempfile.TemporaryDirectory() as folder:
        trio.run(_at_table, case, random, Home(Path(folder)))


async def _at_table(case: Case, random: Random, home: Home) -> None:
    owner, names = identity(0), tuple(f"Player{seat}" for seat in range(case.seats))
    proposal = Proposal.of(owner.key, case.rules, case.seats, random.randbytes(32), case.options)
    genesis = local_genesis(owner, proposal, names, random.randbytes)
    home.make()
    hot = hot_seat_of(genesis, owner, home, Client(PlayOptions(Mode.SCREEN)))
    await hot.begin()
    await _play(hot, case, random)
    presenter = presenter_at(
        TableSession(hot.handles, case.game, Client(PlayOptions(Mode.SCREEN)), local=True)
    )
    presenter.start = lambda _task: None
    presenter.catch_up()
    for columns, rows in SIZES:
        presenter.overlay = None
        frame = compose(presenter, columns, rows)
        expect(len(frame.rows) == rows, f"At {columns} by {rows} the screen has {len(frame.rows)} rows.")
        for row in frame.rows:
            expect(length(row) <= columns, f"At {columns} by {rows} a row is {length(row)} wide.")


async def _play(hot: HotSeat, case: Case, random: Random) -> None:
    for _ply in range(case.plies):
        handle = next((each for each in hot.handles if each.signer is not None and each.signer.my_turn), None)
        if handle is None or handle.signer is None:
            return
        replica = handle.replica
        if not isinstance(replica.position.ask, Choose):
            return
        moves = replica.rules.moves(replica.position.state, handle.signer.seat, replica.known)
        await handle.act(random.choice(moves))


SCREENS: Final = Check("screens", "the full screen at every size", check_screens, 3, 30)


ALL: Final = (*CHECKS, SCREENS)


def chosen_checks(names: tuple[str, ...]) -> tuple[Check, ...]:
    """Return the checks of these names, or all if none is named; raise `Stop` for an unknown name."""
    there = {check.name: check for check in ALL}
    for name in names:
        if name not in there:
            said = _("There is no check {name!r}. There are: {names}.")
            raise Stop(Code.USAGE, said.format(name=name, names=", ".join(there)))
    return tuple(check for check in ALL if not names or check.name in names)


@dataclass(slots=True)
class GameCheck:
    """A game that is put to checks while what comes of them is printed."""

    game: Game
    checks: tuple[Check, ...]
    seed: str
    long: bool
    outcomes: list[Outcome] = field(default_factory=list)
    """What has come of it so far."""

    @property
    def faults(self) -> list[Outcome]:
        """The checks that the game does not hold."""
        return [outcome for outcome in self.outcomes if outcome.fault]

    def _run(self) -> Iterator[Outcome]:
        for outcome in run(self.game, self.checks, self.seed, long=self.long):
            self.outcomes.append(outcome)
            yield outcome

    def lines(self) -> Iterator[str]:
        """Yield a line for each check when it is done, what is wrong below it, and a verdict."""
        rules = self.game.rules
        yield f"{self.game.title}, {players_range(self.game)} players, rules version {rules.version}, seed {self.seed}"
        for outcome in self._run():
            yield from self._told(outcome)
        yield self._verdict()

    def _told(self, outcome: Outcome) -> Iterator[str]:
        check = outcome.check
        sign = "FAULT" if outcome.fault else "-" if outcome.lacking else "ok"
        yield f"{check.name:10} {sign:5} {outcome.lacking or check.about}"
        if outcome.fault:
            again = f"p2pgames check-game {self.game.name} --only {check.name} --seed {self.seed}"
            yield f"{'':16} {outcome.fault}"
            yield f"{'':16} In a game of {outcome.where}."
            yield f"{'':16} Again: {again}{' --long' if self.long else ''}"

    def _verdict(self) -> str:
        cases = sum(outcome.cases for outcome in self.outcomes)
        if not self.faults:
            return f"No fault found in {cases} cases."
        names = ", ".join(outcome.check.name for outcome in self.faults)
        return (
            f"{len(self.faults)} of {len(self.outcomes)} checks found a fault: {names}. Begin with the first."
        )

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield an object for each check."""
        for each in self._run():
            state = "fault" if each.fault else "left out" if each.lacking else "ok"
            yield {
                "game": self.game.name, "check": each.check.name, "about": each.check.about, "state": state,
                "cases": each.cases, "fault": each.fault, "where": each.where, "lacks": each.lacking,
                "seed": self.seed, "long": self.long,
            }  # fmt: skip

"""Tables that go on whether they are shown or not: a player has several, and goes from one to the other."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar

import outcome
import trio

from p2pgames_cli.table.seat_handle import SeatHandle, at_turn
from p2pgames_protocol.log.genesis import Genesis

T = TypeVar("T")
PARTING: Final = 8.0
"""Seconds for all tables to take leave of the others."""


class Run(Protocol):
    """Runs a function in the loop in which the tables go on, and returns what it returns."""

    def __call__(self, main: Callable[..., Awaitable[T]], /, *arguments: object) -> T:
        """Called beside the loop."""


@dataclass(eq=False)
class LiveTable:
    """A table that goes on while another one is shown, or the home."""

    tables: LiveTables
    handles: Sequence[SeatHandle] = ()
    """Our seats at which people play, once the game has begun; or one to look on from."""
    game: str = ""
    """What is played, by its name in the rules; empty as long as that is not known."""
    names: tuple[str, ...] = ()
    """Who sits there before the game begins."""
    seats: int = 0
    knocks: int = 0
    """How many wait for an answer whether they may sit down."""
    since: float | None = None
    """When the table began to wait for the player; None while it does not."""
    is_aside: bool = False
    """Whether the player has left it open, to see something else."""
    is_seen: bool = False
    """Whether it is on the screen, which two tables never are at once."""
    next: LiveTable | None = None
    """Where the player went from here; None for the home."""
    result: outcome.Outcome[Any] | None = None
    """What came of it, once it has ended here."""
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    """What ends it without a word to anybody."""

    @property
    def is_live(self) -> bool:
        """Whether the table can be left open."""
        return self in self.tables.open

    @property
    def genesis(self) -> Genesis | None:
        """The beginning of its game; None before."""
        return self.handles[0].replica.genesis if self.handles else None

    async def is_wanted(self) -> bool:
        """Wait until the table is to be shown; return False if it is to be left for good instead."""
        await self.tables.wait_until(lambda: not self.is_aside or self.tables.closing)
        return not self.tables.closing

    @contextmanager
    def seen(self) -> Iterator[None]:
        """Have it on the screen while the body runs."""
        self.is_seen = True
        try:
            yield
        finally:
            self.is_seen = False
            self.tables.wake()

    def fills(self, game: str, names: tuple[str, ...], seats: int) -> None:
        """Note who sits at the table before its game begins."""
        self.game, self.names, self.seats = game, names, seats
        self.tables.wake()

    def leave_open(self, to: LiveTable | None = None) -> None:
        """Take the table off the screen, for another one or the home; it goes on."""
        self.is_aside, self.next = True, to
        self.tables.wake()

    def knock(self, more: int) -> None:
        """Note that this many more, or fewer, wait for an answer."""
        self.knocks += more
        self.note()

    def note(self) -> None:
        """See whether the table waits for the player, and since when."""
        mine = at_turn(self.handles) is not None
        if (mine or self.knocks > 0) != (self.since is not None):
            self.since = time.time() if self.since is None else None
            self.tables.wake()

    async def follow(self, handles: Sequence[SeatHandle]) -> None:
        """Note what a game that has begun here waits for, until cancelled."""
        self.handles, self.game = handles, handles[0].replica.genesis.game
        self.tables.wake()
        while True:
            self.note()
            await handles[0].changed()


@dataclass(eq=False)
class LiveTables:
    """All tables that one process has live, in the order in which they were opened."""

    run: Run
    nursery: trio.Nursery
    open: list[LiveTable] = field(default_factory=list)
    ended: list[LiveTable] = field(default_factory=list)
    """Those that ended while they were not shown, until somebody takes note of them."""
    closing: bool = False
    """Whether all are being left for good."""
    _change: trio.Event = field(default_factory=trio.Event)

    async def sit(
        self, table: LiveTable, held: ExitStack, main: Callable[..., Awaitable[int]], *arguments: object
    ) -> int:
        """Run a table; return its exit code when it has ended, or 0 when the player leaves it open.

        What is held for it is let go of when it has ended.
        """
        self.open.append(table)
        self.nursery.start_soon(self._keep, table, held, main, arguments)
        return await self.show(table)

    async def show(self, table: LiveTable) -> int:
        """Show a table, and whatever the player goes on to from there; return as `sit` does."""
        at: LiveTable | None = table
        while at is not None:
            at.is_aside, at.next = False, None
            self.wake()
            await self._seen(at)
            if at.result is not None and not at.is_aside:
                return int(at.result.unwrap())
            at = at.next
        return 0

    async def close(self) -> None:
        """Leave all tables for good, after a word to the others."""
        self.closing = True
        self.wake()
        with trio.move_on_after(PARTING):
            await self.wait_until(lambda: not self.open)

    def ordered(self) -> list[LiveTable]:
        """Return the tables, those that wait for the player first, the longest waiting at the top."""
        return sorted(self.open, key=lambda one: (one.since is None, one.since or 0))

    def after(self, table: LiveTable) -> LiveTable | None:
        """Return the other table that has waited longest, or else the next one; None if there is no other."""
        at = self.open.index(table) + 1 if table in self.open else 0
        others = [one for one in (*self.open[at:], *self.open[:at]) if one is not table]
        return min(others, key=lambda one: (one.since is None, one.since or 0), default=None)

    def waiting_beside(self, table: LiveTable | None = None) -> set[int]:
        """Return which tables beside one wait for the player."""
        return {id(one) for one in self.open if one is not table and one.since is not None}

    def wake(self) -> None:
        """Wake whoever waits with `changed`; called in the loop."""
        self._change.set()
        self._change = trio.Event()

    async def changed(self) -> None:
        """Wait until a table began, ended, or is left open or shown, or waits for the player or no longer."""
        await self._change.wait()

    async def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait until the condition holds."""
        while not done():
            await self.changed()

    async def _seen(self, table: LiveTable) -> None:
        """Wait until a table is left open or has ended; where that is interrupted the table ends with it."""
        try:
            await self.wait_until(lambda: table.result is not None or (table.is_aside and not table.is_seen))
        except trio.Cancelled:
            table.scope.cancel()
            with trio.CancelScope(shield=True):
                await self.wait_until(lambda: table.result is not None)
            raise

    async def _keep(
        self,
        table: LiveTable,
        held: ExitStack,
        main: Callable[..., Awaitable[int]],
        arguments: tuple[object, ...],
    ) -> None:
        with held, table.scope:
            table.result = await outcome.acapture(main, *arguments)
        table.result = table.result or outcome.Value(0)
        self.open.remove(table)
        if table.is_aside:
            self.ended.append(table)
        self.wake()

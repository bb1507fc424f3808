"""Where a table is looked at from: which of the seats here, and after which step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from p2pgames.contract import Choose, Seat
from p2pgames_cli.table import history_text
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.seat_handle import SeatHandle, at_turn
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.replica.replica import Replica


@dataclass
class Standpoint:
    """The seat that looks, and the step that is shown."""

    handles: Sequence[SeatHandle]
    passive: bool = False
    """Whether there is nobody here to move."""
    returns: bool = False
    """Whether the first seat looks while nobody here is to move; else the one that looked last goes on."""
    step: int | None = None
    """The number of steps, closed rounds of the log, that are shown; None for the newest position.

    To players they are steps: some games have rounds of their own.
    """
    stepped: Callable[[], None] = lambda: None
    """Called when another step is to be shown."""
    _sat: SeatHandle = field(init=False)

    def __post_init__(self) -> None:
        self._sat = self.handles[0]

    @property
    def mine(self) -> SeatHandle | None:
        """The seat here whose player is to move, unless an earlier position is shown."""
        return None if self.passive or self.step is not None else at_turn(self.handles)

    @property
    def handle(self) -> SeatHandle:
        """The seat that looks: whose turn it is of ours, else the one before."""
        if len(self.handles) > 1:
            self._sat = self.mine or (self.handles[0] if self.returns else self._sat)
        return self._sat

    @property
    def replica(self) -> Replica:
        """The game as the seat that looks knows it."""
        return self.handle.replica

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.replica.position if self.step is None else self.replica.positions[self.step]

    @property
    def choosing(self) -> Seat | None:
        """The seat that is to choose in the position that is shown."""
        ask = self.position.ask if not self.position.over else None
        return ask.seat if isinstance(ask, Choose) else None

    @property
    def shown(self) -> int:
        """How many steps are shown."""
        return len(self.replica.log) if self.step is None else self.step

    @property
    def replaying(self) -> bool:
        """Whether this is a replay: nothing is told of what comes after the step that is shown."""
        return isinstance(self.handles[0], ArchivedSeat)

    @property
    def looking_back(self) -> bool:
        """Whether an earlier position of a game that goes on elsewhere is shown."""
        return self.step is not None and not self.replaying

    @property
    def browsing(self) -> bool:
        """Whether nobody types moves here, so that letters and digits are keys."""
        return self.passive or self.replica.finished

    def rewind(self, by: int) -> None:
        """Show an earlier or later position; past the newest one the table is live again."""
        last, here = len(self.replica.log), self.shown
        steps = range(here + by, -1, -1) if by < 0 else range(here + by, last + 1)
        worth = (s for s in steps if history_text.worth(self.handle.history, s))
        self.show_step(next(worth, 0 if by < 0 else last))

    def show_step(self, step: int) -> None:
        """Show the position after this many steps."""
        self.step = None if step >= len(self.replica.log) else max(0, step)
        self.stepped()

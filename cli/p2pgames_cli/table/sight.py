"""Who looks at a table, and which hands they see."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames.contract import Known, Seat
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.seat_handle import SeatHandle, known, seat_of
from p2pgames_cli.table.standpoint import Standpoint
from p2pgames_cli.table.visibility import revealed, seen


@dataclass
class Sight:
    """Who looks, and which hands they see."""

    standpoint: Standpoint
    guarded: bool = False
    """Whether others may see what is shown: hands are hidden until their player is alone, and watchers borrow eyes."""
    secret: bool = False
    """Whether players here have hands that the others here must not see."""
    viewer: Seat | None = None
    """Whose eyes a watcher borrows."""
    everything: bool = False
    """Whether a watcher sees every dealt card that the reveals opened."""
    covered: bool = False
    """Whether the player hides their hand from whoever looks over their shoulder."""
    trace: bool = False
    """Whether what belongs together is drawn heavy."""
    _shown_to: SeatHandle | None = None

    @property
    def _borrowed(self) -> bool:
        return self.standpoint.passive and self.guarded

    @property
    def seat(self) -> Seat | None:
        """Whose eyes the board is seen with."""
        return self.viewer if self._borrowed else seat_of(self.standpoint.handle)

    @property
    def hand_hidden(self) -> bool:
        """Whether hands are hidden until the player who sits down now says that nobody else looks."""
        return self.guarded and self.secret and self._shown_to is not self.standpoint.handle

    def show_hand(self) -> None:
        """Show the hand of the player whose turn it is."""
        self._shown_to = self.standpoint.handle

    @property
    def known(self) -> Known:
        """The faces that may be shown."""
        at = self.standpoint
        if self._borrowed:
            return seen(at.replica, at.position, self.viewer, everything=self.everything)
        return {} if self.hand_hidden or self.covered else known(at.handle)

    def look_as(self, seat: Seat | None, *, everything: bool = False) -> None:
        """Look with the eyes of a seat, None for a spectator's, or at all cards."""
        self.viewer, self.everything = seat, everything

    def next_viewer(self) -> None:
        """Look with the eyes of the next seat; after the last one with everybody's, once all is revealed."""
        seats = len(self.standpoint.replica.names)
        if self.everything:
            self.look_as(None)
        elif self.viewer is None:
            self.look_as(0)
        elif self.viewer + 1 < seats:
            self.look_as(self.viewer + 1)
        else:
            self.look_as(None, everything=revealed(self.standpoint.replica))

    @property
    def onlooker(self) -> str:
        """From whose point of view a watcher looks, as part of a sentence; empty for a spectator's own."""
        if self.everything:
            return _("with all cards")
        if self.viewer is None or not self.standpoint.passive:
            return ""
        return _("as {name} saw it").format(name=self.standpoint.replica.names[self.viewer])

"""Moves on their way from a draft to the table."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.front_end import FrontEnd
from p2pgames_cli.table.seat_handle import SeatHandle
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.viewpoint import Draft, Finality


@dataclass
class Sending:
    """Sends drafts, after a question where one deserves it."""

    model: TableModel
    front_end: FrontEnd
    busy: bool = False
    """Whether moves are on their way: until they are made nothing is sent, or Enter twice would send them twice."""

    def keeps(self, draft: Draft) -> bool:
        """Tell whether a draft is kept, as the same seat goes on; a lesson takes one move after the other."""
        return draft.goes_on and self.model.course is None

    def question(self, draft: Draft) -> str:
        """Return what is asked before a draft is sent; empty if nothing is."""
        said = _("Send {moves}").format(moves=", ".join(draft.texts))
        how = self.model.play_options
        asks = how.settings["confirm.final"] and how.what_if is None
        match draft.final if asks else Finality.NOTHING:
            case Finality.END:
                return _("{send}: the game ends with it").format(send=said)
            case Finality.CHANCE:
                return _("{send}: chance decides before you go on").format(send=said)
        return said if how.asks else ""

    def deliver(self, handle: SeatHandle, draft: Draft) -> None:
        """Make the moves of a draft at the table."""

        async def deliver() -> None:
            try:
                for move in draft.moves:
                    await handle.act(move)
                self.model.choices.forget_draft()
            finally:
                self.busy = False

        self.busy = True
        self.front_end.start(deliver)

"""A presenter with all the pages of the screen."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames_cli.screen.actions import OWN
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.session import TableSession
from p2pgames_cli.table.table_model import TableModel


def presenter_at(session: TableSession, viewer: Seat | None = None) -> Presenter:
    """Return a presenter for who plays at a table, or looks on as this seat."""
    return Presenter(TableModel(session, guarded=True, viewer=viewer), OWN)

"""What is seen of hidden cards."""

from __future__ import annotations

from p2pgames.contract import Known
from p2pgames_protocol.log.decks import DecksState


class Faces:
    """The faces that are open to all: what a replica without a seat shows."""

    def known(self, decks_state: DecksState) -> Known:
        """Return what is on the slots that were seen, as the decks are now."""
        return decks_state.public

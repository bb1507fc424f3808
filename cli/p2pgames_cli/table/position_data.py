"""A position as programs are told of it; see docs/json.md."""

from __future__ import annotations

from typing import Any

from p2pgames.contract import Known, Seat
from p2pgames.text import with_message
from p2pgames_protocol.log.replica.replica import Replica


def position(replica: Replica, step: int, seat: Seat | None, seen: Known) -> dict[str, Any]:
    """Return the position after this many steps as a seat sees it, None for a spectator, with the faces seen."""
    rules, state = replica.rules, replica.positions[step].state
    return {
        "step": step,
        "steps": len(replica.log),
        "seat": seat,
        **with_message("words", rules.words(state, seat, seen)),
        "known": faces(seen),
        "scores": rules.scores(state),
    }


def faces(seen: Known) -> dict[str, str]:
    """Return hidden faces that were seen, by deck and position."""
    return {f"{deck} {slot}": face for (deck, slot), face in sorted(seen.items())}

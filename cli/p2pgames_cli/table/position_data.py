"""A position as programs are told of it; see docs/json.md."""

from __future__ import annotations

from typing import Any

from p2pgames.contract import Known, Seat
from p2pgames_protocol.log.replica.receive import Ledger


def position(ledger: Ledger, step: int, seat: Seat | None, seen: Known) -> dict[str, Any]:
    """Return the position after so many steps as a seat sees it, None for a spectator, with the faces seen."""
    rules, state = ledger.rules, ledger.positions[step].state
    return {
        "step": step,
        "steps": len(ledger.log),
        "seat": seat,
        "words": list(map(str, rules.words(state, seat, seen))),
        "known": faces(seen),
        "scores": rules.scores(state),
    }


def faces(seen: Known) -> dict[str, str]:
    """Return hidden faces that were seen, by deck and position."""
    return {f"{deck} {slot}": face for (deck, slot), face in sorted(seen.items())}

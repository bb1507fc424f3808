"""What has happened at a table, and how the game ended, as programs are told; see docs/json.md."""

from __future__ import annotations

from typing import Any

from p2pgames.contract import Face, Known, Seat, Slot, Wire, effects_data
from p2pgames.text import with_message
from p2pgames_cli.table import history_text
from p2pgames_protocol.log.history import AgreementEntry, Entry, MoveEntry, OpeningEntry, RollEntry
from p2pgames_protocol.log.replica import Replica


def event(replica: Replica, entry: Entry) -> dict[str, Any]:
    """Return one thing that happened as the fields of an ``event``."""
    text = history_text.in_few_words(replica, entry)
    told = effects_data(entry.effects)
    fields = {"round": entry.round, "kind": entry.kind, "seat": entry.seat, "text": text, "told": told}
    match entry:
        case MoveEntry():
            return {**fields, "move": text, "data": as_json(entry.move), "shown": _shown(entry.shown)}
        case OpeningEntry():
            return {**fields, "shown": _shown(entry.faces)}
        case AgreementEntry() if entry.to is not None:
            return {**fields, "to": entry.to}
        case RollEntry():
            return {**fields, "values": None if entry.values is None else list(entry.values)}
    return fields


def _shown(faces: tuple[tuple[Slot, Face], ...]) -> list[list[object]]:
    """Return faces that were laid open, each as deck, position and face."""
    return [[*slot, face] for slot, face in faces]


def over(replica: Replica) -> dict[str, Any]:
    """Return how the game ended as the fields of an ``over``."""
    equivocation, ending = replica.accusations.verdict, replica.position.ending
    result = ending.result if ending is not None else None
    basis = ending.basis.value if ending is not None else None
    return {
        "basis": basis if equivocation is None else "fault",
        "places": list(result.places) if result is not None else None,
        "scores": list(result.scores) if result is not None and result.scores is not None else None,
        **with_message(
            "why", history_text.why_ended(replica.position) if equivocation is None else equivocation.why, ""
        ),
    }


def as_json(value: Wire) -> Any:
    """Return a value of the wire as JSON has it: arrays for tuples, bytes as hexadecimal digits."""
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    return value.hex() if isinstance(value, bytes) else value


# A position as programs are told of it; see docs/json.md.


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

"""A game as plain data."""

from __future__ import annotations

from typing import Any

from p2pgames_cli.export.text import plain
from p2pgames_cli.table import history_text
from p2pgames_protocol.log.records.event import Act, Event
from p2pgames_protocol.log.replica.receive import Ledger


def as_object(ledger: Ledger, *, states: bool = False) -> dict[str, Any]:
    """Return the game as plain data: moves in notation and as they stand in the log, rolls, result."""
    genesis, rules = ledger.genesis, ledger.rules
    moves: list[dict[str, Any]] = []
    rolls: list[dict[str, Any]] = []
    for number, given in enumerate(ledger.log):
        before, after = ledger.positions[number], ledger.positions[number + 1]
        if after.rolls > before.rolls:
            rolls.append({"round": number, "index": after.rolls, "values": _rolled(ledger, number)})
        for seat, record in sorted(given.items()):
            event = Event.read(record.body)
            if event.act == Act.MOVE and after.state is not before.state and _stands(ledger, number, seat):
                move = event.body[0]
                entry = {
                    "round": number,
                    "seat": seat,
                    "move": rules.text(before.state, seat, move),  # type: ignore[arg-type]
                    "data": plain(move),  # type: ignore[arg-type]
                    "shown": [],
                }
                if states:
                    entry["state"] = list(map(str, rules.words(after.state, None, {})))
                moves.append(entry)
    ending = ledger.position.ending
    result = ending.result if ending else None
    return {
        "game": genesis.proposal.rules,
        "rules": genesis.proposal.version,
        "options": genesis.proposal.settled(ledger.rules),
        "game_id": genesis.game_id.hex(),
        "seats": [
            {"seat": s, "name": j.name, "shown": genesis.names[s], "key": j.key.hex()}
            for s, j in enumerate(genesis.joins)
        ],
        "moves": moves,
        "rolls": rolls,
        "agreed": [
            {"round": entry.round, "what": entry.kind, "to": entry.to, "text": entry.text}
            for number in range(len(ledger.log))
            for entry in history_text.agreed(ledger, number)
        ],
        "left": [{"seat": d.seat, "round": d.round, "why": d.why.value} for d in ledger.position.departures],
        "result": None
        if ending is None
        else {
            "basis": ending.basis.value,
            "places": list(result.places) if result else None,
            "scores": list(result.scores) if result and result.scores else None,
            "why": str(result.why) if result else "abandoned before anybody could move",
        },
    }


def _stands(ledger: Ledger, number: int, seat: int) -> bool:
    """Tell whether the event was in order: a fault stands in the log and is no move."""
    return not any(d.seat == seat and d.round == number and d.reason for d in ledger.position.departures)


def _rolled(ledger: Ledger, number: int) -> list[int] | None:
    """Return what was rolled in a round; None where the roll was void."""
    from p2pgames.contract import Roll
    from p2pgames_protocol.chance.coin import outcome

    before, after = ledger.positions[number], ledger.positions[number + 1]
    if not isinstance(before.ask, Roll) or after.state is before.state or after.seats != before.seats:
        return None
    values = tuple((seat, after.purses[seat].last) for seat in after.seats)
    return list(outcome(ledger.genesis.game_id, after.rolls, values, before.ask.sides))

"""A game as plain data."""

from __future__ import annotations

from typing import Any

from p2pgames_cli.table import history_text
from p2pgames_cli.table.history_data import as_json
from p2pgames_protocol.log.history import AgreementEntry, DepartureEntry, History, MoveEntry, RollEntry
from p2pgames_protocol.log.position import Ending
from p2pgames_protocol.log.replica.receive import Ledger


def as_object(ledger: Ledger, *, states: bool = False) -> dict[str, Any]:
    """Return the game as plain data: moves in notation and as they stand in the log, rolls, result."""
    genesis = ledger.genesis
    entries = tuple(History(ledger).entries())
    return {
        "game": genesis.proposal.rules,
        "rules": genesis.proposal.version,
        "options": genesis.proposal.settled(ledger.rules),
        "game_id": genesis.game_id.hex(),
        "seats": [
            {"seat": s, "name": j.name, "shown": genesis.names[s], "key": j.key.hex()}
            for s, j in enumerate(genesis.joins)
        ],
        "moves": [_move(ledger, entry, states) for entry in entries if isinstance(entry, MoveEntry)],
        "rolls": [_roll(entry) for entry in entries if isinstance(entry, RollEntry)],
        "agreed": [_agreed(ledger, entry) for entry in entries if isinstance(entry, AgreementEntry)],
        "left": [_left(entry) for entry in entries if isinstance(entry, DepartureEntry)],
        "result": None if ledger.position.ending is None else _result(ledger.position.ending),
    }


def _move(ledger: Ledger, entry: MoveEntry, states: bool) -> dict[str, Any]:
    fields = {
        "round": entry.round,
        "seat": entry.seat,
        "move": history_text.words(ledger, entry),
        "data": as_json(entry.move),
        "shown": [],
    }
    if states:
        after = ledger.positions[entry.round + 1].state
        fields["state"] = list(map(str, ledger.rules.words(after, None, {})))
    return fields


def _roll(entry: RollEntry) -> dict[str, Any]:
    values = None if entry.values is None else list(entry.values)
    return {"round": entry.round, "index": entry.number, "values": values}


def _agreed(ledger: Ledger, entry: AgreementEntry) -> dict[str, Any]:
    text = history_text.words(ledger, entry)
    return {"round": entry.round, "what": entry.kind, "to": entry.to, "text": text}


def _left(entry: DepartureEntry) -> dict[str, Any]:
    left = entry.departure
    return {"seat": left.seat, "round": left.round, "why": left.why.value}


def _result(ending: Ending) -> dict[str, Any]:
    result = ending.result
    return {
        "basis": ending.basis.value,
        "places": list(result.places) if result else None,
        "scores": list(result.scores) if result and result.scores else None,
        "why": str(result.why) if result else "abandoned before anybody could move",
    }

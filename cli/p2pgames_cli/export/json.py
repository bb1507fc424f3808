"""A game as plain data."""

from __future__ import annotations

from typing import Any

from p2pgames.contract import effects_data, ending_effects, set_up_effects
from p2pgames.text import with_message
from p2pgames_cli.table import history_text
from p2pgames_cli.table.history_data import as_json
from p2pgames_protocol.log.history import AgreementEntry, DepartureEntry, History, MoveEntry, RollEntry
from p2pgames_protocol.log.position import Ending, Position
from p2pgames_protocol.log.replica import Replica


def as_object(replica: Replica, *, states: bool = False) -> dict[str, Any]:
    """Return the game as plain data: moves in notation and as they stand in the log, rolls, result."""
    genesis = replica.genesis
    entries = tuple(History(replica).entries())
    return {
        "game": genesis.game,
        "rules": genesis.proposal.version,
        "options": genesis.proposal.resolved_options,
        "game_id": genesis.game_id.hex(),
        "seats": [
            {"seat": s, "name": j.name, "shown": genesis.names[s], "key": j.key.hex()}
            for s, j in enumerate(genesis.joins)
        ],
        "set_up": {"told": effects_data(set_up_effects(replica.rules, replica.positions[0].state))},
        "moves": [_move(replica, entry, states) for entry in entries if isinstance(entry, MoveEntry)],
        "rolls": [_roll(entry) for entry in entries if isinstance(entry, RollEntry)],
        "agreed": [_agreed(replica, entry) for entry in entries if isinstance(entry, AgreementEntry)],
        "left": [_left(entry) for entry in entries if isinstance(entry, DepartureEntry)],
        "result": None
        if replica.position.ending is None
        else _result(replica.position, replica.position.ending),
    }


def _move(replica: Replica, entry: MoveEntry, states: bool) -> dict[str, Any]:
    fields = {
        "round": entry.round,
        "seat": entry.seat,
        "move": history_text.in_few_words(replica, entry),
        "data": as_json(entry.move),
        "shown": [],
        "told": effects_data(entry.effects),
    }
    if states:
        after = replica.positions[entry.round + 1].state
        fields |= with_message("state", replica.rules.words(after, None, {}))
    return fields


def _roll(entry: RollEntry) -> dict[str, Any]:
    values = None if entry.values is None else list(entry.values)
    return {
        "round": entry.round,
        "index": entry.number,
        "values": values,
        "told": effects_data(entry.effects),
    }


def _agreed(replica: Replica, entry: AgreementEntry) -> dict[str, Any]:
    text = history_text.in_few_words(replica, entry)
    told = effects_data(entry.effects)
    return {"round": entry.round, "what": entry.kind, "to": entry.to, "text": text, "told": told}


def _left(entry: DepartureEntry) -> dict[str, Any]:
    left = entry.departure
    told = effects_data(entry.effects)
    return {"seat": left.seat, "round": left.round, "why": left.why.value, "told": told}


def _result(position: Position, ending: Ending) -> dict[str, Any]:
    result = ending.result
    return {
        "basis": ending.basis.value,
        "places": list(result.places) if result else None,
        "scores": list(result.scores) if result and result.scores else None,
        **with_message("why", history_text.why_ended(position)),
        "told": effects_data(ending_effects(result) if result else ()),
    }

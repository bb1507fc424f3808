"""Opening a round: what the rules ask for, and who owes it."""

from __future__ import annotations

from p2pgames.changed import changed
from p2pgames.contract import AnyRules
from p2pgames_protocol.log.chain import start_digest
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.rounds.keys import KEYS
from p2pgames_protocol.log.rounds.registry import ROUNDS
from p2pgames_protocol.log.rounds.share import is_shared, open_slots


def start(genesis: Genesis, rules: AnyRules) -> Position:
    """Return the position before the first round, in which every seat accepts the table."""
    proposal = genesis.proposal
    state = rules.start(proposal.seats, genesis.options, proposal.first)
    seats = tuple(range(proposal.seats))
    return Position(genesis, rules, state, 0, start_digest(genesis.game_id), KEYS, seats)


def open_round(position: Position) -> Position:
    """Open the round that the rules ask for; a step to which nobody owes anything is done at once, without one."""
    opened = _opened(position)
    while opened.kind.skipped and not opened.due:
        opened = _opened(changed(opened.kind.advance(opened, opened, {}), past=()))
    return opened


def _opened(position: Position) -> Position:
    while position.ending is None and is_shared(position):
        position = open_slots(position)
    for kind in ROUNDS:
        if (opened := kind.opened(position)) is not None:
            return opened
    raise NotImplementedError(f"{position.rules.name} asks for {type(position.ask).__name__}")

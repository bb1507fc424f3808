"""Closing a round: the position that follows from the events of all seats that owe one."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.contract import Why
from p2pgames_protocol.log.chain import event_digest, round_digest
from p2pgames_protocol.log.departures import depart, who_departs, who_resigns
from p2pgames_protocol.log.open_round import open_round
from p2pgames_protocol.log.position import Given, Position


def advance(position: Position, given: Given, why_absent: Why = Why.CLAIMED) -> Position:
    """Return the position after the open round, given a validated event for every due seat that is not absent."""
    void = who_departs(position, given, why_absent)
    departures = void + who_resigns(position, given, void)
    closed = replace(
        position,
        round=position.round + 1,
        previous=digest_of_round(position, given),
        first_value=None,
        paused=False,
        turned=(),
        decks_state=position.decks_state.give(
            share for each in given.values() for share in each.proved.shares
        ),
        past=(),
    )
    after = position.kind.void(closed) if void else position.kind.advance(position, closed, given)
    if departures and after.first_value is not None:
        after = position.kind.void(replace(after, first_value=None))
    return open_round(depart(replace(after, past=()), departures) if departures else after)


def digest_of_round(position: Position, given: Given) -> bytes:
    """Return the digest of the open round with these events."""
    hashed = {seat: event_digest(each.body) for seat, each in given.items()}
    absent = [seat for seat in position.due if seat not in given]
    return round_digest(position.genesis.game_id, position.round, position.previous, hashed, absent)

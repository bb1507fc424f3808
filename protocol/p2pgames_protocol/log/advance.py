"""Closing a round: the position that follows from the events of all seats that owe one."""

from __future__ import annotations

from p2pgames.changed import changed
from p2pgames_protocol.log.chain import event_digest, round_digest
from p2pgames_protocol.log.decks import DecksState, add_keys
from p2pgames_protocol.log.departures import depart, handed_out, who_departs, who_resigns
from p2pgames_protocol.log.open_round import open_round
from p2pgames_protocol.log.position import Given, Position


def advance(position: Position, given: Given) -> Position:
    """Return the position after the open round, given a validated event for every due seat that is not absent."""
    handed = handed_out(given)
    void = who_departs(position, given)
    departures = void + who_resigns(position, handed, void)
    closed = changed(
        position,
        round=position.round + 1,
        previous=digest_of_round(position, given),
        first_value=None,
        paused=False,
        turned=(),
        decks_state=_after_all(position.decks_state, given),
        past=(),
    )
    after = position.kind.void(closed) if void else position.kind.advance(position, closed, given)
    if departures and after.first_value is not None:
        after = position.kind.void(changed(after, first_value=None))
    return open_round(depart(changed(after, past=()), departures, handed) if departures else after)


def _after_all(decks_state: DecksState, given: Given) -> DecksState:
    """Return the state of the decks with the keys and shares of a round, which count whatever becomes of it."""
    proved = [given[seat].proved for seat in sorted(given)]
    keys = [each.key for each in proved if each.key is not None]
    with_keys = add_keys(decks_state, keys) if keys else decks_state
    return with_keys.give(share for each in proved for share in each.shares)


def digest_of_round(position: Position, given: Given) -> bytes:
    """Return the digest of the open round with these events."""
    hashed = {seat: event_digest(each.body) for seat, each in given.items()}
    absent = [seat for seat in position.due if seat not in given]
    return round_digest(
        position.genesis.game_id, position.round, position.previous, position.seats, hashed, absent
    )

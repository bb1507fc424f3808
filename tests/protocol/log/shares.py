"""What a curious seat finds out from the shares in its store."""

from __future__ import annotations

from itertools import product

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.log.records import Event, Kind
from p2pgames_protocol.log.rounds import SHARE, TURN


def all_points(records):
    """Every 32 bytes in shares that a store holds: what a curious seat can add up."""
    found = []
    for record in records:
        event = Event.read(record.body) if record.kind is Kind.EVENT else None
        if event is not None and event.act in (SHARE.act, TURN.act):
            batches = event.body[-1]
            found += [points[at : at + 32] for points, _ in batches for at in range(0, len(points), 32)]
    return found


def readable(deck, position, points, keys):
    """Whether any sum of points of a store, with own shares by any of the keys, opens the card in this place."""
    others = len(deck.keys.seats) - (1 if keys else 0)
    own = [edwards.multiply(key, deck.cards.left[position]) for key in keys] or [edwards.NEUTRAL]
    right = deck.cards.right[position]
    for mine in own:
        rest = edwards.subtract(right, mine)
        for some in product(points, repeat=others):
            if edwards.subtract(rest, edwards.total([edwards.NEUTRAL, *some])) in deck.faces:
                return True
    return False

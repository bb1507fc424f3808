"""Who plays whom next (Swiss): it follows from the games that count, so nobody chooses.

Players stand by points, equal ones by a hash of the games. Each plays the next one below among those met least; so
nobody meets anybody again before having met everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from p2pgames_protocol.league.game import Counted
from p2pgames_protocol.league.standing import standings
from p2pgames_protocol.wire.codec import digest

_TRIES: Final = 20_000
"""Steps of one search; it ends sooner but for folders that are made so that it does not."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, the first of each pair being the host; and who does not play this time."""

    pairs: tuple[tuple[bytes, bytes], ...]
    byes: tuple[bytes, ...]


def pairing(league: bytes, players: Collection[bytes], counted: Counted) -> Pairing:
    """Return the next round, with as many pairs as possible; a bye goes to whoever has played most, from below."""
    ids = [game.id for game in counted.games]
    lot = {key: digest("pairing", league, key, *ids) for key in players}
    table = sorted(standings(players, counted), key=lambda one: (-one.points, lot[one.key]))
    order = [one.key for one in table]
    free = [one.key for one in sorted(table, key=lambda one: (-one.games, -order.index(one.key)))]
    may = _may(order, counted)
    for spare in range(0, len(order) + 1, 2):
        for bye in free if len(order) % 2 else [None]:
            search = _Search(may)
            found = search.pairs([key for key in order if key != bye], spare)
            if found is not None:
                pairs = tuple(tuple(sorted(pair, key=lot.__getitem__)) for pair in found)
                met = {key for pair in found for key in pair}
                return Pairing(pairs, tuple(key for key in order if key not in met))  # type: ignore[arg-type]
    return Pairing((), tuple(order))


def _may(players: list[bytes], counted: Counted) -> set[frozenset[bytes]]:
    """Return the pairs of which each has met nobody less often than the other."""
    met: Counter[frozenset[bytes]] = Counter()
    for game in counted.games:
        met.update(map(frozenset, combinations(game.players, 2)))
    least = {
        key: min((met[frozenset((key, other))] for other in players if other != key), default=0)
        for key in players
    }
    return {
        pair
        for pair in map(frozenset, combinations(players, 2))
        if all(met[pair] == least[key] for key in pair)
    }


@dataclass
class _Search:
    """Tries pairs from the top of the table down."""

    may: set[frozenset[bytes]]
    left: int = field(default=_TRIES)

    def pairs(self, order: list[bytes], spare: int) -> list[tuple[bytes, bytes]] | None:
        """Return pairs of all but ``spare`` players; None if there are none, or the search takes too long."""
        if not order:
            return []
        self.left -= 1
        if self.left < 0:
            return None
        first, *others = order
        for place, other in enumerate(others):
            if frozenset((first, other)) in self.may:
                rest = self.pairs(others[:place] + others[place + 1 :], spare)
                if rest is not None:
                    return [(first, other), *rest]
        return self.pairs(others, spare - 1) if spare else None

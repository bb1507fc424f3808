"""By what the players are linked, where that is not told by the carrier's name alone: each change is told once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from p2pgames_cli.i18n.catalogue import _, phrase
from p2pgames_cli.table.seat import Place
from p2pgames_protocol.transports.transport import Route


@dataclass
class Linked:
    """Remembers what was told."""

    _told: dict[bytes, Route] = field(default_factory=dict)

    def news(self, place: Place) -> Iterator[str]:
        """Yield a sentence for each player who is linked otherwise than before: directly, or by whose relay."""
        genesis = place.ledger.genesis
        names = dict(zip(genesis.keys, genesis.names, strict=True))
        now = {key: route for key, route in place.routes.items() if route.changes and key in names}
        for key, route in now.items():
            if route != self._told.get(key):
                yield _("{name} is linked by {way}.").format(name=names[key], way=phrase(route.text()))
        self._told = now

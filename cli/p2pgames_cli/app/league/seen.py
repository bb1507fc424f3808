"""The audit of a file that a league is given, as data that any process can return."""

from __future__ import annotations

import json
from dataclasses import dataclass

from p2pgames import registry
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.league.game import Game
from p2pgames_protocol.wire import json_fields as shape


@dataclass(frozen=True, slots=True)
class Seen:
    """A game that a league may look at, or why there is none."""

    hash: str
    game: Game | None
    why: str = ""

    @property
    def said(self) -> bytes:
        """The same as `read_seen` reads it, but for the hash."""
        return json.dumps({"game": self.game and self.game.plain, "why": self.why}).encode()


def audited(data: bytes) -> bytes:
    """Audit a file in full; return what `read_seen` reads."""
    report = full(data, registry.rules)
    game = Game.of(report)
    why = "" if game else report.why or "It is no log of a game that was audited in full."
    return Seen("", game, why).said


def read_seen(digest: str, said: bytes) -> Seen:
    """Return what was said of the file with this hash; raise ValueError for anything else than `audited` says."""
    game, why = shape.fields(json.loads(said), "game", "why")
    return Seen(digest, shape.perhaps(game, Game.of_plain), shape.text(why))

"""A table that fills up, as the page shows it: the invite, who sits there, who knocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import trio

from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown

LINES: Final = 12
"""Of what was told, the newest that are shown."""


@dataclass
class Knock:
    """Somebody at the door."""

    name: str
    key: str
    answered: trio.Event = field(default_factory=trio.Event)
    admitted: bool = False


@dataclass
class Lobby:
    """What is known of a table before its game begins."""

    game: str = ""
    invite: str = ""
    seats: int = 0
    names: tuple[str, ...] = ()
    lines: list[str] = field(default_factory=list)
    knocks: list[Knock] = field(default_factory=list)

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        return {
            "lobby": {
                "game": self.game,
                "invite": self.invite,
                "code": squares(self.invite) if self.invite else None,
                "seats": self.seats,
                "names": list(self.names),
                "lines": self.lines[-LINES:],
                "knocks": [[knock.name, knock.key] for knock in self.knocks],
            }
        }

    def take(self, said: Mapping[str, Any]) -> None:
        """Answer the first who knocks; there is nothing else to do."""
        if type(said.get("admit")) is bool and self.knocks:
            knock = self.knocks[0]
            knock.admitted = said["admit"]
            knock.answered.set()

    def knock(self, name: str, key: bytes) -> Knock:
        """Show somebody who wants to sit down; return what will be answered."""
        self.knocks.append(Knock(shown(name), short(key)))
        return self.knocks[-1]


def squares(text: str) -> dict[str, Any]:
    """Return the QR code of a text (ISO/IEC 18004): its side, and a path of its dark modules."""
    import segno

    rows = list(segno.make(text, error="l").matrix_iter(border=4))
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return {"side": len(rows), "path": "".join(dark)}

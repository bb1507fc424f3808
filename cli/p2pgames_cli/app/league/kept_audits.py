"""Audits that need not be made again: by the hash of the file and the program's version, in the state folder.

Never in the folder of the league: what others send along must not be believed.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from p2pgames import registry
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.league.game import Game
from p2pgames_protocol.store import intake


@dataclass(frozen=True, slots=True)
class Seen:
    """What an audit made of a file: a game that a league may look at, or why there is none."""

    hash: str
    game: Game | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class KeptAudits:
    """A folder with a small file for every audit."""

    folder: Path

    @classmethod
    def at(cls, state: Path) -> KeptAudits:
        """Return those of this version of the program."""
        return cls(state / "audits" / version("p2pgames"))

    def seen(self, path: Path) -> Seen:
        """Return what a file holds, by an earlier audit of the same bytes or a new one, or raise OSError."""
        return self.seen_data(intake.read(path))

    def seen_data(self, data: bytes) -> Seen:
        """Return the same of bytes."""
        digest = sha256(data).hexdigest()
        kept = self.folder / f"{digest}.json"
        with suppress(OSError, KeyError, TypeError, ValueError):
            return Seen(digest, Game.of_plain(json.loads(kept.read_text(encoding="utf-8"))))
        report = full(data, registry.rules)
        game = Game.of(report)
        if game is None:
            return Seen(digest, None, report.why or "It is no log of a game that was audited in full.")
        with suppress(OSError):  # then it is audited again
            self.folder.mkdir(parents=True, exist_ok=True)
            new = kept.with_suffix(f".new-{digest[:8]}")
            new.write_text(json.dumps(game.plain), encoding="utf-8")
            new.replace(kept)
        return Seen(digest, game)

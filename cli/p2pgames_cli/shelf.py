"""The games in a player's home."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from p2pgames import registry
from p2pgames_cli.errors import Code, Stop
from p2pgames_protocol import genesis as gen
from p2pgames_protocol import logfile
from p2pgames_protocol.codec import Malformed
from p2pgames_protocol.genesis import Genesis, Refused
from p2pgames_protocol.home import Home
from p2pgames_protocol.ledger import Heard, Ledger
from p2pgames_protocol.store import SUFFIX, genesis_record

MIN_ID = 4
"""Characters of a game id that are enough to ask for it, where they fit one game alone."""


class Unreadable(Exception):
    """The file holds no valid game; the message says why."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A game on disk."""

    path: Path
    genesis: Genesis
    changed: float
    """When it last changed, in seconds since 1970."""

    @property
    def id(self) -> str:
        """The game's id, in hexadecimal."""
        return self.genesis.game_id.hex()

    def ledger(self) -> Ledger:
        """Return the game so far, every record checked; a torn end, which nobody ever saw, is left out."""
        return replayed(self.path, torn=True)


def stored(home: Home) -> Iterator[Stored]:
    """Yield the games of a home, the one that changed last first; what is no game is left out."""
    files = home.games.glob(f"*{SUFFIX}") if home.games.is_dir() else iter(())
    found = [(file.stat().st_mtime, file) for file in files]
    for changed, file in sorted(found, reverse=True):
        try:
            genesis = gen.read(genesis_record(file.read_bytes()).body)
        except (OSError, logfile.Damaged, Malformed, Refused):
            continue
        yield Stored(file, genesis, changed)


def find(home: Home, wanted: str) -> Stored:
    """Return the game whose id begins so; raise `Stop` if there is none, or more than one."""
    found = [game for game in stored(home) if game.id.startswith(wanted.lower())]
    if not found or len(wanted) < MIN_ID:
        raise Stop(Code.USAGE, f"No game here has an id that begins with {wanted!r}. See: p2pgames list")
    if len(found) > 1:
        raise Stop(Code.USAGE, f"{len(found)} games have ids that begin with {wanted!r}; type more of it.")
    return found[0]


def replayed(file: Path, *, torn: bool = False) -> Ledger:
    """Return the ledger of a game file; raise `Unreadable` with the reason if it is not valid.

    With ``torn`` an unfinished last record is left out, as the client does that owns the file.
    """
    data = file.read_bytes()
    try:
        records = logfile.read(data[: logfile.split(data).sound] if torn else data)
        begun = gen.read(records[0].body)
        ledger = Ledger(begun, registry.rules(begun.proposal.rules, begun.proposal.version))
    except registry.Unknown as unknown:
        raise Unreadable(str(unknown.args[0])) from None
    except (logfile.Damaged, Refused, Malformed) as wrong:
        raise Unreadable(str(wrong)) from None
    for record in records[1:]:
        outcome = ledger.feed(record)
        if outcome.heard is Heard.SENDER:
            raise Unreadable(f"{outcome.why} Audit it for more.")
    return ledger

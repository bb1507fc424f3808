"""The games in a player's home."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from p2pgames import registry
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.translation import _, phrase
from p2pgames_protocol import genesis as gen
from p2pgames_protocol import intake, logfile
from p2pgames_protocol.codec import Malformed
from p2pgames_protocol.genesis import Genesis, Refused
from p2pgames_protocol.home import Home
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.ledger import Ledger
from p2pgames_protocol.outcome import Heard
from p2pgames_protocol.store import SUFFIX, genesis_record
from p2pgames_protocol.table import Table

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
            genesis = gen.read(genesis_record(intake.read(file)).body)
        except (OSError, logfile.Damaged, Malformed, Refused):
            continue
        yield Stored(file, genesis, changed)


def find(home: Home, wanted: str) -> Stored:
    """Return the game whose id begins so; raise `Stop` if there is none, or more than one."""
    found = [game for game in stored(home) if game.id.startswith(wanted.lower())]
    if not found or len(wanted) < MIN_ID:
        said = _("No game here has an id that begins with {wanted!r}. See: p2pgames list")
        raise Stop(Code.USAGE, said.format(wanted=wanted))
    if len(found) > 1:
        said = _("{count} games have ids that begin with {wanted!r}; type more of it.")
        raise Stop(Code.USAGE, said.format(count=len(found), wanted=wanted))
    return found[0]


def opened(home: Home, wanted: str, *, own: bool = False) -> Ledger:
    """Return the ledger of a game named by its file, or by the beginning of its id where it is one of this home.

    With ``own`` it sees of a running game of this home what its player sees. Raises `Stop` with the reason where there
    is no such game, or it is not valid.
    """
    path = Path(wanted)
    try:
        if path.exists():
            ours = own and path.resolve().is_relative_to(home.games.resolve())
            ledger = replayed(path)
            return (_own(home, path) if ours else None) or ledger
        if len(wanted) <= 64 and all(c in "0123456789abcdefABCDEF" for c in wanted):
            found = find(home, wanted)
            return (_own(home, found.path) if own else None) or found.ledger()
    except Unreadable as wrong:
        raise Stop(Code.INVALID, f"{wanted}: {wrong}") from None
    raise Stop(Code.FAILURE, _("There is no file {file}.").format(file=wanted))


def _own(home: Home, file: Path) -> Ledger | None:
    """Return a running game with cards as its player sees it; None where there is nothing more to see."""
    from p2pgames_cli import passphrase
    from p2pgames_protocol.hotseat import is_local

    ledger = replayed(file, torn=True)
    if ledger.position.over or not ledger.rules.decks or not home.has_identity():
        return None
    identity = passphrase.identity(home)
    if identity.key not in ledger.genesis.keys or is_local(identity, ledger.genesis):
        return None
    return replayed(file, torn=True, identity=identity)


def replayed(file: Path, *, torn: bool = False, identity: Identity | None = None) -> Ledger:
    """Return the ledger of a game file; raise `Unreadable` with the reason if it is not valid.

    With ``torn`` an unfinished last record is left out, as the client does that owns the file. With the identity of
    a seat it is a table that sees this seat's cards, and signs nothing.
    """
    data = intake.read(file)
    try:
        records = logfile.read(data[: logfile.split(data).sound] if torn else data)
        begun = gen.read(records[0].body)
        rules = registry.rules(begun.proposal.rules, begun.proposal.version)
        ledger = Table(begun, rules, identity) if identity is not None else Ledger(begun, rules)
    except registry.Unknown as unknown:
        raise Unreadable(str(unknown.args[0])) from None
    except (logfile.Damaged, Refused, Malformed) as wrong:
        raise Unreadable(str(wrong)) from None
    for record in records[1:]:
        outcome = ledger.feed(record)
        if outcome.heard is Heard.SENDER:
            raise Unreadable(_("{why} Audit it for more.").format(why=phrase(outcome.why)))
    return ledger

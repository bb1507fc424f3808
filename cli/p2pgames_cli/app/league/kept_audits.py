"""Audits that need not be made again: by the hash of the file and the version of the program, in the state folder.

Never in the folder of the league: what others send along must not be believed. Nor is what was not kept here: each one
is authenticated by a key that never leaves the state folder.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Final

from p2pgames import registry
from p2pgames_cli.app.workers.workers import Numbered, Task, Workers, program_versions
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.league.game import LeagueGame
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.disk import write_secret, write_whole
from p2pgames_protocol.wire import json_fields as shape

_KEY_SIZE: Final = 32
_MAC_SIZE: Final = sha256().digest_size


# The audit of a file that a league is given, as data that any process can return.


@dataclass(frozen=True, slots=True)
class AuditVerdict:
    """A game that a league may look at, or why there is none."""

    hash: str
    game: LeagueGame | None
    why: str = ""

    @property
    def said(self) -> bytes:
        """The same as `read_verdict` reads it, but for the hash."""
        return json.dumps({"game": self.game and self.game.plain, "why": self.why}).encode()


def audit_data(data: bytes) -> bytes:
    """Audit a file in full; return what `read_verdict` reads."""
    report = full(data, registry.rules)
    game = LeagueGame.from_audit(report)
    why = "" if game else report.why or "It is no log of a game that was audited in full."
    return AuditVerdict("", game, why).said


def read_verdict(digest: str, said: bytes) -> AuditVerdict:
    """Return what was said of the file with this hash; raise ValueError for anything else than `audit_data` says."""
    game, why = shape.fields(json.loads(said), "game", "why")
    return AuditVerdict(digest, shape.perhaps(game, LeagueGame.of_plain), shape.text(why))


@dataclass(frozen=True, slots=True)
class KeptAudits:
    """A folder with a small file for every audit."""

    folder: Path

    @classmethod
    def at(cls, state: Path) -> KeptAudits:
        """Return those of this version of the program."""
        return cls(state / "audits" / registry.program_version())

    def audit_or_recall(self, data: bytes) -> AuditVerdict:
        """Return what a file of these bytes holds, by an earlier audit or a new one."""
        digest = sha256(data).hexdigest()
        if (seen := self.recall(digest)) is None:
            self.add(seen := read_verdict(digest, audit_data(data)))
        return seen

    def recall(self, digest: str) -> AuditVerdict | None:
        """Return what an earlier audit said of a file; None if there was none, or it was not kept here so."""
        try:
            found = disk.read_file(self._file(digest))
            if hmac.compare_digest(found[:_MAC_SIZE], self._mac(digest, found[_MAC_SIZE:])):
                return read_verdict(digest, found[_MAC_SIZE:])
        except (OSError, ValueError):
            return None
        return None

    def add(self, seen: AuditVerdict) -> None:
        """Keep what an audit said of a file."""
        file, said = self._file(seen.hash), seen.said
        with suppress(OSError):  # then it is audited again
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(file, self._mac(seen.hash, said) + said)

    def _file(self, digest: str) -> Path:
        return self.folder / f"{digest}.audit"

    def _mac(self, digest: str, said: bytes) -> bytes:
        """Return what only this state folder can say of an audit by this program."""
        head = json.dumps([program_versions(), digest]).encode()
        return hmac.digest(self._key(), head + b"\n" + said, "sha256")

    def _key(self) -> bytes:
        """Return the key, made at first; raise OSError if it cannot be read or kept."""
        file = self.folder.parent / "key"
        with suppress(FileNotFoundError):
            if len(key := disk.read_file(file)) == _KEY_SIZE:
                return key
            file.unlink()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):  # another process was quicker
            write_secret(file, token_bytes(_KEY_SIZE))
        return disk.read_file(file)


# Auditing the files of a league: each once, by whoever is free.


def audit_files(
    audits: KeptAudits, files: Sequence[Path], workers: Workers, progress: Callable[[int, int], None]
) -> list[AuditVerdict]:
    """Return what each file holds, in their order; what was audited before is not audited again."""
    found: dict[int, AuditVerdict] = {}
    hashes: dict[int, str] = {}

    def unknown() -> Iterator[Numbered]:
        for number, path in enumerate(files):
            try:
                data = disk.read_file(path, follow=False)
            except OSError as wrong:
                tell(number, AuditVerdict("", None, sentence_of(wrong)))
                continue
            digest = sha256(data).hexdigest()
            if (kept := audits.recall(digest)) is not None:
                tell(number, kept)
                continue
            hashes[number] = digest
            yield number, data

    def tell(number: int, what: AuditVerdict) -> None:
        found[number] = what
        progress(len(found), len(files))

    task = Task(audit_data, lambda number, said: read_verdict(hashes[number], said), files.__getitem__)
    for number, what in workers.for_jobs(len(files)).spread(task, unknown()):
        audits.add(what)
        tell(number, what)
    return [found[number] for number in range(len(files))]

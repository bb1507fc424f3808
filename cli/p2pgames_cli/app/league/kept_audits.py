"""Audits that need not be made again: by the hash of the file and the version of the program, in the state folder.

Never in the folder of the league: what others send along must not be believed. Nor is what was not kept here: each one
is authenticated by a key that never leaves the state folder.
"""

from __future__ import annotations

import hmac
import json
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from secrets import token_bytes
from typing import Final

from p2pgames_cli.app.league.seen import Seen, audited, read_seen
from p2pgames_cli.app.workers.program import program
from p2pgames_protocol.store import intake
from p2pgames_protocol.store.disk import write_secret, write_whole

_KEY_SIZE: Final = 32
_MAC_SIZE: Final = sha256().digest_size


@dataclass(frozen=True, slots=True)
class KeptAudits:
    """A folder with a small file for every audit."""

    folder: Path

    @classmethod
    def at(cls, state: Path) -> KeptAudits:
        """Return those of this version of the program."""
        return cls(state / "audits" / version("p2pgames"))

    def seen_data(self, data: bytes) -> Seen:
        """Return what a file of these bytes holds, by an earlier audit or a new one."""
        digest = sha256(data).hexdigest()
        if (seen := self.kept(digest)) is None:
            self.keep(seen := read_seen(digest, audited(data)))
        return seen

    def kept(self, digest: str) -> Seen | None:
        """Return what an earlier audit said of a file; None if there was none, or it was not kept here so."""
        try:
            found = intake.read(self._file(digest))
            if hmac.compare_digest(found[:_MAC_SIZE], self._mac(digest, found[_MAC_SIZE:])):
                return read_seen(digest, found[_MAC_SIZE:])
        except (OSError, ValueError):
            return None
        return None

    def keep(self, seen: Seen) -> None:
        """Keep what an audit said of a file."""
        file, said = self._file(seen.hash), seen.said
        with suppress(OSError):  # then it is audited again
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(file, self._mac(seen.hash, said) + said)

    def _file(self, digest: str) -> Path:
        return self.folder / f"{digest}.audit"

    def _mac(self, digest: str, said: bytes) -> bytes:
        """Return what only this state folder can say of an audit by this program."""
        head = json.dumps([program(), digest]).encode()
        return hmac.digest(self._key(), head + b"\n" + said, "sha256")

    def _key(self) -> bytes:
        """Return the key, made at first; raise OSError if it cannot be read or kept."""
        file = self.folder.parent / "key"
        with suppress(FileNotFoundError):
            if len(key := intake.read(file)) == _KEY_SIZE:
                return key
            file.unlink()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):  # another process was quicker
            write_secret(file, token_bytes(_KEY_SIZE))
        return intake.read(file)

"""The folder of a league: its file, a file for everybody who takes part, and games. The names of files mean nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, told
from p2pgames_protocol.league.enrolment import MAGIC, Enrolment, read_enrolment
from p2pgames_protocol.league.league import SignedLeague, read_league
from p2pgames_protocol.store import intake
from p2pgames_protocol.wire.codec import Malformed

LEAGUE_FILE: Final = "league.p2pl"
_ENDING: Final = ".p2pe"


@dataclass(frozen=True, slots=True)
class LeagueFolder:
    """A league as it lies on disk."""

    path: Path
    signed: SignedLeague

    @classmethod
    def at(cls, path: Path) -> LeagueFolder:
        """Open a folder, or that of a league's file; raise `Stop` if there is no league."""
        folder = path if path.is_dir() else path.parent
        return cls(folder, league_in(path / LEAGUE_FILE if path.is_dir() else path))

    @property
    def enrolled(self) -> dict[bytes, Enrolment]:
        """Who takes part, by key: invited, and enrolled by a file of their own here. Of two names the first counts."""
        found = (enrolment for _path, enrolment in self._enrolments())
        ours = [
            each for each in found if each.league == self.signed.id and self.signed.league.invites(each.key)
        ]
        return {each.key: each for each in sorted(ours, key=lambda each: (each.key, each.name), reverse=True)}

    def keep(self, enrolment: bytes) -> Path:
        """Write the file of somebody who takes part, in place of the one there is."""
        key = read_enrolment(enrolment).key
        path = self.path / f"{key.hex()[:16]}{_ENDING}"
        path.write_bytes(enrolment)
        return path

    def _enrolments(self) -> Iterator[tuple[Path, Enrolment]]:
        for path in sorted(self.path.glob(f"*{_ENDING}")):
            try:
                data = intake.read(path)
                if data.startswith(MAGIC):
                    yield path, read_enrolment(data)
            except Malformed as wrong:
                raise Stop(Code.INVALID, headed(path, told(wrong))) from None


def league_in(path: Path) -> SignedLeague:
    """Return the league of a file; raise `Stop` if there is none, or it is not in order."""
    try:
        return read_league(intake.read(path))
    except FileNotFoundError:
        said = _("There is no league at {path}. To found one: p2pgames league new FOLDER")
        raise Stop(Code.FAILURE, said.format(path=path)) from None
    except Malformed as wrong:
        raise Stop(Code.INVALID, headed(path, told(wrong))) from None

"""The folder of a league: its file, a file for everybody who takes part, and games. The names of files mean nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, sentence_of
from p2pgames_protocol.league.league import Enrolment, League, SignedLeague, read_enrolment, read_league
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.disk import write_whole
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
    def league(self) -> League:
        """The league, as its organiser has signed it."""
        return self.signed.league

    @property
    def enrolled(self) -> dict[bytes, Enrolment]:
        """Who takes part, by key: invited, and enrolled by a file of their own here. Of two names the first counts."""
        ours = [
            each
            for _path, each in self._enrolments()
            if isinstance(each, Enrolment) and each.league == self.signed.id and self.league.invites(each.key)
        ]
        return {each.key: each for each in sorted(ours, key=lambda each: (each.key, each.name), reverse=True)}

    @property
    def unread(self) -> list[tuple[Path, str]]:
        """The files of players that cannot be read, and why: they may be half synced, and are left out."""
        return [(path, why) for path, why in self._enrolments() if isinstance(why, str)]

    def write_enrolment(self, enrolment: bytes) -> Path:
        """Write the file of somebody who takes part, in place of the one there is."""
        key = read_enrolment(enrolment).key
        path = self.path / f"{key.hex()[:16]}{_ENDING}"
        write_whole(path, enrolment)
        return path

    def _enrolments(self) -> Iterator[tuple[Path, Enrolment | str]]:
        for path in sorted(self.path.glob(f"*{_ENDING}")):
            try:
                yield path, read_enrolment(disk.read_file(path, follow=False))
            except (Malformed, OSError) as wrong:
                yield path, sentence_of(wrong)


def league_in(path: Path) -> SignedLeague:
    """Return the league of a file; raise `Stop` if there is none, or it is not in order."""
    try:
        return read_league(disk.read_file(path, follow=False))
    except FileNotFoundError:
        said = _("There is no league at {path}. To found one: p2pgames league new FOLDER")
        raise Stop(Code.FAILURE, said.format(path=path)) from None
    except (Malformed, OSError) as wrong:
        raise Stop(Code.INVALID, headed(path, sentence_of(wrong))) from None

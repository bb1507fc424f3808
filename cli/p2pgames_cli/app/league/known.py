"""The leagues of a player: the folders of those that they founded, or take part in."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from p2pgames_cli.app.league.folder import LEAGUE_FILE, LeagueFolder
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_protocol.store import intake
from p2pgames_protocol.store.home import Home

_FILE: Final = "leagues.json"


def known(home: Home) -> list[Path]:
    """Return the folders that were noted and still hold a league, the one noted last first."""
    return [folder for folder in _noted(home) if (folder / LEAGUE_FILE).is_file()]


def numbers(home: Home) -> frozenset[bytes]:
    """Return the hashes that proposals name the player's leagues by; one that cannot be read is left out."""
    found = set()
    for folder in known(home):
        with suppress(Stop):
            found.add(LeagueFolder.at(folder).signed.id)
    return frozenset(found)


def note(home: Home, folder: Path) -> None:
    """Put a folder first among those of the player's leagues; the home is locked."""
    first = folder.resolve()
    paths = [str(first), *(str(path) for path in _noted(home) if path != first)]
    home.write(home.folder / _FILE, json.dumps(paths, indent=1).encode())


def _noted(home: Home) -> list[Path]:
    """Return what the file says; nothing if it is missing or damaged: the leagues themselves lie elsewhere."""
    with suppress(OSError, ValueError):
        found = json.loads(intake.read(home.folder / _FILE))
        if isinstance(found, list):
            return [Path(path) for path in found if isinstance(path, str)]
    return []

"""Where a player's things lie; the `Home` reads and writes them.

Every command asks this for the settings, so nothing else is loaded for it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, NamedTuple, Self

KEY_FILE: Final = "identity.pem"
SETTINGS_FILE: Final = "settings.toml"
_PROFILE: Final = r"[A-Za-z0-9_-]{1,32}"


class Folders(NamedTuple):
    """The folders of a player, none of which need be there; no dataclass, which takes longer to load."""

    folder: Path
    apart: Path | None = None
    """The state folder, where it is not within ``folder``."""
    config: Path | None = None
    """The folder of the settings, where it is not ``folder``."""

    @classmethod
    def at(cls, folder: Path | None = None, profile: str | None = None) -> Self:
        """Return those in this folder; without one in P2PGAMES_HOME, else where this system keeps data.

        A profile is a home of its own within. Raises ValueError for a profile that cannot name a folder, `HomeError`
        where a file is in the way.
        """
        if profile is not None and not re.fullmatch(_PROFILE, profile):
            from p2pgames.text import BadValue
            from p2pgames_protocol.store import sentences

            raise BadValue(sentences.PROFILE_NAME)
        within = Path("profiles", profile) if profile is not None else Path()
        chosen = folder or os.environ.get("P2PGAMES_HOME")
        if chosen:
            return cls(_folder(_expanded(Path(chosen)) / within))
        from platformdirs import user_config_path, user_data_path, user_state_path

        paths = (user_data_path, user_state_path, user_config_path)
        data, state, config = (path("p2pgames", appauthor=False) for path in paths)
        # Only XDG has several places; elsewhere they are one, and the notes get a folder in it.
        return cls(data / within, None if state == data else state / within, config / within)

    @property
    def games(self) -> Path:
        """The folder of the game files."""
        return self.folder / "games"

    @property
    def state(self) -> Path:
        """The folder of the instance ids; apart from the games, so that a copied game is noticed."""
        return self.apart or self.folder / "state"

    @property
    def settings_file(self) -> Path:
        """The file of the player's settings; nothing in it is secret."""
        return (self.config or self.folder) / SETTINGS_FILE

    @property
    def key_file(self) -> Path:
        """The file of the identity key."""
        return self.folder / KEY_FILE


def _folder(path: Path) -> Path:
    """Return the path of a folder, there or not yet; raise `HomeError` where a file is in its way."""
    found = next((one for one in (path, *path.parents) if os.path.lexists(one)), None)
    if found is not None and found.exists() and not found.is_dir():
        from p2pgames.text import Verbatim
        from p2pgames_protocol.store import sentences
        from p2pgames_protocol.store.disk import HomeError

        raise HomeError(sentences.HOME_IS_FILE(file=Verbatim(str(found))))
    return path


def _expanded(folder: Path) -> Path:
    """Return the folder with ``~`` replaced: no shell does that in ``--home=~/games``."""
    try:
        return folder.expanduser()
    except RuntimeError:
        from p2pgames.text import Verbatim
        from p2pgames_protocol.store import sentences
        from p2pgames_protocol.store.disk import HomeError

        raise HomeError(sentences.NO_USER_FOLDER(folder=Verbatim(str(folder)))) from None

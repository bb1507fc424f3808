"""Where a player's things lie: identity key, name, games, and the notes that tell copies apart.

The key is a PKCS8 PEM file of mode 0600, with a passphrase if the player wants one. All writes are atomic.
"""

from __future__ import annotations

import os
import secrets
import stat
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from p2pgames_protocol.disk import RealDisk
from p2pgames_protocol.genesis import MAX_NAME, Genesis
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.store import SUFFIX, Store

KEY_FILE = "identity.pem"
NAME_FILE = "name.txt"


class HomeError(OSError):
    """The player's folder or something in it cannot be used; the message says what to do."""


def default_folder() -> Path:
    """Return the data folder of this system and user (XDG on Linux), or P2PGAMES_HOME where it is set."""
    override = os.environ.get("P2PGAMES_HOME")
    if override:
        return Path(override)
    from platformdirs import user_data_path

    return user_data_path("p2pgames", appauthor=False)


def clean_name(name: str) -> str:
    """Return the name in normal form; raise ValueError if others could not read it."""
    clean = unicodedata.normalize("NFC", name.strip())
    if not 0 < len(clean) <= MAX_NAME or not clean.isprintable():
        raise ValueError(f"A name has 1 to {MAX_NAME} printable characters.")
    return clean


@dataclass(frozen=True)
class Home:
    """A player's folder. Nothing is created before something is written."""

    folder: Path

    @classmethod
    def at(cls, folder: Path | None = None, profile: str | None = None) -> Home:
        """Return the home in this folder, or the default one; a profile is a folder of its own in it."""
        base = folder if folder is not None else default_folder()
        if profile is not None and (not profile.isidentifier() or len(profile) > MAX_NAME):
            raise HomeError("A profile is named by letters, digits and underscores.")
        return cls(base / "profiles" / profile if profile else base)

    @property
    def games(self) -> Path:
        """The folder of the game files."""
        return self.folder / "games"

    @property
    def state(self) -> Path:
        """The folder of the instance ids; apart from the games, so that a copied game is noticed."""
        if os.environ.get("P2PGAMES_HOME") or self.folder != default_folder():
            return self.folder / "state"
        from platformdirs import user_state_path

        return user_state_path("p2pgames", appauthor=False)

    @property
    def key_file(self) -> Path:
        """The file of the identity key."""
        return self.folder / KEY_FILE

    def make(self) -> None:
        """Create the folders, readable by their owner alone; raise `HomeError` if that cannot be."""
        try:
            for folder in (self.folder, self.games, self.state):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as wrong:
            raise HomeError(
                f"Cannot create {wrong.filename or self.folder}: {wrong.strerror}. "
                "Choose another folder with --home or P2PGAMES_HOME."
            ) from None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the home for this process alone; raise `HomeError` if another one has it."""
        from filelock import FileLock, Timeout

        self.make()
        try:
            with FileLock(str(self.folder / "lock"), timeout=0):
                yield
        except Timeout:
            raise HomeError(
                f"Another p2pgames is using {self.folder}. Close it, or use another --profile or --home."
            ) from None

    def has_identity(self) -> bool:
        """Tell whether there is a key."""
        return self.key_file.exists()

    def identity(self, passphrase: bytes | None = None) -> Identity:
        """Return the player's identity; raise `HomeError` if there is none, or it cannot be read."""
        try:
            pem = self.key_file.read_bytes()
        except FileNotFoundError:
            raise HomeError("There is no identity yet. Make one with: p2pgames id new") from None
        except OSError as wrong:
            raise HomeError(f"Cannot read {self.key_file}: {wrong.strerror}.") from None
        if os.name == "posix" and stat.S_IMODE(self.key_file.stat().st_mode) & 0o077:
            raise HomeError(f"Others can read the key. Protect it with: chmod 600 {self.key_file}")
        return from_pem(pem, passphrase)

    def keep_identity(self, identity: Identity, passphrase: bytes | None = None) -> None:
        """Write the key in one step, mode 0600; an older one is replaced."""
        self._write(self.key_file, to_pem(identity, passphrase))

    def identity_or_new(self, passphrase: bytes | None = None) -> Identity:
        """Return the player's identity, made now if there is none."""
        if not self.has_identity():
            self.keep_identity(Identity(secrets.token_bytes(32)), passphrase)
        return self.identity(passphrase)

    def name(self) -> str:
        """Return the name the player goes by; "Player" until one is chosen."""
        try:
            return clean_name((self.folder / NAME_FILE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return "Player"

    def keep_name(self, name: str) -> None:
        """Write the player's name; raise ValueError for one that others could not read."""
        self._write(self.folder / NAME_FILE, clean_name(name).encode() + b"\n")

    def store(self, genesis: Genesis) -> Store:
        """Return the store of a game; nothing is touched."""
        name = genesis.game_id.hex()
        return Store(self.games / f"{name}{SUFFIX}", self.state / f"{name}.instance")

    def _write(self, path: Path, data: bytes) -> None:
        self.make()
        disk = RealDisk()
        new = path.with_suffix(".new")
        try:
            disk.create(new, data)
            disk.rename(new, path)
            disk.sync_folder(path.parent)
        except OSError as wrong:
            raise HomeError(f"Cannot write {path}: {wrong.strerror}. Is the folder writable?") from None


def to_pem(identity: Identity, passphrase: bytes | None = None) -> bytes:
    """Return the secret key as PKCS8 PEM, encrypted if there is a passphrase."""
    from cryptography.hazmat.primitives import serialization as ser
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    protection: ser.KeySerializationEncryption = (
        ser.BestAvailableEncryption(passphrase) if passphrase else ser.NoEncryption()
    )
    private = Ed25519PrivateKey.from_private_bytes(identity.seed())
    return private.private_bytes(ser.Encoding.PEM, ser.PrivateFormat.PKCS8, protection)


def from_pem(pem: bytes, passphrase: bytes | None = None) -> Identity:
    """Return the identity of a PEM key; raise `HomeError` if it is damaged, locked or of another kind."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(pem, passphrase)
    except TypeError:
        if passphrase is None:
            raise HomeError("The key has a passphrase: give it with --passphrase-file.") from None
        return from_pem(pem)
    except ValueError:
        raise HomeError("The key cannot be read: a wrong passphrase, or a damaged file.") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise HomeError("The file holds a key of another kind than Ed25519.")
    return Identity(key.private_bytes_raw())

"""Where a player's things lie: identity key, name, games, and the notes that tell copies apart.

All writes are atomic.
"""

from __future__ import annotations

import os
import secrets
import stat
from codecs import BOM_UTF8, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from p2pgames.text import BadValue, Count, Message, Verbatim
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records import MAX_NAME
from p2pgames_protocol.store import sentences
from p2pgames_protocol.store.disk import (
    Folders,
    HomeError,
    HomeLocked,
    PassphraseNeeded,
    os_error,
    write_whole,
)
from p2pgames_protocol.store.game_store import SUFFIX, Store
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.names import is_plain, shown

if TYPE_CHECKING:
    from filelock import BaseFileLock

NAME_FILE: Final = "name.txt"
INSTANCE: Final = ".instance"
"""How the note of what was signed in a game is called, after its id."""
DEVICE_FILE: Final = "device"
DEVICE_SIZE: Final = 16
"""Bytes that tell two computers of one player apart (LINK 14.5)."""
STARTING: Final = 3.0
"""Seconds for another process to take its table."""
MOST_TOKEN: Final = 64
"""Bytes read of a token, which has 16: whatever else lies in its file is not read whole."""


def clean_name(name: str) -> str:
    """Return the name in normal form; raise ValueError if others could not read it."""
    clean = normalize("NFC", name.strip())
    if not clean:
        raise BadValue(sentences.NO_NAME)
    if len(clean.encode(errors="replace")) > MAX_NAME:
        raise BadValue(sentences.NAME_CHARACTERS(most=Count(MAX_NAME)))
    if not is_plain(clean):
        raise BadValue(sentences.NAME_HIDDEN(name=Verbatim(shown(clean))))
    return clean


# The file of an identity key: PKCS8 PEM of mode 0600, with a passphrase if the player wants one.

MAX_KEY_FILE: Final = 16 * 1024
"""Bytes; a key file has about 300, and nobody should wait for a film to be read as a key."""
MAX_PASSPHRASE: Final = 1023
"""Bytes; more is refused by OpenSSL."""
_BEGINNINGS: Final = (b"-----BEGIN PRIVATE KEY-----", b"-----BEGIN ENCRYPTED PRIVATE KEY-----")


def read_key_file(file: Path) -> bytes:
    """Return the bytes of a key file, at most one more than `MAX_KEY_FILE`; raise `HomeError` or FileNotFoundError."""
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_KEY_FILE + 1)
    except FileNotFoundError:
        raise
    except OSError as wrong:
        raise HomeError(sentences.CANNOT_READ_KEY(file=Verbatim(str(file)), why=os_error(wrong))) from None


def to_pem(identity: Identity, passphrase: bytes | None = None) -> bytes:
    """Return the secret key as PKCS8 PEM, encrypted if there is a passphrase."""
    from cryptography.hazmat.primitives import serialization as ser
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if passphrase is not None and not 0 < len(passphrase) <= MAX_PASSPHRASE:
        raise HomeError(sentences.PASSPHRASE_LENGTH(most=Count(MAX_PASSPHRASE)))
    protection: ser.KeySerializationEncryption = (
        ser.BestAvailableEncryption(passphrase) if passphrase else ser.NoEncryption()
    )
    private = Ed25519PrivateKey.from_private_bytes(identity.seed())
    return private.private_bytes(ser.Encoding.PEM, ser.PrivateFormat.PKCS8, protection)


def _spellings(passphrase: bytes) -> Iterator[bytes]:
    """Yield the bytes that one passphrase may have been when the key was made.

    Keyboards and file systems compose accents or not, and files made on Windows begin with a mark that versions before
    took for a part of it.
    """
    yield passphrase
    with suppress(UnicodeDecodeError):
        text = passphrase.decode()
        yield from {normalize(form, text).encode() for form in ("NFC", "NFD")} - {passphrase}
        yield BOM_UTF8 + passphrase
        yield BOM_UTF16_LE + text.encode("utf-16-le")


def from_pem(pem: bytes, passphrase: bytes | None = None, file: Path | str = "The key") -> Identity:
    """Return the identity of a PEM key; a passphrase is not looked at where none is needed.

    Raises `PassphraseNeeded`, or `HomeError` if the key is damaged, of another kind, or opened wrongly;
    ``file`` is what the message calls it.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    plain, encrypted = (beginning in pem for beginning in _BEGINNINGS)
    if len(pem) > MAX_KEY_FILE or plain == encrypted:
        raise HomeError(sentences.NO_KEY_FILE(file=Verbatim(str(file))))
    if encrypted and not passphrase:
        raise PassphraseNeeded(sentences.HAS_PASSPHRASE(file=Verbatim(str(file))))
    for spelled in _spellings(passphrase) if passphrase and encrypted else (None,):
        try:
            key = load_pem_private_key(pem, spelled)
        except UnsupportedAlgorithm:
            key = None
        except (ValueError, TypeError):
            continue
        break
    else:
        # OpenSSL cannot tell a wrong passphrase from changed bytes.
        why = sentences.WRONG_PASSPHRASE if encrypted else sentences.FILE_DAMAGED
        raise HomeError(sentences.CANNOT_OPEN(file=Verbatim(str(file)), why=why)) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise HomeError(sentences.OTHER_KIND_OF_KEY(file=Verbatim(str(file))))
    return Identity(key.private_bytes_raw())


# The key last used in a home, noted since a flipped bit in the key file makes another key, and a lost file none.


@dataclass(frozen=True, slots=True)
class LastKey:
    """A note beside the games, and what is wrong with a key file by it. Nothing in it is secret."""

    note: Path
    key_file: Path

    def read(self) -> str:
        """Return the public key in hexadecimal; empty if none is noted."""
        try:
            # Bytes, for text would load a codec here; when that fails once, Python never tries it again.
            return self.note.read_bytes().decode("ascii").strip()
        except (OSError, ValueError):
            return ""

    def other_than(self, key: bytes) -> Message | None:
        """Return what to do where this is another key than the last; None otherwise."""
        if self.read() in ("", key.hex()):
            return None
        return sentences.OTHER_KEY(file=Verbatim(str(self.key_file)))

    def lost(self) -> Message | None:
        """Return what to do where there was a key and its file is gone; None otherwise."""
        if not self.read() or self.key_file.exists():
            return None
        return sentences.KEY_GONE(file=Verbatim(str(self.key_file)))


# Which tables of a home are open: several processes may play in one home, each at tables of its own.

if TYPE_CHECKING:
    from filelock import BaseFileLock

LENDING_TIME: Final = 10.0
"""Seconds for a process that lends its tables to take leave of the others and let go of one."""


class OpenTables:
    """The tables that this process has open. The operating system frees them when it ends, however it ends."""

    def __init__(self, folder: Path, home: BaseFileLock) -> None:
        """Begin with none; ``home`` is the lock of the home, held until the first is taken."""
        self._folder = folder
        self._home = home
        self._held: dict[Path, BaseFileLock] = {}

    def acquire(self, table: bytes, *, lends: bool = False) -> None:
        """Have a table for this process alone, by its nonce or what else names it; raise `HomeLocked` if it is open.

        From then on others may open tables in this home. With ``lends`` this process lets go of the table for one that
        asks for it (`wanted`); a table that is lent so is waited for.
        """
        file = _file(self._folder, table)
        if file not in self._held:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._held[file] = _locked(file, lends=lends)
        self._home.release()

    def wanted(self, table: bytes) -> bool:
        """Tell whether another process asks for a table that this one lends."""
        return _wish(_file(self._folder, table)).exists()

    def let_go(self, table: bytes) -> None:
        """Let another process have a table."""
        file = _file(self._folder, table)
        if (lock := self._held.pop(file, None)) is not None:
            _lent(file).unlink(missing_ok=True)
            lock.release()

    def close(self) -> None:
        """Let go of them all."""
        for file, lock in self._held.items():
            _lent(file).unlink(missing_ok=True)
            lock.release()
        self._held.clear()
        self._home.release()


def any_open(folder: Path) -> bool:
    """Tell whether a process has a table open; call it with the home locked, so that none is opened meanwhile."""
    from filelock import FileLock, Timeout

    for file in folder.glob("*.lock"):
        try:
            with FileLock(file, timeout=0):
                pass
        except Timeout:
            return True
    return False


def sweep(folder: Path) -> None:
    """Remove the files of tables that are no longer open, unless any table is; call it with the home locked.

    A process that has a table open may take another one without the home's lock, and be waiting for the very file that
    is removed. If none is open, no process does.
    """
    if not any_open(folder):
        for kind in ("*.lock", "*.lent", "*.wanted"):
            for file in folder.glob(kind):
                file.unlink(missing_ok=True)


def _file(folder: Path, table: bytes) -> Path:
    return folder / f"{table.hex()[:32]}.lock"


def _lent(file: Path) -> Path:
    """Return the file that is there while whoever has a table lends it."""
    return file.with_suffix(".lent")


def _wish(file: Path) -> Path:
    """Return the file that is there while somebody asks for a table that is lent."""
    return file.with_suffix(".wanted")


def _locked(file: Path, *, lends: bool) -> BaseFileLock:
    """Return the lock of a table, held; raise `HomeLocked` if another process has it and does not let go in time."""
    from filelock import FileLock, Timeout

    # It may be let go of in another thread than it was taken in.
    lock = FileLock(file, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if lends or not _lent(file).exists():
            raise HomeLocked(sentences.TABLE_IN_USE) from None
        _ask_for(file, lock)
    _wish(file).unlink(missing_ok=True)  # of a process that was killed while it asked
    if lends:
        _lent(file).touch(mode=0o600)
    else:
        _lent(file).unlink(missing_ok=True)
    return lock


def _ask_for(file: Path, lock: BaseFileLock) -> None:
    """Have whoever lends a table let go of it."""
    from filelock import Timeout

    _wish(file).touch(mode=0o600)
    try:
        lock.acquire(timeout=LENDING_TIME)
    except Timeout:
        raise HomeLocked(sentences.TABLE_IN_USE) from None
    finally:
        _wish(file).unlink(missing_ok=True)


class Home(Folders):
    """A player's folder. Nothing is created before something is written."""

    def make(self) -> None:
        """Create the folders, readable by their owner alone; raise `HomeError` if that is not possible."""
        for folder in (self.folder, self.games, self.state):
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as wrong:
                raise HomeError(
                    sentences.CANNOT_CREATE(folder=Verbatim(str(folder)), why=os_error(wrong))
                ) from None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the home for this process alone; raise `HomeLocked` if another one has it, or a table of it open.

        The operating system frees the lock when the process ends, however it ends.
        """
        lock = self._lock(0)
        try:
            if any_open(self._tables):
                raise HomeLocked(sentences.HOME_IN_USE(folder=Verbatim(str(self.folder))))
            yield
        finally:
            lock.release()

    @contextmanager
    def at_tables(self) -> Iterator[OpenTables]:
        """Hold the home until the first table is taken, and the tables until the end; raise `HomeLocked`.

        So key and device are made by one process alone, and several play, each at other tables.
        """
        tables = OpenTables(self._tables, self._lock(STARTING))
        try:
            sweep(self._tables)
            yield tables
        finally:
            tables.close()

    @property
    def _tables(self) -> Path:
        return self.state / "tables"

    def _lock(self, patience: float) -> BaseFileLock:
        """Return the lock of the home, taken within so many seconds."""
        from filelock import FileLock, Timeout

        self.make()
        lock = FileLock(self.folder / "lock", timeout=patience, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            raise HomeLocked(sentences.HOME_IN_USE(folder=Verbatim(str(self.folder)))) from None
        except (OSError, NotImplementedError) as wrong:
            raise HomeError(
                sentences.CANNOT_WRITE_IN(folder=Verbatim(str(self.folder)), why=os_error(wrong))
            ) from None
        return lock

    def has_identity(self) -> bool:
        """Tell whether there is a key."""
        return self.key_file.exists()

    def pem(self) -> bytes:
        """Return the key file as it is; raise `HomeError` if there is none, or it cannot be read."""
        try:
            return read_key_file(self.key_file)
        except FileNotFoundError:
            lost = self.last_key.lost() or sentences.NO_IDENTITY
            raise HomeError(lost) from None

    def identity(self, passphrase: bytes | None = None) -> Identity:
        """Return the player's identity; raise `HomeError` as `pem` and `from_pem` do, or if it is not the last."""
        found = from_pem(self.pem(), passphrase, self.key_file)
        if other := self.last_key.other_than(found.key):
            raise HomeError(other)
        with suppress(OSError):
            self._note_key(found)
        return found

    @property
    def last_key(self) -> LastKey:
        """The note of the key that was used here last."""
        return LastKey(self.state / "key", self.key_file)

    def _note_key(self, identity: Identity) -> None:
        if not self.last_key.read():
            self.write(self.last_key.note, identity.key.hex().encode() + b"\n")

    def exposed(self) -> Message | None:
        """Return a warning if others on this computer can read the key; None if that cannot be told."""
        try:
            mode = stat.S_IMODE(self.key_file.stat().st_mode)
        except OSError:
            return None
        if os.name != "posix" or not mode & 0o077:
            return None
        return sentences.KEY_EXPOSED(file=Verbatim(str(self.key_file)))

    def keep_identity(self, identity: Identity, passphrase: bytes | None = None) -> None:
        """Write the key in one step, mode 0600; an older one is replaced."""
        pem = to_pem(identity, passphrase)
        # After a crash between the two there is no note, and the key counts as it is.
        self.last_key.note.unlink(missing_ok=True)
        self.write(self.key_file, pem)
        self._note_key(identity)

    def identity_or_new(self, passphrase: bytes | None = None) -> Identity:
        """Return the player's identity, made now if there never was one. Call it with the home locked."""
        if not self.has_identity() and not self.last_key.lost():
            self.keep_identity(Identity(secrets.token_bytes(32)), passphrase)
        return self.identity(passphrase)

    def name(self) -> str:
        """Return the name the player goes by; "Player" until one is chosen."""
        try:
            return clean_name((self.folder / NAME_FILE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return "Player"

    def is_named(self) -> bool:
        """Tell whether the player has chosen a name."""
        return (self.folder / NAME_FILE).exists()

    def keep_name(self, name: str) -> None:
        """Write the player's name; raise ValueError for one that others could not read."""
        self.write(self.folder / NAME_FILE, clean_name(name).encode() + b"\n")

    def device(self, entropy: Callable[[int], bytes]) -> bytes:
        """Return the random bytes that tell this device from others of the same player; made and kept at first."""
        file = self.state / DEVICE_FILE
        try:
            found = file.read_bytes()
        except OSError:
            found = b""
        if len(found) != DEVICE_SIZE:
            found = entropy(DEVICE_SIZE)
            self.write(file, found)
        return found

    def keep_token(self, genesis: Genesis, token: bytes) -> None:
        """Store the token by which this player came to the table of a game: transport keys derive from it."""
        if token and token != self.token(genesis):
            self.write(self._token_file(genesis), token)

    def token(self, genesis: Genesis) -> bytes:
        """Return the token by which this player came to the table of a game; empty if none is known."""
        try:
            with self._token_file(genesis).open("rb") as opened:
                return opened.read(MOST_TOKEN)
        except OSError:
            return b""

    def _token_file(self, genesis: Genesis) -> Path:
        return self.state / f"{genesis.game_id.hex()}.token"

    def store(self, genesis: Genesis) -> Store:
        """Return the store of a game; nothing is touched."""
        name = genesis.game_id.hex()
        return Store(self.games / f"{name}{SUFFIX}", self.state / f"{name}{INSTANCE}")

    def write(self, path: Path, data: bytes) -> None:
        """Write a file of the home in one step, readable by its owner alone; raise `HomeError` if that fails."""
        self.make()
        try:
            path.with_suffix(".new").unlink(
                missing_ok=True
            )  # what versions before left when they were killed
            write_whole(path, data, 0o600)
        except OSError as wrong:
            raise HomeError(sentences.CANNOT_WRITE(file=Verbatim(str(path)), why=os_error(wrong))) from None

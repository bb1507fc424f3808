"""Writing files: one way for all that is written whole, the few operations a store needs, and a player's folders.

A file appears under its name in one step, so that a crash or a full disk leaves what was there. Whoever fills a folder
that others write to, too, may have put a link there: none is followed. The store's operations stand behind one small
interface, so that tests can fail between any two.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, Protocol, Self

from p2pgames.text import BadValue, Count, Message, Refusal, Verbatim, as_it_is, message
from p2pgames_protocol.store import sentences

_BINARY: Final = getattr(os, "O_BINARY", 0)
_MOUNT_POINT: Final = 0xA0000003
"""What Windows marks its own kind of links to folders with (junctions); other marks mean files kept in a cloud."""


# What the operating system says of files and connections, as messages.

_KNOWN: Final = (
    message("os.permission-denied", "Permission denied"),
    message("os.is-a-directory", "Is a directory"),
    message("os.not-a-directory", "Not a directory"),
    message("os.no-space", "No space left on device"),
    message("os.read-only", "Read-only file system"),
    message("os.no-such-file", "No such file or directory"),
    message("os.connection-refused", "Connection refused"),
    message("os.network-unreachable", "Network is unreachable"),
    message("os.no-route", "No route to host"),
)


# Reading files that others may have made: regular ones alone, and none larger than any game needs.

MAX_FILE: Final = 16 * 1024 * 1024
"""Bytes; tens of times the longest game. It holds for game files, proofs, packs, letters and pasted text alike."""
TOO_LARGE: Final = str(sentences.TOO_LARGE(mib=Count(MAX_FILE >> 20)))
NOT_REGULAR: Final = str(sentences.NOT_REGULAR)


def read_file(path: Path, most: int = MAX_FILE + 1, *, follow: bool = True) -> bytes:
    """Return the bytes of a regular file of at most `MAX_FILE` bytes; raise OSError, which names it, otherwise.

    With ``most``, only this many from its beginning are read. Without ``follow`` a link is no regular file: in a
    folder that others fill, it may lead to anything.
    """
    if not follow:
        _check(path.lstat(), path)
    with open(path, "rb", opener=_at_once) as file:
        _check(os.fstat(file.fileno()), path)
        data = file.read(most)
    if len(data) > MAX_FILE:
        raise OSError(errno.EFBIG, TOO_LARGE, str(path))
    return data


def _at_once(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes to would be waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _check(found: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, NOT_REGULAR, str(path))
    if found.st_size > MAX_FILE:
        raise OSError(errno.EFBIG, TOO_LARGE, str(path))


_BY_TEXT: Final = {
    str(said): said
    for said in (
        *(template() for template in _KNOWN),
        sentences.TOO_LARGE(mib=Count(MAX_FILE >> 20)),
        sentences.NOT_REGULAR,
    )
}


def os_error(wrong: Exception) -> Message:
    """Return what the system says of an error; as it says it where that is not known here."""
    return os_text(getattr(wrong, "strerror", None) or str(wrong))


def os_text(text: str) -> Message:
    """Return a sentence of the system as a message; as it is where it is not known here."""
    return _BY_TEXT.get(text) or as_it_is(text)


class NotWritten(Refusal, OSError):
    """A file could not be written, and what was there before still is."""

    def __init__(self, path: Path, wrong: OSError) -> None:
        super().__init__(sentences.NOT_WRITTEN(file=Verbatim(str(path)), why=os_error(wrong)))
        self.errno, self.strerror, self.filename = wrong.errno, wrong.strerror, str(path)

    def __str__(self) -> str:
        """Return the sentence, which an OSError with a number would not."""
        return str(self.message)


@contextmanager
def name_in_errors(path: Path) -> Iterator[None]:
    """Have an error of the body name the file: that of a full disk comes without a name."""
    try:
        yield
    except OSError as wrong:
        if wrong.filename is None:
            wrong.filename = str(path)
        raise


def put(path: Path, data: bytes) -> None:
    """Write a file where the player says, as `write_whole` does.

    What is no file, such as a FIFO, a terminal or /dev/stdout, is written to as it is.
    """
    if not _is_stream(path):
        write_whole(path, data)
        return
    # Appending matters where standard output was sent to a file: what it holds already stays.
    with name_in_errors(path), os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | _BINARY), "wb") as file:
        file.write(data)


def write_whole(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write a file in one step, in place of one of that name: when this returns it survives a crash.

    It keeps the permissions of the old one unless ``mode`` says others. Raises OSError, which names the file, and
    changes nothing, where that is not possible, or where there is anything but a regular file: no link is followed.
    """
    new = path.with_name(f".{secrets.token_hex(8)}.new")  # a name that nobody can guess, and put a link there
    old = _regular(path)
    try:
        if old is not None and mode is None and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        _write_new(new, data, 0o666 if mode is None else mode)
        try:
            if old is not None and mode is None:
                new.chmod(stat.S_IMODE(old.st_mode))
            new.replace(path)
        except OSError:
            with suppress(OSError):
                new.unlink()
            raise
    except OSError as wrong:
        if old is not None:
            raise NotWritten(path, wrong) from None
        wrong.filename = str(path)
        raise
    with suppress(OSError):  # whoever may write in a folder need not be allowed to read it
        RealDisk().sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Make a folder unless there is one; raise OSError for anything else of that name, a link to a folder included."""
    with suppress(FileExistsError):
        path.mkdir()
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or getattr(found, "st_reparse_tag", 0) == _MOUNT_POINT:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


def _regular(path: Path) -> os.stat_result | None:
    """Return what is known of a regular file; None where there is none, OSError for anything else of that name."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, NOT_REGULAR, str(path))
    return found


def _refuse_link(path: Path) -> None:
    """Raise OSError for a link to a file: who keeps games in a shared folder did not put it there."""
    if path.is_symlink() and path.is_file():
        raise OSError(errno.EINVAL, NOT_REGULAR, str(path))


def _is_stream(path: Path) -> bool:
    """Tell whether a path leads to something that is written to, not replaced.

    Links count only where they lead to a device, or are the system's own, such as /dev/stdout and /dev/fd/3.
    """
    try:
        found, leads = path.lstat(), path.stat()
    except OSError:
        return False
    if stat.S_ISLNK(found.st_mode):
        folder = os.path.realpath(path.parent)
        return stat.S_ISCHR(leads.st_mode) or folder == "/dev" or folder.startswith("/proc/")
    return not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode)


class Disk(Protocol):
    """Files by path. Every method may raise OSError; what is not synced may be lost in a crash."""

    def read(self, path: Path) -> bytes:
        """Return the whole file."""

    def create(self, path: Path, data: bytes) -> None:
        """Write a new file readable by its owner alone, replacing one of that name, and sync it."""

    def append(self, path: Path, data: bytes) -> None:
        """Add to the end of a file."""

    def sync(self, path: Path) -> None:
        """Wait until all that was written to the file is safe."""

    def rename(self, path: Path, to: Path) -> None:
        """Give the file another name in one step, replacing one of that name."""

    def sync_folder(self, folder: Path) -> None:
        """Wait until the names in the folder are safe."""

    def truncate(self, path: Path, size: int) -> None:
        """Cut the file to this size, and sync it."""


class RealDisk:
    """The operating system's files."""

    def read(self, path: Path) -> bytes:
        """Return the whole file."""
        return read_file(path)

    def create(self, path: Path, data: bytes) -> None:
        """Write a new file of mode 0600 and sync it; what had that name, such as a link, is removed first."""
        with name_in_errors(path):
            path.unlink(missing_ok=True)
            _write_new(path, data, 0o600)

    def append(self, path: Path, data: bytes) -> None:
        """Add to the end of a file that exists."""
        flags = os.O_WRONLY | os.O_APPEND | _BINARY
        _refuse_link(path)
        with name_in_errors(path), os.fdopen(os.open(path, flags), "ab", buffering=0) as file:
            while data:
                data = data[file.write(data) :]

    def sync(self, path: Path) -> None:
        """Call fsync on the file."""
        _sync(path, os.O_RDWR)

    def rename(self, path: Path, to: Path) -> None:
        """Replace atomically."""
        path.replace(to)

    def sync_folder(self, folder: Path) -> None:
        """Call fsync on the folder, where the system knows that (Windows does not)."""
        if os.name != "nt":
            _sync(folder, os.O_RDONLY)

    def truncate(self, path: Path, size: int) -> None:
        """Cut the file and sync it."""
        _refuse_link(path)
        with name_in_errors(path), path.open("r+b") as file:
            file.truncate(size)
            os.fsync(file.fileno())


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        with name_in_errors(path):
            os.fsync(handle)
    finally:
        os.close(handle)


def write_secret(file: Path, data: bytes) -> None:
    """Write and sync a new file of mode 0600; raise FileExistsError, and change nothing, if there is one."""
    _write_new(file, data, 0o600)


def _write_new(file: Path, data: bytes, mode: int) -> None:
    """Write and sync a file that was not there, not even as a link; leave nothing where that fails."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | _BINARY
    with name_in_errors(file), os.fdopen(os.open(file, flags, mode), "wb") as opened:
        try:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        except OSError:
            with suppress(OSError):
                file.unlink()
            raise


# What is wrong with a player's folder.


class HomeError(Refusal, OSError):
    """The player's folder or something in it cannot be used; the message says what to do."""


class HomeLocked(HomeError):
    """Another process has this home."""


class PassphraseNeeded(HomeError):
    """The key is encrypted, and no passphrase was given."""


# Which computer this is: a home that was copied to another one is known by it.

COMPUTER_IDS: Final = ("/etc/machine-id", "/var/lib/dbus/machine-id")


@cache
def computer_id() -> bytes:
    """Return what tells this computer from others for good; empty where it has nothing of the kind."""
    with suppress(OSError, ValueError, AttributeError):
        if sys.platform == "win32":
            import winreg

            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SOFTWARE\Microsoft\Cryptography") as key:
                return str(winreg.QueryValueEx(key, "MachineGuid")[0]).encode()
        if sys.platform == "darwin":
            import ctypes

            found, wait = ctypes.create_string_buffer(16), (ctypes.c_long * 2)(1, 0)
            ctypes.CDLL(None).gethostuuid(found, wait)
            return found.raw
        for file in COMPUTER_IDS:
            with suppress(OSError):
                return Path(file).read_bytes().strip()
    return b""


# Where a player's things lie; the `Home` reads and writes them. Every command asks this for the settings, so nothing
# else is loaded for it.

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
            raise BadValue(sentences.PROFILE_NAME)
        within = Path("profiles", profile) if profile is not None else Path()
        chosen = folder or os.environ.get("P2PGAMES_HOME")
        if chosen:
            return cls(_folder(expanded(Path(chosen)) / within))
        from platformdirs import user_config_path, user_data_path, user_state_path

        paths = (user_data_path, user_state_path, user_config_path)
        try:
            data, state, config = (path("p2pgames", appauthor=False) for path in paths)
        except RuntimeError:  # a service's user may have no folder at all
            raise HomeError(sentences.NO_HOME) from None
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
        raise HomeError(sentences.HOME_IS_FILE(file=Verbatim(str(found))))
    return path


def expanded(folder: Path) -> Path:
    """Return the path with ``~`` replaced; raise `HomeError` for nobody's: no shell does that in ``--home=~/games``."""
    try:
        return folder.expanduser()
    except RuntimeError:
        raise HomeError(sentences.NO_USER_FOLDER(folder=Verbatim(str(folder)))) from None

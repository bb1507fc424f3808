"""One file per game, appended to and synced before anything in it is sent.

Beside ``<game id>.p2pg`` lies ``<game id>.local`` with the instance id of this copy, which the state folder holds
too; here it is sealed with the place where both lie, this computer and this folder. Where the two differ the file was
copied or restored, and where the place differs the whole home was: another copy may have signed more, so this one must
not sign before the others have shown what they have. After the id stand, each in a frame, the releases of this
seat, to whom it gave its share of which card, and what it keeps for itself. They are nobody else's business, and
never exported.

In the state folder stand after the id, each in a frame, the genesis and the records that were signed here: the *note*.
A file that was put back is known by lacking some of them, and one that is gone can be begun anew.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Final

from p2pgames.contract import Seat
from p2pgames.text import Count, Verbatim
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.decks import GivenShare
from p2pgames_protocol.log.file import Damaged, Frames
from p2pgames_protocol.log.genesis import Genesis, RulesOf
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import Kind, Record, author
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.store import sentences
from p2pgames_protocol.store.disk import Disk, RealDisk, computer_id
from p2pgames_protocol.wire import fields
from p2pgames_protocol.wire.codec import (
    HASH_SIZE,
    MAX_BYTES,
    Malformed,
    Plain,
    digest,
    first_line,
    pack,
    unpack,
)
from p2pgames_protocol.wire.sentences import NAME

SUFFIX = ".p2pg"
BEGINNING: Final = len(logfile.MAGIC) + logfile.HEAD + MAX_BYTES
"""Bytes of a game file in which the first record ends, however long it is."""


# What a seat keeps for itself beside a game: whom it has muted, what it plans. Nobody else ever gets it.

MARK: Final = "private"


@dataclass(frozen=True, slots=True)
class LocalNote:
    """One thing by its name; what it holds is for whoever keeps it there to check."""

    name: str
    value: Plain

    def pack(self) -> bytes:
        """Return the bytes that are stored; raise `Malformed` if the value is not allowed, or too large."""
        packed = pack((MARK, self.name, self.value))
        if len(packed) > MAX_BYTES:
            raise Malformed(sentences.PIECE_TOO_LARGE(most=Count(MAX_BYTES)))
        return packed

    @classmethod
    def read(cls, data: bytes) -> LocalNote | None:
        """Decode what was stored; None if it is something else. Raises `Malformed` as `unpack` does."""
        match unpack(data):
            case (mark, name, value) if mark == MARK:
                return cls(fields.text(name, 32, NAME), value)
        return None


class Store:
    """The file of one game. All methods block; call them off the event loop."""

    def __init__(self, path: Path, instance: Path, disk: Disk | None = None) -> None:
        """Name the files; nothing is touched. ``instance`` is the state folder's: the instance id and the note."""
        self.path = path
        self.local = path.with_suffix(".local")
        self.instance = instance
        self.disk = disk if disk is not None else RealDisk()

    def create(
        self, records: Iterable[Record], instance_id: bytes | None, signed: Iterable[Record] = ()
    ) -> None:
        """Write a new game in one step: after a crash it is there whole, or not at all.

        ``signed`` is noted with the instance id; without one the file counts as a copy until it is adopted.
        """
        new = self.path.with_suffix(".new")
        if instance_id is None:
            self._mark(None)
        else:
            self.adopt(instance_id, signed)
        self.disk.create(new, logfile.write_records(records))
        self.disk.rename(new, self.path)
        self.disk.sync_folder(self.path.parent)

    def adopt(self, instance_id: bytes, signed: Iterable[Record] = ()) -> None:
        """Note that this copy is the one that signs from now on, and in one step what was signed before."""
        self._mark(instance_id)
        new = self.instance.with_suffix(".instance-new")
        self.disk.create(new, instance_id + _framed(signed))
        self.disk.rename(new, self.instance)
        self.disk.sync_folder(self.instance.parent)

    def note(self, signed: Iterable[Record]) -> None:
        """Note what was signed here; when this returns the note survives a crash."""
        self.disk.append(self.instance, _framed(signed))
        self.disk.sync(self.instance)

    def signed(self) -> list[Record]:
        """Return what was noted: nothing if the note is missing, and what precedes the damage if it is broken."""
        try:
            data = self.disk.read(self.instance)
        except OSError:
            return []
        frames = _frames_of_note(data)
        if frames.torn and not frames.broken and len(data) >= HASH_SIZE:
            self.disk.truncate(self.instance, frames.sound)
        return _records(frames)

    def _mark(self, instance_id: bytes | None) -> None:
        """Write the instance id beside the game in one step, or that it is a copy; what was released stays noted."""
        mark = bytes(HASH_SIZE) if instance_id is None else self._sealed(instance_id)
        self._write_local(mark, self.given_shares(), self.local_notes())

    def _sealed(self, instance_id: bytes) -> bytes:
        """Return an instance id as it stands beside the game while both are where they were written."""
        folder = os.path.normcase(os.path.realpath(self.instance.parent))
        return digest("place", instance_id, computer_id(), os.fsencode(folder))

    def _write_local(
        self, mark: bytes, given_shares: Iterable[GivenShare], local_notes: dict[str, Plain]
    ) -> None:
        new = self.local.with_suffix(".local-new")
        kept = _framed(given_shares) + _framed(LocalNote(name, value) for name, value in local_notes.items())
        self.disk.create(new, mark + kept)
        self.disk.rename(new, self.local)
        self.disk.sync_folder(self.local.parent)

    def append(self, records: Iterable[Record]) -> None:
        """Add records at the end; when this returns they survive a crash."""
        self.disk.append(self.path, _framed(records))
        self.disk.sync(self.path)

    def release(self, given_shares: Iterable[GivenShare]) -> None:
        """Note what is about to be released; when this returns the notes survive a crash."""
        self.disk.append(self.local, _framed(given_shares))
        self.disk.sync(self.local)

    def given_shares(self) -> list[GivenShare]:
        """Return what was noted, and cut a torn end away: what it told of was never sent. Raises `Damaged`."""
        return [one for one in self._noted() if isinstance(one, GivenShare)]

    def local_notes(self) -> dict[str, Plain]:
        """Return by name what this seat keeps for itself. Raises `Damaged`."""
        return {one.name: one.value for one in self._noted() if isinstance(one, LocalNote)}

    def keep(self, name: str, value: Plain) -> None:
        """Keep something beside the game, for this seat alone, in place of what had this name; None for nothing.

        It is written in one step with all that was noted. Raises `Malformed` for what cannot be stored, OSError where
        there is no game yet.
        """
        mark = self.disk.read(self.local)[:HASH_SIZE].ljust(HASH_SIZE, b"\0")
        kept = self.local_notes() | {name: value}
        self._write_local(
            mark, self.given_shares(), {name: one for name, one in kept.items() if one is not None}
        )

    def _noted(self) -> list[GivenShare | LocalNote]:
        try:
            data = self.disk.read(self.local)
        except OSError:
            return []
        frames = logfile.frames(data, HASH_SIZE)
        if frames.torn and len(data) >= HASH_SIZE:
            self.disk.truncate(self.local, frames.sound)
        try:
            return [LocalNote.read(payload) or GivenShare.read(payload) for payload in frames.payloads]
        except Malformed as wrong:
            raise Damaged(
                sentences.NOTES_DAMAGED(file=Verbatim(str(self.local)), why=wrong.message)
            ) from None

    @property
    def proof(self) -> Path:
        """Where the proof of a fault lies, once there is one."""
        return self.path.with_suffix(".proof")

    def write_proof(self, data: bytes) -> None:
        """Write a proof file beside the game, in one step."""
        new = self.path.with_suffix(".proof-new")
        self.disk.create(new, data)
        self.disk.rename(new, self.proof)
        self.disk.sync_folder(self.proof.parent)

    def open(self) -> tuple[list[Record], int]:
        """Return all records, and how many bytes of a torn end were cut away.

        What a crash has torn was never sent, so nothing is lost by the cut. What is broken may have been: then the
        file counts as a copy from now on. Raises `Damaged` for anything else, and changes nothing.
        """
        data = self.disk.read(self.path)
        frames = logfile.split(data)
        records = logfile.read_records(data[: frames.sound])
        if frames.broken:
            self._mark(None)  # first: once the end is cut off nothing shows that it was there
        if frames.torn:
            self.disk.truncate(self.path, frames.sound)
        return records, len(data) - frames.sound

    def is_lost(self) -> bool:
        """Tell, where there is no file, whether the game was kept here before."""
        try:
            self.disk.read(self.instance)
        except OSError:
            return False
        return True

    def is_copy(self) -> bool:
        """Tell whether this file was copied, restored or moved here since it was adopted, or its note is broken.

        So it was if the whole home was. Files of versions before do not say where they lay.
        """
        try:
            here, noted = self.disk.read(self.local)[:HASH_SIZE], self.disk.read(self.instance)
        except OSError:
            return True
        was = noted[:HASH_SIZE]
        return here not in (was, self._sealed(was)) or _frames_of_note(noted).broken


def _frames_of_note(data: bytes) -> Frames:
    """Return what stands in a note; one that is damaged anywhere is broken from there on."""
    try:
        return logfile.frames(data, HASH_SIZE)
    except Damaged:
        return replace(logfile.frames(data, HASH_SIZE, strict=False), broken=True)


def _records(frames: Frames) -> list[Record]:
    try:
        return [Record.read(payload) for payload in frames.payloads]
    except Malformed:
        return []  # only on purpose: then it is the player's own doing


def read_signed_note(data: bytes) -> list[Record]:
    """Return the records in the bytes of a note, as far as they are sound."""
    return _records(_frames_of_note(data))


def _framed(kept: Iterable[Record | GivenShare | LocalNote]) -> bytes:
    return b"".join(logfile.frame(one.pack()) for one in kept)


def copies_of(number: str, files: Iterable[Path]) -> list[Path]:
    """Return which of the files that hold this game are only copies: all but the one named after its id.

    Folders that are kept in step make such files, as ``... (conflicted copy).p2pg``. Where none has the name, the
    first is the game.
    """
    return sorted(files, key=lambda file: (not (file.stem and number.startswith(file.stem)), file.name))[1:]


def genesis_record(data: bytes) -> Record:
    """Return the first record of a game file, whatever follows it; raise `Damaged` if it holds none."""
    head = len(logfile.MAGIC) + logfile.HEAD
    length = int.from_bytes(data[len(logfile.MAGIC) :][:4], "big")
    frames = logfile.split(data[: head + length], strict=False)
    try:
        first = Record.read(frames.payloads[0])
    except (IndexError, Malformed):
        raise Damaged(sentences.NO_GENESIS) from None
    if first.kind is not Kind.GENESIS:
        raise Damaged(sentences.NO_GENESIS)
    return first


# The file that keeps a game's chat, beside its log: ``p2pgames chat 1``, then one frame for every message.
#
# It is not synced, and nothing that happens to it stops the game: what stands before the first unsound byte is
# kept, the rest is lost unless the others have it.

MAGIC: Final = first_line("chat")
CHAT_SUFFIX: Final = ".chat"


class ChatFile:
    """Messages as they are signed, in the order in which they were heard. All methods block."""

    def __init__(self, path: Path, disk: Disk | None = None) -> None:
        """Name the file; nothing is touched."""
        self.path = path
        self._disk = disk if disk is not None else RealDisk()
        self._sound = False
        """Whether the file can be appended to; if not, it is written anew."""

    def read(self, most: int) -> tuple[bytes, ...]:
        """Return the messages in the file, of this many bytes at most; none if it is missing or not a chat file."""
        try:
            data = self._disk.read(self.path)[:most]
        except OSError:
            return ()
        if not data.startswith(MAGIC):
            return ()
        found = logfile.frames(data, len(MAGIC), strict=False)
        self._sound = not found.torn
        return found.payloads

    def spoil(self) -> None:
        """Have the file written anew with the next message: something in it is not a message."""
        self._sound = False

    def add(self, records: Iterable[bytes], everything: Iterable[bytes]) -> None:
        """Append messages, or write ``everything``, which holds them, to a new file; raises OSError."""
        if self._sound:
            self._sound = (
                False  # what a full disk has cut off ends what can be read: then all is written anew
            )
            self._disk.append(self.path, b"".join(map(logfile.frame, records)))
            self._sound = True
            return
        new = self.path.with_suffix(f"{CHAT_SUFFIX}-new")
        self._disk.create(new, MAGIC + b"".join(logfile.frame(one) for one in everything))
        self._disk.rename(new, self.path)
        self._sound = True


# A damaged game file is kept aside, and what is sound of it goes on as a restored copy; where it is gone, the genesis.
#
# Such a copy signs nothing before the others have shown what they have, so the rest comes from them.


def put_aside(store: Store, genesis: Genesis, rules_of: RulesOf) -> list[Path] | None:
    """Copy what is damaged of a game's files aside, begin its file anew with what is sound, and return the copies.

    Where the file is gone, or its beginning damaged, that is the genesis alone. Nothing is touched, and None returned,
    where all is sound. Raises OSError if the files cannot be used, and whatever ``rules_of`` raises. It blocks.
    """
    try:
        data = store.disk.read(store.path)
    except FileNotFoundError:
        data = b""
    first = Record(Kind.GENESIS, genesis.record)
    kept = [first, *_sound(data, genesis, rules_of)]
    aside = []
    try:
        store.given_shares()
    except Damaged:
        aside.append(_copied(store, store.local))
        store.disk.truncate(store.local, 0)
    if not aside and logfile.write_records(kept) == data:
        return None
    if data:
        aside.append(_copied(store, store.path))
    store.create(kept, None)
    return aside


def _sound(data: bytes, genesis: Genesis, rules_of: RulesOf) -> list[Record]:
    """Return the records after the genesis, up to the first that is damaged or that the game never accepted."""
    intake = Intake(Replica(genesis, rules_of(genesis.game, genesis.proposal.version)))
    kept: list[Record] = []
    try:
        first, *payloads = logfile.split(data, strict=False).payloads
    except ValueError:  # no sound frame
        return kept
    except Damaged:
        return kept
    if first != Record(Kind.GENESIS, genesis.record).pack():
        return kept
    for payload in payloads:
        try:
            record = Record.read(payload)
        except Malformed:
            break
        if intake.receive(record).status is Status.SENDER:
            break
        kept.append(record)
    return kept


def _copied(store: Store, path: Path) -> Path:
    """Copy a file beside itself, under a name that is free, and return that."""
    names = (path.with_name(f"{path.name}.damaged{number or ''}") for number in count())
    aside = next(one for one in names if not one.exists())
    store.disk.create(aside, store.disk.read(path))
    store.disk.sync_folder(aside.parent)
    return aside


# What the seats of this computer have signed in one game: in its log, and in the note apart from the log.
#
# The note lies in the state folder and is synced before anything is sent, so a log that is older than what was sent
# is noticed, whatever happened to it; and since the note holds the records themselves, the same can be given again.


class SignedNote:
    """Keeps the note of one game. All methods that write or read files block."""

    def __init__(self, store: Store, seats: Collection[Seat]) -> None:
        """Name the seats that sign here; nothing is read yet."""
        self.store = store
        self._seats = frozenset(seats)
        self._logged: dict[bytes, Record] = {}
        """By id: the genesis and what these seats have signed, as the log has it."""
        self._fresh: dict[bytes, Record] = {}
        """What came to the log since the note was last written."""
        self._noted: dict[bytes, Record] = {}

    def logged(self, records: Iterable[Record]) -> None:
        """Note in memory what the log holds now: the genesis, and what these seats have signed."""
        signed = {
            record.id: record
            for record in records
            if record.kind is Kind.GENESIS or author(record) in self._seats
        }
        self._logged |= signed
        self._fresh |= signed

    def recall(self) -> None:
        """Read the note; what of it the log lacks then shows in `lacking`."""
        self._noted = {record.id: record for record in self.store.signed()}

    def lacking(self, seat: Seat) -> list[Record]:
        """Return what a seat has signed, by the note, and the log lacks."""
        return [one for name, one in self._noted.items() if name not in self._logged and author(one) == seat]

    def create(self, records: Collection[Record], instance_id: bytes | None) -> None:
        """Write the file of a new game, as `Store.create` does, and the note of what was signed in it."""
        self.logged(records)
        if instance_id is not None:
            self._noted |= self._logged
        self.store.create(records, instance_id, self._noted.values())

    def append(self, records: Collection[Record], *, note: bool = True) -> None:
        """Write records to the log, then what these seats signed to the note; then they survive a crash."""
        self.logged(records)
        self.store.append(records)
        if note:
            self.note_log()

    def note_log(self) -> None:
        """Note what the log holds and the note lacks: a crash may have come between the two."""
        fresh = {name: record for name, record in self._fresh.items() if name not in self._noted}
        if fresh:
            self.store.note(fresh.values())
            self._noted |= fresh
        self._fresh = {}

    def adopt(self, instance_id: bytes) -> None:
        """Let this copy sign from now on: from then on the note holds what it held, and all that the log has."""
        self._noted |= self._logged
        self.store.adopt(instance_id, self._noted.values())

"""The game file: a fixed first line, then records, each in a frame of length and checksum.

No byte lies outside a signature, a hash or a checksum. Writing only ever appends, so all that a crash can
leave is a torn last frame. Anything wrong before it is damage, and is never cut away silently; and a last frame that
is all there but has other bytes than its checksum says is *broken*: what it held may have been sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from p2pgames.text import Count, Message, Refusal, Verbatim
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.wire.codec import FORMAT, MAX_BYTES, Malformed, as_text, first_line, format_of

MAGIC: Final = first_line("log")
PROOF_MAGIC: Final = first_line("proof")
CHECK: Final = 8
"""Bytes of the checksum: against damage, not against forgery, which signatures prevent."""
HEAD: Final = 4 + CHECK
"""Bytes of a frame before what it holds: the length in four, and the checksum."""
SEARCH: Final = 4
"""How often the bytes after an unsound frame are hashed at most, on average, while a sound one is looked for."""
TRY: Final = 64
"""What one try costs at least, in bytes that could have been hashed instead."""
_HEAD: Final = re.compile(rb"(?=\x00(?:\x00(?!\x00\x00)|\x01\x00\x00))")
"""Where a frame may begin: with a length from 1 to `MAX_BYTES`."""
_COMPRESSED: Final = {
    b"PK\x03\x04": "ZIP",
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!\x1a\x07": "RAR",
    b"(\xb5/\xfd": "zstd",
}
"""What compressed files begin with."""
_OTHERS: Final = {
    MAGIC: sentences.A_GAME,
    first_line("pack"): sentences.FOR_UNPACK,
    first_line("letter"): sentences.FOR_UNPACK,
    first_line("seat"): sentences.A_SEAT_FILE,
    PROOF_MAGIC: sentences.A_PROOF,
    first_line("league"): sentences.OF_A_LEAGUE,
    first_line("enrolment"): sentences.OF_A_LEAGUE,
    first_line("chat"): sentences.NO_GAME,
    first_line("table"): sentences.NO_GAME,
}
_BEGUN: Final = 1024
"""Bytes that are looked at to tell what a file is: no file with a signature in it is shorter as text."""
_BASE64: Final = b"cDJwZ2FtZXMg"
"""How files of p2pgames begin in base64."""
_MAIL: Final = re.compile(rb"(?im)^(?:mime-version|content-type|received|return-path):")


class Damaged(Refusal, ValueError):
    """The file is not a sound log; the message says where and what to do."""


class OtherFormat(Damaged):
    """The file was made by another version of the program, and nothing in it is read."""

    def __init__(self, theirs: int) -> None:
        super().__init__(sentences.FILE_OF_OTHER_FORMAT(theirs=Verbatim(str(theirs)), ours=Count(FORMAT)))
        self.is_newer = theirs > FORMAT


@dataclass(frozen=True, slots=True)
class Frames:
    """The payloads of the sound frames from the start, and where the first unsound byte is, if any."""

    payloads: tuple[bytes, ...]
    sound: int
    """How many bytes from the start are sound."""
    torn: bool
    """Whether something unsound follows, and nothing sound after it."""
    broken: bool = False
    """Whether that is more than the end of a write that was cut off: bytes in it were changed."""


def frame(payload: bytes) -> bytes:
    """Return the payload after its length (four bytes, big-endian) and checksum (first 8 of SHA-256)."""
    return len(payload).to_bytes(4, "big") + sha256(payload).digest()[:CHECK] + payload


def write_records(records: Iterable[Record], magic: bytes = MAGIC) -> bytes:
    """Return a whole file of these records."""
    return magic + b"".join(frame(record.pack()) for record in records)


def split(data: bytes, magic: bytes = MAGIC, *, strict: bool = True) -> Frames:
    """Return the frames of a file, as `frames` does; raise `Damaged` also if it is not one."""
    if not data.startswith(magic):
        if (theirs := format_of(data)) not in (None, FORMAT):
            raise OtherFormat(theirs)
        if data and magic.startswith(data):
            return Frames((), 0, torn=True)
        raise Damaged(what_it_is(data) or sentences.NOT_A_FILE)
    if _is_text(data):
        raise Damaged(sentences.RE_ENCODED)
    return frames(data, len(magic), strict=strict)


def what_it_is(data: bytes) -> Message | None:
    """Return what these bytes are that are not the file asked for, and what to do with them; None if nobody knows."""
    if format_of(data) is not None and _is_text(data):
        return sentences.RE_ENCODED
    kind = next((kind for begins, kind in _COMPRESSED.items() if data.startswith(begins)), None)
    if kind is not None:
        return sentences.COMPRESSED(kind=Verbatim(kind))
    if other := next((what for begins, what in _OTHERS.items() if data.startswith(begins)), None):
        return other
    begun = data[:_BEGUN]
    if as_text(begun).startswith("p2pgames "):
        return sentences.RE_ENCODED
    if begun.lstrip().startswith(_BASE64):
        return sentences.AS_BASE64
    return sentences.WHOLE_MAIL if _MAIL.search(begun) else None


def _is_text(data: bytes) -> bool:
    """Tell whether a file is sound UTF-8, which no hash and no signature is: then something has saved it as text."""
    try:
        return len(data) > _BEGUN and bool(data.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def frames(data: bytes, at: int, *, strict: bool = True) -> Frames:
    """Return the frames that begin at this byte; raise `Damaged` if one before the end is unsound.

    Unless that is ``strict``, they end before the first unsound one, whatever follows.
    """
    payloads: list[bytes] = []
    while at < len(data):
        payload = _frame_at(data, at)
        if payload is None:
            if strict:
                _refuse_damage(data, at, len(payloads))
            return Frames(tuple(payloads), at, torn=True, broken=not _is_cut(data, at))
        payloads.append(payload)
        at += HEAD + len(payload)
    return Frames(tuple(payloads), at, torn=False)


def read_records(data: bytes, magic: bytes = MAGIC) -> list[Record]:
    """Return all records of a file; raise `Damaged` also for a torn end, and for what is no record."""
    found = split(data, magic)
    if found.broken:
        raise Damaged(
            sentences.RECORD_DAMAGED(number=Count(len(found.payloads) + 1), byte=Count(found.sound))
        )
    if found.torn:
        raise Damaged(sentences.FILE_TORN(number=Count(len(found.payloads) + 1)))
    records: list[Record] = []
    for number, payload in enumerate(found.payloads, 1):
        try:
            records.append(Record.read(payload))
        except Malformed as wrong:
            raise Damaged(sentences.RECORD_MALFORMED(number=Count(number), why=wrong.message)) from None
    if not records or records[0].kind is not Kind.GENESIS:
        raise Damaged(sentences.NO_GENESIS)
    return records


def _hashed_at(data: bytes, at: int) -> int:
    """Return how many bytes `_frame_at` hashes there, if the length can be one."""
    length = int.from_bytes(data[at : at + 4], "big")
    return length if at + HEAD + length <= len(data) else 0


def _frame_at(data: bytes, at: int) -> bytes | None:
    length = int.from_bytes(data[at : at + 4], "big")
    payload = data[at + HEAD : at + HEAD + length]
    if len(payload) < length or not 0 < length <= MAX_BYTES:
        return None
    return payload if sha256(payload).digest()[:CHECK] == data[at + 4 : at + HEAD] else None


def _is_cut(data: bytes, at: int) -> bool:
    """Tell whether the unsound frame lacks its end, and nothing else is wrong with it."""
    head, rest = data[at : at + HEAD], data[at + HEAD :]
    if len(head) < HEAD:
        return True
    length = int.from_bytes(head[:4], "big")
    lacks = 0 < length <= MAX_BYTES and len(rest) < length
    # if the checksum fits everything that is left, only the length was changed
    return lacks and sha256(rest).digest()[:CHECK] != head[4:]


def _refuse_damage(data: bytes, at: int, sound: int) -> None:
    """Raise if a sound frame follows the unsound one: then bytes were changed, not just the end cut off.

    The work is at most `SEARCH` times what there is: what looks like more frames than that is no torn end either.
    """
    left = SEARCH * (len(data) - at) + MAX_BYTES
    for found in _HEAD.finditer(data, at + 1):
        head = found.start()
        left -= TRY + _hashed_at(data, head)
        if left < 0 or _frame_at(data, head) is not None:
            raise Damaged(sentences.MIDDLE_DAMAGED(number=Count(sound + 1), byte=Count(at)))

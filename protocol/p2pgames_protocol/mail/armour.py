"""A pack as text: numbered parts that survive mail programs (SPEC 21).

Base64 without padding (RFC 4648, section 4) between a line that begins and one that ends a part. Quoting marks, blanks
and line breaks do not matter, nor does what stands before, between and after the parts. What mail programs make of it
is undone: encoded bodies and attachments, HTML, UTF-16.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from html import unescape
from quopri import decodestring
from typing import Final

from p2pgames.contract import Seat
from p2pgames.text import BadValue, Count, Refusal, Verbatim
from p2pgames_protocol.audit.replay import is_ahead
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.genesis import Genesis, Refused, read_genesis
from p2pgames_protocol.log.records import Have, Kind, Record
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.validate import check_signed
from p2pgames_protocol.mail import sentences
from p2pgames_protocol.store.disk import MAX_FILE
from p2pgames_protocol.wire.codec import INVISIBLE, Malformed, as_text, digest, first_line

WIDTH: Final = 64
"""Characters of a line: quoted several times it still fits the 76 of mail (RFC 2045, section 6.7)."""
BYTES: Final = WIDTH * 3 // 4
"""Bytes that base64 writes in one line."""
LEAST_LINES: Final = 3
"""The line that begins a part, one line of it, and the one that ends it."""
MAX_PARTS: Final = 999
"""A number of three digits; nobody pastes more."""
MAX_TEXT: Final = MAX_FILE
_WORDS: Final = "P2PGAMES PACK"
_BLANK: Final = re.compile(f"[{INVISIBLE}>]+")
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
"""Shorter than any number that Python refuses to read."""
_ENCODED: Final = re.compile(rb"(?im)^[> \t]*content-transfer-encoding:\s*(base64|quoted-printable)\b")
_BASE64: Final = re.compile(rb"[A-Za-z0-9+/\s]*={0,2}")
_ENCLOSED: Final = 3
"""How often something encoded may be enclosed in something encoded: a forward of a forward."""
_MARK: Final = "BEGINP2PGAMESPACK"
_PART: Final = re.compile(
    rf"-----{_MARK}([1-9][0-9]{{0,2}})/([1-9][0-9]{{0,2}})([0-9A-F]{{16}})-----([A-Za-z0-9+/]+)"
    r"-----ENDP2PGAMESPACK\1/\2([0-9A-F]{8})-----"
)


def write_mail(data: bytes, lines: int | None = None) -> list[str]:
    """Return the parts, each with at most this many lines; raise ValueError if these are too few lines."""
    if lines is not None and lines < LEAST_LINES:
        raise BadValue(sentences.PART_LINES(least=Count(LEAST_LINES)))
    most = len(data) if lines is None else (lines - LEAST_LINES + 1) * BYTES
    pieces = [data[at : at + most] for at in range(0, len(data), most)]
    if len(pieces) > MAX_PARTS:
        raise BadValue(sentences.TOO_MANY_PARTS(parts=Count(len(pieces)), most=Count(MAX_PARTS)))
    name = _name(data)
    return [_part(f"{number}/{len(pieces)}", name, piece) for number, piece in enumerate(pieces, 1)]


def _part(number: str, name: str, piece: bytes) -> str:
    written = _written(piece)
    middle = [written[at : at + WIDTH] for at in range(0, len(written), WIDTH)]
    begin, end = f"BEGIN {_WORDS} {number} {name}", f"END {_WORDS} {number} {_check(piece)}"
    return "\n".join((f"-----{begin}-----", *middle, f"-----{end}-----")) + "\n"


def is_in(text: str) -> bool:
    """Tell whether a part of a pack begins anywhere in a text, or in the source of a mail."""
    pieces = map(as_text, mail_parts(text.encode("utf-8", errors="replace")))
    return any(_MARK in _compact(piece) or _MARK in _compact(_unmarked(piece)) for piece in pieces)


def mail_parts(data: bytes, enclosed: int = _ENCLOSED) -> list[bytes]:
    """Return what a mail or its source holds, each body and attachment decoded; what is no mail, as it is.

    Every byte is looked at a few times at most. The parser of Python's ``email`` is not used: it takes as long as a
    mail has lines times parts within parts, and finds nothing in a mail that is saved or pasted without its beginning.
    """
    if data.startswith(b"p2pgames ") or not enclosed:
        return [data]
    data = data if data.isascii() else as_text(data).encode()
    found = list(_ENCODED.finditer(data))
    if not found:
        return [data]
    starts = [each.start() for each in found]
    pieces = [data[: starts[0]]]
    for each, end in zip(found, [*starts[1:], len(data)], strict=True):
        _, _, body = data[each.end() : end].replace(b"\r\n", b"\n").partition(b"\n\n")
        if each[1].lower() == b"base64":
            letters = _BASE64.match(body)
            written = letters[0] if letters else b""
            pieces += [*mail_parts(_lenient(written), enclosed - 1), body[len(written) :]]
        else:
            pieces.append(decodestring(body))
    return pieces


def _lenient(written: bytes) -> bytes:
    try:
        return b64decode(written + b"==")
    except ValueError:
        return b""


def _compact(text: str) -> str:
    return _BLANK.sub("", text)


def _unmarked(text: str) -> str:
    """Return what is shown of HTML."""
    return _ENTITY.sub(lambda found: unescape(found[0]), _TAG.sub("", text))


# Packs: what somebody lacks of a game, as one file that a mail can carry (SPEC 21).
#
# A pack has the form of a game file and begins with the genesis, so it says by itself of which game it is. Nothing
# in it is believed: its records are checked here for form and signature, and heard by the replica like those of a
# link.

MAGIC: Final = first_line("pack")
MAX_BUNDLE: Final = 8 * 1024 * 1024
"""Bytes; many times the longest game, and its signatures are checked in seconds."""


class BadBundle(Refusal, ValueError):
    """This is no sound pack; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Records of one game, each signed by the seat it names; whether they are new or make sense is not known yet."""

    genesis: Genesis
    records: tuple[Record, ...]


def write_bundle(replica: Replica, since: int = 0) -> bytes:
    """Return a pack for somebody who has closed all rounds before ``since``; raise ValueError if it is too large."""
    records = [record for record in replica.records(since) if not is_ahead(replica, record)]
    data = logfile.write_records([Record(Kind.GENESIS, replica.genesis.record), *records], MAGIC)
    if len(data) > MAX_BUNDLE:
        raise BadValue(sentences.PACK_WOULD_BE(size=Count(len(data)), most=Count(MAX_BUNDLE)))
    return data


def read_bundle(data: bytes) -> Bundle:
    """Return what is in a pack; raise `BadBundle` if it is not one, is damaged, or holds what its seat did not sign."""
    if len(data) > MAX_BUNDLE:
        raise BadBundle(sentences.PACK_TOO_LARGE(size=Count(len(data)), most=Count(MAX_BUNDLE)))
    if not data.startswith(MAGIC):
        raise BadBundle(sentences.NO_PACK)
    try:
        first, *records = logfile.read_records(data, MAGIC)
        genesis = read_genesis(first.body)
        for record in records:
            check_signed(genesis, record)
    except (logfile.Damaged, Malformed, Refused) as wrong:
        raise BadBundle(sentences.PACK_USELESS(why=wrong.message)) from None
    return Bundle(genesis, tuple(records))


def closed_by(replica: Replica, seat: Seat) -> int:
    """Return how many rounds the seat has certainly closed: its newest event and haves say so."""
    rounds = [number for number, given in enumerate([*replica.log, replica.branch.open]) if seat in given]
    haves = [Have.read(record.body) for record in replica.haves.of(seat)]
    agreed = [have.round + 1 for have in haves if replica.branch.holds(have)]
    return max([*rounds[-1:], *agreed], default=0)


def seats_to_hear(replica: Replica, own: Seat | None) -> tuple[Seat, ...]:
    """Return the seats that are still to hear of the game: those still in, and everybody once it is over."""
    seats = range(len(replica.genesis.keys)) if replica.position.over else replica.position.seats
    return tuple(seat for seat in seats if seat != own)


def rounds_closed(replica: Replica, own: Seat | None) -> int:
    """Return how many rounds all others have certainly closed."""
    return min((closed_by(replica, seat) for seat in seats_to_hear(replica, own)), default=len(replica.log))


def is_owed(replica: Replica, own: Seat) -> bool:
    """Tell whether our own seat has signed an event that some other seat is not known to have."""
    since = rounds_closed(replica, own)
    return any(own in given for given in [*replica.log, replica.branch.open][since:])


def read_mail(text: str) -> list[bytes]:
    """Return the packs in a text, in the order of their first parts.

    Raises `BadBundle` if there is none, a part is damaged, cut off or missing, or the parts do not fit each other.
    """
    if len(text) > MAX_TEXT:
        raise BadBundle(sentences.LONG_TEXT(length=Count(len(text)), most=Count(MAX_TEXT)))
    found, begun = _parts(_compact(text))
    if not begun or len(found) != begun:
        found, begun = _parts(_compact(_unmarked(text)))
    if not begun:
        raise BadBundle(sentences.NO_PACK_IN_TEXT(words=Verbatim(_WORDS)))
    if len(found) != begun:
        raise BadBundle(sentences.PART_CUT_OFF)
    packs: dict[tuple[str, int], dict[int, bytes]] = {}
    for match in found:
        number, many, name, body, check = match.groups()
        piece = _piece(body, check, int(number), int(many))
        parts = packs.setdefault((name, int(many)), {})
        if parts.setdefault(int(number), piece) != piece:
            raise BadBundle(sentences.PART_TWICE(number=Count(int(number)), many=Count(int(many))))
    return [_joined(name, many, parts) for (name, many), parts in packs.items()]


def _parts(compact: str) -> tuple[list[re.Match[str]], int]:
    """Return the whole parts, and how many begin."""
    return list(_PART.finditer(compact)), compact.count(_MARK)


def _piece(body: str, check: str, number: int, many: int) -> bytes:
    try:
        piece = b64decode(body + "=" * (-len(body) % 4), validate=True)
    except ValueError:
        piece = b""
    # The last character may hold bits that no byte needs.
    if not piece or _written(piece) != body or _check(piece) != check:
        raise BadBundle(sentences.PART_DAMAGED(number=Count(number), many=Count(many)))
    return piece


def _joined(name: str, many: int, parts: dict[int, bytes]) -> bytes:
    missing = [number for number in range(1, many + 1) if number not in parts]
    if missing or len(parts) != many:
        where = (
            sentences.PART_OF(number=Count(missing[0]), many=Count(many))
            if len(missing) == 1
            else sentences.PARTS_OF(missing=Count(len(missing)), many=Count(many))
        )
        raise BadBundle(sentences.PACK_LACKS(where=where))
    data = b"".join(parts[number] for number in sorted(parts))
    if _name(data) != name:
        raise BadBundle(sentences.PARTS_DIFFER)
    return data


def _written(data: bytes) -> str:
    return b64encode(data).decode("ascii").rstrip("=")


def _name(data: bytes) -> str:
    """Return what all parts of a pack are called, and whether they are the right ones."""
    return digest("pack", data)[:8].hex().upper()


def _check(piece: bytes) -> str:
    return digest("pack part", piece)[:4].hex().upper()

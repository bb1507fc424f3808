"""What is said of what a home and a game keep."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Count, Message, Verbatim, message

ADDRESS_RECORD: Final = message("store.address-record", "The address record")()
ADDRESS_NUMBER: Final = message("store.address-number", "The number of the address record")()
BOOK: Final = message("store.book", "The book")()
RECORDS: Final = message("store.records", "The records")()
HINTS: Final = message("store.hints", "The hints")()
A_HINT: Final = message("store.a-hint", "A hint")()
UNSIGNED_ADDRESS: Final = message(
    "store.unsigned-address", "An address record is not signed by its player for this game."
)()
SEATLESS_ADDRESS: Final = message(
    "store.seatless-address", "An address record belongs to somebody who has no seat."
)()
A_SEAT: Final = message("store.a-seat", "The seat")()
NO_SEAT: Final = message(
    "store.no-seat", "This is not a seat that was handed over, or it is damaged: ask for it again."
)()
OTHER_LINE: Final = message(
    "store.other-line",
    "This line does not open that file, or the file is damaged: take the two that belong together.",
)()
HAVE_A_SEAT: Final = message(
    "store.have-a-seat",
    "You already have a seat in this game. Take the other one over in a home of its own: "
    "p2pgames --profile NAME",
)()
NOTES_DAMAGED = message(
    "store.notes-damaged",
    "{file} is damaged: {why} Use another copy of the game.",
    file=Verbatim,
    why=Message,
)
NO_NAME = message("store.no-name", "The name is empty: others need one to call you by.")()
NAME_CHARACTERS = message(
    "store.name-characters",
    "A name has at most {most} letters, fewer where they have accents or are of other scripts.",
    most=Count,
)
NAME_HIDDEN = message(
    "store.name-hidden",
    "Others cannot see all of this name: {name}. Type it without what is escaped here.",
    name=Verbatim,
)
PROFILE_NAME: Final = message(
    "store.profile-name", "A profile's name has 1 to 32 letters a-z, digits, - and _."
)()
CANNOT_CREATE = message(
    "store.cannot-create",
    "Cannot create {folder}: {why}. Choose another folder with --home or P2PGAMES_HOME.",
    folder=Verbatim,
    why=Message,
)
HOME_IN_USE = message(
    "store.home-in-use",
    "Another p2pgames is using {folder}. Close it, or use another --profile or --home.",
    folder=Verbatim,
)
TABLE_IN_USE: Final = message(
    "store.table-in-use", "This table is open in another window. Go there, or close it."
)()
CANNOT_WRITE_IN = message(
    "store.cannot-write-in",
    "Cannot write in {folder}: {why}. Make it writable, or choose another with --home.",
    folder=Verbatim,
    why=Message,
)
NO_IDENTITY: Final = message(
    "store.no-identity", "There is no identity yet. Make one with: p2pgames id new"
)()
KEY_EXPOSED = message(
    "store.key-exposed",
    "Others on this computer can read your key. Protect it with: chmod 600 {file}",
    file=Verbatim,
)
CANNOT_WRITE = message(
    "store.cannot-write",
    "Cannot write {file}: {why}. Make room there or allow writing, or choose another folder with --home.",
    file=Verbatim,
    why=Message,
)
NOT_WRITTEN = message(
    "store.not-written",
    "Cannot write {file}: {why}. What was there before is unchanged.",
    file=Verbatim,
    why=Message,
)
HOME_IS_FILE = message(
    "store.home-is-file",
    "{file} is a file. Name the folder of your games with --home or P2PGAMES_HOME.",
    file=Verbatim,
)
NO_USER_FOLDER = message(
    "store.no-user-folder",
    "There is no such user: {folder}. Write the folder in full.",
    folder=Verbatim,
)
CANNOT_READ_KEY = message(
    "store.cannot-read-key", "Cannot read the key file {file}: {why}.", file=Verbatim, why=Message
)
PASSPHRASE_LENGTH = message("store.passphrase-length", "A passphrase has 1 to {most} bytes.", most=Count)
NO_KEY_FILE = message(
    "store.no-key-file",
    "{file} is not a key file. Restore it from a copy, or import the right one.",
    file=Verbatim,
)
HAS_PASSPHRASE = message(
    "store.has-passphrase", "{file} has a passphrase: give it with --passphrase-file.", file=Verbatim
)
WRONG_PASSPHRASE: Final = message("store.wrong-passphrase", "a wrong passphrase, or a damaged file")()
FILE_DAMAGED: Final = message("store.file-damaged", "the file is damaged")()
CANNOT_OPEN = message(
    "store.cannot-open",
    "{file} cannot be opened: {why}. Try again, or restore it from a copy.",
    file=Verbatim,
    why=Message,
)
OTHER_KIND_OF_KEY = message(
    "store.other-kind-of-key", "{file} holds a key of another kind than Ed25519.", file=Verbatim
)
OTHER_KEY = message(
    "store.other-key",
    "{file} holds another key than before: it is damaged, or was replaced. Restore it from a "
    "copy: p2pgames id import FILE --force. A new key becomes yours in the same way.",
    file=Verbatim,
)
KEY_GONE = message(
    "store.key-gone",
    "The key file {file} is gone. Restore it from a copy: p2pgames id import FILE. With a new key, "
    "made by p2pgames id new, you have no seat in the games begun with the old one.",
    file=Verbatim,
)
PIECE_TOO_LARGE = message(
    "store.piece-too-large", "No more than {most} bytes are kept in one piece.", most=Count
)
TOO_LARGE = message("store.too-large", "it has more than {mib} MiB, the most that is read", mib=Count)
NOT_REGULAR: Final = message("store.not-regular", "it is not a regular file")()
NO_GENESIS: Final = message("store.no-genesis", "The file does not begin with the genesis of a game.")()

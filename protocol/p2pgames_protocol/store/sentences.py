"""What is said of what a home and a game keep."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

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
    "store.notes-damaged", "{file:verbatim} is damaged: {why:message} Use another copy of the game."
)
NO_NAME = message("store.no-name", "The name is empty: others need one to call you by.")()
NAME_CHARACTERS = message(
    "store.name-characters",
    "A name has at most {most:count} letters, fewer where they have accents or are of other scripts.",
)
NAME_HIDDEN = message(
    "store.name-hidden",
    "Others cannot see all of this name: {name:verbatim}. Type it without what is escaped here.",
)
PROFILE_NAME: Final = message(
    "store.profile-name", "A profile's name has 1 to 32 letters a-z, digits, - and _."
)()
CANNOT_CREATE = message(
    "store.cannot-create",
    "Cannot create {folder:verbatim}: {why:message}. Choose another folder with --home or P2PGAMES_HOME.",
)
HOME_IN_USE = message(
    "store.home-in-use",
    "Another p2pgames is using {folder:verbatim}. Close it, or use another --profile or --home.",
)
TABLE_IN_USE: Final = message(
    "store.table-in-use", "This table is open in another window. Go there, or close it."
)()
CANNOT_WRITE_IN = message(
    "store.cannot-write-in",
    "Cannot write in {folder:verbatim}: {why:message}. Make it writable, or choose another with --home.",
)
NO_IDENTITY: Final = message(
    "store.no-identity", "There is no identity yet. Make one with: p2pgames id new"
)()
KEY_EXPOSED = message(
    "store.key-exposed",
    "Others on this computer can read your key. Protect it with: chmod 600 {file:verbatim}",
)
CANNOT_WRITE = message(
    "store.cannot-write",
    "Cannot write {file:verbatim}: {why:message}. Make room there or allow writing, or choose another "
    "folder with --home.",
)
NOT_WRITTEN = message(
    "store.not-written", "Cannot write {file:verbatim}: {why:message}. What was there before is unchanged."
)
HOME_IS_FILE = message(
    "store.home-is-file",
    "{file:verbatim} is a file. Name the folder of your games with --home or P2PGAMES_HOME.",
)
NO_HOME: Final = message(
    "store.no-home",
    "This user has no home folder. Name a folder for your games with --home or P2PGAMES_HOME.",
)()
NO_USER_FOLDER = message(
    "store.no-user-folder", "There is no such user: {folder:verbatim}. Write the folder in full."
)
CANNOT_READ_KEY = message("store.cannot-read-key", "Cannot read the key file {file:verbatim}: {why:message}.")
PASSPHRASE_LENGTH = message("store.passphrase-length", "A passphrase has 1 to {most:count} bytes.")
NO_KEY_FILE = message(
    "store.no-key-file", "{file:verbatim} is not a key file. Restore it from a copy, or import the right one."
)
HAS_PASSPHRASE = message(
    "store.has-passphrase", "{file:verbatim} has a passphrase: give it with --passphrase-file."
)
WRONG_PASSPHRASE: Final = message("store.wrong-passphrase", "a wrong passphrase, or a damaged file")()
FILE_DAMAGED: Final = message("store.file-damaged", "the file is damaged")()
CANNOT_OPEN = message(
    "store.cannot-open",
    "{file:verbatim} cannot be opened: {why:message}. Try again, or restore it from a copy.",
)
OTHER_KIND_OF_KEY = message(
    "store.other-kind-of-key", "{file:verbatim} holds a key of another kind than Ed25519."
)
OTHER_KEY = message(
    "store.other-key",
    "{file:verbatim} holds another key than before: it is damaged, or was replaced. Restore it from a "
    "copy: p2pgames id import FILE --force. A new key becomes yours in the same way.",
)
KEY_GONE = message(
    "store.key-gone",
    "The key file {file:verbatim} is gone. Restore it from a copy: p2pgames id import FILE. With a new key, "
    "made by p2pgames id new, you have no seat in the games begun with the old one.",
)
PIECE_TOO_LARGE = message("store.piece-too-large", "No more than {most:count} bytes are kept in one piece.")
TOO_LARGE = message("store.too-large", "it has more than {mib:count} MiB, the most that is read")
NOT_REGULAR: Final = message("store.not-regular", "it is not a regular file")()
NO_GENESIS: Final = message("store.no-genesis", "The file does not begin with the genesis of a game.")()

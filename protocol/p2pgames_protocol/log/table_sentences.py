"""What is said of game files, of who sits down to what, and of chat."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Count, Message, Typed, Verbatim, message

NOT_A_FILE: Final = message("file.not-a-file", "This is not a game file of p2pgames.")()
COMPRESSED = message(
    "file.compressed",
    "This is compressed ({kind}): unpack it first, and give what was in it.",
    kind=Verbatim,
)
RE_ENCODED: Final = message(
    "file.re-encoded",
    "This was a file of p2pgames, but was sent or saved as text, which has changed its bytes. Ask for it once more, as "
    "an attachment or in a ZIP file, or by p2pgames pack.",
)()
AS_BASE64: Final = message(
    "file.as-base64",
    "This is a file of p2pgames written as base64: decode it first, and give what comes out.",
)()
WHOLE_MAIL: Final = message(
    "file.whole-mail",
    "This is a whole mail: save the file that is attached to it, and give that. p2pgames unpack takes "
    "packs and letters out of a mail.",
)()
A_GAME: Final = message(
    "file.a-game", "This is a game file: p2pgames audit checks it, p2pgames replay shows it."
)()
FOR_UNPACK: Final = message("file.for-unpack", "This is a pack or a letter: p2pgames unpack takes it.")()
A_SEAT_FILE: Final = message(
    "file.a-seat", "This is a seat that is handed over: p2pgames take LINE --file FILE"
)()
FILE_OF_OTHER_FORMAT = message(
    "file.of-other-format",
    "This file is of format {theirs}; this version of the program reads format {ours}.",
    theirs=Verbatim,
    ours=Count,
)
RECORD_DAMAGED = message(
    "file.record-damaged",
    "Record {number} is damaged (byte {byte}). Use another copy.",
    number=Count,
    byte=Count,
)
FILE_TORN = message(
    "file.torn",
    "The file is torn: it ends within record {number}. Copy it once more; where it was played, "
    "resume cuts off this end, which was never sent, and goes on.",
    number=Count,
)
NO_GENESIS: Final = message("file.no-genesis", "The file does not begin with the genesis of a game.")()
MIDDLE_DAMAGED = message(
    "file.middle-damaged",
    "Record {number} is damaged (byte {byte}); what follows it is not. Use another copy.",
    number=Count,
    byte=Count,
)
RECORD_MALFORMED = message(
    "file.record-malformed", "Record {number} is malformed: {why}", number=Count, why=Message
)
UNSIGNED_PROPOSAL: Final = message("genesis.unsigned-proposal", "The proposal is not signed by its host.")()
FOR_NOBODY: Final = message("genesis.for-nobody", "The proposal is for nobody.")()
INVALID_KEY = message(
    "genesis.invalid-key", "A key in the join of {name} is not a valid Ed25519 key.", name=Verbatim
)
UNSIGNED_JOIN = message(
    "genesis.unsigned-join", "The join of {name} is not signed by its key.", name=Verbatim
)
OTHER_TABLE = message("genesis.other-table", "The join of {name} is for another table.", name=Verbatim)
SEATS_AND_PLAYERS = message(
    "genesis.seats-and-players",
    "The table has {seats} seats and {players} players.",
    seats=Count,
    players=Count,
)
SAME_KEY: Final = message("genesis.same-key", "Two seats have the same key or nonce.")()
HOST_NOT_FIRST: Final = message("genesis.host-not-first", "The host does not have the first seat.")()
TABLE_PLAYS = message(
    "genesis.table-plays", "The table plays {rules} version {version}.", rules=Verbatim, version=Count
)
OTHER_DATA = message(
    "genesis.other-data",
    "The data of {rules} here is not the data of the table: install the same release.",
    rules=Verbatim,
)
OPTIONS_INCOMPLETE: Final = message(
    "genesis.options-incomplete", "The options of the table are incomplete or out of order."
)()
OTHER_FORMAT = message(
    "genesis.other-format",
    "The table has format {theirs}; this program reads {ours}.",
    theirs=Verbatim,
    ours=Count,
)
OTHER_DECKS = message(
    "genesis.other-decks",
    "The proposal does not say rightly whether {rules} has hidden cards.",
    rules=Verbatim,
)
OTHER_GROUP = message("genesis.other-group", "The group of the decks is not {group}.", group=Verbatim)
TIME: Final = message(
    "options.time", "silence after which absence may be put to the vote: none, 10m, 12h, 3d"
)()
WATCH: Final = message("options.watch", "let people without a seat watch")()
NO_TABLE_OPTION = message(
    "options.none-such",
    "There is no table option {name}. The options are: {names}.",
    name=Typed,
    names=Verbatim,
)
TIME_IS = message(
    "options.time-is",
    "Option time is none or a number with m, h or d, such as 10m, not {value}.",
    value=Typed,
)
UNSIGNED_CHAT: Final = message("chat.unsigned", "A chat message is not signed by its seat for this game.")()
ROUNDS_FALL: Final = message("chat.rounds-fall", "The round numbers in a seat's messages never go down.")()
SAID_ENOUGH = message(
    "chat.said-enough", "You have said {most} things since the last move: wait for the next one.", most=Count
)
CHAT_FULL: Final = message("chat.full", "You have said all that fits into one game's chat.")()
NOTHING_TO_SAY: Final = message("chat.nothing-to-say", "There is nothing to say: type the words after it.")()
PRINTABLE_ONLY: Final = message(
    "chat.printable-only", "A message may hold only characters that others can see."
)()
MESSAGE_LENGTH = message(
    "chat.message-length", "A message has at most {most} bytes; this one has {size}.", most=Count, size=Count
)

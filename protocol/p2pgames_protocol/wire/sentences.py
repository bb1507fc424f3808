"""What decoding, addresses and invites say."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

TOO_LONG = message("wire.too-long", "The message has {size:count} bytes; at most {limit:count} are allowed.")
NOT_MSGPACK = message("wire.not-msgpack", "The message is not msgpack: {fault:verbatim}.")
NOT_SHORTEST: Final = message("wire.not-shortest", "The message is not in its shortest encoding.")()
TOO_DEEP = message("wire.too-deep", "The message nests deeper than {depth:count} arrays.")
NOT_64_BITS: Final = message("wire.not-64-bits", "A number does not fit into 64 bits.")()
WRONG_TYPE = message("wire.wrong-type", "A value of type {kind:verbatim} is not allowed.")
NOT_UNICODE: Final = message("wire.not-unicode", "A text is not valid Unicode.")()
CONTROL: Final = message("wire.control", "A text has control characters.")()
NOT_FIELDS = message("wire.not-fields", "{what:message} is not an array of {length:count} fields.")
NOT_ITEMS = message("wire.not-items", "{what:message} is not an array of at most {most:count} items.")
NOT_NUMBER = message("wire.not-number", "{what:message} is not a number from 0 to {most:count}.")
NOT_SIZE = message("wire.not-size", "{what:message} is not a string of {size:count} bytes.")
NOT_BYTES = message("wire.not-bytes", "{what:message} is not a byte string.")
NOT_TEXT = message("wire.not-text", "{what:message} is not a text of 1 to {most:count} bytes.")
LONG_ADDRESS: Final = message("wire.long-address", "An address is not a short text.")()
UNPRINTABLE_ADDRESS: Final = message("wire.unprintable-address", "An address is not printable.")()
NOT_HOST_PORT = message(
    "wire.not-host-port", "An address is HOST:PORT with a port below 65536, not {address:typed}."
)
NO_INVITE = message(
    "wire.no-invite", "This is not an invite: one begins with {prefix:verbatim} Copy the whole line."
)
NO_SEAT_LINE = message(
    "wire.no-seat-line",
    "This line does not hand a seat over: one that does begins with {prefix:verbatim} Copy the whole line.",
)
SEAT_LINE: Final = message(
    "wire.seat-line", "This line hands a seat over: type p2pgames take and then the line."
)()
INVITE_LINE: Final = message("wire.invite-line", "This is an invite: type p2pgames join and then the line.")()
DAMAGED_INVITE: Final = message(
    "wire.damaged-invite", "The invite is damaged. Copy the whole line once more."
)()
CUT_INVITE: Final = message(
    "wire.cut-invite", "The invite is damaged or cut off. Copy the whole line once more."
)()
BAD_INVITE = message("wire.bad-invite", "The invite cannot be used: {why:message} Ask for a new one.")
OTHER_COUNT = message("wire.other-count", "An invite in words has five words; this has {count:count}.")
NO_SUCH_WORD = message("wire.no-such-word", "{word:typed} is not one of the words. Ask for them again.")
NEAR_WORDS = message("wire.near-words", "{word:typed} is not one of the words. Did you mean {near:every}?")
WRONG_WORDS: Final = message(
    "wire.wrong-words",
    "One of the words differs from what was shown, or they are in another order. Ask for them again.",
)()
NO_MEMORY: Final = message(
    "wire.no-memory",
    "To work with words this computer needs 256 MiB of free memory. Close something, or use the long line "
    "instead.",
)()
NO_FIELDS: Final = message("wire.no-fields", "it is not a list of fields.")()
OTHER_VERSION = message(
    "wire.other-version",
    "its version is {theirs:verbatim}, and this program speaks {ours:count}: update the older one.",
)
FIELDS_MISSING: Final = message("wire.fields-missing", "fields are missing.")()
NO_HOST_KEY: Final = message("wire.no-host-key", "the host's key is not a key.")()
TOKEN_LENGTH: Final = message("wire.token-length", "the token has a wrong length.")()
NO_ADDRESS: Final = message("wire.no-address", "it names no address.")()
SEAT: Final = message("wire.seat", "The seat")()
ROUND: Final = message("wire.round", "The round")()
ADDRESSES: Final = message("wire.addresses", "The list of addresses")()
HOST_KEY: Final = message("wire.host-key", "The host's key")()
TOKEN: Final = message("wire.token", "The token")()
GAME: Final = message("wire.game", "The game")()
KEY: Final = message("wire.key", "The key")()
NONCE: Final = message("wire.nonce", "The nonce")()
SIGNATURE: Final = message("wire.signature", "The signature")()
NAME: Final = message("wire.name", "The name")()
A_RECORD: Final = message("wire.a-record", "A record")()

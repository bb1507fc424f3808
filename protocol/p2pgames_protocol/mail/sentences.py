"""What packs and letters say."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

LETTER: Final = message("mail.letter", "The letter")()
TABLE: Final = message("mail.table", "The table")()
PART_LINES = message("mail.part-lines", "A part has at least {least:count} lines.")
TOO_MANY_PARTS = message(
    "mail.too-many-parts", "The pack would have {parts:count} parts, and at most {most:count} are allowed."
)
LONG_TEXT = message(
    "mail.long-text", "This text has {length:count} characters; at most {most:count} are read."
)
NO_PACK_IN_TEXT = message(
    "mail.no-pack-in-text", "There is no pack in this text: one begins with -----BEGIN {words:verbatim}."
)
PART_CUT_OFF: Final = message(
    "mail.part-cut-off",
    "A part of the pack is damaged or cut off. Copy it once more, with its first and last line.",
)()
PART_DAMAGED = message(
    "mail.part-damaged", "Part {number:count} of {many:count} is damaged. Copy it once more."
)
PART_OF = message("mail.part-of", "part {number:count} of {many:count}")
PARTS_OF = message("mail.parts-of", "{missing:count} of {many:count} parts")
PACK_LACKS = message("mail.pack-lacks", "The pack lacks {where:message}: give all parts at once.")
PARTS_DIFFER: Final = message(
    "mail.parts-differ", "The parts do not belong together. Ask for the pack again."
)()
PART_TWICE = message(
    "mail.part-twice",
    "There are two different parts {number:count} of {many:count}. Ask for the pack once more.",
)
PACK_WOULD_BE = message(
    "mail.pack-would-be", "The pack would have {size:count} bytes; at most {most:count} can be taken."
)
PACK_TOO_LARGE = message(
    "mail.pack-too-large", "This has {size:count} bytes; no pack has more than {most:count}."
)
NO_PACK: Final = message(
    "mail.no-pack", "This is not a p2pgames pack. Copy it whole, or ask for it once more."
)()
PACK_USELESS = message(
    "mail.pack-useless", "The pack cannot be used, and nothing was taken from it: {why:message}"
)
LETTER_TOO_LARGE = message(
    "mail.letter-too-large", "This has {size:count} bytes; no letter has more than {most:count}."
)
OWN_INVITATION: Final = message("mail.own-invitation", "Only another player's invitation can be answered.")()
TABLE_TOO_LARGE = message("mail.table-too-large", "A table has at most {most:count} bytes.")
CUT_OFF: Final = message("mail.cut-off", "It is cut off, or holds more than it should: copy it once more.")()
LETTER_USELESS = message("mail.letter-useless", "The letter cannot be used: {why:message}")
NO_ANSWER: Final = message("mail.no-answer", "This is not an answer to this table.")()
NONCE_COPIED = message(
    "mail.nonce-copied", "{name:verbatim} has copied the nonce of somebody else: ask for another answer."
)
OTHER_COPY_BEGAN: Final = message(
    "mail.other-copy-began", "Another copy of this home began this game: go on there."
)()
OTHER_PROPOSAL: Final = message(
    "mail.other-proposal", "The game is of another proposal than the one that was answered."
)()
OTHER_SEAT: Final = message("mail.other-seat", "The game does not hold our seat as we signed it.")()
HOST_UNSIGNED: Final = message(
    "mail.host-unsigned", "The host has signed nothing of this game yet: wait for the host's pack."
)()
NO_JOINS: Final = message("mail.no-joins", "It has no join, or more joins than seats.")()
TABLE_DAMAGED = message("mail.table-damaged", "The table is damaged: {why:message}")

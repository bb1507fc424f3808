"""What packs and letters say."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Count, Message, Verbatim, message

LETTER: Final = message("mail.letter", "The letter")()
TABLE: Final = message("mail.table", "The table")()
PART_LINES = message("mail.part-lines", "A part has at least {least} lines.", least=Count)
TOO_MANY_PARTS = message(
    "mail.too-many-parts",
    "The pack would have {parts} parts, and at most {most} are allowed.",
    parts=Count,
    most=Count,
)
LONG_TEXT = message(
    "mail.long-text", "This text has {length} characters; at most {most} are read.", length=Count, most=Count
)
NO_PACK_IN_TEXT = message(
    "mail.no-pack-in-text",
    "There is no pack in this text: one begins with -----BEGIN {words}.",
    words=Verbatim,
)
PART_CUT_OFF: Final = message(
    "mail.part-cut-off",
    "A part of the pack is damaged or cut off. Copy it once more, with its first and last line.",
)()
PART_DAMAGED = message(
    "mail.part-damaged", "Part {number} of {many} is damaged. Copy it once more.", number=Count, many=Count
)
PART_OF = message("mail.part-of", "part {number} of {many}", number=Count, many=Count)
PARTS_OF = message("mail.parts-of", "{missing} of {many} parts", missing=Count, many=Count)
PACK_LACKS = message("mail.pack-lacks", "The pack lacks {where}: give all parts at once.", where=Message)
PARTS_DIFFER: Final = message(
    "mail.parts-differ", "The parts do not belong together. Ask for the pack again."
)()
PART_TWICE = message(
    "mail.part-twice",
    "There are two different parts {number} of {many}. Ask for the pack once more.",
    number=Count,
    many=Count,
)
PACK_WOULD_BE = message(
    "mail.pack-would-be",
    "The pack would have {size} bytes; at most {most} can be taken.",
    size=Count,
    most=Count,
)
PACK_TOO_LARGE = message(
    "mail.pack-too-large", "This has {size} bytes; no pack has more than {most}.", size=Count, most=Count
)
NO_PACK: Final = message(
    "mail.no-pack", "This is not a p2pgames pack. Copy it whole, or ask for it once more."
)()
PACK_USELESS = message(
    "mail.pack-useless", "The pack cannot be used, and nothing was taken from it: {why}", why=Message
)
LETTER_TOO_LARGE = message(
    "mail.letter-too-large", "This has {size} bytes; no letter has more than {most}.", size=Count, most=Count
)
OWN_INVITATION: Final = message("mail.own-invitation", "Only another player's invitation can be answered.")()
TABLE_TOO_LARGE = message("mail.table-too-large", "A table has at most {most} bytes.", most=Count)
CUT_OFF: Final = message("mail.cut-off", "It is cut off, or holds more than it should: copy it once more.")()
LETTER_USELESS = message("mail.letter-useless", "The letter cannot be used: {why}", why=Message)
NO_ANSWER: Final = message("mail.no-answer", "This is not an answer to this table.")()
NONCE_COPIED = message(
    "mail.nonce-copied",
    "{name} has copied the nonce of somebody else: ask for another answer.",
    name=Verbatim,
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
TABLE_DAMAGED = message("mail.table-damaged", "The table is damaged: {why}", why=Message)

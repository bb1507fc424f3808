"""What is said of keys, shuffles and shares that are not what they must be."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

NOT_POINT = message("chance.not-point", "{what:message} is not a point of the group.")
NOT_SCALAR = message("chance.not-scalar", "{what:message} is not a number of {size:count} bytes.")
TOO_HIGH = message("chance.too-high", "{what:message} is not below the order of the group.")
NOT_TIMES = message(
    "chance.not-times", "{what:message}: this is not a string of {count:count} times {size:count} bytes."
)
SHUFFLE_FIELDS = message("chance.shuffle-fields", "A shuffle has {length:count} fields.")
NOT_SHUFFLE = message("chance.not-shuffle", "This is not a shuffle of {size:count} cards.")
NOT_EACH_SHUFFLED = message(
    "chance.not-each-shuffled", "Not every one of {decks:count} decks is shuffled exactly once."
)
NOT_SHARES = message("chance.not-shares", "These are not shares in {cards:count} cards.")
SHARES_UNPROVED = message("chance.shares-unproved", "{player:seat} did not prove its shares.")
NO_CARD: Final = message("chance.no-card", "The shares do not open a card of the deck.")()
KEY_FIELDS: Final = message("chance.key-fields", "A deck key has two fields.")()
OTHER_SECRET_KEY: Final = message(
    "chance.other-secret-key", "The deck key that was handed out is not the one of the log."
)()
KEY_UNPROVED = message("chance.key-unproved", "{player:seat} did not prove that it knows its deck key.")
KEYS_CANCEL: Final = message(
    "chance.keys-cancel", "The deck keys cancel one another, which takes all of their seats together."
)()
KEY_NOT_DERIVED = message(
    "chance.key-not-derived", "The deck key of seat {seat:count} does not follow from its secret."
)
SHUFFLE_NOT_DERIVED = message(
    "chance.shuffle-not-derived", "The shuffle of seat {seat:count} does not follow from its secret."
)
SHUFFLE_UNPROVED = message("chance.shuffle-unproved", "{player:seat} did not prove its shuffle.")
SHARES_PROOF: Final = message("chance.shares-proof", "The proof of the shares")()
A_SHARE: Final = message("chance.a-share", "A share")()
A_CARD: Final = message("chance.a-card", "A card")()
DECK_KEY: Final = message("chance.deck-key", "The deck key")()
DECK_KEY_PROOF: Final = message("chance.deck-key-proof", "The proof of a deck key")()
RESPONSES: Final = message("chance.responses", "The responses of a shuffle")()
COMMITMENT: Final = message("chance.commitment", "A commitment of a shuffle")()
CHAIN: Final = message("chance.chain", "The chain of a shuffle")()

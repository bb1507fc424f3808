"""What is said of keys, shuffles and shares that are not what they must be."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Count, Message, SeatName, message

NOT_POINT = message("chance.not-point", "{what} is not a point of the group.", what=Message)
NOT_SCALAR = message("chance.not-scalar", "{what} is not a number of {size} bytes.", what=Message, size=Count)
TOO_HIGH = message("chance.too-high", "{what} is not below the order of the group.", what=Message)
NOT_TIMES = message(
    "chance.not-times",
    "{what}: this is not a string of {count} times {size} bytes.",
    what=Message,
    count=Count,
    size=Count,
)
SHUFFLE_FIELDS = message("chance.shuffle-fields", "A shuffle has {length} fields.", length=Count)
NOT_SHUFFLE = message("chance.not-shuffle", "This is not a shuffle of {size} cards.", size=Count)
NOT_EACH_SHUFFLED = message(
    "chance.not-each-shuffled", "Not every one of {decks} decks is shuffled exactly once.", decks=Count
)
NOT_SHARES = message("chance.not-shares", "These are not shares in {cards} cards.", cards=Count)
SHARES_UNPROVED = message("chance.shares-unproved", "{player} did not prove its shares.", player=SeatName)
NO_CARD: Final = message("chance.no-card", "The shares do not open a card of the deck.")()
KEY_FIELDS: Final = message("chance.key-fields", "A deck key has two fields.")()
OTHER_SECRET_KEY: Final = message(
    "chance.other-secret-key", "The deck key that was handed out is not the one of the log."
)()
KEY_UNPROVED = message(
    "chance.key-unproved", "{player} did not prove that it knows its deck key.", player=SeatName
)
KEYS_CANCEL: Final = message(
    "chance.keys-cancel", "The deck keys cancel one another, which takes all of their seats together."
)()
KEY_NOT_DERIVED = message(
    "chance.key-not-derived", "The deck key of seat {seat} does not follow from its secret.", seat=Count
)
SHUFFLE_NOT_DERIVED = message(
    "chance.shuffle-not-derived", "The shuffle of seat {seat} does not follow from its secret.", seat=Count
)
SHUFFLE_UNPROVED = message("chance.shuffle-unproved", "{player} did not prove its shuffle.", player=SeatName)
SHARES_PROOF: Final = message("chance.shares-proof", "The proof of the shares")()
A_SHARE: Final = message("chance.a-share", "A share")()
A_CARD: Final = message("chance.a-card", "A card")()
DECK_KEY: Final = message("chance.deck-key", "The deck key")()
DECK_KEY_PROOF: Final = message("chance.deck-key-proof", "The proof of a deck key")()
RESPONSES: Final = message("chance.responses", "The responses of a shuffle")()
COMMITMENT: Final = message("chance.commitment", "A commitment of a shuffle")()
CHAIN: Final = message("chance.chain", "The chain of a shuffle")()

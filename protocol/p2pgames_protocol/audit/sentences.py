"""What an audit says of a file, and why one cannot be audited or merged, or a table follows no game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from p2pgames.contract import Seat
from p2pgames.text import Count, Every, Verbatim, counted, message
from p2pgames_protocol.log.genesis import Genesis

FULL_AUDIT: Final = message("audit.full-audit", "A proof file is judged by a full audit.")()
MAY_NOT_VOTE = message("audit.may-not-vote", "Seat {voter:count} votes on seat {seat:count} but may not.")
TWO_GAMES: Final = message("audit.two-games", "The two files are of two different games.")()
NOT_SOUND = message(
    "audit.not-sound", "File {number:count} holds a record that is not sound; audit it for more."
)
PROVES_NOTHING: Final = message(
    "audit.proves-nothing", "The file proves no fault: replaying it blames nobody."
)()
NOT_NAMED: Final = message("audit.not-named", "It does not name that game as the one before it.")()
OTHER_END: Final = message(
    "audit.other-end", "The end it names for the game before it is not the end of that game."
)()
OTHER_GAME: Final = message(
    "audit.other-game", "It is another game, or of another number of players, than the one before it."
)()
OTHER_PEOPLE: Final = message("audit.other-people", "It is not played by the people of the game before it.")()
OTHER_BEGINS: Final = message("audit.other-begins", "Another player begins than the game before it says.")()
DOES_NOT_FOLLOW = message("audit.does-not-follow", "It does not follow game {game:verbatim}: {why:message}")

# -- how far a game has come --

PLAYER = message("audit.player", "{name:verbatim} (seat {seat:count})")
NOT_OVER = message("audit.not-over", "The game is not over: round {round:count} waits for {players:every}.")
ONLY_THE_RULES = message(
    "audit.only-the-rules",
    "From round {round:count} on only the rules can say how the log goes on: audit it in full.",
)
NO_SECRET: Final = message(
    "audit.no-secret", "No secret is revealed: without the rules, nothing shows that the game is over."
)()
END_UNSIGNED = message(
    "audit.end-unsigned",
    "Not everybody has signed the end: without {players:every}, nothing shows that the game is over.",
)
RESULTS_DIFFER: Final = message(
    "audit.results-differ",
    "Not everybody has signed the same result: without the rules, nothing shows that the game is over.",
)()
AS_SIGNED: Final = message("audit.as-signed", "Everybody who was in has signed this result.")()

# -- what has no place in a log --

SOME_RECORD = message("audit.some-record", "A record of kind {kind:verbatim}")
RECORD_OF = message("audit.record-of", "The {kind:verbatim} of seat {seat:count}")
RECORD_OF_ROUND = message(
    "audit.record-of-round", "The {kind:verbatim} of seat {seat:count} for round {round:count}"
)
OF_RECORD = message("audit.of-record", "{record:message}: {why:message}")
NOT_COMPLETE = message(
    "audit.not-complete", "{record:message} is about a round that is not complete in this file."
)
TOO_EARLY = message(
    "audit.too-early", "{record:message} comes before its time: something before it is missing."
)
CONFIRMED_OTHER = message(
    "audit.confirmed-other", "Seat {seat:count} confirmed another round {round:count} than this file holds."
)
ROUND_MISSING = message("audit.round-missing", "Round {round:count} is missing.")
OTHER_ROUND_BEFORE = message(
    "audit.other-round-before",
    "The event of seat {seat:count} for round {round:count} names a different round before it.",
)
OTHER_BRANCH = message(
    "audit.other-branch",
    "The vote of seat {seat:count} for round {round:count} is of another branch of the log.",
)

# -- coins and cards, without the rules --

FITS_NO_ROUND = message("audit.fits-no-round", "An event of kind {act:verbatim} has no place in this round.")
NO_COIN: Final = message("audit.no-coin", "The event does not hold a roll and a value.")()
A_CARD: Final = message("audit.a-card", "What names a card")()
CARDS_NAMED: Final = message("audit.cards-named", "The list of cards")()

# -- what was not checked --

UNSEEN: Final = message(
    "audit.unseen",
    "moves, whether these rolls and cards were due, whether a signed result is right, and who left by a fault, "
    "which only the rules can say",
)()
NAMED_OTHERWISE = message(
    "audit.named-otherwise",
    "in round {round:count}, who is right: not all name the same roll, decks or cards, and only the rules can say",
)
WITHOUT_RULES = message("audit.without-rules", "the rules, which are not here: {why:message}")
SERIES_UNCHECKED = message(
    "audit.series-unchecked", "that game {game:verbatim} came before it in a series, and who lost that"
)
BEGINS_UNCHECKED: Final = message("audit.begins-unchecked", "who begins, which only the rules can say")()
STILL_HIDDEN = counted(
    "audit.still-hidden",
    "the {count} card that was never opened, without the secret of {names:every}",
    "the {count} cards that were never opened, without the secret of {names}",
)


def people(genesis: Genesis, seats: Iterable[Seat]) -> Every:
    """Return players with their seats: a name may be anything, also another's seat."""
    named = (PLAYER(name=Verbatim(genesis.names[seat]), seat=Count(seat + 1)) for seat in seats)
    return Every(tuple(named))

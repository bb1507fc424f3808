"""Why a file cannot be audited or merged, or a table follows no game; what an audit reports is English everywhere."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Count, Verbatim, message

UNSIGNED = message(
    "audit.unsigned", "A record that names seat {seat} is not signed by it for this game.", seat=Count
)
FULL_AUDIT: Final = message("audit.full-audit", "A proof file is judged by a full audit.")()
SECOND_GENESIS: Final = message("audit.second-genesis", "The file holds a second genesis.")()
TWICE = message("audit.twice", "A record of kind {kind} is in the file twice.", kind=Verbatim)
MAY_NOT_VOTE = message(
    "audit.may-not-vote", "Seat {voter} votes on seat {seat}, and may not.", voter=Count, seat=Count
)
CLAIM_BELIED = message(
    "audit.claim-belied",
    "Seat {voter} claims that round {round} lacks an event it has.",
    voter=Count,
    round=Count,
)
TWO_GAMES: Final = message("audit.two-games", "The two files are of two different games.")()
NOT_SOUND = message(
    "audit.not-sound", "File {number} holds a record that is not sound; audit it for more.", number=Count
)
PROVES_NOTHING: Final = message(
    "audit.proves-nothing", "The file proves no fault: replaying it blames nobody."
)()
NOT_NAMED: Final = message("audit.not-named", "It does not name that game as the one before it.")()
OTHER_END: Final = message(
    "audit.other-end", "It names another end of the game before it than that game has."
)()
OTHER_GAME: Final = message(
    "audit.other-game", "It is another game, or of another number of players, than the one before it."
)()
OTHER_PEOPLE: Final = message("audit.other-people", "It is not played by the people of the game before it.")()
OTHER_BEGINS: Final = message("audit.other-begins", "Another player begins than the game before it says.")()

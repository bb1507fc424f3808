"""What a league's files are refused for."""

from __future__ import annotations

from typing import Final

from p2pgames.text import counted, message

# -- fields --

FILE: Final = message("league.file", "The league's file")()
ORGANISER: Final = message("league.organiser", "The organiser's key")()
NAME: Final = message("league.name", "The league's name")()
DATES: Final = message("league.dates", "What the league says of dates")()
GAMES: Final = message("league.games", "The list of the league's games")()
GAME: Final = message("league.game", "A game of the league")()
MOST: Final = message("league.most", "The number of games that count")()
PLAYERS: Final = message("league.players", "The list of invited players")()
ENROLMENT: Final = message("league.enrolment", "The enrolment")()
BY_RATING: Final = message("league.by-rating", "A league that goes by rating")()

# -- files --

NOT_BEGUN = message("league.not-begun", "{what:message} of format 1 begins with the line {line:verbatim}")
NO_SCORING = message(
    "league.no-scoring", "A league goes by one of {known:verbatim}, not by {given:verbatim}."
)
NO_GAMES: Final = message("league.no-games", "A league has at least one game, for two or more players.")()
NOT_IN_ORDER: Final = message(
    "league.not-in-order", "A league lists games and players in the order of their bytes, each once."
)()
UNSIGNED: Final = message("league.unsigned", "The league is not signed by its organiser.")()
ENROLMENT_UNSIGNED: Final = message(
    "league.enrolment-unsigned", "The enrolment is not signed by its player."
)()

# -- games that do not count --

NOT_OF_LEAGUE: Final = message("league.not-of-league", "Its table did not name this league.")()
OTHER_TERMS = message(
    "league.other-terms", "The league does not play {rules:verbatim} with these seats and options."
)
UNINVITED = message("league.uninvited", "{name:verbatim} ({key:verbatim}) is not invited.")
NOT_ENROLLED = message("league.not-enrolled", "No enrolment of {name:verbatim} ({key:verbatim}) is here.")
CHEATED: Final = message("league.cheated", "Somebody signed twice, or voted falsely.")()
CONTESTED: Final = message("league.contested", "It is contested: a move turned up that was voted absent.")()
PUT_OUT: Final = message("league.put-out", "Somebody was put out by a fault.")()
VOTED: Final = message("league.voted", "It was decided by vote.")()
ABANDONED: Final = message("league.abandoned", "It was abandoned, and has no result.")()
ENOUGH = counted(
    "league.enough",
    "{count} game of these people on these terms counts, and has a smaller id.",
    "{count} games of these people on these terms count, and have smaller ids.",
)

"""Why the client takes no seat at a table, and how one differs from what was said of it."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Count, Message, Verbatim, message

BEGINS_ALONE: Final = message(
    "app.begins-alone",
    "The table says who begins but is not part of a series: outside a series the coin decides.",
)()
BEGINS_AFTER = message(
    "app.begins-after",
    "Who begins at this table depends on game {number}, which is not here, or not over: ask for a table outside"
    " the series.",
    number=Verbatim,
)
DOES_NOT_FOLLOW = message(
    "app.does-not-follow", "The table does not follow game {number}: {why}", number=Verbatim, why=Message
)
OTHER_REMATCH = message(
    "app.other-rematch",
    "This is no rematch of game {number}: the game before had {before}, this table has {now}. No seat was taken.",
    number=Verbatim,
    before=Verbatim,
    now=Verbatim,
)
NOT_AGREED: Final = message("app.not-agreed", "You did not agree to this table. No seat was taken.")()
OTHER_GAME = message(
    "app.other-game",
    "The invite was to a game of {said}, but the table plays {game}.",
    said=Verbatim,
    game=Verbatim,
)
OTHER_SEATS = message(
    "app.other-seats",
    "The table was shown with {said} seats, but it has {seats}.",
    said=Count,
    seats=Count,
)
BRINGS_BOTS = message("app.brings-bots", "Bots that the host brings: {count}.", count=Count)
COUNTS_IN = message("app.counts-in", "The game counts in league {number}.", number=Verbatim)
SHORT_TIME = message(
    "app.short-time",
    "Each move has to come within {time}; after that the others can vote a player out.",
    time=Verbatim,
)

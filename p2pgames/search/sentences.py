"""What a hint says, and what is said of a game that is looked back on."""

from __future__ import annotations

from p2pgames.text import Count, Message, SeatName, Verbatim, counted, message

BEST = message(
    "search.best", "Best is {move}: {what}; {against}.", move=Verbatim, what=Message, against=Message
)
NOTHING = message("search.nothing", "nothing changes that can be put in words")
ONLY = message("search.only", "no other move is worth a thought")
BETTER = counted(
    "search.better",
    "about {count} percentage point better than {other}",
    "about {count} percentage points better than {other}",
    other=Verbatim,
)
EQUAL = message("search.equal", "{other} is about as good", other=Verbatim)
CHOICE = message("search.choice", "{move}: {chance}, {stands}", move=Verbatim, chance=Message, stands=Message)
CHOICE_ALONE = message("search.choice-alone", "{move}: {chance}", move=Verbatim, chance=Message)
ABOUT = message("search.about", "wins about {percent} % (±{error})", percent=Count, error=Count)
PROVED = message("search.proved", "wins {percent} %, played out to the end", percent=Count)
AHEAD = counted("search.ahead", "{count} point ahead", "{count} points ahead")
BEHIND = counted("search.behind", "{count} point behind", "{count} points behind")
TURNS_AHEAD = counted("search.turns-ahead", "{count} turn ahead", "{count} turns ahead")
TURNS_BEHIND = counted("search.turns-behind", "{count} turn behind", "{count} turns behind")
LEVEL = message("search.level", "level")

# -- looking back --

WON = message("search.won", "{player} won.", player=SeatName)
NO_LOSS = message("search.no-loss", "No move lost a chance worth naming.")
WORST = message(
    "search.worst",
    "The costliest move was in step {step}: {player} played {move}; {best} would have been about {percent}"
    " percentage points better.",
    player=SeatName,
    step=Count,
    move=Verbatim,
    best=Verbatim,
    percent=Count,
)
LOST = counted(
    "search.lost",
    "In {count} move {player} gave away about {points} points of chance; 100 are a sure win.",
    "In {count} moves {player} gave away about {points} points of chance; 100 are a sure win.",
    player=SeatName,
    points=Count,
)
LUCKY = message(
    "search.lucky",
    "Dice and draws brought {player} about {points} points of chance.",
    player=SeatName,
    points=Count,
)
UNLUCKY = message(
    "search.unlucky",
    "Dice and draws cost {player} about {points} points of chance.",
    player=SeatName,
    points=Count,
)
LOSS = message(
    "search.loss",
    "step {step}, {player}: {move}; {best} is better by {percent} percentage points (±{error})",
    step=Count,
    player=SeatName,
    move=Verbatim,
    best=Verbatim,
    percent=Count,
    error=Count,
)

"""What a hint says."""

from __future__ import annotations

from p2pgames.text import Count, Message, Verbatim, counted, message

BEST = message(
    "search.best", "Best is {move}: {what}; {against}.", move=Verbatim, what=Message, against=Message
)
NOTHING = message("search.nothing", "nothing changes that could be named")
ONLY = message("search.only", "there is no other move worth a thought")
BETTER = counted(
    "search.better",
    "about {count} % better than {other}",
    "about {count} % better than {other}",
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

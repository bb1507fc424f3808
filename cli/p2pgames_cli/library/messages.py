"""Why a stored game cannot be used, and what to do."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Message, Verbatim, message

CANNOT_READ = message("library.cannot-read", "Cannot read it: {why}.", why=Message)
BEGINNING_DAMAGED = message("library.beginning-damaged", "Its beginning is damaged: {why}", why=Message)
OLDER: Final = message("library.older", "It was made by an older version of this program.")()
START_ANEW: Final = message("library.start-anew", "Start anew: this version cannot go on with it.")()
NEWER: Final = message("library.newer", "It was made by a newer version of this program.")()
UPDATE: Final = message("library.update", "Update the program: this version cannot go on with it.")()
AUDIT_IT = message("library.audit-it", "{why} Audit it for more.", why=Message)
ASK_FOR_THE_FILE = message(
    "library.ask-for-the-file",
    "The others still have the game. Ask one of them for a copy of its file, put it in place of {file}, "
    "and resume.",
    file=Verbatim,
)
FETCH_IT = message(
    "library.fetch-it",
    "The others still have the game. To fetch it from them again: p2pgames resume {game} --fetch",
    game=Verbatim,
)
GO_ON_FROM_WHAT_IS_SOUND = message(
    "library.go-on-from-what-is-sound",
    "Nobody else has this game. To go on with its undamaged part: p2pgames resume {game} --fetch",
    game=Verbatim,
)
COPY = message("library.copy", "Another copy of game {game}; it is left out.", game=Verbatim)
JOIN_COPIES: Final = message(
    "library.join-copies", "To join two copies: p2pgames merge FILE FILE --out FILE"
)()

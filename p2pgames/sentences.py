"""Sentences that the rules of every game say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from p2pgames.text import Count, Every, FaceName, Joint, Message, PlaceName, Typed, Verbatim, counted, message

GAME_OVER = message("game.over", "The game is over.")
NOT_NOW = message("game.not-now", "That is not possible now.")
NOT_YOUR_TURN = message("game.not-your-turn", "It is not your turn.")
NOT_HELD = message("game.not-held", "You do not hold {face}.", face=FaceName)
ROLLS = message("game.rolls", "rolls {values}", values=Verbatim)
THEN = message("game.then", "{first}; {then}", first=Message, then=Message)
HERE = message("game.here", "{place}: {what}", place=PlaceName, what=Message)
ENDS = message("game.ends", "the game ends: {why}", why=Message)
SET_UP = counted("game.set-up", "{count} point from the set-up", "{count} points from the set-up")
TAKEN_BACK = message("game.taken-back", "no longer holds: {what}", what=Message)
NO_CARD = message("game.no-card", "There is no such card.")
OTHER_CARD = message("game.other-card", "The card is not {face}.", face=FaceName)

# -- what was chosen for a table --

PLAYERS = message(
    "game.players", "{game} is for {players} players, not {seats}.", game=Verbatim, players=Count, seats=Count
)
PLAYERS_BETWEEN = message(
    "game.players-between",
    "{game} is for {least} to {most} players, not {seats}.",
    game=Verbatim,
    least=Count,
    most=Count,
    seats=Count,
)
NO_OPTIONS = message(
    "game.no-options", "{game} has no option {typed}. Its options: none.", game=Verbatim, typed=Typed
)
NO_OPTION = message(
    "game.no-option",
    "{game} has no option {typed}. Its options: {options}.",
    game=Verbatim,
    typed=Typed,
    options=Every,
)
NO_VALUE = message(
    "game.no-value",
    "Option {option} is one of {values}, not {typed}.",
    option=Verbatim,
    values=Every,
    typed=Typed,
)

# -- games that are installed --

NO_GAME = message("game.no-game", "There is no game {typed}. Installed: {games}.", typed=Typed, games=Every)
NOT_THE_GAME = message(
    "game.not-the-game", "The package that offers {typed} does not hold a game of that name.", typed=Typed
)
NOT_A_BOT = message(
    "game.not-a-bot",
    "The bot {bot} cannot be used; reinstall its package or choose another. ({why})",
    bot=Verbatim,
    why=Message,
)
NOT_A_MOVE = message(
    "game.not-a-move", "The bot {bot} chose a move that is not allowed: {why}", bot=Verbatim, why=Message
)
OTHER_VERSION = message(
    "game.other-version",
    "Version {version} of the rules of {game} is not here, only {versions}: a newer p2pgames may have it.",
    game=Verbatim,
    versions=Every,
    version=Count,
)


def words(some: Iterable[str]) -> Every:
    """Return what can be typed, as a parameter."""
    return Every(tuple(map(Verbatim, some)), Joint.COMMA)


def wrong_seats(game: str, players: range, seats: int) -> Message:
    """Return the sentence that a game is not for this many players."""
    least, most = Count(players[0]), Count(players[-1])
    if least == most:
        return PLAYERS(game=Verbatim(game), players=least, seats=Count(seats))
    return PLAYERS_BETWEEN(game=Verbatim(game), least=least, most=most, seats=Count(seats))


def no_option(game: str, options: Sequence[str], typed: str) -> Message:
    """Return that a game has no such option, but these."""
    if not options:
        return NO_OPTIONS(game=Verbatim(game), typed=Typed(typed))
    return NO_OPTION(game=Verbatim(game), typed=Typed(typed), options=words(options))


def joined(parts: Sequence[Message]) -> Message:
    """Return one message that says all of these, of which there is at least one."""
    return reduce(lambda then, first: THEN(first=first, then=then), reversed(parts))


def here(place: str, parts: Sequence[Message]) -> Message:
    """Return what stands at a place: its name, then all that is said of it, of which there is at least one."""
    return HERE(place=PlaceName(place), what=joined(parts))

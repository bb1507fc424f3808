"""Sentences that the rules of every game say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from p2pgames.text import Count, Every, Joint, Message, PlaceName, Typed, Verbatim, counted, message

GAME_OVER = message("game.over", "The game is over.")
NOT_NOW = message("game.not-now", "That is not possible now.")
NOT_YOUR_TURN = message("game.not-your-turn", "It is not your turn.")
NOT_HELD = message("game.not-held", "You do not hold {face:face}.")
ROLLS = message("game.rolls", "rolls {values:verbatim}")
THEN = message("game.then", "{first:message}; {then:message}")
HERE = message("game.here", "{place:place}: {what:message}")
ENDS = message("game.ends", "the game ends: {why:message}")
SET_UP = counted("game.set-up", "{count} point from the set-up", "{count} points from the set-up")
TAKEN_BACK = message("game.taken-back", "no longer holds: {what:message}")
NO_CARD = message("game.no-card", "There is no such card.")
OTHER_CARD = message("game.other-card", "The card is not {face:face}.")

# -- what was chosen for a table --

PLAYERS = message("game.players", "{game:verbatim} is for {players:count} players, not {seats:count}.")
PLAYERS_BETWEEN = message(
    "game.players-between", "{game:verbatim} is for {least:count} to {most:count} players, not {seats:count}."
)
NO_OPTIONS = message("game.no-options", "{game:verbatim} has no option {typed:typed}. Its options: none.")
NO_OPTION = message(
    "game.no-option", "{game:verbatim} has no option {typed:typed}. Its options: {options:every}."
)
NO_VALUE = message("game.no-value", "Option {option:verbatim} is one of {values:every}, not {typed:typed}.")

# -- games that are installed --

NO_GAME = message("game.no-game", "There is no game {typed:typed}. Installed: {games:every}.")
NOT_THE_GAME = message(
    "game.not-the-game", "The package that offers {typed:typed} does not hold a game of that name."
)
NOT_A_BOT = message(
    "game.not-a-bot",
    "The bot {bot:verbatim} cannot be used; reinstall its package or choose another. ({why:message})",
)
NOT_A_MOVE = message(
    "game.not-a-move", "The bot {bot:verbatim} chose a move that is not allowed: {why:message}"
)
OTHER_VERSION = message(
    "game.other-version",
    "Version {version:count} of the rules of {game:verbatim} is not here, only {versions:every}: a newer "
    "p2pgames may have it.",
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

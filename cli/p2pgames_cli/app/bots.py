"""The bots that are asked for, and those that there are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from p2pgames.contract import Seat
from p2pgames.game import Game
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _


def check_bots(game: Game, bots: Mapping[Seat | None, str], *, at_one_computer: bool = False) -> None:
    """Raise `Stop` for a bot that the game does not have, or at a seat that it never has.

    A name alone means the one seat that is played here; where all are, it would be nobody's.
    """
    for seat, name in bots.items():
        check_bot(game, name)
        if seat is None and at_one_computer:
            said = _("Several play at this computer: say which seat the bot takes, such as --bot 2={bot}.")
            raise Stop(Code.USAGE, said.format(bot=name))
        if seat is not None and seat >= (most := game.rules.players[-1]):
            said = _("{title} has seats 1 to {most}: no bot can sit at seat {seat}.")
            raise Stop(Code.USAGE, said.format(title=game.title, most=most, seat=seat + 1))


def check_bot(game: Game, name: str) -> None:
    """Raise `Stop` for a bot that the game does not have."""
    if name not in game.bots:
        said = _("{title} has the bots {names}, not {name!r}.")
        raise Stop(Code.USAGE, said.format(title=game.title, names=", ".join(game.bots), name=name))


def no_seat(name: str, text: str) -> Stop:
    """Return the `Stop` for a bot whose seat is written wrongly."""
    said = _("A bot sits at a seat from 1 on, as in --bot 2={name}, not {text!r}.")
    return Stop(Code.USAGE, said.format(name=name, text=text))


# How the bots at a table are called.

NAMES: Final = ("Cleo", "Otto", "Ida", "Hugo", "Mina", "Leo", "Nora", "Finn")
BETWEEN: Final = ", bot ("
_PLAYS: Final = re.compile(re.escape(BETWEEN) + r"[^()]*\)")


def bot_name(at: int, bot: str) -> str:
    """Return how a bot is named at the table, the same to everybody: its own name, and that of how it plays."""
    number = at // len(NAMES)
    return f"{NAMES[at % len(NAMES)]}{number + 1 if number else ''}{BETWEEN}{bot})"


def without_bot_names(names: str) -> str:
    """Return names without what says of bots how they play."""
    return _PLAYS.sub("", names)


def bot_of(name: str) -> str:
    """Return how a bot plays that is named so."""
    return name.rpartition(BETWEEN)[2].removesuffix(")")

"""How a game is to be played, from flags and settings."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames.game import Game
from p2pgames_cli.config.context import flag, full_screen, settled, within
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.play_options import Manner, Mode


def manner(
    game: Game, bots: tuple[str, ...], on_turn: str, *, confirm: bool, timeout: float | None = None
) -> Manner:
    """Return how to play; raise `Stop` for a bot that there is not."""
    return Manner(
        mode(),
        dict(bot(game, text) for text in bots),
        on_turn,
        timeout,
        bool(flag("ascii")),
        flag("color"),
        confirm,
        within=within(),
        settings=settled(),
    )


def mode() -> Mode:
    """Return what the player sees: lines of text wherever there is no terminal to draw on."""
    if flag("json"):
        return Mode.JSON
    return Mode.SCREEN if full_screen() else Mode.PLAIN


def looking() -> Manner:
    """Return how to show what nobody plays here."""
    return Manner(
        mode(), ascii=bool(flag("ascii")), colour=flag("color"), within=within(), settings=settled()
    )


def bot(game: Game, text: str) -> tuple[Seat | None, str]:
    """Return the seat and the name that NAME or SEAT=NAME says; raise `Stop` for a bot that there is not."""
    seat, equals, name = text.rpartition("=")
    if name not in game.bots:
        said = _("{title} has the bots {names}, not {name!r}.")
        raise Stop(Code.USAGE, said.format(title=game.title, names=", ".join(game.bots), name=name))
    if not equals:
        return None, name
    if not seat.isascii() or not seat.isdigit() or not 1 <= int(seat) <= game.rules.players[-1]:
        said = _("A bot sits at a seat from 1 on, as --bot 2={name}, not {text!r}.")
        raise Stop(Code.USAGE, said.format(name=name, text=text))
    return int(seat) - 1, name

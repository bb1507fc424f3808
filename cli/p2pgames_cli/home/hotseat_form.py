"""The form of a hot seat: who sits at this computer, people and bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2pgames.contract import Seat
from p2pgames.game import LEVELS, Game
from p2pgames_cli.app.hotseat import HotseatRequest, hotseat, named_bots, usual_names
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings import capital
from p2pgames_cli.home.context import HomeContext
from p2pgames_cli.home.new_table import given, options, seats
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.library.levels import cost, positions
from p2pgames_cli.table.item import Item
from p2pgames_cli.ui.field import Choice, Field, Text
from p2pgames_cli.ui.form import Form

PERSON = N_("a person")


@dataclass
class Level:
    """The strength of the bots in a quick game; the gentlest unless the player chooses."""

    games: Sequence[Game]
    name: str = LEVELS[0]

    def item(self) -> Item:
        """Return the line that says so; choosing it takes the next one."""
        said = _("{level} ({cost}); Enter: the next one")
        about = said.format(level=self.name, cost=cost(self.games, self.name))
        return Item(_("how strong"), "l", about, self._next)

    def _next(self) -> None:
        self.name = LEVELS[(LEVELS.index(self.name) + 1) % len(LEVELS)]


class HotSeat:
    """What is chosen for a game at one computer before it begins."""

    def __init__(self, here: HomeContext, game: Game) -> None:
        self.here, self.game = here, game
        self.seats, self.options = seats(game), options(game)
        names = usual_names(here.user.home.name())
        self._all = [self._seat(at, names[at]) for at in range(game.rules.players[-1])]

    def _seat(self, at: int, name: str) -> tuple[Choice, Text]:
        about = _("A person at this computer, or a bot.")
        if self.game.thought is not None:
            about = f"{about} {capital(positions(self.game.thought))}."
        kind = Choice(_("seat {n}").format(n=at + 1), (PERSON, *self.game.bots), about)
        return kind, Text(_("name at seat {n}").format(n=at + 1), "", name)

    @property
    def sitting(self) -> list[tuple[Choice, Text]]:
        """For every seat there is who plays it, and the name of a person."""
        return self._all[: int(self.seats.value)]

    def form(self) -> Form:
        """Return the page."""
        title = _("Hot seat: {title}").format(title=self.game.title)
        return Form(title, self.fields, ((_("Begin"), self.begin),))

    def fields(self) -> list[Field]:
        """Return what there is to choose; a bot needs no name."""
        fields: list[Field] = [self.seats]
        for kind, person in self.sitting:
            fields += [kind, person] if kind.value == PERSON else [kind]
        return [*fields, *self.options]

    def begin(self) -> None:
        """Begin the game."""
        here = self.here
        bots: dict[Seat | None, str] = {
            at: kind.value for at, (kind, _person) in enumerate(self.sitting) if kind.value != PERSON
        }
        called = named_bots(bots)
        names = tuple(called.get(at) or _seated(person) for at, (_kind, person) in enumerate(self.sitting))
        table = TableRequest(self.game, int(self.seats.value), given(self.options))
        here.play(hotseat, HotseatRequest(here.user, table, replace(here.how, bots=bots), names))


def against_bots(here: HomeContext, game: Game, level: str) -> HotseatRequest:
    """Return what begins a game at once: as few seats as there can be, a bot of this level on all but the first."""
    count, bot = game.rules.players[0], level if level in game.bots else game.usual
    bots: dict[Seat | None, str] = dict.fromkeys(range(1, count), bot)
    names = (usual_names(here.user.called)[0], *named_bots(bots).values())
    return HotseatRequest(here.user, TableRequest(game, count), replace(here.how, bots=bots), names)


def _seated(person: Text) -> str:
    """Return the name of a person at a seat."""
    name = person.value.strip()
    if not name or "," in name:
        raise Stop(Code.USAGE, _("The {name} is missing, or has a comma in it.").format(name=person.name))
    return name

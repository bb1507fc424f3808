"""The form of a new table: to which others come with an invite, or which fills up by mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from p2pgames.contract import Seat
from p2pgames.game import LEVELS, Game
from p2pgames_cli.app.host import HostRequest, host
from p2pgames_cli.app.hotseat import HotseatRequest, hotseat, named_bots, usual_names
from p2pgames_cli.app.mail_table import HostByMailRequest
from p2pgames_cli.app.network import network_of
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings import capital
from p2pgames_cli.home.context import HomeContext
from p2pgames_cli.home.mail import Mail
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.library.games import cost, positions
from p2pgames_cli.table.item import Item
from p2pgames_cli.ui.field import Choice, Field, Text
from p2pgames_cli.ui.form import Form
from p2pgames_cli.ui.transport_form import TransportFields, UsedFor

ANYBODY, ASKED = N_("whoever has the invite"), N_("whom I let in")
INVITED, BY_MAIL = N_("with an invite"), N_("by mail")
MYSELF = N_("myself")
NO_BOT = N_("nobody")
TIME, PATIENT = "time", "none"
OPTIONS = (
    *(N_("time"), N_("watchers"), N_("bonus"), N_("city"), N_("orientation"), N_("hand")),
    *(N_("pockets"), N_("traveller_tiles"), N_("layout"), N_("size"), N_("spacing"), N_("blockers")),
    N_("neutral"),
)
"""The options that are known here, for translators; on the command line they are typed as they stand."""


class NewTable:
    """What is chosen for a table before it is opened."""

    def __init__(self, here: HomeContext, mail: Mail, game: Game) -> None:
        self.here, self.mail, self.game = here, mail, game
        self.seats, self.options = seats(game), options(game)
        self.come = Choice(
            _("the others come"),
            (INVITED, BY_MAIL),
            _("By mail nobody needs a connection: you send a letter, and packs of moves after it."),
        )
        self.who = Choice(
            _("who may sit down"),
            (ANYBODY, ASKED),
            _("With the second choice you are asked about each of them."),
        )
        self.plays = Choice(
            _("your seat is played by"), (MYSELF, *game.bots), _("A bot plays for you while you watch.")
        )
        self.brought = Choice(
            _("a bot beside you"),
            (NO_BOT, *game.bots),
            _("Your computer plays it and knows its cards; everybody is told before they join."),
        )
        settled = here.stack.play_options.settings
        usual = str(settled["network.via"]) or _("as usual")
        self.ways = TransportFields(
            UsedFor.TABLE,
            usual,
            _("What the settings say, or others for this table alone."),
            settled.now.values,
        )
        self._by_mail = False

    def form(self) -> Form:
        """Return the page."""
        title = _("New table: {title}").format(title=self.game.title)
        return Form(title, self.fields, ((_("Open the table"), self.open),))

    def fields(self) -> list[Field]:
        """Return what there is to choose; by mail nobody is let in, reached or played for."""
        by_mail = self.come.value == BY_MAIL
        if by_mail != self._by_mail:
            self._by_mail = by_mail
            self._wait(by_mail)
        fields: list[Field] = [self.seats, *self.options, self.come]
        if by_mail:
            return fields
        brought = [self.brought] if self._has_room else []
        return [*fields, *brought, self.who, self.ways.more(self.here.stack), self.plays]

    @property
    def _has_room(self) -> bool:
        """Whether a seat is left for somebody else beside the player and a bot."""
        return int(self.seats.value) > 2

    def _wait(self, by_mail: bool) -> None:
        """Have the table wait for silent players as long as it is usual: a mail takes hours."""
        for option in self.options:
            if option.option == TIME and PATIENT in option.values:
                option.at = option.values.index(PATIENT) if by_mail else 0

    def open(self) -> None:
        """Open the table."""
        here = self.here
        bot = self.brought.value if self._has_room and self.come.value != BY_MAIL else NO_BOT
        brought = () if bot == NO_BOT else (bot,)
        table = TableRequest(self.game, int(self.seats.value), given(self.options), brought)
        if self.come.value == BY_MAIL:
            self.mail.open(HostByMailRequest(here.user, table))
            return
        bots: dict[Seat | None, str] = {} if self.plays.value == MYSELF else {None: self.plays.value}
        network = network_of(here.how.settings, self.ways.written())
        asked = self.who.value == ASKED
        request = HostRequest(here.user, table, replace(here.how, bots=bots), network, asked)
        here.play(partial(host, ui=here.place.opening), request)


def seats(game: Game) -> Choice:
    """Return the field for the number of seats."""
    return Choice(_("seats"), tuple(map(str, game.rules.players)), _("How many play."))


def options(game: Game) -> list[Choice]:
    """Return what the game and every table let choose."""
    from p2pgames_protocol.log.genesis import TABLE_OPTIONS

    offered = (*game.rules.options, *TABLE_OPTIONS)
    return [Choice(_(o.name), o.values, named(o.about), option=o.name) for o in offered if len(o.values) > 1]


def given(chosen: list[Choice]) -> dict[str, str]:
    """Return what was chosen."""
    return {choice.option: choice.value for choice in chosen}


# The form of a hot seat: who sits at this computer, people and bots.

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

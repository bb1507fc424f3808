"""The form of a new table: to which others come with an invite, or which fills up by mail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from p2pgames.contract import Seat
from p2pgames.game import LEVELS, Game
from p2pgames_cli.app.host import HostRequest, host
from p2pgames_cli.app.hotseat import HotseatRequest, hotseat, named_bots, usual_names
from p2pgames_cli.app.mail_table import HostByMailRequest
from p2pgames_cli.app.network import network_of
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings import capitalised
from p2pgames_cli.home.context import HomeContext
from p2pgames_cli.home.mail import Mail
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.library.games import positions_line
from p2pgames_cli.pages.field import ChoiceField, Field, MoreField, TextField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.pages.transport_form import TransportFields, UsedFor
from p2pgames_cli.table.actions.looking import TRUST

ANYBODY, ASKED = N_("whoever has the words or the line"), N_("whom I let in")
INVITED, BY_MAIL = N_("while I wait"), N_("by mail")
MYSELF, FRIEND = N_("myself"), N_("a friend")
TIME, PATIENT = "time", "none"
OPTIONS = (
    *(N_("time"), N_("watchers"), N_("bonus"), N_("city"), N_("orientation"), N_("hand")),
    *(N_("pockets"), N_("traveller_tiles"), N_("layout"), N_("size"), N_("spacing"), N_("blockers")),
    N_("neutral"),
)
"""The options that are known here, for translators; on the command line they are typed as they stand."""


class NewTable:
    """What is chosen for a table before it is opened: who plays and how fast; all else once it is unfolded."""

    def __init__(self, here: HomeContext, mail: Mail, game: Game) -> None:
        self.here, self.mail, self.game = here, mail, game
        self.seats, self.options = seats_field(game), option_fields(game)
        about = _("A friend comes with the words that you tell them; a bot is played by your computer.")
        self.bots = bot_strengths(game)
        kinds = (FRIEND, *(_("bot: {name}").format(name=bot) for bot in self.bots))
        self.others = [
            ChoiceField(_("seat {n}").format(n=seat), kinds, about)
            for seat in range(2, game.rules.players[-1] + 1)
        ]
        self.come = ChoiceField(
            _("friends come"),
            (INVITED, BY_MAIL),
            _("By mail nobody needs a connection: you send a letter, and packs of moves after it."),
        )
        self.who = ChoiceField(
            _("who may sit down"),
            (ANYBODY, ASKED),
            _("With the second choice you are asked about each of them."),
        )
        self.plays = ChoiceField(
            _("your seat is played by"), (MYSELF, *game.bots), _("A bot plays for you while you watch.")
        )
        settled = here.settings
        usual = str(settled["network.via"]) or _("as usual")
        self.ways = TransportFields(
            UsedFor.TABLE,
            usual,
            _("What the settings say, or others for this table alone."),
            settled.now.values,
        )
        self._by_mail, self._unfolded = False, False

    def form(self) -> Form:
        """Return the page."""
        title = _("{title} with friends").format(title=self.game.title)
        return Form(title, self.fields, ((_("Open the table"), self.open),))

    def fields(self) -> list[Field]:
        """Return what there is to choose; by mail nobody is let in, reached or played for."""
        by_mail = self.come.value == BY_MAIL
        if by_mail != self._by_mail:
            self._by_mail = by_mail
            self._wait(by_mail)
        fields: list[Field] = [self.seats] if len(self.seats.values) > 1 else []
        fields += [] if by_mail else self._others
        fields += [option for option in self.options if option.option == TIME]
        if not self._unfolded:
            about = _("Variants of the game, who may sit down, how friends reach you, play by mail.")
            return [*fields, MoreField(_("more options"), lambda: _("show"), about, self._unfold)]
        fields += [option for option in self.options if option.option != TIME]
        return (
            [*fields, self.come]
            if by_mail
            else [*fields, self.come, self.who, self.ways.more(self.here.stack), self.plays]
        )

    @property
    def _others(self) -> list[ChoiceField]:
        """Who plays at the seats that there are beside the player's own."""
        return self.others[: int(self.seats.value) - 1]

    def _unfold(self) -> None:
        self._unfolded = True

    def _wait(self, by_mail: bool) -> None:
        """Have the table wait for silent players as long as it is usual: a mail takes hours."""
        for option in self.options:
            if option.option == TIME and PATIENT in option.values:
                option.at = option.values.index(PATIENT) if by_mail else 0

    def open(self) -> None:
        """Open the table; with bots alone the game begins at once."""
        here, by_mail = self.here, self.come.value == BY_MAIL
        brought = () if by_mail else tuple(self.bots[one.at - 1] for one in self._others if one.at)
        table = TableRequest(self.game, int(self.seats.value), chosen_options(self.options), brought)
        if by_mail:
            self.mail.open(HostByMailRequest(here.user, table))
            return
        bots: dict[Seat | None, str] = {} if self.plays.value == MYSELF else {None: self.plays.value}
        if len(brought) == len(self._others):
            alone = {0: self.plays.value} if bots else {}
            here.play(
                hotseat, with_bots(here, replace(table, bots=()), {**alone, **dict(enumerate(brought, 1))})
            )
            return
        network = network_of(here.settings, self.ways.written())
        asked = self.who.value == ASKED
        request = HostRequest(here.user, table, here.client.with_options(bots=bots), network, asked)
        here.play(partial(host, ui=here.ui), request)


def seats_field(game: Game) -> ChoiceField:
    """Return the field for the number of seats."""
    return ChoiceField(_("seats"), tuple(map(str, game.rules.players)), _("How many play."))


def option_fields(game: Game) -> list[ChoiceField]:
    """Return what the game and every table let choose."""
    from p2pgames_protocol.log.genesis import TABLE_OPTIONS

    offered = (*game.rules.options, *TABLE_OPTIONS)
    return [
        ChoiceField(
            _("time per move") if o.name == TIME else _(o.name), o.values, named(o.about), option=o.name
        )
        for o in offered
        if len(o.values) > 1
    ]


def bot_strengths(game: Game) -> list[str]:
    """Return the bots of a game, those that think by their strength first."""
    return sorted(game.bots, key=lambda bot: LEVELS.index(bot) if bot in LEVELS else len(LEVELS))


def chosen_options(chosen: list[ChoiceField]) -> dict[str, str]:
    """Return what was chosen."""
    return {choice.option: choice.value for choice in chosen}


# The form of a hot seat: who sits at this computer, people and bots.

PERSON = N_("a person")
ONE_SCREEN, PHONES = N_("one screen for all"), N_("one room, a phone each")


class HotSeatForm:
    """What is chosen for a game at one computer before it begins."""

    def __init__(self, here: HomeContext, game: Game) -> None:
        self.here, self.game = here, game
        self.seats, self.options = seats_field(game), option_fields(game)
        names = usual_names(here.home.name())
        self.where = ChoiceField(
            _("people play at"),
            (ONE_SCREEN, PHONES),
            _("With phones this screen shows the table for all, and a code for each seat.") + " " + _(TRUST),
        )
        self._all = [self._seat(at, names[at]) for at in range(game.rules.players[-1])]

    def _seat(self, at: int, name: str) -> tuple[ChoiceField, TextField]:
        about = _("A person at this computer, or a bot.")
        if self.game.thought is not None:
            about = f"{about} {capitalised(positions_line(self.game.thought))}."
        kind = ChoiceField(_("seat {n}").format(n=at + 1), (PERSON, *self.game.bots), about)
        return kind, TextField(_("name at seat {n}").format(n=at + 1), "", name)

    @property
    def sitting(self) -> list[tuple[ChoiceField, TextField]]:
        """For every seat there is who plays it, and the name of a person."""
        return self._all[: int(self.seats.value)]

    def form(self) -> Form:
        """Return the page."""
        title = _("{title} at one computer").format(title=self.game.title)
        return Form(title, self.fields, ((_("Begin"), self.begin),))

    def fields(self) -> list[Field]:
        """Return what there is to choose; a bot needs no name."""
        fields: list[Field] = [self.seats]
        for kind, person in self.sitting:
            fields += [kind, person] if kind.value == PERSON else [kind]
        return [*fields, *self.options, self.where]

    def begin(self) -> None:
        """Begin the game."""
        here = self.here
        bots: dict[Seat | None, str] = {
            at: kind.value for at, (kind, _person) in enumerate(self.sitting) if kind.value != PERSON
        }
        called = named_bots(bots)
        names = tuple(called.get(at) or _seated(person) for at, (_kind, person) in enumerate(self.sitting))
        table = TableRequest(self.game, int(self.seats.value), chosen_options(self.options))
        client = here.client.with_options(bots=bots, phones=self.where.value == PHONES)
        here.play(hotseat, HotseatRequest(here.user, table, client, names))


def against_bots(here: HomeContext, game: Game, level: str) -> HotseatRequest:
    """Return what begins a game at once: as few seats as there can be, a bot of this level on all but the first."""
    count = game.rules.players[0]
    return with_bots(here, TableRequest(game, count), dict.fromkeys(range(1, count), level))


def with_bots(here: HomeContext, table: TableRequest, at: Mapping[Seat, str]) -> HotseatRequest:
    """Return what begins a game of the player and bots at this computer."""
    bots: dict[Seat | None, str] = dict(at.items())
    called = named_bots(bots)
    own = usual_names(here.user.called)[0]
    names = tuple(called.get(seat, own) for seat in range(table.seats or 0))
    return HotseatRequest(here.user, table, here.client.with_options(bots=bots), names)


def _seated(person: TextField) -> str:
    """Return the name of a person at a seat."""
    name = person.value.strip()
    if not name or "," in name:
        raise Stop(Code.USAGE, _("The {name} is missing, or has a comma in it.").format(name=person.name))
    return name

"""The first page of the home, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from p2pgames import registry
from p2pgames.game import LEVELS, Game
from p2pgames.text import inert
from p2pgames_cli.app import neighbours
from p2pgames_cli.app.hotseat import LearnRequest, hotseat, learn
from p2pgames_cli.app.join import JoinRequest, join
from p2pgames_cli.app.neighbours import free_seats
from p2pgames_cli.app.network import NetworkOptions, network_of
from p2pgames_cli.app.watch import WatchRequest, watch
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.home import open_tables
from p2pgames_cli.home.context import WIDTH, Do, HomeContext, HomePlace
from p2pgames_cli.home.game_page import GamePage
from p2pgames_cli.home.games import Games, title_of
from p2pgames_cli.home.leagues import Leagues
from p2pgames_cli.home.new_table import HotSeatForm, NewTable, against_bots
from p2pgames_cli.home.preferences import Person, Preferences
from p2pgames_cli.home.seats import Seats
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.library.stored_games import BrokenGame, Stored
from p2pgames_cli.pages.field import Field, TextField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.pages.home_page import GameCard, HomePage, HomeView
from p2pgames_cli.pages.menu import Menu
from p2pgames_cli.pages.page import PageContent
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.rules_page import rules_page
from p2pgames_cli.pages.text_page import TextPage
from p2pgames_cli.pages.transport_form import TransportFields, UsedFor
from p2pgames_cli.table.invites import offered, read_way_in
from p2pgames_cli.table.item import Item
from p2pgames_protocol.mail.letters import Filling
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.invite import Invite, Words
from p2pgames_protocol.wire.names import seen, shown

if TYPE_CHECKING:
    from p2pgames_protocol.discovery.lan import Found

# What came of the player's games with others, and how everybody stands in series of them, as a page.

GROWTH: Final = 1.2
"""How many times as many games must have been read before all are counted again: 10,000 of them are 50 times."""


class Standings(TextPage):
    """Counts the games that were read so far; the others are read beside it, and it grows."""

    def __init__(self, games: Games) -> None:
        super().__init__(_("results"), [])
        self._games = games
        self._counted = (-1, 0)
        """How many were read and unread when they were counted last."""

    def _look(self) -> None:
        """Count again if there is much more to count, or nothing more to come: so all in all it takes linear time."""
        unread = self._games.unread
        now = len(self._games.found) - unread, unread
        if now != self._counted and (not unread or now[0] > self._counted[0] * GROWTH):
            self._counted = now
            self.lines = list(self._count(unread))

    def _count(self, unread: int) -> Iterator[str]:
        from p2pgames_cli.app.listing import result_lines, series_lines

        games, index = self._games.found, self._games.index
        known = [(game.path, index.row(game)) for game in games if index.known(game) is not None]
        entries = [(file, row) for file, row in known if "problem" not in row]
        yield from result_lines(entries, self._games.identity) or [
            _("None of your games with others is over yet.")
        ]
        if series := series_lines(entries):
            yield from ("", *series)
        if unread:
            yield from ("", _("Games still to be read: {count}").format(count=unread))
        said = _("Left out, because it cannot be used: {file}: {why}")
        for file, row in known:
            if "problem" in row:
                yield inert(said.format(file=file, why=named(row["problem"])))

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return what is known now."""
        self._look()
        return super().rows(columns, rows)

    def plain(self) -> dict[str, Any]:
        """Return what is known now."""
        self._look()
        return super().plain()


# Tables that people on this network have open, as a page of the home.

LOOK = 4.0
"""Seconds to look for tables."""


def nearby(here: HomeContext) -> None:
    """Look for tables on this network, and list them; who chooses one knocks there."""

    def look() -> None:
        here.tell(_("Looking for tables on this network ..."))
        found = neighbours.find_tables(LOOK, here.client)[:9]
        items = [_item(here, one, str(at)) for at, one in enumerate(found, 1)]
        heading = _("the host is asked whether you may sit down")
        here.open(Menu(_("Tables nearby"), lambda: [(heading, items)]))

    here.do_off_screen(look)


def _item(here: HomeContext, found: Found, key: str) -> Item:
    notice = found.notice
    about = f"{seen(notice.game)}, {free_seats(notice)}, {_('key {key}').format(key=short(notice.key))}"

    def join_it() -> None:
        network = network_of(here.settings)
        request = JoinRequest(
            here.user, found.invite(), here.client, network, near=True, seats=found.notice.seats
        )
        here.play(partial(join, ui=here.ui), request)

    return Item(shown(notice.name), key, about, join_it)


class Pages:
    """Builds the pages; a form that was filled in is kept until its table has begun."""

    def __init__(self, user: User, games: Games, stack: PageStack, do: Do, place: HomePlace) -> None:
        self.here = HomeContext(user, games, stack, do, place, self.forget)
        self.game_page, self.person = GamePage(self.here), Person(self.here)
        self.preferences, self.leagues = Preferences(self.here, self.person), Leagues(self.here)
        self._kept: dict[str, Form] = {}
        self.first, home = HomePage(self._view), user.home
        stack.pages.append(self.first)
        lost = None if home.has_identity() else home.last_key.lost()
        if lost or not self.person.is_known():
            stack.open(self.person.first())
            stack.notice = named(lost) if lost else ""

    def forget(self) -> None:
        """Go back to the first page, with every form empty again, and to the game that was just played."""
        here = self.here
        self._kept.clear()
        here.close_all()
        here.games.refresh()
        self.first.go_to_games()

    def go_to_waiting_game(self) -> None:
        """Go to the first of the games, if it waits for the player."""
        games = self.here.games
        own = open_tables.closed_games(self.here, games.found)
        if own and games.waits(own[0]):
            self.first.go_to_games()

    def head(self) -> str:
        """Return who plays here, for the head of the screen."""
        user = self.here.user
        return user.called

    def _view(self) -> HomeView:
        games, here = self.here.games, self.here
        found = (
            (_("open tables"), open_tables.table_items(here)),
            (
                _("your games"),
                [self._game_item(game) for game in open_tables.closed_games(here, games.found)],
            ),
            (_("tables by mail"), [self._table_item(table) for table in games.tables]),
            (
                _("games that cannot be read"),
                [self._broken_item(lost, inert(lost.id[:8])) for lost in games.broken],
            ),
            (
                _("files that hold a game once more"),
                [self._broken_item(copy, inert(copy.path.name)) for copy in games.copies],
            ),
        )
        doors = (
            Item(_("Join a table"), "j", _("with words or a line"), lambda: self._keep("join", self._join)),
            Item(_("More"), "m", "", lambda: here.open(Menu(_("More"), lambda: [("", self._rest())]))),
            *self._elsewhere(),
        )
        sections = tuple((title, tuple(items)) for title, items in found if items)
        return HomeView(tuple(map(self._card, registry.names())), doors, tuple(self._rest()), sections)

    def _card(self, name: str) -> GameCard:
        from p2pgames_cli.library.games import find, players_range

        here = self.here
        try:
            game = find(name)
        except Stop as stop:
            page = TextPage(inert(name), wrap(str(stop), WIDTH))
            what = Item(_("What is wrong"), "", "", lambda: here.open(page))
            return GameCard(name, inert(name), "", (what,))
        about = named(game.about) if game.about is not None else ""
        count = _("{players} players").format(players=players_range(game))
        does = (
            Item(_("Learn"), "l", "", lambda: here.play(learn, LearnRequest(here.user, game, here.client))),
            Item(_("Play a bot"), "b", "", lambda: self._play_bot(game)),
            Item(_("With friends"), "f", "", lambda: self._new(game)),
        )
        return GameCard(name, game.title, f"{count} · {about}" if about else count, does)

    def _rest(self) -> list[Item]:
        here = self.here
        return [
            Item(_("Rules"), "1", _("how the games are played"), self._rules),
            Item(
                _("At one computer"),
                "2",
                _("several people here, with a phone each if they like, or against bots"),
                self._hot_seat,
            ),
            Item(
                _("Watch"), "3", _("look on at a table of others"), lambda: self._keep("watch", self._watch)
            ),
            Item(_("Nearby"), "4", _("tables that people on this network have open"), lambda: nearby(here)),
            Item(
                _("Results"),
                "5",
                _("how your games with others ended"),
                lambda: here.open(Standings(here.games)),
            ),
            Item(_("Leagues"), "6", _("your standing, and games still to play"), self.leagues.open),
            Item(
                _("Replay or audit"),
                "7",
                _("a game file of yours or of others"),
                lambda: self._keep("file", self.game_page.files.form),
            ),
            Item(
                _("Unpack"),
                "8",
                _("moves that friends sent you as files"),
                lambda: self._keep("unpack", self.game_page.mail.unpack),
            ),
            Item(
                _("Settings"),
                "9",
                _("your name, colours, notices, keys"),
                lambda: here.open(self.preferences.menu()),
            ),
        ]

    def _elsewhere(self) -> list[Item]:
        here = self.here
        elsewhere, stack = here.place.elsewhere, here.stack
        if elsewhere is None:
            return []
        return [Item(_("In the browser"), "w", "", lambda: stack.do_off_screen(elsewhere))]

    def _game_item(self, game: Stored) -> Item:
        games = self.here.games
        name, about = games.line(game)
        more = partial(self.game_page.more, game)
        return Item(name, "", about, lambda: self.game_page.open(game), waits=games.waits(game), more=more)

    def _broken_item(self, lost: BrokenGame, title: str) -> Item:
        said = (inert(str(lost.path)), named(lost.why), named(lost.help))
        lines = [part for text in said for part in (*wrap(text, WIDTH), "")]
        page = lambda: self.here.open(TextPage(title, lines))  # noqa: E731
        return Item(
            title,
            "",
            named(lost.why),
            page if lost.genesis is None else lambda: self.game_page.mend(lost, page),
        )

    def _table_item(self, table: Filling) -> Item:
        from p2pgames_cli.app.mail_table import filling_in_words

        letters = self.game_page.mail
        name = f"{title_of(table.proposal.rules)} {table.table.hex()[:8]}"
        return Item(name, "", filling_in_words(table), lambda: self.here.open(letters.letter(table)))

    # -- choosing a game --

    def _choose(self, title: str, do: Callable[[Game], None]) -> None:
        items = [self._choice(name, str(at), do) for at, name in enumerate(registry.names(), 1)]
        self.here.open(Menu(title, lambda: [("", items)]))

    def _choice(self, name: str, key: str, do: Callable[[Game], None]) -> Item:
        from p2pgames_cli.library.games import find, players_range

        try:
            game = find(name)
        except Stop as stop:
            return Item(name, key, str(stop), lambda: None)
        return Item(
            game.title, key, _("{players} players").format(players=players_range(game)), lambda: do(game)
        )

    def _rules(self) -> None:
        self._choose(_("Rules"), lambda game: self.here.open(rules_page(game)))

    def _play_bot(self, game: Game) -> None:
        """Ask how strong the bot shall be; the gentlest comes first."""
        from p2pgames_cli.library.games import strength

        here = self.here
        levels = [level for level in LEVELS if level in game.bots] or list(game.bots)
        items = [
            Item(
                level,
                str(at),
                strength(game, level),
                partial(here.play, hotseat, against_bots(here, game, level)),
            )
            for at, level in enumerate(levels, 1)
        ]
        title = _("{title} against a bot").format(title=game.title)
        here.open(Menu(title, lambda: [(_("how strong"), items)]))

    # -- forms that are kept --

    def _new(self, game: Game) -> None:
        self._keep(f"host {game.name}", lambda: NewTable(self.here, self.game_page.mail, game).form())

    def _hot_seat(self) -> None:
        def open_(game: Game) -> None:
            self._keep(f"hotseat {game.name}", lambda: HotSeatForm(self.here, game).form())

        self._choose(_("At one computer"), open_)

    def _join(self) -> Form:
        def begin(invite: Invite | Words, network: NetworkOptions) -> None:
            request = JoinRequest(self.here.user, invite, self.here.client, network)
            self.here.play(partial(join, ui=self.here.ui), request)

        return self._invited(_("Join a table"), UsedFor.TABLE, begin, Seats(self.here))

    def _watch(self) -> Form:
        def begin(invite: Invite | Words, network: NetworkOptions) -> None:
            request = WatchRequest(self.here.user, invite, self.here.client, network)
            self.here.play(partial(watch, ui=self.here.ui), request)

        return self._invited(_("Watch the table"), UsedFor.LOOKING, begin)

    def _invited(
        self,
        words: str,
        use: UsedFor,
        begin: Callable[[Invite | Words, NetworkOptions], None],
        seats: Seats | None = None,
    ) -> Form:
        """Return the page that asks for an invite; with ``seats`` also for the line of one that is handed over."""
        stack, settings = self.here.stack, self.here.settings
        line = TextField(
            _("invite"), _("The five words you were told, or the whole line you were sent."), offers=offered
        )
        about = _("Those that the invite names, or others.")
        ways = TransportFields(use, _("those of the invite"), about, settings.now.values)

        def go() -> None:
            network = network_of(stack.client.settings, ways.written())
            if seats and seats.is_line(line.value):
                seats.take_over(line.value, network)
            else:
                begin(read_way_in((line.value,)), network)

        def fields() -> list[Field]:
            more = [seats.file] if seats and seats.is_line(line.value) else []
            return [ways.more(stack), line, *more]

        told = (_("Type the words that you were told, or paste the line that you were sent."),)
        return Form(words, fields, ((words, go),), told, chosen=1)

    def _keep(self, name: str, build: Callable[[], Form]) -> None:
        """Open a form as it was left."""
        if name not in self._kept:
            self._kept[name] = build()
        self.here.open(self._kept[name])

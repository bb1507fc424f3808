"""The first page of the home, and what it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from textwrap import wrap
from typing import Any, Final

from p2pgames import registry
from p2pgames.game import Game
from p2pgames.text import inert
from p2pgames_cli.app import neighbours
from p2pgames_cli.app.hotseat import LearnRequest, hotseat, learn
from p2pgames_cli.app.join import JoinRequest, join
from p2pgames_cli.app.network import NetworkOptions, network_of
from p2pgames_cli.app.watch import WatchRequest, watch
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.home import open_tables
from p2pgames_cli.home.context import WIDTH, Do, HomeContext, Place
from p2pgames_cli.home.game_page import GamePage
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.leagues import Leagues
from p2pgames_cli.home.new_table import HotSeat, Level, NewTable, against_bots
from p2pgames_cli.home.preferences import Person, Preferences
from p2pgames_cli.home.seats import Seats
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.library.stored_games import Broken, Stored
from p2pgames_cli.table.invites import offered, read_way_in
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.neighbour_text import free
from p2pgames_cli.ui.field import Field, Text
from p2pgames_cli.ui.form import Form
from p2pgames_cli.ui.menu import Menu, Section
from p2pgames_cli.ui.page import PageContent
from p2pgames_cli.ui.page_stack import PageStack
from p2pgames_cli.ui.rules_page import rules_page
from p2pgames_cli.ui.text_page import TextPage
from p2pgames_cli.ui.transport_form import TransportFields, UsedFor
from p2pgames_protocol.discovery.lan import Found
from p2pgames_protocol.mail.letters import Filling
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.invite import Invite, Words
from p2pgames_protocol.wire.names import seen, shown

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
        here.place.tell(_("Looking for tables on this network ..."))
        found = neighbours.look(LOOK, here.how)[:9]
        items = [_item(here, one, str(at)) for at, one in enumerate(found, 1)]
        heading = _("the host is asked whether you may sit down")
        here.stack.open(Menu(_("Tables nearby"), lambda: [(heading, items)]))

    here.stack.begin(look)


def _item(here: HomeContext, found: Found, key: str) -> Item:
    notice = found.notice
    about = f"{seen(notice.game)}, {free(notice)}, {_('key {key}').format(key=short(notice.key))}"

    def join_it() -> None:
        network = network_of(here.how.settings)
        request = JoinRequest(
            here.user, found.invite(), here.how, network, near=True, seats=found.notice.seats
        )
        here.play(partial(join, ui=here.place.opening), request)

    return Item(shown(notice.name), key, about, join_it)


class Pages:
    """Builds the pages; a form that was filled in is kept until its table has begun."""

    def __init__(self, user: User, games: Games, stack: PageStack, do: Do, place: Place) -> None:
        self.here = HomeContext(user, games, stack, do, place, self.forget)
        self.game_page, self.person = GamePage(self.here), Person(self.here)
        self.preferences, self.leagues = Preferences(self.here, self.person), Leagues(self.here)
        self._kept: dict[str, Form] = {}
        self.first = self._main()
        stack.pages.append(self.first)
        if not user.home.has_identity():
            stack.open(self.person.first())
            if lost := user.home.last_key.lost():
                stack.notice = named(lost)

    def forget(self) -> None:
        """Go back to the first page, with every form empty again, and to the game that was just played."""
        games, stack = self.here.games, self.here.stack
        self._kept.clear()
        del stack.pages[1:]
        games.look()
        own = open_tables.closed(self.here, games.found)
        is_open = self.here.place.tables is not None and bool(self.here.place.tables.open)
        self.first.chosen = len(self.first.items) - len(own) if own and not is_open else 0

    def begin(self) -> None:
        """Go to the first of the games, if it waits for the player."""
        own = open_tables.closed(self.here, self.here.games.found)
        if own and self.here.games.waits(own[0]):
            self.first.chosen = len(self.first.items) - len(own)

    def head(self) -> str:
        """Return who plays here, for the head of the screen."""
        return self.person.head()

    def _main(self) -> Menu:
        games, files = self.here.games, self.game_page.files
        fixed = self._fixed()

        def build() -> list[Section]:
            tables = [self._table_item(table) for table in games.tables]
            broken = [self._broken_item(lost, inert(lost.id[:8])) for lost in games.broken]
            copies = [self._broken_item(copy, inert(copy.path.name)) for copy in games.copies]
            own = [self._game_item(game) for game in open_tables.closed(self.here, games.found)]
            live = open_tables.items(self.here)
            return [
                *([(_("open tables"), live)] if live else []),
                ("", fixed),
                *([(_("tables by mail"), tables)] if tables else []),
                *([(_("games that cannot be read"), broken)] if broken else []),
                *([(_("files that hold a game once more"), copies)] if copies else []),
                *([(_("your games"), own)] if own else []),
            ]

        def chosen() -> Stored:
            own = open_tables.closed(self.here, games.found)
            at = menu.chosen - (len(menu.items) - len(own))
            if at < 0:
                raise Stop(Code.USAGE, _("Choose one of your games first."))
            return own[at]

        letters: dict[str, Callable[[], None]] = {
            "r": lambda: files.replay(chosen().path),
            "a": lambda: files.audit([chosen().path]),
            "e": lambda: files.export(chosen().path),
            "m": lambda: self.game_page.more(chosen()),
        }
        menu = Menu("p2pgames", build, letters, lambda: bool(games.found))
        return menu

    def _fixed(self) -> list[Item]:
        here = self.here
        return [
            Item(_("Learn"), "l", _("learn a game by playing it, step by step"), self._learn),
            Item(_("Play a bot now"), "b", _("choose a game, and it begins"), self._play_bot),
            Item(_("New table"), "1", _("choose a game, seats and options; shows the invite"), self._new),
            Item(_("Join"), "2", _("take a seat: paste an invite"), lambda: self._keep("join", self._join)),
            Item(
                _("Watch"), "3", _("watch a table: paste an invite"), lambda: self._keep("watch", self._watch)
            ),
            Item(_("Hot seat"), "4", _("several people at this computer, or against bots"), self._hot_seat),
            Item(
                _("Replay or audit"),
                "5",
                _("a game file of yours or of others"),
                lambda: self._keep("file", self.game_page.files.form),
            ),
            Item(_("Rules"), "6", _("how the games are played"), self._rules),
            Item(
                _("Settings"),
                "7",
                _("name and key, theme, colours, notices, keys"),
                lambda: here.stack.open(self.preferences.menu()),
            ),
            Item(
                _("Results"),
                "8",
                _("how your games with others ended"),
                lambda: here.stack.open(Standings(here.games)),
            ),
            Item(
                _("Unpack"),
                "9",
                _("packs and letters that came by mail or on a USB stick"),
                lambda: self._keep("unpack", self.game_page.mail.unpack),
            ),
            Item(
                _("Leagues"),
                "0",
                _("how you stand, and whom you owe a game"),
                self.leagues.open,
            ),
            Item(
                _("Nearby"),
                "n",
                _("tables that people on this network have open"),
                lambda: nearby(here),
            ),
            *self._elsewhere(),
        ]

    def _elsewhere(self) -> list[Item]:
        elsewhere, stack = self.here.place.elsewhere, self.here.stack
        if elsewhere is None:
            return []
        about = _("these pages, and every table, in your browser")
        return [Item(_("Window"), "w", about, lambda: stack.begin(elsewhere))]

    def _game_item(self, game: Stored) -> Item:
        name, about = self.here.games.line(game)
        more = partial(self.game_page.more, game)
        return Item(
            name, "", about, lambda: self.game_page.open(game), waits=self.here.games.waits(game), more=more
        )

    def _broken_item(self, lost: Broken, title: str) -> Item:
        said = (inert(str(lost.path)), named(lost.why), named(lost.help))
        lines = [part for text in said for part in (*wrap(text, WIDTH), "")]
        page = lambda: self.here.stack.open(TextPage(title, lines))  # noqa: E731
        return Item(
            title,
            "",
            named(lost.why),
            page if lost.genesis is None else lambda: self.game_page.mend(lost, page),
        )

    def _table_item(self, table: Filling) -> Item:
        from p2pgames_cli.app.mail_table import state

        name = f"{table.proposal.rules:<7} {table.table.hex()[:8]}"
        return Item(name, "", state(table), lambda: self.here.stack.open(self.game_page.mail.letter(table)))

    # -- choosing a game --

    def _choose(self, title: str, do: Callable[[Game], None], more: Callable[[], list[Item]] = list) -> None:
        items = [self._choice(name, str(at), do) for at, name in enumerate(registry.names(), 1)]
        self.here.stack.open(Menu(title, lambda: [("", [*items, *more()])]))

    def _choice(self, name: str, key: str, do: Callable[[Game], None]) -> Item:
        from p2pgames_cli.library.games import find, players

        try:
            game = find(name)
        except Stop as stop:
            return Item(name, key, str(stop), lambda: None)
        return Item(game.title, key, _("{players} players").format(players=players(game)), lambda: do(game))

    def _rules(self) -> None:
        self._choose(_("Rules"), lambda game: self.here.stack.open(rules_page(game)))

    # -- forms that are kept --

    def _new(self) -> None:
        def open_(game: Game) -> None:
            self._keep(f"host {game.name}", lambda: NewTable(self.here, self.game_page.mail, game).form())

        self._choose(_("New table"), open_)

    def _hot_seat(self) -> None:
        def open_(game: Game) -> None:
            self._keep(f"hotseat {game.name}", lambda: HotSeat(self.here, game).form())

        self._choose(_("Hot seat"), open_)

    def _learn(self) -> None:
        here = self.here
        self._choose(_("Learn"), lambda game: here.play(learn, LearnRequest(here.user, game, here.how)))

    def _play_bot(self) -> None:
        from p2pgames_cli.library.games import found

        here, level = self.here, Level(found())
        self._choose(
            _("Play a bot now"),
            lambda game: here.play(hotseat, against_bots(here, game, level.name)),
            lambda: [level.item()],
        )

    def _join(self) -> Form:
        def begin(invite: Invite | Words, network: NetworkOptions) -> None:
            request = JoinRequest(self.here.user, invite, self.here.how, network)
            self.here.play(partial(join, ui=self.here.place.opening), request)

        return self._invited(_("Take a seat"), UsedFor.TABLE, begin, Seats(self.here))

    def _watch(self) -> Form:
        def begin(invite: Invite | Words, network: NetworkOptions) -> None:
            request = WatchRequest(self.here.user, invite, self.here.how, network)
            self.here.play(partial(watch, ui=self.here.place.opening), request)

        return self._invited(_("Watch the table"), UsedFor.LOOKING, begin)

    def _invited(
        self,
        words: str,
        use: UsedFor,
        begin: Callable[[Invite | Words, NetworkOptions], None],
        seats: Seats | None = None,
    ) -> Form:
        """Return the page that asks for an invite; with ``seats`` also for the line of one that is handed over."""
        stack = self.here.stack
        line = Text(
            _("invite"), _("The five words you were told, or the whole line you were sent."), offers=offered
        )
        about = _("Those that the invite names, or others.")
        ways = TransportFields(use, _("those of the invite"), about, stack.play_options.settings.now.values)

        def go() -> None:
            network = network_of(stack.play_options.settings, ways.written())
            if seats and seats.is_line(line.value):
                seats.take(line.value, network)
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
        self.here.stack.open(self._kept[name])

"""The player's leagues, as pages of the home: how they stand, whom they owe a game, and tables that count there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from textwrap import wrap

from p2pgames.text import inert
from p2pgames_cli.app.host import HostRequest, host
from p2pgames_cli.app.league.about import terms_in_words
from p2pgames_cli.app.league.adding import add_files
from p2pgames_cli.app.league.founding import enrol
from p2pgames_cli.app.league.kept_audits import KeptAudits
from p2pgames_cli.app.league.mine import Mine, noted_leagues
from p2pgames_cli.app.network import network_of
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.app.workers.workers import ALONE
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.home.context import WIDTH, HomeContext
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.library.games import find
from p2pgames_cli.library.stored_games import Stored
from p2pgames_cli.pages.field import TextField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.pages.menu import Menu, Section
from p2pgames_cli.pages.page import Page
from p2pgames_cli.pages.text_page import TextPage
from p2pgames_cli.table.item import Item
from p2pgames_protocol.league.league import LeagueTerms
from p2pgames_protocol.store.disk import expanded
from p2pgames_protocol.wire.names import shown


class Leagues:
    """Builds the pages about leagues."""

    def __init__(self, here: HomeContext) -> None:
        self.here = here

    def open(self) -> None:
        """List the leagues, as soon as it is computed how they stand."""
        self.here.do_off_screen(self._list)

    def _list(self) -> None:
        found = noted_leagues(self.here.home)
        items = [self._item(path, str(at) if at < 10 else "") for at, path in enumerate(found, 1)]
        about = _("in a league whose file you were sent")
        join = Item(_("Take part"), "j", about, lambda: self.here.open(self._joining()))
        self.here.open(Menu(_("Leagues"), lambda: [*([("", items)] if items else []), ("", [join])]))

    def _item(self, path: Path, key: str) -> Item:
        try:
            mine = self._look(path)
        except Stop as stop:
            name = inert(path.name)
            why = TextPage(name, wrap(str(stop), WIDTH))
            return Item(name, key, _("cannot be shown; Enter says why"), lambda: self.here.open(why))
        about = ", ".join(filter(None, (_standing(mine), _owed(mine))))
        league = mine.folder.league
        name = shown(league.name)
        return Item(name, key, about, lambda: self._open(mine), waits=mine.rival is not None)

    def _look(self, path: Path) -> Mine:
        home = self.here.home
        audits = KeptAudits.at(home.state)
        return Mine.at(path, audits, self._key(), self._progress(path.name))

    def _progress(self, name: str) -> Callable[[int, int], None]:
        def progress(done: int, count: int) -> None:
            said = _("Verifying the games of {name}, {number} of {count} ...")
            self.here.tell(said.format(name=name, number=done, count=count))

        return progress

    def _again(self, page: Page) -> None:
        """List the leagues anew, and show what came of something on a page above."""
        self.here.close_all()
        self._list()
        self.here.open(page)

    def _key(self) -> bytes:
        games = self.here.games
        identity = games.identity
        return b"" if identity is None else identity.key

    # -- one league --

    def _open(self, mine: Mine) -> None:
        here, path = self.here, mine.folder.path

        def look() -> None:
            missing = self._missing(mine)
            league = mine.folder.league
            here.open(Menu(shown(league.name), lambda: self._sections(mine, missing)))

        here.do_off_screen(look) if mine.takes_part else here.open(self._joining(path))

    def _sections(self, mine: Mine, missing: list[Stored]) -> list[Section]:
        league = mine.folder.league
        tables = [
            Item(
                find(terms.rules).title,
                str(at) if at < 10 else "",
                terms_in_words(terms),
                partial(self._host, mine, terms),
            )
            for at, terms in enumerate(league.games, 1)
        ]
        return [
            (_("the game you still have to play"), [self._rival(mine)]),
            (_("open a table that counts"), tables),
            (_("the league"), [*self._pages(mine), *self._handing_in(mine, missing), *self._left_out(mine)]),
        ]

    def _rival(self, mine: Mine) -> Item:
        if mine.rival is None:
            return Item(_("nobody now"), "", _("choose a table below, and play whom you like"), None)
        about = (
            _("it is for you to open the table: shows the invite")
            if mine.opens
            else _("opens the table and invites you; you may do it, too")
        )
        return Item(mine.rival_name, "i", about, lambda: self._invite(mine), waits=mine.opens)

    def _invite(self, mine: Mine) -> None:
        """Open the table for two; where there are several kinds, ask which."""
        first, *more = mine.for_two
        if not more:
            self._host(mine, first)
            return
        items = [
            Item(find(terms.rules).title, str(at), terms_in_words(terms), partial(self._host, mine, terms))
            for at, terms in enumerate((first, *more), 1)
        ]
        self.here.open(Menu(mine.rival_name, lambda: [("", items)]))

    def _host(self, mine: Mine, terms: LeagueTerms) -> None:
        here = self.here
        table = TableRequest(find(terms.rules), terms.seats, dict(terms.options), league=mine.folder.path)
        request = HostRequest(here.user, table, here.client, network_of(here.settings))
        here.play(partial(host, ui=here.ui), request)

    def _pages(self, mine: Mine) -> list[Item]:
        def table() -> None:
            lines = wrap(mine.why, WIDTH) if mine.table is None else [*mine.table.lines()]
            self.here.open(TextPage(_("standings"), lines))

        def round_() -> None:
            self.here.open(TextPage(_("next round"), [*mine.round.lines()]))

        return [
            Item(_("Standings"), "s", _standing(mine), table),
            Item(_("Next round"), "p", _("who plays whom, and who opens the table"), round_),
        ]

    def _left_out(self, mine: Mine) -> list[Item]:
        if not mine.left_out:
            return []
        count = len(mine.left_out)
        said = ngettext("{count} file cannot be read", "{count} files cannot be read", count)
        lines = [line for path, why in mine.left_out for line in wrap(headed(path.name, why), WIDTH)]
        page, stack = TextPage(_("files left out"), lines), self.here.stack
        return [Item(_("Files left out"), "", said.format(count=count), lambda: stack.open(page))]

    # -- handing in --

    def _missing(self, mine: Mine) -> list[Stored]:
        """Return the player's games of the league that are over and not in its folder."""
        here, folder = self.here, mine.folder
        number = folder.signed.id
        there = {one.id.hex() for one in mine.games.games}

        def counts(game: Stored) -> bool:
            if here.games.index.known(game) is None:
                claimed = game.claimed()
                if claimed is None or claimed[1].league != number:
                    return False
            row = here.games.row(game)
            return row.get("league") == number.hex() and bool(row.get("over"))

        return [game for game in here.games.found if game.id not in there and counts(game)]

    def _handing_in(self, mine: Mine, missing: list[Stored]) -> list[Item]:
        if not missing:
            return []
        said = ngettext(
            "{count} of your games is not in the folder yet: audits it, and takes it in",
            "{count} of your games are not in the folder yet: audits them, and takes them in",
            len(missing),
        )
        return [
            Item(_("Hand in"), "h", said.format(count=len(missing)), partial(self._hand_in, mine, missing))
        ]

    def _hand_in(self, mine: Mine, missing: list[Stored]) -> None:
        here, folder = self.here, mine.folder

        def take() -> None:
            audits = KeptAudits.at(here.home.state)
            files = [game.path for game in missing]
            added = add_files(folder, audits, files, ALONE, self._progress(folder.path.name))
            self._again(TextPage(_("handed in"), [*added.lines()]))

        here.do_off_screen(take)

    # -- taking part --

    def _joining(self, path: Path | None = None) -> Form:
        about = _("The file league.p2pl that you were sent, in a folder of its own; ~ is your own.")
        field = TextField(_("file"), about, "" if path is None else str(path))

        def join() -> None:
            file = enrol(self.here.user, expanded(Path(field.value.strip())))[1]
            said = _("You take part. Send {file} to the organiser and to the others.")
            self._again(TextPage(_("Take part in a league"), wrap(said.format(file=file), WIDTH)))

        def begin() -> None:
            if not field.value.strip():
                raise Stop(Code.USAGE, _("Say where the file of the league is."))
            self.here.do_off_screen(join)

        return Form(_("Take part in a league"), lambda: [field], ((_("Take part"), begin),))


def _standing(mine: Mine) -> str:
    one = mine.standing
    if not mine.takes_part:
        return _("you do not take part yet")
    if one is None:
        return _("a package for its ratings is missing")
    if one.place is None:
        return _("no game of yours counts yet")
    said = ngettext(
        "place {place} of {players}, {count} game", "place {place} of {players}, {count} games", one.games
    )
    return said.format(place=one.place, players=len(mine.round.names), count=one.games)


def _owed(mine: Mine) -> str:
    if mine.rival is None:
        return ""
    said = _("you open a table for {name}") if mine.opens else _("{name} opens a table for you")
    return said.format(name=mine.rival_name)

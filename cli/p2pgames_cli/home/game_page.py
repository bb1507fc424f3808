"""What can be done with one game: the page behind ``more`` at the home."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from p2pgames_cli.app.host import HostRequest, host
from p2pgames_cli.app.listing import standing
from p2pgames_cli.app.network import network_of
from p2pgames_cli.app.resume import ResumeRequest, resume
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.home.context import HomeContext
from p2pgames_cli.home.files import Files
from p2pgames_cli.home.mail import Mail
from p2pgames_cli.home.seats import Seats
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.library.games import find
from p2pgames_cli.library.stored_games import Stored
from p2pgames_cli.table.invites import read_invite
from p2pgames_cli.table.item import Item
from p2pgames_cli.ui.field import Field, Text
from p2pgames_cli.ui.form import Form
from p2pgames_cli.ui.menu import Menu
from p2pgames_cli.ui.question_page import QuestionPage
from p2pgames_cli.ui.ways_form import UsedFor, WaysFields


class GamePage:
    """Builds the pages about single games."""

    def __init__(self, here: HomeContext) -> None:
        self.here = here
        self.files = Files(here)
        self.mail = Mail(here, self.follow)
        self.seats = Seats(here)

    def open(self, game: Stored) -> None:
        """Go on with a game, or look at it where it is over."""
        row = self.here.games.row(game)
        if "problem" in row:
            self.more(game)
        elif row["over"]:
            self.files.replay(game.path)
        else:
            self._resume(game)

    def more(self, game: Stored) -> None:
        """Open the page of all that can be done with a game."""
        self.here.stack.open(self._menu(game, self._found(game)))

    def follow(self, game_id: str) -> None:
        """Open the page of a game by mail on top of the first page, with its next step chosen."""
        games, stack = self.here.games, self.here.stack
        games.look()
        del stack.pages[1:]
        game = next(game for game in games.found if game.id == game_id)
        found = self._found(game)
        menu = self._menu(game, found)
        wanted = "play" if self.here.games.row(game).get("your_turn") else "pack"
        menu.chosen = next((at for at, item in enumerate(found) if item.action == wanted), 0)
        stack.open(menu)

    def _found(self, game: Stored) -> list[Item]:
        """Return all that can be done with a game: what one most likely wants first."""
        row = self.here.games.row(game)
        if "problem" in row:
            return self._mending(game, row)
        going, looking = self._going_on(game), self._looking(game)
        return [*looking, *going] if row["over"] else [*going, *looking]

    def _mending(self, game: Stored, row: dict[str, object]) -> list[Item]:
        """Return what can be done with a game whose file cannot be used."""
        audit = Item(_("Audit"), "", _("check everything in its file"), lambda: self.files.audit([game.path]))
        if not row.get("help"):
            return [audit]
        about = (
            _("set the damaged file aside, and go on with the undamaged part")
            if row["hotseat"]
            else _("set the damaged file aside, and get the game from the others")
        )
        return [
            Item(_("Fetch again"), "", about, lambda: self._resume(game, fetch=True)),
            audit,
        ]

    def _menu(self, game: Stored, found: list[Item]) -> Menu:
        names = ", ".join(game.genesis.names)
        title = headed(f"{game.genesis.proposal.rules} {game.id[:8]}", names)
        items = [Item(item.name, str(at), item.about, item.do) for at, item in enumerate(found, 1)]
        return Menu(title, lambda: [(standing(self.here.games.row(game)), items)])

    def _going_on(self, game: Stored) -> list[Item]:
        """Return the ways to go on with a game; a game that is over may still be lacked by others."""
        row = self.here.games.row(game)
        over, here = bool(row["over"]), bool(row["hotseat"])
        if row["handed_over"]:
            return []
        about = _("play on at this computer") if here else _("play on, with the others where they are")
        items = [] if over else [Item(_("Go on"), "", about, lambda: self._resume(game))]
        if here:
            return items
        about = _("by the line of one of the others, or by other ways")
        items.append(Item(_("Go on at"), "", about, lambda: self._at(game)))
        if not over:
            about = _("without any connection; then send a pack")
            items.append(Item(_("Play by mail"), "", about, lambda: self.mail.play(game), "play"))
            about = _("play on with a copy at once: read the warning")
            items.append(Item(_("Take over"), "", about, lambda: self._over(game)))
        about = _("what the others lack, as a file or as text for a mail")
        open_ = self.here.stack.open
        items.append(Item(_("Pack"), "", about, lambda: open_(self.mail.pack(game)), "pack"))
        if not over:
            about = _("let somebody else play on for you, by mail: a file, and a line that opens it")
            items.append(Item(_("Hand over"), "", about, lambda: self.here.stack.open(self.seats.give(game))))
        if over:
            about = _("open the next table of a series, with the same options")
            follow = self._next(game)
            items.append(Item(_("Next game"), "", about, follow))
        return items

    def _next(self, game: Stored) -> Callable[[], None]:
        here = self.here

        def begin() -> None:
            table = TableRequest(find(game.genesis.proposal.rules), after=game.id)
            request = HostRequest(here.user, table, here.how, network_of(here.how.settings))
            here.play(partial(host, ui=here.place.opening), request)

        return begin

    def _resume(self, game: Stored, *, fetch: bool = False, take_over: bool = False) -> None:
        here = self.here
        network = network_of(here.how.settings)
        request = ResumeRequest(here.user, here.how, network, game.id, take_over=take_over, fetch=fetch)
        here.play(partial(resume, ui=here.place.opening), request)

    def _looking(self, game: Stored) -> list[Item]:
        files, file = self.files, game.path
        return [
            Item(_("Replay"), "", _("step through it, and try out what might be"), lambda: files.replay(file)),
            Item(_("Audit"), "", _("check everything in its file"), lambda: files.audit([file])),
            Item(_("Export"), "", _("a page for browsers, text, data or a picture"), lambda: files.export(file)),
        ]  # fmt: skip

    def _at(self, game: Stored) -> None:
        line = Text(_("line"), _("What their client shows while it looks for you: P2PGAMES and more."))
        settled = self.here.stack.play_options.settings.now.values
        ways = WaysFields(UsedFor.TABLE, _("as before"), _("Those of the game before, or others."), settled)

        def begin() -> None:
            place = read_invite((line.value,)) if line.value.strip() else None
            here = self.here
            request = ResumeRequest(
                here.user, here.how, network_of(here.how.settings, ways.written()), game.id, place
            )
            here.play(partial(resume, ui=here.place.opening), request)

        told = (_("Paste the line that one of the others sent you, if they did."),)
        fields: list[Field] = [ways.more(self.here.stack), line]
        form = Form(_("Go on at"), lambda: list(fields), ((_("Go on"), begin),), told, chosen=1)
        self.here.stack.open(form)

    def _over(self, game: Stored) -> None:
        text = _("If another copy of this game has played on, taking over looks like cheating. Take over")
        self.here.stack.overlay = QuestionPage(text, lambda: self._resume(game, take_over=True))

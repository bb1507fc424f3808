"""What can be done with one game: the page behind ``more`` at the home."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from p2pgames.text import inert, whole_number
from p2pgames_cli.app.audit import AuditRequest, audit
from p2pgames_cli.app.export import ExportRequest, Format, export
from p2pgames_cli.app.host import HostRequest, host
from p2pgames_cli.app.listing import standing_in_words
from p2pgames_cli.app.network import network_of
from p2pgames_cli.app.replay import ReplayRequest, replay
from p2pgames_cli.app.resume import ResumeRequest, resume
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.home.context import HomeContext, new_file_path
from p2pgames_cli.home.mail import Mail
from p2pgames_cli.home.seats import Seats
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import headed, named, placed, sentence_of, with_commas
from p2pgames_cli.library.games import find
from p2pgames_cli.library.report import show, show_series
from p2pgames_cli.library.stored_games import BrokenGame, Stored
from p2pgames_cli.pages.field import ChoiceField, Field, TextField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.pages.menu import Menu
from p2pgames_cli.pages.text_page import QuestionPage, TextPage
from p2pgames_cli.pages.transport_form import TransportFields, UsedFor
from p2pgames_cli.table.invites import read_invite
from p2pgames_cli.table.item import Item
from p2pgames_protocol.audit.report import AuditReport
from p2pgames_protocol.store.disk import expanded
from p2pgames_protocol.store.game_store import SUFFIX

# Game files, ours or of others: replay, audit, export.

KINDS: Mapping[Format, str] = {"html": "html", "text": "txt", "json": "json", "svg": "svg"}
"""Formats of an export, and how a file of each ends."""
FORMATS = tuple(KINDS)
ALL_CARDS = N_("everybody")
TYPED = N_("another one, by its path")
NEAR = 50
"""Files of this folder that are offered."""


class Files:
    """Builds the pages about game files."""

    def __init__(self, here: HomeContext) -> None:
        self.here = here

    def form(self) -> Form:
        """Return the page that asks for a game file, or for a folder full of them."""
        path = TextField(
            _("path"), _("A game file ends in .p2pg; of a folder, all files are audited; ~ is your own.")
        )
        near = sorted(Path().glob(f"*{SUFFIX}"))[:NEAR]
        offered = ChoiceField(
            _("file"), (*(inert(file.name) for file in near), TYPED), _("Those in this folder come first.")
        )

        def build() -> list[Field]:
            if not near:
                return [path]
            return [offered, *([path] if offered.value == TYPED else [])]

        def chosen(*, folder: bool = False) -> Path:
            named = near[offered.at] if offered.at < len(near) else expanded(Path(path.value.strip()))
            if offered.at == len(near) and not path.value.strip():
                raise Stop(Code.USAGE, _("Type the path of a game file."))
            if not named.is_file() and not (folder and named.is_dir()):
                raise Stop(Code.FAILURE, _("There is no file {file}.").format(file=named))
            return named

        def audit() -> None:
            named = chosen(folder=True)
            files = sorted(named.glob(f"*{SUFFIX}")) if named.is_dir() else [named]
            if not files:
                raise Stop(Code.FAILURE, _("There is no game file in {folder}.").format(folder=named))
            self.audit(files)

        buttons = (
            (_("Replay"), lambda: self.replay(chosen())),
            (_("Audit"), audit),
            (_("Export"), lambda: self.export(chosen())),
        )
        return Form(_("A game file"), build, buttons)

    def replay(self, file: Path) -> None:
        """Step through a game."""
        here = self.here
        here.do_off_screen(lambda: here.do(replay, ReplayRequest(here.user, str(file), here.client)))

    def audit(self, files: list[Path]) -> None:
        """Verify files, saying which one it is at, and show what came of each."""
        stack, count = self.here.stack, len(files)

        def progress(done: int, _count: int) -> None:
            if done < count:
                said = _("Verifying {name}, {number} of {count} ...")
                self.here.tell(said.format(name=files[done].name, number=done + 1, count=count))

        def check() -> None:
            audited = audit(AuditRequest(tuple(files)), progress)
            lines: list[str] = []
            for file, report in audited.found:
                lines += (
                    show(report, file.stem[:16]) if isinstance(report, AuditReport) else report
                ).splitlines()
            for chain in audited.series:
                lines += show_series(chain).splitlines()
            stack.open(TextPage(_("the audit"), lines))

        stack.do_off_screen(check)

    def export(self, file: Path) -> None:
        """Ask how a game is to be written, and where."""
        from p2pgames_cli.library.stored_games import Unreadable, replay_file

        try:
            replica = replay_file(file, torn=True)
        except Unreadable as wrong:
            raise Stop(Code.INVALID, placed(file.name, sentence_of(wrong))) from None
        last, names = len(replica.log), replica.names
        kind = ChoiceField(
            _("format"), FORMATS, _("html is a page that steps through the game, for any browser.")
        )
        viewer = ChoiceField(_("seen by"), (ALL_CARDS, *names), _("Whose hidden cards are shown."))
        step = TextField(_("after step"), _("From 0 to {last}.").format(last=last), str(last))
        out = TextField(_("file"), _("Where to write it; ~ is your own folder."), f"{file.stem[:24]}.html")

        def build() -> list[Field]:
            stem, dot, ending = out.value.rpartition(".")
            if dot and ending in KINDS.values() and ending != KINDS[FORMATS[kind.at]]:
                out.value = f"{stem}.{KINDS[FORMATS[kind.at]]}"
                out.caret = len(out.value)
            seen: list[Field] = [viewer] if kind.value in ("html", "svg") else []
            return [kind, *seen, *([step] if kind.value == "svg" else []), out]

        def write() -> None:
            pictured = kind.value in ("html", "svg") and viewer.at
            seat = viewer.at - 1 if pictured else None
            after = _step(step.value, last) if kind.value == "svg" else None
            here, target = self.here, new_file_path(out.value)
            request = ExportRequest(here.user, str(file), FORMATS[kind.at], step=after, seat=seat)

            def content() -> bytes:
                text, _said = here.do(export, request)
                return text.encode()

            here.write(target, content)

        self.here.open(Form(_("Export"), build, ((_("Write"), write),)))


def _step(typed: str, last: int) -> int:
    """Return the step that was typed, the last one for none; raise `Stop` if there is none such."""
    text = typed.strip()
    step = whole_number(text) if text else last
    if step is None or step > last:
        raise Stop(Code.USAGE, _("From 0 to {last}.").format(last=last))
    return step


class GamePage:
    """Builds the pages about single games."""

    def __init__(self, here: HomeContext) -> None:
        self.here = here
        self.files = Files(here)
        self.mail = Mail(here, self.follow)
        self.seats = Seats(here)

    def _row(self, game: Stored) -> dict[str, Any]:
        games = self.here.games
        return games.row(game)

    def open(self, game: Stored) -> None:
        """Go on with a game, or look at it where it is over."""
        row = self._row(game)
        if "problem" in row:
            self.more(game)
        elif row["over"]:
            self.files.replay(game.path)
        else:
            self._resume(game)

    def more(self, game: Stored) -> None:
        """Open the page of all that can be done with a game."""
        self.here.open(self._menu(game, self._found(game)))

    def follow(self, game_id: str) -> None:
        """Open the page of a game by mail on top of the first page, with its next step chosen."""
        games, stack = self.here.games, self.here.stack
        games.refresh()
        del stack.pages[1:]
        game = next(game for game in games.found if game.id == game_id)
        found = self._found(game)
        menu = self._menu(game, found)
        wanted = "play" if self._row(game).get("your_turn") else "pack"
        menu.chosen = next((at for at, item in enumerate(found) if item.action == wanted), 0)
        stack.open(menu)

    def _found(self, game: Stored) -> list[Item]:
        """Return all that can be done with a game: what one most likely wants first."""
        row = self._row(game)
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

    def mend(self, lost: BrokenGame, more: Callable[[], None]) -> None:
        """Show what can be done with a game whose file is gone, or whose beginning is damaged."""
        about = _("begin its file anew, and get the game from the others")
        items = [
            Item(_("Fetch again"), "1", about, lambda: self._resume(lost, fetch=True)),
            Item(_("What happened"), "2", _("which file it is, and what else helps"), more),
        ]
        self.here.open(Menu(inert(lost.id[:8]), lambda: [(named(lost.why), items)]))

    def _menu(self, game: Stored, found: list[Item]) -> Menu:
        names = with_commas(game.genesis.names)
        title = headed(f"{game.genesis.game} {game.id[:8]}", names)
        items = [Item(item.name, str(at), item.about, item.do) for at, item in enumerate(found, 1)]
        return Menu(title, lambda: [(standing_in_words(self._row(game)), items)])

    def _going_on(self, game: Stored) -> list[Item]:
        """Return the ways to go on with a game; a game that is over may still be lacked by others."""
        row = self._row(game)
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
        about = _("moves the others do not have yet, as a file or as text")
        open_ = self.here.open
        items.append(Item(_("Pack"), "", about, lambda: open_(self.mail.pack(game)), "pack"))
        if not over:
            about = _("let somebody else play on for you, by mail: a file, and a line that opens it")
            items.append(
                Item(_("Hand over"), "", about, lambda: self.here.open(self.seats.hand_over_page(game)))
            )
        if over:
            about = _("open the next table of a series, with the same options")
            follow = self._next(game)
            items.append(Item(_("Next game"), "", about, follow))
        return items

    def _next(self, game: Stored) -> Callable[[], None]:
        here = self.here

        def begin() -> None:
            table = TableRequest(find(game.genesis.game), after=game.id)
            request = HostRequest(here.user, table, here.client, network_of(here.settings))
            here.play(partial(host, ui=here.ui), request)

        return begin

    def _resume(self, game: Stored | BrokenGame, *, fetch: bool = False, take_over: bool = False) -> None:
        here = self.here
        network = network_of(here.settings)
        request = ResumeRequest(here.user, here.client, network, game.id, take_over=take_over, fetch=fetch)
        here.play(partial(resume, ui=here.ui), request)

    def _looking(self, game: Stored) -> list[Item]:
        files, file = self.files, game.path
        return [
            Item(_("Replay"), "", _("step through it, and try out what might be"), lambda: files.replay(file)),
            Item(_("Audit"), "", _("check everything in its file"), lambda: files.audit([file])),
            Item(_("Export"), "", _("a page for browsers, text, data or a picture"), lambda: files.export(file)),
        ]  # fmt: skip

    def _at(self, game: Stored) -> None:
        line = TextField(_("line"), _("What their client shows while it looks for you: P2PGAMES and more."))
        settings = self.here.settings
        ways = TransportFields(
            UsedFor.TABLE, _("as before"), _("Those of the game before, or others."), settings.now.values
        )

        def begin() -> None:
            place = read_invite((line.value,)) if line.value.strip() else None
            here = self.here
            request = ResumeRequest(
                here.user, here.client, network_of(here.settings, ways.written()), game.id, place
            )
            here.play(partial(resume, ui=here.ui), request)

        told = (_("Paste the line that one of the others sent you, if they did."),)
        fields: list[Field] = [ways.more(self.here.stack), line]
        form = Form(_("Go on at"), lambda: list(fields), ((_("Go on"), begin),), told, chosen=1)
        self.here.open(form)

    def _over(self, game: Stored) -> None:
        text = _("If another copy of this game has played on, taking over looks like cheating. Take over?")
        stack = self.here.stack
        stack.overlay = QuestionPage(text, lambda: self._resume(game, take_over=True))

"""What can be done with one game, or with what others sent of it: the pages behind ``more`` at the home."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import click

from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.home.client import Client
from p2pgames_cli.home.field import Choice, Field, Text
from p2pgames_cli.home.form import Form
from p2pgames_cli.home.games import Games
from p2pgames_cli.home.menu import Menu
from p2pgames_cli.screen.overlay import Item, Question, Sheet
from p2pgames_cli.shelf import Stored
from p2pgames_cli.translation import N_, _
from p2pgames_protocol.store import SUFFIX

Run = Callable[..., object]
"""Runs a command by its arguments, with the screen out of the way; returns its exit code."""
KINDS = {"html": "html", "text": "txt", "json": "json", "svg": "svg"}
"""Formats of an export, and how a file of each ends."""
ALL_EYES = N_("everybody")
FILE, LINES = N_("a file"), N_("text to paste into a mail")
TYPED = N_("another one, by its path")
PACK = "BEGIN P2PGAMES PACK"
NEAR = 50
"""Files of this folder that are offered."""


class Deeds:
    """Builds the pages about single games and files."""

    def __init__(self, games: Games, client: Client, run: Run) -> None:
        self.games, self.client, self.run = games, client, run

    # -- one game of ours --

    def more(self, game: Stored) -> None:
        """Open the page of all that can be done with a game."""
        row = self.games.row(game)
        if "problem" in row:
            raise Stop(Code.INVALID, f"{game.path.name}: {row['problem']}")
        names = ", ".join(game.genesis.names)
        title = f"{game.genesis.proposal.rules} {game.id[:8]}: {names}"
        found = [*self._going_on(game, row), *self._looking(game)]
        items = [Item(item.name, str(at), item.about, item.do) for at, item in enumerate(found, 1)]
        self.client.open(Menu(title, lambda: [("", items)]))

    def _going_on(self, game: Stored, row: dict[str, object]) -> list[Item]:
        """Return the ways to go on with a game; a game that is over may still be lacked by others."""

        def resume(*arguments: str) -> Callable[[], None]:
            return lambda: self.client.begin(lambda: self.run("resume", game.id, *arguments))

        over, here = bool(row["over"]), bool(row["hotseat"])
        about = _("play on at this computer") if here else _("play on, with the others where they are")
        items = [] if over else [Item(_("Go on"), "", about, resume())]
        if here:
            return items
        items.append(
            Item(
                _("Go on at"), "", _("where one of the others is now, by their line"), lambda: self._at(game)
            )
        )
        if not over:
            items += [
                Item(
                    _("Play by mail"), "", _("without any connection; then send a pack"), resume("--offline")
                ),
                Item(
                    _("Take over"),
                    "",
                    _("play a copy on at once: read the warning"),
                    lambda: self._over(game),
                ),
            ]
        packed = _("what the others lack, as a file or as text for a mail")
        return [*items, Item(_("Pack"), "", packed, lambda: self.pack(game))]

    def _looking(self, game: Stored) -> list[Item]:
        return [
            Item(_("Replay"), "", _("step through it, and try out what might be"), lambda: self.replay(game.path)),
            Item(_("Audit"), "", _("check everything in its file"), lambda: self.audit([game.path])),
            Item(_("Export"), "", _("a page for browsers, text, data or a picture"), lambda: self.export(game.path)),
        ]  # fmt: skip

    def _at(self, game: Stored) -> None:
        line = Text(_("line"), _("What their client shows while it looks for you: P2PGAMES and more."))

        def begin() -> None:
            from p2pgames_cli.commands.join import read_invite

            place = read_invite((line.value,)).text()
            self.client.begin(lambda: self.run("resume", game.id, "--at", place))

        told = (_("Paste the line that one of the others sent you, and press Enter twice."),)
        self.client.open(Form(_("Go on at"), lambda: [line], ((_("Go on"), begin),), told))

    def _over(self, game: Stored) -> None:
        text = _("If another copy of this game has played on, taking over looks like cheating. Take over")
        self.client.overlay = Question(
            text, lambda: self.client.begin(lambda: self.run("resume", game.id, "--take-over"))
        )

    # -- looking at it --

    def replay(self, file: Path) -> None:
        """Step through a game."""
        self.client.begin(lambda: self.run("replay", "--", str(file)))

    def audit(self, files: list[Path]) -> None:
        """Verify files, saying which one it is at, and show what came of each."""
        from p2pgames_cli.commands.audit import check_file
        from p2pgames_cli.report import show, show_series
        from p2pgames_protocol.audit import Report, check_series, linked

        def check() -> None:
            lines: list[str] = []
            checked: list[Report | str] = []
            for at, file in enumerate(files, 1):
                said = _("Verifying {name}, {number} of {count} ...")
                click.echo(said.format(name=file.name, number=at, count=len(files)))
                checked.append(check_file(file, fast=False))
            reports = [report for report in checked if isinstance(report, Report)]
            check_series(reports)
            for file, report in zip(files, checked, strict=True):
                lines += (show(report, file.stem[:16]) if isinstance(report, Report) else report).splitlines()
            for chain in linked(reports):
                lines += show_series(chain).splitlines()
            self.client.open(Sheet(_("the audit"), lines))

        self.client.begin(check)

    def export(self, file: Path) -> None:
        """Ask how a game is to be written, and where."""
        from p2pgames_cli.shelf import Unreadable, replayed

        try:
            ledger = replayed(file, torn=True)
        except Unreadable as wrong:
            raise Stop(Code.INVALID, f"{file.name}: {wrong}") from None
        last, names = len(ledger.log), ledger.genesis.names
        kind = Choice(
            _("format"), tuple(KINDS), _("html is a page that steps through the game, for any browser.")
        )
        eyes = Choice(_("seen by"), (ALL_EYES, *names), _("Whose hidden cards are shown."))
        step = Text(_("after step"), _("From 0 to {last}.").format(last=last), str(last))
        out = Text(_("file"), _("Where to write it; ~ is your own folder."), f"{file.stem[:24]}.html")

        def build() -> list[Field]:
            stem, dot, ending = out.value.rpartition(".")
            if dot and ending in KINDS.values() and ending != KINDS[kind.value]:
                out.value = f"{stem}.{KINDS[kind.value]}"
                out.caret = len(out.value)
            seen: list[Field] = [eyes] if kind.value in ("html", "svg") else []
            return [kind, *seen, *([step] if kind.value == "svg" else []), out]

        def write() -> None:
            given = ["--format", kind.value]
            if kind.value in ("html", "svg") and eyes.at:
                given += ["--seat", str(eyes.at)]
            if kind.value == "svg":
                given += ["--step", step.value.strip() or str(last)]
            target = _free(out.value)
            self._written(target, "export", *given, "--out", str(target), "--", str(file))

        self.client.open(Form(_("Export"), build, ((_("Write"), write),)))

    def _written(self, target: Path, *command: str) -> None:
        """Run a command that writes a file, go back to where it was asked for, and say what came of it."""

        def write() -> None:
            code, said = self._said(*command)
            if not code:
                self.client.pages.pop()
                self.client.notice = _("Written: {file}").format(file=target)
            elif said:
                self.client.notice = said.splitlines()[-1]

        self.client.begin(write)

    def _said(self, *command: str) -> tuple[object, str]:
        """Run a command; return its exit code, and what it printed."""
        printed = StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            code = self.run(*command)
        return code, printed.getvalue()

    # -- by mail --

    def pack(self, game: Stored) -> None:
        """Ask in what form the others get what they lack."""
        form = Choice(_("as"), (FILE, LINES), _("The text is shown; it can be selected and copied."))
        what = Choice(
            _("what"),
            (N_("what they lack"), N_("the whole game")),
            _("The whole where somebody has lost it."),
        )
        out = Text(
            _("file"),
            _("Where to write it; ~ is your own folder."),
            f"{game.genesis.proposal.rules}-{game.id[:8]}.pack",
        )

        def build() -> list[Field]:
            return [form, what, out] if form.value == FILE else [form, what]

        def begin() -> None:
            given = ["pack", game.id, *(["--all"] if what.at else [])]
            if form.value == FILE:
                target = _free(out.value)
                self._written(target, *given, "--out", str(target))
            else:
                self.client.begin(lambda: self._shown(_("for the others"), *given, "--text"))

        self.client.open(Form(_("Pack"), build, ((_("Pack it"), begin),)))

    def unpack(self) -> Form:
        """Return the page that asks for what others packed."""
        given = Text(
            _("file or text"), _("The path of a pack, or the whole text of a mail, with all its parts.")
        )

        def begin() -> None:
            if PACK in given.value:
                self.client.begin(lambda: self._unpack_text(given.value))
            else:
                file = Path(given.value.strip()).expanduser()
                if not file.is_file():
                    raise Stop(Code.FAILURE, _("There is no file {file}.").format(file=file))
                self.client.begin(lambda: self._shown(_("what came"), "unpack", "--", str(file)))

        told = (_("Paste the text of the mail, or type the path of the file, and press Enter twice."),)
        return Form(_("Unpack"), lambda: [given], ((_("Take it"), begin),), told)

    def _unpack_text(self, text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "mail.txt")
            file.write_text(text, encoding="utf-8")
            self._shown(_("what came"), "unpack", "--", str(file))

    def results(self) -> None:
        """Show what came of the games that are over."""
        self.client.begin(lambda: self._shown(_("results"), "list", "--results"))

    def _shown(self, title: str, *command: str) -> None:
        code, said = self._said(*command)
        lines = said.splitlines()
        if lines and not code:
            self.client.open(Sheet(title, lines))
        elif lines:
            self.client.notice = " ".join(lines)

    # -- files of anybody --

    def files(self) -> Form:
        """Return the page that asks for a game file, or for a folder full of them."""
        path = Text(
            _("file"), _("A game file ends in .p2pg; of a folder all in it are audited; ~ is your own.")
        )
        near = sorted(Path().glob(f"*{SUFFIX}"))[:NEAR]
        offered = Choice(
            _("file"), (*(file.name for file in near), TYPED), _("Those in this folder come first.")
        )

        def build() -> list[Field]:
            if not near:
                return [path]
            return [offered, *([path] if offered.value == TYPED else [])]

        def chosen(*, folder: bool = False) -> Path:
            named = near[offered.at] if offered.at < len(near) else Path(path.value.strip()).expanduser()
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


def _free(text: str) -> Path:
    """Return the path that was typed; raise `Stop` where there is something already, or no folder for it."""
    target = Path(text.strip()).expanduser()
    if not text.strip() or not target.parent.is_dir():
        raise Stop(Code.FAILURE, _("There is no folder {folder}.").format(folder=target.parent))
    if target.exists():
        raise Stop(Code.FAILURE, _("There is a {file} already: choose another name.").format(file=target))
    return target

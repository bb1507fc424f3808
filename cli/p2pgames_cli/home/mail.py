"""Games and tables by mail: what is packed for others, and what came from them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.home.context import Here, free
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.library.shelf import Stored
from p2pgames_cli.ui.field import Choice, Field, Text
from p2pgames_cli.ui.form import Form
from p2pgames_protocol.mail import armour
from p2pgames_protocol.mail.letters import Filling

FILE, LINES = N_("a file"), N_("text to paste into a mail")
ABOUT = N_("The text is shown on the terminal, to be selected and copied.")


class Mail:
    """Builds the pages about mail."""

    def __init__(self, here: Here, follow: Callable[[str], None]) -> None:
        """Begin; ``follow`` opens the page of a game by its id."""
        self.here, self.follow = here, follow
        self.forget: Callable[[], None] = lambda: None
        """Goes back to the first page, with every form empty again."""
        self.form = Choice(_("as"), (FILE, LINES), _(ABOUT))

    # -- for the others --

    def open(self, *command: str) -> None:
        """Open a table that fills up by mail, and show its letter."""
        self.here.client.begin(lambda: self.here.shown(_("for the others"), *command, "--offline"))

    def pack(self, game: Stored) -> Form:
        """Return the page that asks in what form the others get what they lack of a game."""
        what = Choice(
            _("what"),
            (N_("what they lack"), N_("the whole game")),
            _("The whole where somebody has lost it."),
        )
        name = f"{game.genesis.proposal.rules}-{game.id[:8]}.pack"
        return self._pack(_("Pack"), name, [what], lambda: [game.id, *(["--all"] if what.at else [])])

    def letter(self, table: Filling) -> Form:
        """Return the page that asks in what form one's own letter to a table is written once more."""
        name = f"{table.proposal.rules}-{table.table.hex()[:8]}.letter"
        return self._pack(_("The letter once more"), name, [], lambda: [table.table.hex()])

    def _pack(self, title: str, name: str, more: list[Field], given: Callable[[], list[str]]) -> Form:
        form, client = self.form, self.here.client
        out = Text(_("file"), _("Where to write it; ~ is your own folder."), name)

        def build() -> list[Field]:
            return [form, *more, *([out] if form.value == FILE else [])]

        def begin() -> None:
            command = ["pack", *given()]
            if form.value == FILE:
                target = free(out.value)
                self.here.written(target, *command, "--out", str(target))
            else:
                client.begin(lambda: show(*command, "--text"))

        def show(*command: str) -> None:
            client.pages.pop()
            self.here.shown(_("for the others"), *command)

        return Form(title, build, ((_("Pack it"), begin),))

    def play(self, game: Stored) -> None:
        """Play on without any connection, and come back to the page of the game."""

        def play() -> None:
            if self.here.run("resume", game.id, "--offline") in (Code.FINE, Code.DECIDED):
                self.follow(game.id)
                self.here.client.notice = flag("said") or ""

        self.here.client.begin(play)

    # -- from the others --

    def unpack(self) -> Form:
        """Return the page that asks for what others packed, or wrote to open or to fill a table."""
        given = Text(
            _("file or text"),
            _("The path of a pack or letter, or the whole text of a mail, with all its parts."),
        )

        def begin() -> None:
            if armour.is_in(given.value):
                self.here.client.begin(lambda: self._take_text(given.value))
            else:
                files = _files(given.value)
                self.here.client.begin(lambda: self._take(files, lambda: self._take(files)))

        told = (_("Paste the text of the mail, or type the path of the file, and press Enter twice."),)
        return Form(_("Unpack"), lambda: [given], ((_("Take it"), begin),), told)

    def _take_text(self, text: str, *, agreed: bool = False) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "mail.txt")
            file.write_text(text, encoding="utf-8")
            self._take([file], None if agreed else lambda: self._take_text(text, agreed=True))

    def _take(self, files: list[Path], agree: Callable[[], None] | None = None) -> None:
        """Take what is in files; with ``agree`` show a letter first, and do that after a yes."""
        yes = [] if agree is not None else ["--yes"]
        code, said = self.here.said("unpack", *yes, "--", *map(str, files))
        if code not in (Code.FINE, Code.CHEATED):
            self.here.client.notice = self.here.client.notice or " ".join(said.split())
        elif agree is not None and flag("asked"):
            self._ask(said, agree)
        else:
            self._came(said)

    def _ask(self, said: str, agree: Callable[[], None]) -> None:
        client = self.here.client

        def yes() -> None:
            client.pages.pop()
            client.begin(agree)

        buttons = ((_("Yes"), yes), (_("No, take nothing"), client.back))
        client.open(Form(_("A letter"), list, buttons, tuple(said.splitlines())))

    def _came(self, said: str) -> None:
        """Show what came, above the page of the game that it is of; the next mail is another one."""
        self.forget()
        if game := flag("game"):
            self.follow(game)
        self.here.show(_("what came"), said)


def _files(text: str) -> list[Path]:
    """Return the files that were typed: one path, or several with blanks between; raise `Stop` for what is none."""
    if not text.strip():
        raise Stop(Code.USAGE, _("Paste the text of a mail, or type the path of a file."))
    whole = Path(text.strip()).expanduser()
    files = [whole] if whole.is_file() else [Path(part).expanduser() for part in text.split()] or [whole]
    for file in files:
        if not file.is_file():
            raise Stop(
                Code.FAILURE, _("There is no file {file}.").format(file=file if len(files) > 1 else whole)
            )
    return files

"""Games and tables by mail: what is packed for others, and what came from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from p2pgames_cli.app.mail_table import HostByMailRequest, host_by_mail
from p2pgames_cli.app.network import network_of
from p2pgames_cli.app.pack import Packed, PackRequest, pack
from p2pgames_cli.app.resume import ResumeRequest, resume_by_mail
from p2pgames_cli.app.unpack import UnpackRequest, unpack
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.home.context import HomeContext, new_file_path
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.library.stored_games import Stored
from p2pgames_cli.pages.field import ChoiceField, Field, TextField
from p2pgames_cli.pages.form import Form
from p2pgames_protocol.mail import armour
from p2pgames_protocol.mail.letters import Filling
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.disk import expanded

FILE, LINES = N_("a file"), N_("text to paste into a mail")
ABOUT = N_("The text is shown, to be selected and copied.")


# What a use case says and asks, noted for a page of the home.


@dataclass
class NotedVoice:
    """Notes what is said; what is asked is left to a page unless the player has said yes there already."""

    yes: bool = False
    lines: list[str] = field(default_factory=list)
    asked: bool = False
    """Whether something was asked that nobody has agreed to yet."""
    at_home: bool = True

    @property
    def text(self) -> str:
        """Everything that was said."""
        return "".join(f"{line}\n" for line in self.lines)

    def tell(self, text: str) -> None:
        """Note a paragraph."""
        self.lines.append(text)

    show = note = warn = tell

    def give(self, data: Mapping[str, Any]) -> None:
        """Pass over what is for programs."""

    def agrees(self, question: str) -> bool:
        """Return what the player has said on the page before this; note the question for it where there was none."""
        if not self.yes:
            self.asked = True
            self.tell(question.removesuffix(" [y/n]"))
        return self.yes


class Mail:
    """Builds the pages about mail."""

    def __init__(self, here: HomeContext, follow: Callable[[str], None]) -> None:
        """Begin; ``follow`` opens the page of a game by its id."""
        self.here, self.follow = here, follow
        self.form = ChoiceField(_("as"), (FILE, LINES), _(ABOUT))

    # -- for the others --

    def open(self, request: HostByMailRequest) -> None:
        """Open a table that fills up by mail, and show its letter."""

        def begin() -> None:
            noted = NotedVoice()
            if self.here.do(partial(host_by_mail, voice=noted), request) == Code.FINE:
                self.here.forget()
                self.here.show(_("for the others"), noted.text)

        self.here.do_off_screen(begin)

    def pack(self, game: Stored) -> Form:
        """Return the page that asks in what form the others get what they lack of a game."""
        what = ChoiceField(
            _("what"),
            (N_("the moves they do not have yet"), N_("the whole game")),
            _("The whole game if somebody has lost it."),
        )
        name = f"{game.genesis.game}-{game.id[:8]}.pack"
        return self._pack(_("Pack"), name, [what], game.id, lambda: bool(what.at))

    def letter(self, table: Filling) -> Form:
        """Return the page that asks in what form one's own letter to a table is written once more."""
        name = f"{table.proposal.rules}-{table.table.hex()[:8]}.letter"
        return self._pack(_("The letter again"), name, [], table.table.hex(), lambda: False)

    def _pack(
        self, title: str, name: str, more: list[Field], wanted: str, everything: Callable[[], bool]
    ) -> Form:
        form, here = self.form, self.here
        out = TextField(_("file"), _("Where to write it; ~ is your own folder."), name)

        def build() -> list[Field]:
            return [form, *more, *([out] if form.value == FILE else [])]

        def packed() -> Packed:
            return here.do(pack, PackRequest(here.user, wanted, everything()))

        def show() -> None:
            (text,) = packed().parts()
            here.close()
            here.show(_("for the others"), text)

        def begin() -> None:
            if form.value == FILE:
                here.write(new_file_path(out.value), lambda: packed().data)
            else:
                here.do_off_screen(show)

        return Form(title, build, ((_("Pack it"), begin),))

    def play(self, game: Stored) -> None:
        """Play on without any connection, and come back to the page of the game."""
        here = self.here

        def play() -> None:
            network = network_of(here.settings)
            request = ResumeRequest(here.user, here.client.with_options(offline=True), network, game.id)
            code, next_ = here.do(resume_by_mail, request)
            if code in (Code.FINE, Code.DECIDED):
                self.follow(game.id)
                here.stack.notice = next_

        here.do_off_screen(play)

    # -- from the others --

    def unpack(self) -> Form:
        """Return the page that asks for what others packed, or wrote to open or to fill a table."""
        given = TextField(
            _("file or text"),
            _("The path of a pack or letter, or the whole text of a mail, with all its parts."),
        )

        def begin() -> None:
            came = _came(given.value)
            self.here.do_off_screen(lambda: self._take(came))

        told = (_("Paste the text of the mail, or type the path of the file."),)
        return Form(_("Unpack"), lambda: [given], ((_("Take it"), begin),), told)

    def _take(self, came: tuple[bytes, ...], *, yes: bool = False) -> None:
        """Take what came; show a letter first, and do that after a yes."""
        noted = NotedVoice(yes)
        request = UnpackRequest(self.here.user, came)
        _code, game = self.here.do(partial(unpack, voice=noted), request)
        if noted.asked:
            self._ask(noted.text, lambda: self._take(came, yes=True))
        else:
            self._came(game, noted.text)

    def _ask(self, said: str, agree: Callable[[], None]) -> None:
        stack = self.here.stack

        def yes() -> None:
            stack.pages.pop()
            stack.do_off_screen(agree)

        buttons = ((_("Yes"), yes), (_("No, take nothing"), stack.back))
        stack.open(Form(_("A letter"), list, buttons, tuple(said.splitlines())))

    def _came(self, game: str, said: str) -> None:
        """Show what came, above the page of the game that it is of; the next mail is another one."""
        self.here.forget()
        if game:
            self.follow(game)
        self.here.show(_("what came"), said)


def _came(typed: str) -> tuple[bytes, ...]:
    """Return what stands in a text that was pasted, or in the files that were typed."""
    if armour.is_in(typed):
        return (typed.encode(),)
    return tuple(map(disk.read_file, _files(typed)))


def _files(text: str) -> list[Path]:
    """Return the files that were typed: one path, or several with blanks between; raise `Stop` for what is none."""
    if not text.strip():
        raise Stop(Code.USAGE, _("Paste the text of a mail, or type the path of a file."))
    whole = expanded(Path(text.strip()))
    files = [whole] if whole.is_file() else [expanded(Path(part)) for part in text.split()] or [whole]
    for file in files:
        if not file.is_file():
            raise Stop(
                Code.FAILURE, _("There is no file {file}.").format(file=file if len(files) > 1 else whole)
            )
    return files

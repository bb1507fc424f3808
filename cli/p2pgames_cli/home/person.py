"""The player: the name that others see, the key, and the passphrase of its file."""

from __future__ import annotations

from p2pgames_cli.app.key import settle
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.home.context import HomeContext
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.ui.field import Text
from p2pgames_cli.ui.form import Form
from p2pgames_protocol.wire.identity import short


class Person:
    """Builds the pages about the player."""

    def __init__(self, here: HomeContext) -> None:
        self.here = here

    def head(self) -> str:
        """Return who plays here, for the head of the screen."""
        identity = self.here.games.identity
        key = " · " + _("key {key}").format(key=short(identity.key)) if identity is not None else ""
        return self.here.user.home.name() + key

    def first(self) -> Form:
        """Return the page on which a newcomer gets a name and a key."""
        lines = (
            _("Welcome. Others will see your name, and recognise you by a key that is made now."),
            _("The key is kept in a file that only you can read; a passphrase protects it further."),
        )
        about = _("For the key; empty means none. It is asked for at every start.")
        return self._form(_("Your name and key"), _("Make the key"), lines, about)

    def known(self) -> Form:
        """Return the page that shows name and key, and changes name and passphrase."""
        identity, where = self.here.games.identity, self.here.user.home
        if identity is None:
            return self.first()
        said = (
            _("Your key {key} has a passphrase. It is in {file}.")
            if b"ENCRYPTED" in where.pem()
            else _("Your key {key} has no passphrase. It is in {file}.")
        )
        lines = (
            said.format(key=short(identity.key), file=where.key_file),
            _("Keep a copy in a safe place: p2pgames id export FILE"),
        )
        about = _("Of the key; empty leaves it as it is. It is asked for at every start.")
        return self._form(_("Name and key"), _("Keep"), lines, about)

    def _form(self, title: str, label: str, lines: tuple[str, ...], about: str) -> Form:
        known, stack = self.here.user.home.name(), self.here.stack
        name = Text(
            _("name"), _("What others see."), self.here.user.name or ("" if known == "Player" else known)
        )
        first = Text(_("passphrase"), about, "", True)
        again = Text(_("and once more"), _("So that a slip does not lock you out."), "", True)

        def keep() -> None:
            if first.value != again.value:
                raise Stop(Code.USAGE, _("The two passphrases differ; type them again."))
            self._settle(name.value, first.value.encode())
            stack.pages.pop()
            stack.notice = _("Others see you as {name}.").format(name=self.here.user.home.name())

        return Form(title, lambda: [name, first, again], ((label, keep),), lines)

    def _settle(self, name: str, chosen: bytes) -> None:
        games = self.here.games
        games.identity = settle(self.here.user, games.identity, name, chosen)
        self.here.stack.head = self.head()

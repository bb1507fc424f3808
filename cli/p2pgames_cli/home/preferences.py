"""The settings: what is chosen for good, page by page."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from p2pgames_cli.app.key import store_key
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings import Value
from p2pgames_cli.home.context import WIDTH, HomeContext
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.pages.field import TextField
from p2pgames_cli.pages.form import Form, settings_form
from p2pgames_cli.pages.menu import Menu, Section
from p2pgames_cli.pages.text_page import TextPage
from p2pgames_cli.pages.transport_form import YES, TransportFields, UsedFor
from p2pgames_cli.table.actions.everything import keys_explained, keys_of, usual_keys
from p2pgames_cli.table.item import Item
from p2pgames_protocol.wire.identity import short

# The player: the name that others see, the key, and the passphrase of its file.


class Person:
    """Builds the pages about the player."""

    def __init__(self, here: HomeContext) -> None:
        self.here = here

    def is_known(self) -> bool:
        """Tell whether the player has a key and a name; who said it at the start is not asked again."""
        here = self.here
        where, name = here.home, here.user.name
        if name is not None and not (where.has_identity() and where.is_named()):
            self._settle(name, b"")
        return where.has_identity() and where.is_named()

    def first(self) -> Form:
        """Return the page on which a newcomer says how they are called, and gets a key."""
        name = TextField(_("your name"), _("You can change it at any time, under Settings."))

        def keep() -> None:
            self._settle(name.value, b"")
            self.here.close()

        told = (_("Welcome! What shall the others call you?"),)
        return Form("p2pgames", lambda: [name], ((_("Go on"), keep),), told)

    def known(self) -> Form:
        """Return the page that shows name and key, and changes name and passphrase."""
        here = self.here
        identity, where = here.games.identity, here.home
        if identity is None:
            return self.first()
        key = short(identity.key)
        said = (
            _("Your key {key} has a passphrase. It is in {file}.")
            if b"ENCRYPTED" in where.pem()
            else _("Your key {key} has no passphrase. It is in {file}.")
        )
        lines = (
            said.format(key=key, file=where.key_file),
            _("Keep a copy in a safe place: p2pgames id export FILE"),
        )
        about = _("Of the key; empty leaves it as it is. It is asked for at every start.")
        name = TextField(_("name"), _("What others see."), where.name())
        first = TextField(_("passphrase"), about, "", True)
        again = TextField(_("and once more"), _("So that a slip does not lock you out."), "", True)
        stack = here.stack

        def keep() -> None:
            if first.value != again.value:
                raise Stop(Code.USAGE, _("The two passphrases differ; type them again."))
            self._settle(name.value, first.value.encode())
            stack.pages.pop()
            stack.notice = _("Others see you as {name}.").format(name=where.name())

        return Form(_("Name and key"), lambda: [name, first, again], ((_("Keep"), keep),), lines)

    def _settle(self, name: str, chosen: bytes) -> None:
        games = self.here.games
        games.identity = store_key(self.here.user, games.identity, name, chosen)
        stack = self.here.stack
        stack.head = name


class Preferences:
    """Builds the pages of the settings."""

    def __init__(self, here: HomeContext, person: Person) -> None:
        self.here, self.person = here, person
        self.live = here.settings

    def menu(self) -> Menu:
        """Return the page that leads to the others."""
        open_ = self.here.open
        items = [
            Item(
                _("Name and key"),
                "1",
                _("what others see, and the passphrase of the key"),
                lambda: open_(self.person.known()),
            ),
            Item(
                _("Screen and notices"),
                "2",
                _("theme, colours, what is asked, bell and title"),
                lambda: open_(settings_form(self.live, self._keep)),
            ),
            Item(_("Keys"), "3", _("which key does what during a game"), lambda: open_(self.keys())),
            Item(
                _("Ways"),
                "4",
                _("how others reach the tables that you open"),
                lambda: open_(self.ways()),
            ),
            Item(
                _("Silence"),
                "5",
                _("whether p2pgames serve votes out who is silent too long"),
                lambda: open_(settings_form(self.live, self._keep, silence=True)),
            ),
        ]
        where: list[Section] = [
            (_("Everything but name and key is in {file}").format(file=self.live.path), [])
        ]
        return Menu(_("Settings"), lambda: [("", items), *where])

    def keys(self) -> TextPage:
        """Return the page that says which key does what."""
        lines = keys_explained(keys_of(self.live).keys)
        told = _(
            "To change them, remove the # in the last part of {file}; it is read as soon as it is saved."
        )
        told = told.format(file=self.live.make(usual_keys()))
        return TextPage(_("which key does what"), [*textwrap.wrap(told, WIDTH), "", *lines])

    def ways(self) -> Form:
        """Return the page of the ways."""
        about = _("For the tables that you open; whoever joins uses the ways that the invite names.")
        ways = TransportFields(UsedFor.ALWAYS, _("as usual: you are asked once"), about, self.live.now.values)

        def keep() -> None:
            ways.check()
            self._keep(
                {
                    "network.via": ",".join(ways.chosen),
                    "network.relay": " ".join(ways.relay.value.split()),
                    "network.dht-node": " ".join(ways.node.value.split()),
                    "network.map-port": ways.port.value == YES,
                }
            )

        return Form(_("Ways"), ways.fields, ((_("Keep"), keep),))

    def _keep(self, values: Mapping[str, Value]) -> None:
        """Write what is different now, and go back."""
        self.live.change(
            {name: value for name, value in values.items() if value != self.live[name]}, usual_keys()
        )
        self.here.close()
        self.here.stack.notice = _("Kept in {file}.").format(file=self.live.path)

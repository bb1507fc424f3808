"""The settings: what is chosen for good, page by page."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from p2pgames_cli.config.settings import Value
from p2pgames_cli.home.context import WIDTH, HomeContext
from p2pgames_cli.home.person import Person
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.actions.keys import explained, keys_of, usual
from p2pgames_cli.table.item import Item
from p2pgames_cli.ui.form import Form
from p2pgames_cli.ui.menu import Menu, Section
from p2pgames_cli.ui.settings_form import settings_form
from p2pgames_cli.ui.text_page import TextPage
from p2pgames_cli.ui.ways_form import YES, UsedFor, WaysFields


class Preferences:
    """Builds the pages of the settings."""

    def __init__(self, here: HomeContext, person: Person) -> None:
        self.here, self.person = here, person
        self.live = here.stack.play_options.settings

    def menu(self) -> Menu:
        """Return the page that leads to the others."""
        open_ = self.here.stack.open
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
        ]
        where: list[Section] = [
            (_("Everything but name and key is in {file}").format(file=self.live.path), [])
        ]
        return Menu(_("Settings"), lambda: [("", items), *where])

    def keys(self) -> TextPage:
        """Return the page that says which key does what."""
        lines = explained(keys_of(self.live).keys)
        told = _(
            "To change them, remove the # in the last part of {file}; it is read as soon as it is saved."
        )
        told = told.format(file=self.live.make(usual()))
        return TextPage(_("which key does what"), [*textwrap.wrap(told, WIDTH), "", *lines])

    def ways(self) -> Form:
        """Return the page of the ways."""
        about = _("For the tables that you open; whoever joins uses the ways that the invite names.")
        ways = WaysFields(UsedFor.ALWAYS, _("as usual: you are asked once"), about, self.live.now.values)

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
        self.live.change({name: value for name, value in values.items() if value != self.live[name]}, usual())
        self.here.stack.pages.pop()
        self.here.stack.notice = _("Kept in {file}.").format(file=self.live.path)

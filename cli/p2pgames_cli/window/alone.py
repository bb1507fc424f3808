"""The window where nothing else is: its link is printed, for a browser that does not open by itself."""

from __future__ import annotations

from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped


def tell_link(link: str) -> None:
    """Print the link, and how p2pgames ends."""
    said = _(
        "Your tables and games open in your browser. If they do not, open this link there; it works once:"
    )
    shown = console.linked(link)
    console.tell(f"{wrapped(said)}\n{shown}\n\n" + _("Ctrl-C ends p2pgames; so does leaving it on the page."))

"""The ways of the tables that a player opens, where nothing is settled: asked once, and kept in the settings."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec

from p2pgames.text import as_it_is
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.actions.keys import usual as usual_keys
from p2pgames_cli.table.opening import Opening
from p2pgames_cli.table.play_options import Mode, PlayOptions
from p2pgames_protocol.transports.install import hint


def with_usual(network: NetworkOptions, how: PlayOptions, opening: Opening) -> NetworkOptions:
    """Return the ways to a table that is opened; a person whose settings do not name any is asked, once.

    Programs, and whoever has no terminal, are not asked and get TCP. The answer is kept as ``network.via``.
    """
    from p2pgames_protocol.discovery.registry import AUTO, DEFAULT, names_in

    if network.via or network.usual or not _is_answered(how):
        return replace(network, quiet_port=network.furthest)
    via = AUTO if opening.asks(_question(network), usual=True) else ",".join(DEFAULT)
    try:
        how.settings.change({"network.via": via}, usual_keys())
    except Stop as stop:
        opening.warn(str(stop))
    else:
        said = _("Kept as network.via={via}. To change it: p2pgames settings network.via=...")
        opening.tell(said.format(via=via))
    if via == AUTO and find_spec("iroh") is None:
        opening.tell(named(hint(as_it_is("iroh"), "iroh")))
    return replace(network, usual=names_in(via), quiet_port=via == AUTO)


def _is_answered(how: PlayOptions) -> bool:
    """Tell whether a person reads the question: in a terminal, or on the page of the home."""
    return (how.mode is Mode.WINDOW and how.within) or (how.mode is not Mode.JSON and sys.stdin.isatty())


def _question(network: NetworkOptions) -> str:
    """Return the question, with all that a yes tells to whom."""
    whose = ", ".join((_("n0, the makers of iroh"),) if network.relays is None else network.relays)
    relayed = _(
        "To play over the internet, p2pgames uses relays ({whose}): they learn your address, whom you are "
        "linked with and when, but not what you send."
    )
    told = [relayed.format(whose=whose)] if whose else []
    told.append(_("People on your network see your open tables. Your router is asked to let the others in."))
    told.append(_("Is that all right?"))
    return " ".join(told)

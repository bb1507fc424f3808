"""How a player is alerted: the bell, a message on the desktop, the title of the window; each can be switched off.

A name of a player may hold anything that can be printed; nothing else reaches the terminal from here.
"""

from __future__ import annotations

import os
from typing import Final

from prompt_toolkit.output import Output

from p2pgames_cli.config.console import NO_OSC
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.ui.styles import breakable

MOST: Final = 120
"""Characters of a title or a message."""


def call(presenter: Presenter, output: Output) -> None:
    """Tell the player that it is their turn, unless they are looking."""
    model = presenter.model
    settings = model.play_options.settings
    if model.local or model.standpoint.passive or model.play_options.terminal.looked_at:
        return
    if settings["notices.bell"]:
        output.bell()
    kind = str(settings["notices.desktop"])
    if kind == "auto":
        kind = "osc99" if model.play_options.terminal.notices else "off"
    if kind != "off" and os.environ.get("TERM") not in NO_OSC:
        output.write_raw(message(kind, model.title, _("It is your turn.")))
    output.flush()


def message(kind: str, title: str, text: str) -> str:
    """Return what has a terminal show a message on the desktop: OSC 9 of iTerm2, OSC 99 of kitty, OSC 777 of urxvt."""
    title, text = clean(title).replace(";", ","), clean(text).replace(";", ",")
    if kind == "osc99":
        return f"\x1b]99;i=p2pgames:d=0;{title}\x1b\\\x1b]99;i=p2pgames:p=body;{text}\x1b\\"
    if kind == "osc777":
        return f"\x1b]777;notify;{title};{text}\x1b\\"
    return f"\x1b]9;{headed(title, text)}\x1b\\"


def entitle(presenter: Presenter, output: Output, before: str) -> str:
    """Show in the window's title whose turn it is, if that is wanted and has changed; return the title."""
    wanted = title(presenter) if presenter.model.play_options.settings["notices.title"] else ""
    if wanted != before:
        if wanted:
            output.set_title(wanted)
        else:
            output.clear_title()
        output.flush()
    return wanted


def title(presenter: Presenter) -> str:
    """Return the title of the window."""
    model = presenter.model
    game = model.title
    if model.mine is not None and not model.local:
        return clean(_("● your turn - {title}").format(title=game))
    if model.replica.finished:
        return clean(_("over - {title}").format(title=game))
    names = [model.replica.names[seat] for seat in model.replica.waiting_for]
    if model.standpoint.replaying or len(names) != 1:
        return clean(game)
    return clean(_("{name} to move - {title}").format(name=names[0], title=game))


def clean(text: str) -> str:
    """Return the text without anything a terminal could take for a command, and not too long."""
    return "".join(c for c in breakable(text) if c.isprintable())[:MOST]

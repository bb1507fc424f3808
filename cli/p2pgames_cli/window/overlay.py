"""Pages over the table at the window: the settings, and the choices for a what-if."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from p2pgames_cli.config.settings import Value
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table import trying
from p2pgames_cli.table.actions.keys import usual
from p2pgames_cli.table.item import Item
from p2pgames_cli.ui.menu import Menu
from p2pgames_cli.ui.page_stack import PageStack
from p2pgames_cli.ui.settings_form import settings_form
from p2pgames_cli.window.page_model import PageModel


def settings(model: PageModel) -> None:
    """Lay the settings over the table."""
    live = model.table.play_options.settings

    def keep(values: Mapping[str, Value]) -> None:
        live.change({name: value for name, value in values.items() if value != live[name]}, usual())
        model.overlay = None
        model.tell("Info", _("Kept in {file}.").format(file=live.path))

    model.overlay = PageStack([settings_form(live, keep)], play_options=model.table.play_options)


def what_if(model: PageModel) -> None:
    """Lay over the table who may play on from the position that is shown."""
    if said := trying.over(model.table):
        model.tell("No", said)
        return
    items = [Item(way.name, "", way.about, partial(_try, model, way)) for way in trying.ways(model.table)]
    title = _("What if: nothing of this is kept, and the game stays as it is")
    model.overlay = PageStack([Menu(title, lambda: [("", items)])], play_options=model.table.play_options)


def _try(model: PageModel, way: trying.Way) -> None:
    model.trying, model.closed = way.trying, True


def own(model: PageModel) -> Mapping[str, Callable[[], object]]:
    """Return what opens these pages, by the id of its action."""
    return {"settings": partial(settings, model), "what-if": partial(what_if, model)}


def take(model: PageModel, said: Mapping[str, Any]) -> None:
    """Do what was done on the page that lies over the table, or take it away."""
    if model.overlay is None:
        return
    if said.get("back") == -1:
        model.overlay = None
    else:
        model.overlay.told(said)

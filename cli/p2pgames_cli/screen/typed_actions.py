"""Words in the line that are no move: what the list of all that can be done calls by a name, done by typing it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import plans
from p2pgames_cli.ui.pages import Item


def deed(desk: Desk, text: str) -> Item | None:
    """Return what a line that is no move would do, as plain lines know it; None where it means nothing.

    That is ``say`` and ``if`` with what follows them, and every name in the list of what can be done, in English
    or in the user's language.
    """
    if (item := sentence(desk, text)) is not None:
        return item
    name = _plain(text)
    for item in actions.deeds(desk):
        if item.do is not None and name in {_plain(item.action), _plain(item.name)} - {""}:
            return Item(item.name, "", item.about, partial(_done, desk, item.do))
    return None


def sentence(desk: Desk, text: str) -> Item | None:
    """Return what ``say`` or ``if`` with what follows them would do; None for any other text."""
    word, _blank, rest = text.strip().partition(" ")
    between = desk.place.talk is not None
    match word.lower():
        case "say" if between and rest.strip():
            about, do = _("tell the others"), partial(desk.place.say, rest.strip())
        case "if" if between and desk.seated and rest.strip():
            about, do = _("answer moves of the others the moment they come"), partial(_plan, desk, rest)
        case _:
            return None
    return Item(word, "", about, partial(_keeping, desk, text.strip(), do))


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace(" ", "")


def _done(desk: Desk, do: Callable[[], None]) -> None:
    desk.line.write("")
    do()


def _keeping(desk: Desk, text: str, do: Callable[[], Awaitable[None]]) -> None:
    """Do something with what was typed; if it is refused and stands in the line, it stays there."""

    async def kept() -> None:
        await do()
        if desk.line.text.strip() == text:
            desk.line.write("")

    desk.start(kept)


async def _plan(desk: Desk, text: str) -> None:
    made = await desk.planning.add(plans.typed(text))
    desk.notice = (N_("Plan"), made.text)

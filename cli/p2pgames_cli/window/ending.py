"""The end of a game as the page gets it: what came of it, what can be done now, and the game as a page to keep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import trio

from p2pgames_cli.export.html import page
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table import history_text
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.window.page_model import PageModel

SAVED: Final = "game.html"
"""What a browser asks for to save the game."""
_ONE: Final = trio.CapacityLimiter(1)
"""A long game takes seconds: one after the other."""


def ending(model: PageModel) -> dict[str, Any] | None:
    """Return how everybody has done and what can be done now; None while the game goes on, or if this is not shown."""
    table = model.table
    if not table.position.over or table.replica.position.ending is None:
        return None
    result = table.replica.position.ending.result
    places = result.places if result is not None else ()
    scores = result.scores if result is not None else None
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    return {
        "text": outcome(table),
        "stands": [
            {
                "place": places[seat],
                "seat": seat,
                "points": "" if scores is None else history_text.points(scores[seat]),
            }
            for seat in order
        ],
        "does": [list(pair) for pair in _offered(model, scored=scores is not None)],
        "saves": _("Save as a page") if _kept(table) else "",
        "back": _("Look back"),
    }


def outcome(table: TableModel) -> str:
    """Return who won and how the game ended, in a sentence or two."""
    return history_text.finished(history_text.outcome_of(table.replica))


def _offered(model: PageModel, *, scored: bool) -> Iterator[tuple[str, str]]:
    """Yield what one may want to do after a game, as far as it can be done: an action and what its button says."""
    wanted = {
        "rematch": _("Rematch"),
        "quit": _("Your games") if model.table.play_options.within else "",
        "scores": _("What the points came from") if scored else "",
        "analysis": _("What the game turned on"),
    }
    possible = {action.id for action in model.actions.possible()}
    yield from ((action, said) for action, said in wanted.items() if said and action in possible)


def _kept(table: TableModel) -> bool:
    """Tell whether this is a game that is kept, and over."""
    return table.replica.finished and table.play_options.trial is None


async def saved(table: TableModel) -> tuple[str, bytes] | None:
    """Return the game as a page that steps through it, and what its file is called; None if there is none yet."""
    if not _kept(table):
        return None
    genesis = table.replica.genesis
    text = await trio.to_thread.run_sync(page, table.replica, limiter=_ONE, abandon_on_cancel=True)
    return f"{genesis.proposal.rules}-{genesis.game_id.hex()[:8]}.html", text.encode()

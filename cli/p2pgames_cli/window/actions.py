"""The list of what can be done now, as the page gets it."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames_cli.table import absence
from p2pgames_cli.table.actions.action import Action, worded
from p2pgames_cli.window.page_model import PageModel


def listed(model: PageModel) -> Iterator[dict[str, str | int]]:
    """Yield what can be done now: a thing to do, or the beginning of what is typed for it."""
    for action in model.actions.possible():
        ways = list(model.actions.ways(action))
        for number, item in enumerate(ways):
            yield {"id": action.id, "choice": number, "name": item.name, "about": item.about}
        if not ways and action.argument.typed:
            yield _typed(action)


def due(model: PageModel) -> dict[str, object] | None:
    """Return what it is time for because somebody is silent, and what would follow; None for nothing."""
    found = [action for action in model.actions.possible() if action.due(model.table)]
    if not found:
        return None
    handle, silence = model.table.handle, model.table.silence
    said = [
        line
        for seat in absence.awaited(handle)
        for told in (absence.suspended(handle, seat), absence.offer(handle, seat, silence))
        for line in told
    ]
    return {"text": " ".join(said), "does": [[action.id, worded(action.name)] for action in found]}


def _typed(action: Action) -> dict[str, str | int]:
    word, what = action.typed[0], worded(action.argument.typed)
    return {"id": "", "typed": f"{word} ", "name": f"{word} {what}", "about": worded(action.about)}

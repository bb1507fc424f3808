"""Actions on the screen: those that have pages of their own, and the list of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from p2pgames_cli.screen import own_pages
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.item import Item
from p2pgames_cli.ui.palette import Palette

MOVES: Final = 500
"""Legal moves that stand in the list, at most."""
OWN: Final[Mapping[str, Callable[[Presenter], object]]] = {
    "take-back-step": lambda presenter: presenter.input.undo(),
    "help": lambda presenter: palette(presenter),  # noqa: PLW0108  # it stands below
    "panels": own_pages.panels,
    "chat": own_pages.chat,
    "plans": own_pages.plans,
    "status": own_pages.status,
    "what-if": own_pages.what_if,
    "settings": own_pages.settings,
}
"""What the screen has pages or a line for; of all else it shows what the action brings."""


def palette(presenter: Presenter, *, early: str = "") -> None:
    """Open the list of all that can be done; ``early`` is what was typed outside one's turn, and opens it."""
    page = Palette(list(items(presenter)), meant=presenter.actions.sentence, early=bool(early))
    page.narrow(early)
    presenter.overlay = page


def items(presenter: Presenter) -> Iterator[Item]:
    """Yield what can be done now, each with its key; then every legal move."""
    model = presenter.model
    yield from presenter.actions.items()
    if model.turn.choices is not None:
        for text, move in model.turn.choices.moves[:MOVES]:
            about = model.named(model.turn.choices.effect(move))
            yield Item(text, "", about, partial(presenter.input.line.write, text))

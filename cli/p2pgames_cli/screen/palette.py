"""The palette and the list of keys, as rows of what can be done now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from p2pgames_cli.screen.actions import deeds
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.ui.pages import Item, Palette


def items(desk: Desk) -> Iterator[Item]:
    """Yield what can be done now, most used first, each with its key; then every legal move."""
    yield from deeds(desk)
    if desk.choices is not None:
        for text, move in desk.choices.moves[:500]:
            about = desk.named(desk.choices.effect(move))
            yield Item(text, "", about, partial(desk.line.write, text))


def palette(desk: Desk, *, ahead: bool = False) -> None:
    """Open the list of all that can be done; `ahead` if typing does, outside one's turn."""
    from p2pgames_cli.screen import typed_actions  # it knows all that is here

    desk.overlay = Palette(list(items(desk)), meant=partial(typed_actions.sentence, desk), ahead=ahead)

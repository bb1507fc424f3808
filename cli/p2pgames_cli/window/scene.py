"""What the page shows: a table, a lobby, the home, or nothing yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.table.actions.everything import usual_keys

if TYPE_CHECKING:
    from p2pgames_cli.window.page_model import PageModel


class Scene(Protocol):
    """What the page shows, and does."""

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""

    def handle_message(self, said: Mapping[str, Any], /) -> None:
        """Do what a page says."""


class Nothing:
    """A page with nothing to show yet."""

    def parts(self) -> dict[str, Any]:
        """Return that there is nothing."""
        return {}

    def handle_message(self, _said: Mapping[str, Any], /) -> None:
        """Do nothing."""


# The requests of a page, and what each does. Anything else does nothing.

Said = Mapping[str, Any]


def take(model: PageModel, said: Said) -> None:
    """Do what a page says."""
    table = model.table
    hidden = table.visibility.awaits_player
    for name, (kind, do) in REQUESTS.items():
        if type(said.get(name)) is kind and not (hidden and name in PLAYING):
            table.unread.looked = len(table.replica.log)
            table.settings.reload()
            do(model, said)
            return


def _type(model: PageModel, said: Said) -> None:
    number = said.get("number")
    model.write(said["type"], number if type(number) is int else 0)


def _move(model: PageModel, said: Said) -> None:
    """Write a move that was chosen from the list."""
    model.write(said["move"], model.number)


def _say(model: PageModel, said: Said) -> None:
    table = model.table
    text = said["say"].strip()
    if text and table.handle.talk is not None:
        model.start(partial(_spoken, model, text))


async def _spoken(model: PageModel, text: str) -> None:
    table = model.table
    await table.handle.say(text)
    model.notices.quiet()


def _answer(model: PageModel, said: Said) -> None:
    question, model.question = model.question, None
    if question is not None and said["answer"]:
        question.yes()


def _step(model: PageModel, said: Said) -> None:
    timeline = model.table.timeline
    timeline.show_step(said["step"])
    model.notices.quiet()


def _theme(model: PageModel, said: Said) -> None:
    try:
        table = model.table
        table.settings.change({"window.theme": said["theme"] or "auto"}, usual_keys())
    except Stop as stop:
        model.show_notice("No", str(stop))


def _do(model: PageModel, said: Said) -> None:
    number = said.get("choice")
    model.actions.act(said["do"], number if type(number) is int else 0)


def _look(model: PageModel, said: Said) -> None:
    model.pointer.looked = said["look"]


def _close(model: PageModel, _said: Said) -> None:
    model.text_dialog = None


def _overlay(model: PageModel, said: Said) -> None:
    from p2pgames_cli.window.page_model import take

    take(model, said["overlay"])


PLAYING: Final = frozenset(("point", "look", "type", "move", "send", "undo"))
"""Nothing of it before the player whose hand is hidden says that nobody else looks."""
REQUESTS: Final[Mapping[str, tuple[type, Callable[[PageModel, Said], None]]]] = {
    "point": (str, lambda model, said: model.input.click(said["point"])),
    "look": (str, _look),
    "type": (str, _type),
    "move": (str, _move),
    "send": (bool, lambda model, _said: model.input.send()),
    "undo": (bool, lambda model, _said: model.input.undo()),
    "do": (str, _do),
    "say": (str, _say),
    "answer": (bool, _answer),
    "close": (bool, _close),
    "recall": (int, lambda model, said: model.recall(said["recall"])),
    "overlay": (dict, _overlay),
    "show_hand": (bool, lambda model, _said: model.table.visibility.show_hand()),
    "step": (int, _step),
    "theme": (str, _theme),
}
"""By the field that makes it one: of which type it is, and what does it."""


@dataclass
class TableScene:
    """A table."""

    model: PageModel
    ready: Callable[[PageModel], None]
    """Called when a page has said something: shows what came of it."""

    def __post_init__(self) -> None:
        from p2pgames_cli.window.table_page import TablePage

        self._view = TablePage(self.model)

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        return self._view.parts()

    async def saved(self) -> tuple[str, bytes] | None:
        """Return the game as a page to keep, and what its file is called; None while it goes on."""
        from p2pgames_cli.window.table_page import saved

        return await saved(self.model.table)

    def handle_message(self, said: Mapping[str, Any], /) -> None:
        """Do what a page says."""

        take(self.model, said)
        self.ready(self.model)

"""Actions on the screen: those that have pages of their own, and the list of all."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from p2pgames.contract import Seat
from p2pgames.picture.picture import Row
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.settings import CHOICES, Value, as_offered
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.pages.page import PageContent
from p2pgames_cli.pages.palette import Palette
from p2pgames_cli.pages.rows import heading, placed, wrapped
from p2pgames_cli.pages.text_page import StatusPage
from p2pgames_cli.screen.chat_page import ChatPage
from p2pgames_cli.screen.panels import Panels
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import offers, waiting
from p2pgames_cli.table import plans as table_plans
from p2pgames_cli.table.actions.everything import usual_keys
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.plans import Plan
from p2pgames_cli.table.seat_handle import held_back
from p2pgames_cli.table.session import TableSession
from p2pgames_cli.table.status import sentences
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.turn_input import MoveLine
from p2pgames_cli.table.what_if import Way, ways_to_play, why_not_here

MOVES: Final = 500
"""Legal moves that stand in the list, at most."""


# Pages that only the screen has: the chat, plans, what holds, the panels, the settings, what to try out.


def panels(presenter: Presenter) -> None:
    """Lay the panels over the board, or take them away."""
    presenter.toggle(Panels(presenter))


def chat(presenter: Presenter) -> None:
    """Open the page of the chat, or close it."""
    model = presenter.model
    model.unread.unread = 0
    if presenter.notices.shown[0] == "Chat":
        presenter.notices.shown = ("", "")
    presenter.toggle(
        ChatPage(model.handle, lambda text, line: presenter.start(partial(_say, presenter, text, line)))
    )


async def _say(presenter: Presenter, text: str, line: MoveLine) -> None:
    """Say what stands in the line; it stays there if that is refused."""
    model = presenter.model
    await model.handle.say(text)
    presenter.notices.quiet()
    line.take_out(text)


def plans(presenter: Presenter) -> None:
    """Open the page of the plans, or close it."""
    model = presenter.model
    planning = model.session.planning
    presenter.toggle(
        PlansPage(
            model.handle,
            lambda text, line: presenter.start(partial(_plan, presenter, text, line)),
            plans=lambda: planning.plans,
        )
    )


# The page of one's plans: what is planned, and a line to plan more.

ABOUT: Final = (
    N_(
        "A plan answers a move of the others the moment it comes, also while this client only waits. "
        "Nobody sees it before. It is dropped when anything else happens."
    ),
    N_("Type: if THEIR MOVE then YOUR MOVE; it may go on with if ... then ... as far as you like."),
    N_("Type: forget 1, or forget alone for all."),
)


@dataclass
class PlansPage(ChatPage):
    """The page of the plans, with its line."""

    plans: Callable[[], tuple[Plan, ...]] = tuple
    """Returns the plans there are."""

    @property
    def name(self) -> str:
        """The plans."""
        return "plans"

    @property
    def prompt(self) -> str:
        """What stands before the line."""
        return _("plan>")

    @property
    def does(self) -> str:
        """What Enter does."""
        return _("plan it")

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return how plans are made, those there are, and the line."""
        built: list[Row] = [heading(_("plans"), columns)]
        for about in ABOUT:
            built += [(("", f" {line}"),) for line in textwrap.wrap(_(about), columns - 2)]
        built.append(())
        plans = self.plans()
        for number, plan in enumerate(plans, 1):
            first, *more = wrapped(plan.text, columns - 6)
            built.append((("bold", f" {number:2d} "), ("", f" {first}")))
            built += [(("", f"     {line}"),) for line in more]
        if not plans:
            built.append((("dim", f" {_('Nothing is planned.')}"),))
        room = rows - 1
        self.back = max(0, min(self.back, len(built) - room))
        return self.above_line(placed(tuple(built[self.back :]), room), columns)


async def _plan(presenter: Presenter, text: str, line: MoveLine) -> None:
    """Plan what stands in the line, or forget what it names; it stays there if that is refused."""
    session = presenter.model.session
    planning = session.planning
    word, _blank, rest = text.strip().partition(" ")
    if word.lower() == "forget":
        await planning.forget(table_plans.plan_number(rest.strip()))
    else:
        made = await planning.add(table_plans.read_plan(rest if word.lower() == "if" else text))
        presenter.notices.shown = (N_("Plan"), made.text)
    line.take_out(text)


def status(presenter: Presenter) -> None:
    """Show what holds at the table, whom it waits for, and the words to compare, where anybody sits elsewhere."""
    model = presenter.model
    genesis = model.replica.genesis
    words = [_("Words to compare with the others: {words}.").format(words=genesis.words)]
    named = [] if model.local else words
    game = _("Game {number}.").format(number=genesis.game_id.hex()[:16])
    holds = sentences(model.guarantee)
    handle, absent = model.handle, list(waiting.waiting_lines(model.handle, model.silence))
    awaited = absent if absent and not held_back(handle) else [model.awaited(), *absent]
    agreed = [offers.offers_line(handle)] if model.what_if is None and offers.offers_line(handle) else []
    presenter.overlay = StatusPage(
        _("how this table stands"), [*holds, "", *awaited, *agreed, "", *named, game]
    )


def settings(presenter: Presenter, chosen: int = 0) -> None:
    """List the settings; choosing one gives it its next value."""
    live = presenter.model.settings

    def turn_to(at: int, value: Value) -> None:
        try:
            live.change({CHOICES[at].name: value}, usual_keys())
        except Stop as stop:
            presenter.notices.shown = ("No", str(stop))
        settings(presenter, at)

    listed = []
    for at, setting in enumerate(CHOICES):
        after = setting.values[(setting.values.index(live[setting.name]) + 1) % len(setting.values)]
        value = as_offered(live[setting.name])
        listed.append(Item(setting.name, value, _(setting.about), partial(turn_to, at, after)))
    title = _("settings: Enter gives the next value ({file})").format(file=live.path)
    presenter.overlay = Palette(listed, title, chosen=chosen)


def what_if(presenter: Presenter) -> None:
    """List who may play on from the position that is shown."""
    model = presenter.model
    if said := why_not_here(model):
        presenter.notices.shown = ("No", said)
        return

    def choose(way: Way) -> None:
        presenter.what_if, presenter.closed = way.what_if, True
        presenter.playback.stop()

    items = [Item(way.name, "", way.about, partial(choose, way)) for way in ways_to_play(model)]
    presenter.overlay = Palette(items, _("what if: nothing here is saved, and the game stays as it is"))


OWN: Final[Mapping[str, Callable[[Presenter], object]]] = {
    "take-back-step": lambda presenter: presenter.input.undo(),
    "help": lambda presenter: palette(presenter),  # noqa: PLW0108  # it stands below
    "panels": panels,
    "chat": chat,
    "plans": plans,
    "status": status,
    "what-if": what_if,
    "settings": settings,
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
    choices, line = model.choices, presenter.input.line
    yield from presenter.actions.items()
    if choices.legal is not None:
        for text, move in choices.legal.moves[:MOVES]:
            about = model.named(choices.legal.effect(move))
            yield Item(text, "", about, partial(line.write, text))


# A presenter with all the pages of the screen.


def presenter_of(model: TableModel) -> Presenter:
    """Return a presenter of what is known of a table."""
    return Presenter(model, OWN)


def presenter_at(session: TableSession, viewer: Seat | None = None) -> Presenter:
    """Return a presenter for who plays at a table, or looks on as this seat."""
    return presenter_of(TableModel(session, viewer=viewer))

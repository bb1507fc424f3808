"""Pages that only the screen has: the chat, plans, what holds, the panels, the settings, what to try out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from p2pgames.contract import Seat
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.settings import CHOICES, Value, spelled
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.screen.chat_page import Speech
from p2pgames_cli.screen.panels import Panels
from p2pgames_cli.screen.plans_page import Foresight
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import absence, offers
from p2pgames_cli.table import plans as table_plans
from p2pgames_cli.table.actions.keys import usual
from p2pgames_cli.table.seat import held_back
from p2pgames_cli.table.status import sentences
from p2pgames_cli.ui.item import Item
from p2pgames_cli.ui.palette import Palette
from p2pgames_cli.ui.sheet import Standing
from p2pgames_cli.ui.text_line import Line


def panels(presenter: Presenter) -> None:
    """Lay the panels over the board, or take them away."""
    presenter.toggle(Panels(presenter))


def chat(presenter: Presenter) -> None:
    """Open the page of the chat, or close it."""
    presenter.unread = 0
    if presenter.notice[0] == "Chat":
        presenter.notice = ("", "")
    presenter.toggle(
        Speech(presenter.place, lambda text, line: presenter.start(partial(_say, presenter, text, line)))
    )


async def _say(presenter: Presenter, text: str, line: Line) -> None:
    """Say what stands in the line; it stays there if that is refused."""
    await presenter.place.say(text)
    presenter.quiet()
    _empty(line, text)


def _empty(line: Line, text: str) -> None:
    """Empty a line in which a text still stands."""
    if line.text == text:
        line.write("")


def plans(presenter: Presenter) -> None:
    """Open the page of the plans, or close it."""
    presenter.toggle(
        Foresight(
            presenter.place,
            lambda text, line: presenter.start(partial(_plan, presenter, text, line)),
            plans=lambda: presenter.planning.plans,
        )
    )


async def _plan(presenter: Presenter, text: str, line: Line) -> None:
    """Plan what stands in the line, or forget what it names; it stays there if that is refused."""
    word, _blank, rest = text.strip().partition(" ")
    if word.lower() == "forget":
        await presenter.planning.forget(table_plans.numbered(rest.strip()))
    else:
        made = await presenter.planning.add(table_plans.typed(rest if word.lower() == "if" else text))
        presenter.notice = (N_("Plan"), made.text)
    _empty(line, text)


def status(presenter: Presenter) -> None:
    """Show what holds at the table, whom it waits for, and the words to compare, where anybody sits elsewhere."""
    genesis = presenter.replica.genesis
    words = [_("Words to compare with the others: {words}.").format(words=genesis.words)]
    named = [] if presenter.local else words
    game = _("Game {number}.").format(number=genesis.game_id.hex()[:16])
    holds = sentences(presenter.guarantee)
    place, absent = presenter.place, list(absence.lines(presenter.place, presenter.silence))
    awaited = absent if absent and not held_back(place) else [presenter.awaited(), *absent]
    agreed = [offers.line(place)] if presenter.play_options.trial is None and offers.line(place) else []
    presenter.overlay = Standing(
        _("what holds at this table"), [*holds, "", *awaited, *agreed, "", *named, game]
    )


def settings(presenter: Presenter, chosen: int = 0) -> None:
    """List the settings; choosing one gives it its next value."""
    live = presenter.play_options.settings

    def turn_to(at: int, value: Value) -> None:
        try:
            live.change({CHOICES[at].name: value}, usual())
        except Stop as stop:
            presenter.notice = ("No", str(stop))
        settings(presenter, at)

    listed = []
    for at, setting in enumerate(CHOICES):
        after = setting.values[(setting.values.index(live[setting.name]) + 1) % len(setting.values)]
        value = spelled(live[setting.name])
        listed.append(Item(setting.name, value, _(setting.about), partial(turn_to, at, after)))
    title = _("settings: Enter gives the next value ({file})").format(file=live.path)
    presenter.overlay = Palette(listed, title, chosen=chosen)


def what_if(presenter: Presenter) -> None:
    """List who may play on from the position that is shown."""
    if presenter.position.over:
        presenter.notice = ("No", _("The game is over here: go back to an earlier step, and try from there."))
        return
    names, bot = presenter.replica.genesis.names, presenter.game.usual

    def choose(bots: dict[Seat | None, str]) -> Callable[[], None]:
        def chosen() -> None:
            presenter.trying, presenter.closed = bots, True
            presenter.playback.stop()

        return chosen

    seats = [seat for seat in range(len(names)) if seat in presenter.position.seats]
    first = [seat for seat in seats if seat == presenter.choosing]
    items = [Item(_("by hand"), "", _("you play all the seats"), choose({}))]
    for seat in (*first, *(seat for seat in seats if seat not in first)):
        others: dict[Seat | None, str] = {other: bot for other in seats if other != seat}
        about = _("you play {name}, the bot {bot} all others").format(name=names[seat], bot=bot)
        items.append(Item(names[seat], "", about, choose(others)))
    about = _("the bot {bot} plays all the seats").format(bot=bot)
    items.append(Item(_("bots"), "", about, choose(dict.fromkeys(seats, bot))))
    presenter.overlay = Palette(items, _("what if: nothing of it is kept, and the game stays as it is"))

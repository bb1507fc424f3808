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
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import absence, offers
from p2pgames_cli.table import plans as table_plans
from p2pgames_cli.table.actions.keys import usual
from p2pgames_cli.table.seat import held_back
from p2pgames_cli.table.status import sentences
from p2pgames_cli.ui.item import Item
from p2pgames_cli.ui.palette import Palette
from p2pgames_cli.ui.sheet import Standing
from p2pgames_cli.ui.text_line import Line


def panels(desk: Desk) -> None:
    """Lay the panels over the board, or take them away."""
    desk.toggle(Panels(desk))


def chat(desk: Desk) -> None:
    """Open the page of the chat, or close it."""
    desk.unread = 0
    if desk.notice[0] == "Chat":
        desk.notice = ("", "")
    desk.toggle(Speech(desk.place, lambda text, line: desk.start(partial(_say, desk, text, line))))


async def _say(desk: Desk, text: str, line: Line) -> None:
    """Say what stands in the line; it stays there if that is refused."""
    await desk.place.say(text)
    desk.quiet()
    _empty(line, text)


def _empty(line: Line, text: str) -> None:
    """Empty a line in which a text still stands."""
    if line.text == text:
        line.write("")


def plans(desk: Desk) -> None:
    """Open the page of the plans, or close it."""
    desk.toggle(
        Foresight(
            desk.place,
            lambda text, line: desk.start(partial(_plan, desk, text, line)),
            plans=lambda: desk.planning.plans,
        )
    )


async def _plan(desk: Desk, text: str, line: Line) -> None:
    """Plan what stands in the line, or forget what it names; it stays there if that is refused."""
    word, _blank, rest = text.strip().partition(" ")
    if word.lower() == "forget":
        await desk.planning.forget(table_plans.numbered(rest.strip()))
    else:
        made = await desk.planning.add(table_plans.typed(rest if word.lower() == "if" else text))
        desk.notice = (N_("Plan"), made.text)
    _empty(line, text)


def status(desk: Desk) -> None:
    """Show what holds at the table, whom it waits for, and the words to compare, where anybody sits elsewhere."""
    genesis = desk.ledger.genesis
    words = [_("Words to compare with the others: {words}.").format(words=genesis.words)]
    named = [] if desk.local else words
    game = _("Game {number}.").format(number=genesis.game_id.hex()[:16])
    holds = sentences(desk.guarantee)
    place, absent = desk.place, list(absence.lines(desk.place, desk.silence))
    awaited = absent if absent and not held_back(place) else [desk.awaited(), *absent]
    agreed = [offers.line(place)] if desk.manner.trial is None and offers.line(place) else []
    desk.overlay = Standing(_("what holds at this table"), [*holds, "", *awaited, *agreed, "", *named, game])


def settings(desk: Desk, chosen: int = 0) -> None:
    """List the settings; choosing one gives it its next value."""
    live = desk.manner.settings

    def turn_to(at: int, value: Value) -> None:
        try:
            live.change({CHOICES[at].name: value}, usual())
        except Stop as stop:
            desk.notice = ("No", str(stop))
        settings(desk, at)

    listed = []
    for at, setting in enumerate(CHOICES):
        after = setting.values[(setting.values.index(live[setting.name]) + 1) % len(setting.values)]
        value = spelled(live[setting.name])
        listed.append(Item(setting.name, value, _(setting.about), partial(turn_to, at, after)))
    title = _("settings: Enter gives the next value ({file})").format(file=live.path)
    desk.overlay = Palette(listed, title, chosen=chosen)


def what_if(desk: Desk) -> None:
    """List who may play on from the position that is shown."""
    if desk.position.over:
        desk.notice = ("No", _("The game is over here: go back to an earlier step, and try from there."))
        return
    names, bot = desk.ledger.genesis.names, desk.game.usual

    def choose(bots: dict[Seat | None, str]) -> Callable[[], None]:
        def chosen() -> None:
            desk.trying, desk.closed = bots, True
            desk.playback.stop()

        return chosen

    seats = [seat for seat in range(len(names)) if seat in desk.position.seats]
    first = [seat for seat in seats if seat == desk.choosing]
    items = [Item(_("by hand"), "", _("you play all the seats"), choose({}))]
    for seat in (*first, *(seat for seat in seats if seat not in first)):
        others: dict[Seat | None, str] = {other: bot for other in seats if other != seat}
        about = _("you play {name}, the bot {bot} all others").format(name=names[seat], bot=bot)
        items.append(Item(names[seat], "", about, choose(others)))
    about = _("the bot {bot} plays all the seats").format(bot=bot)
    items.append(Item(_("bots"), "", about, choose(dict.fromkeys(seats, bot))))
    desk.overlay = Palette(items, _("what if: nothing of it is kept, and the game stays as it is"))

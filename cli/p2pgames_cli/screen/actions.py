"""Everything a player can do at the desk besides moving, by name and by key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from p2pgames.contract import Illegal, Seat
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.keymap import ACTIONS
from p2pgames_cli.config.settings import CHOICES, Value, spelled
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.screen import confirmations, offers, reading_pages
from p2pgames_cli.screen.chat_page import Speech
from p2pgames_cli.screen.plans_page import Foresight
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table.chat_feed import deaf_to, mute, muted
from p2pgames_cli.table.rematch import can_follow
from p2pgames_cli.table.seat import is_behind
from p2pgames_cli.ui.pages import Item, Palette, Panels

LEAP = 10
"""Steps that a page key goes in a replay."""


def _explained(desk: Desk, item: Item) -> Item:
    """Return an item with its key, and with what is said of its action where nothing else is."""
    about = item.about or _(ACTIONS[item.action].about)
    return replace(item, key=key(desk, item.action), about=about)


def key(desk: Desk, action: str) -> str:
    """Return the key of an action as it is shown, empty where it has none."""
    return desk.manner.settings.keys.shown(action, letters=desk.browsing)


def act(desk: Desk, action: str) -> None:
    """Do what an action is, if it can be done now."""
    do = next((item.do for item in deeds(desk) if item.action == action), None)
    if do is not None:
        do()


def deeds(desk: Desk) -> Iterator[Item]:
    """Yield what can be done now besides moving, most used first, each with its key."""
    for item in _deeds(desk):
        yield _explained(desk, item) if item.action else item


def _deeds(desk: Desk) -> Iterator[Item]:
    """Yield them as they stand here: those with an action get their key from the settings, and what is said of them
    from `p2pgames_cli.config.keymap`, which lists the actions.
    """
    yield from offers.answers(desk)
    if desk.mine is not None:
        yield Item(_("send"), _("Enter"), _("send the move in the line"), desk.send)
        yield Item(_("next legal"), "Tab", _("go to the next place that leads on to a move"), desk.next_legal)
        yield Item(_("take back a step"), "", "", desk.undo, "take-back-step")
    yield Item(_("rules"), "", "", lambda: reading_pages.rules(desk), "rules")
    yield Item(_("panels"), "", "", lambda: desk.open(Panels()), "panels")
    yield Item(_("read"), "", "", desk.read, "read")
    yield Item(_("history"), "", "", lambda: reading_pages.history(desk), "history")
    yield Item(_("trace"), "", "", lambda: trace(desk), "trace")
    if desk.game.rules.decks and desk.seated:
        yield Item(_("hand"), "", "", lambda: cover(desk), "hand")
    if desk.place.talk is not None:
        yield from _talking(desk)
    yield from _steps(desk)
    yield from _at_table(desk)
    if desk.manner.settings.path is not None:
        yield Item(_("settings"), "", "", lambda: settle(desk), "settings")
    if desk.browsing:
        yield Item(_("close"), "", "", lambda: confirmations.leave(desk), "close")
    keeps = not desk.still and desk.manner.trial is None
    about = _("close the client; the game is kept") if keeps else _("close this")
    yield Item(_("quit"), "Ctrl-C", about, lambda: confirmations.leave(desk))


def _steps(desk: Desk) -> Iterator[Item]:
    """Yield the ways to other positions and other eyes."""
    yield Item(_("look back"), "", "", lambda: turn(desk, -1), "look-back")
    if desk.passive or desk.step is not None:
        first = partial(desk.show_step, 0)
        yield Item(_("first"), "", "", first, "first")
    if desk.step is not None:
        yield Item(_("look forward"), "", "", lambda: turn(desk, 1), "look-forward")
        yield Item(_("now"), "", "", lambda: desk.show_step(len(desk.ledger.log)), "now")
    if desk.passive:
        yield Item(_("eyes"), "", "", desk.next_eyes, "eyes")
    if desk.still:
        yield Item(_("play"), _("Space"), _("let the game go on by itself, or stop it"), desk.run_or_rest)
        yield Item(_("what if"), "", "", lambda: what_if(desk), "what-if")


def _at_table(desk: Desk) -> Iterator[Item]:
    """Yield what is done at a table: what holds there, and leaving it for good."""
    if not desk.still:
        yield Item(_("status"), "", "", lambda: reading_pages.status(desk), "status")
    if desk.manner.trial is not None:
        yield Item(
            _("take back"), "", _("take back your last move"), lambda: offers.take_back(desk), "take-back"
        )
    yield from offers.items(desk)
    if can_follow(desk.place):
        yield Item(_("rematch"), "", "", lambda: rematch(desk), "rematch")
    if desk.seated:
        yield Item(_("resign"), "", "", lambda: confirmations.resign(desk), "resign")
    if desk.place.doubts and not is_behind(desk.place):
        yield Item(
            _("take over"), "", _("play on with this copy at once"), lambda: confirmations.take_over(desk)
        )
    seats = len(desk.ledger.genesis.keys)
    if desk.seated and not desk.local and seats == 2:
        yield Item(_("claim"), "", "", lambda: confirmations.claim(desk), "claim")
    if desk.seated and not desk.local and seats > 2:
        yield Item(_("vote"), "", "", lambda: confirmations.vote(desk), "vote")


def settle(desk: Desk, chosen: int = 0) -> None:
    """List the settings; choosing one gives it its next value."""
    live = desk.manner.settings

    def turn_to(at: int, value: Value) -> None:
        try:
            live.change({CHOICES[at].name: value})
        except Stop as stop:
            desk.refuse(Illegal(str(stop)))
        settle(desk, at)

    listed = []
    for at, setting in enumerate(CHOICES):
        after = setting.values[(setting.values.index(live[setting.name]) + 1) % len(setting.values)]
        value = spelled(live[setting.name])
        listed.append(Item(setting.name, value, _(setting.about), partial(turn_to, at, after)))
    title = _("settings: Enter gives the next value ({file})").format(file=live.path)
    desk.overlay = Palette(listed, title, chosen=chosen)


def what_if(desk: Desk) -> None:
    """List who may play on from the position that is shown."""
    if not desk.still:
        return
    if desk.position.over:
        desk.notice = ("No", _("The game is over here: go back to an earlier step, and try from there."))
        return
    names, bot = desk.ledger.genesis.names, desk.game.usual

    def choose(bots: dict[Seat | None, str]) -> Callable[[], None]:
        def chosen() -> None:
            desk.trying, desk.closed, desk.running = bots, True, False

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


def turn(desk: Desk, by: int) -> None:
    """Look back or forth in the game, in a replay many steps at once."""
    for _step in range(LEAP if desk.still else 1):
        desk.rewind(by)


def trace(desk: Desk) -> None:
    """Begin or end drawing heavy what belongs together."""
    desk.trace = not desk.trace


def cover(desk: Desk) -> None:
    """Hide the player's own hand, or show it again; others' hands are never shown."""
    desk.covered = not desk.covered


def chat(desk: Desk) -> None:
    """Open the page of the chat, or close it."""
    if desk.place.talk is None:
        desk.notice = ("Info", _("All players sit at this computer: there is no chat."))
        return
    desk.unread = 0
    if desk.notice[0] == "Chat":
        desk.notice = ("", "")
    desk.overlay = None if type(desk.overlay) is Speech else Speech()


def _talking(desk: Desk) -> Iterator[Item]:
    """Yield what concerns the others beside the game."""
    yield Item(_("chat"), "", "", lambda: chat(desk), "chat")
    if desk.seated:
        yield Item(_("plans"), "", "", lambda: foresee(desk), "plans")
    yield Item(_("watchers"), "", "", lambda: reading_pages.watchers(desk), "watchers")
    deaf = muted(desk.place)
    for seat, name in enumerate(desk.ledger.genesis.names):
        on = seat not in deaf
        about = _("hide what {name} says") if on else _("show again what {name} says")
        title = _("mute {name}") if on else _("unmute {name}")
        if seat != desk.seat or desk.passive:
            do = partial(desk.start, partial(_mute, desk, seat, on=on))
            yield Item(title.format(name=name), "", about.format(name=name), do)


async def _mute(desk: Desk, seat: Seat, *, on: bool) -> None:
    """Hide what a seat says, or show it again, and tell so; what it said last is no news any more."""
    await mute(desk.place, seat, on=on)
    desk.unread = 0
    desk.notice = ("Info", deaf_to(desk.place))


def foresee(desk: Desk) -> None:
    """Open the page of the plans, or close it."""
    if desk.place.talk is None or not desk.seated:
        desk.notice = ("Info", _("Only a player between computers can plan moves."))
        return
    desk.overlay = None if isinstance(desk.overlay, Foresight) else Foresight()


def rematch(desk: Desk) -> None:
    """Ask for another game with the same players, or go where one is offered."""
    desk.start(partial(desk.manner.rematch.want, desk.place))

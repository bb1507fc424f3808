"""What a player can read at the desk: the rules, what has happened, what holds, who watches."""

from __future__ import annotations

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import wrapped
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import absence, history_text, offers
from p2pgames_cli.table.seat import held_back
from p2pgames_cli.table.status import sentences
from p2pgames_cli.ui.pages import Sheet, Standing


def rules(desk: Desk) -> None:
    """Show the rules of the game."""
    title = _("the rules of {title}").format(title=desk.game.title)
    desk.overlay = Sheet(title, wrapped(desk.game.text, 76).splitlines(), markdown=True)


def history(desk: Desk) -> None:
    """Show everything that has happened, the newest in view."""
    names = desk.ledger.genesis.names
    lines = []
    shown = len(desk.ledger.log) if desk.step is None or not desk.still else desk.step
    for entry in desk.place.history.entries(until=shown):
        name = names[entry.seat] + " " if entry.seat is not None else ""
        lines.append(f"{entry.round:4d}  {name}{history_text.said(desk.ledger, entry)}")
    desk.overlay = Sheet(_("what has happened"), lines or [_("Nothing yet.")], top=len(lines))


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


def watchers(desk: Desk) -> None:
    """Show how many people watch, and the line that lets somebody watch."""
    lines = [history_text.watchers(desk.ledger, desk.place.connected)]
    if desk.manner.watch:
        lines += ["", _("Who only wants to watch types p2pgames watch and this line:"), "", desk.manner.watch]
    desk.overlay = Sheet(_("watchers"), lines)

"""What can be asked about what has happened, and about what holds at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from p2pgames.contract import Illegal
from p2pgames.text import Verbatim, isolated
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import both, named
from p2pgames_cli.table import history_text, waiting
from p2pgames_cli.table.actions.action import NUMBER, Action, Answer, Argument, Front
from p2pgames_cli.table.history_data import event
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_cli.table.sentences import ASK_EVENTS
from p2pgames_cli.table.status import plain, sentences
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.log.history import EndEntry

LAST: Final = 5
"""Events that are told to somebody who has made no move yet."""


def last(model: TableModel, number: int | None) -> Answer:
    """Say what has happened since the player's last move; with a number, the newest events, this many."""
    replica, seat = model.replica, seat_of(model.handle)
    entries = list(model.history.entries())
    if number:
        entries = entries[-number:]
    else:
        own = [at for at, entry in enumerate(entries) if entry.kind == "move" and entry.seat == seat]
        entries = entries[own[-1] :] if own else entries[-LAST:]
    said = [line for entry in entries for line in history_text.lines(replica, entry)]
    return Answer(said or [_("Nothing has happened yet.")])


def history(model: TableModel, since: int | None) -> Answer:
    """Show everything that has happened, the newest in view; to a program from a round on."""
    replica, names = model.replica, model.replica.names
    shown = model.timeline.shown if model.timeline.replaying else len(replica.log)

    def lines() -> Iterator[str]:
        told = False
        for entry in model.history.entries(until=shown):
            name = isolated(names[entry.seat]) + " " if entry.seat is not None else ""
            told = True
            yield f"{entry.round:4d}  {name}{history_text.with_what_came(replica, entry)}"
        if not told:
            yield _("Nothing yet.")

    def data() -> Mapping[str, Any]:
        told = model.history.entries(since or 0)
        return {"events": [event(replica, entry) for entry in told if not isinstance(entry, EndEntry)]}

    return Answer(
        lines() if shown else [_("Nothing yet.")], data, title=_("what has happened"), newest_last=True
    )


def _since(said: Mapping[str, object]) -> int:
    since = said.get("since", 0)
    if type(since) is not int or since < 0:
        raise Illegal(ASK_EVENTS(example=Verbatim('{"do": "events", "since": 12}')))
    return since


def who(model: TableModel, _argument: None) -> Answer:
    """Say who is here, and whom the table awaits."""
    return Answer(_who(model), lambda: waiting.as_data(model.timeline.handles[0], model.silence))


def _who(model: TableModel) -> Iterator[str]:
    links, genesis = model.handle.links, model.replica.genesis
    own = {seat_of(handle) for handle in model.timeline.handles}
    for seat, (name, key) in enumerate(zip(model.replica.names, genesis.keys, strict=True)):
        linked = key in links.routes
        by = (
            _("connected by {way}").format(way=named(links.routes[key].text()))
            if linked
            else waiting.unlinked_in_words(model.handle)
        )
        if others := waiting.bridges(model.handle, seat):
            by = _("not connected, heard of through {others}").format(others=both(others))
        how = _("here") if seat in own else by
        yield _("{name}, seat {number}: {how}").format(name=name, number=seat + 1, how=how)
    yield from waiting.awaited_lines(model.handle, model.silence)


def status(model: TableModel, _argument: None) -> Answer:
    """Say what holds at the table: who has signed what, who is linked and by what, what a departure does."""
    holds = model.guarantee
    return Answer(sentences(holds), lambda: plain(holds))


def watchers(model: TableModel, _argument: None) -> Answer:
    """Say how many people watch, and give the line that lets somebody watch."""
    handle, line = model.handle, model.session.watch
    said = [history_text.watchers_line(model.replica, handle.links.connected)]
    if line:
        said += ["", _("To watch only, type p2pgames watch and this line:"), "", line]
    count = len(set(handle.links.connected) - set(handle.replica.keys))
    return Answer(said, lambda: {"count": count}, title=_("watchers"))


LAST_EVENTS: Final = Action(
    "last",
    "last",
    N_("what has happened since your last move (the last NUMBER events)"),
    last,
    NUMBER,
    fronts=Front.LINES,
)
HISTORY: Final = Action(
    "history",
    N_("history"),
    N_("everything that has happened"),
    history,
    Argument(taken=_since),
    keys=("F4", "Ctrl-V"),
    fronts=Front.SCREEN | Front.WINDOW | Front.JSON,
    request="events",
)
WHO: Final = Action(
    "who",
    "who",
    N_("who is connected, and whom the table waits for"),
    who,
    fronts=Front.LINES | Front.JSON,
    request="waiting",
)
STATUS: Final = Action(
    "status",
    N_("status"),
    N_("who is here, what all have signed, whom the table waits for"),
    status,
    keys=("F8", "Ctrl-G"),
    available=lambda model: not model.timeline.replaying,
    help=N_("what all have signed, how each is linked, and what happens if somebody leaves"),
)
WATCHERS: Final = Action(
    "watchers",
    N_("watchers"),
    N_("who is watching, and how others can"),
    watchers,
    available=lambda model: model.handle.talk is not None,
)

"""What cannot be undone, or ends playing: resigning, a vote, taking over a copied game, leaving."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from p2pgames.contract import Illegal, Seat, Why
from p2pgames.text import whole_number
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import both
from p2pgames_cli.table import not_recorded, sentences, waiting
from p2pgames_cli.table.actions.action import (
    Action,
    Answer,
    Argument,
    Choice,
    Confirmation,
    Front,
    Quit,
    seat_taken,
)
from p2pgames_cli.table.seat_handle import SeatHandle, held_back, is_behind, seat_of
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.waiting import vote_effect
from p2pgames_protocol.log.records import Ballot
from p2pgames_protocol.wire.invite import SEAT_PREFIX

# -- leaving the game --


async def resign(model: TableModel, _argument: None) -> Answer:
    """Leave the game."""
    return await _resign(model.handle)


async def _resign(handle: SeatHandle) -> Answer:
    await handle.resign()
    replica, seat = handle.replica, seat_of(handle)
    counts = replica.finished or seat not in replica.position.seats
    said = _("You have resigned.") if counts else waiting.resigned_line(handle)
    awaited = [] if counts else list(waiting.awaited(handle))
    return Answer([said], lambda: {"seat": seat, "counts": counts, "waiting_for": awaited, "text": said})


def _ask_resign(model: TableModel, _argument: None) -> Confirmation | None:
    if model.course is not None:  # nobody gives up a lesson: it is refused at once
        return None
    name = model.replica.names[seat_of(model.handle) or 0]
    return Confirmation(
        _("Resign? {name} leaves the game for good.").format(name=name),
        partial(_resign, model.handle),
        [waiting.resigning(model.handle), _("This cannot be taken back.")],
        _("resign"),
    )


# -- somebody is silent --


async def vote(model: TableModel, seat: Seat | None) -> Answer:
    """Vote a silent seat absent; with none named the one that is awaited."""
    return await vote_out(model.handle, model.silence.check_vote(seat))


async def vote_out(handle: SeatHandle, seat: Seat) -> Answer:
    """Vote a seat absent for which `Silence.check_vote` allows it; say what came of that."""
    await handle.vote(seat)
    replica = handle.replica
    position, name = replica.position, replica.names[seat]
    if replica.finished or seat not in position.seats:
        return Answer([_("You have voted {name} out.").format(name=name)])
    others = [other for other in position.seats if other != seat]
    missing = [
        replica.names[o] for o in others if replica.ballots.says(position, o, seat) is not Ballot.ABSENT
    ]
    said = _("You have voted {name} out. It takes the votes of {others}, too.")
    return Answer([said.format(name=name, others=both(missing))])


def _ask_vote(model: TableModel, named: Seat | None) -> Confirmation:
    seat, handle = model.silence.check_vote(named), model.handle
    return Confirmation(
        _("Vote {name} out?").format(name=model.replica.names[seat]),
        partial(vote_out, handle, seat),
        [
            f"{waiting.waited_in_words(handle, seat, model.silence)} {waiting.known_by(handle, seat)}",
            *waiting.votes_in_words(model.replica, seat),
            *waiting.why_suspended(handle, seat),
            "",
            vote_effect(model.replica, seat),
            waiting.consequence(model.replica, seat, Why.VOTED),
        ],
        _("vote"),
    )


def _voted_on(text: str) -> Seat | None:
    number = whole_number(text)
    if number is None and text:
        raise Illegal(sentences.SEAT_TO_VOTE)
    return None if number is None else number - 1


def _voted_by_program(said: Mapping[str, object]) -> Seat | None:
    return seat_taken(said) if "seat" in said else None


def _time_is_up(model: TableModel) -> bool:
    """Tell whether the table has waited for somebody for as long as it said it would."""
    return waiting.seconds_until_vote(model.handle, model.silence) == 0


# -- a copied game --


async def take_over(model: TableModel, _argument: None) -> Answer:
    """Play on with a copied game at once."""
    held = bool(model.handle.must_show)
    await _take_over(model.handle)
    nothing = _("No: {why}").format(why=_("Nothing is held back here."))
    return Answer([] if held else [nothing])


async def _take_over(handle: SeatHandle) -> Answer:
    await handle.take_over()
    return Answer()


def _ask_take_over(model: TableModel, _argument: None) -> Confirmation:
    return Confirmation(
        _("Take over?"),
        partial(_take_over, model.handle),
        [
            held_back(model.handle),
            "",
            _(
                "If another copy has signed for this seat meanwhile, and this one signs for the same "
                "round, everybody has the proof that this key signed twice, and the game ends. Waiting is "
                "always safe."
            ),
        ],
        _("take over"),
    )


# -- leaving the client --


def leave(_model: TableModel, _argument: None) -> Answer:
    """Close the client."""
    raise Quit


def _leave() -> Answer:
    raise Quit


def _ask_leave(model: TableModel, _argument: None) -> Confirmation | None:
    if model.replica.finished or (model.timeline.passive and not model.session.phones):
        return None
    if model.what_if is not None:
        return Confirmation(not_recorded.question(model.session), _leave)
    home = model.client.within
    return Confirmation(
        _("Leave the table? The game is saved.") if home else _("Close p2pgames? The game is saved."),
        _leave,
        undoable=True,
    )


def _quitting(model: TableModel) -> list[Choice]:
    keeps = not model.timeline.replaying and model.what_if is None
    return [Choice(_("quit"), _("close p2pgames; the game is saved") if keeps else _("close this"))]


# -- several tables --


def leave_open(model: TableModel, _argument: None) -> Answer:
    """Go to the home, while the table goes on."""
    _left_open(model, to_next=False)
    raise Quit


def next_table(model: TableModel, _argument: None) -> Answer:
    """Go to the table that waits for the player, or to the next one, while this one goes on."""
    _left_open(model, to_next=True)
    raise Quit


def _left_open(model: TableModel, *, to_next: bool) -> None:
    live = model.client.live
    if live is not None:
        live.leave_open(live.tables.after(live) if to_next else None)


def _is_live(model: TableModel) -> bool:
    live = model.client.live
    return live is not None and live.is_live and model.what_if is None


HOME: Final = Action(
    "home",
    N_("home"),
    N_("leave the table open, and see all tables"),
    leave_open,
    keys=("Alt-T",),
    available=_is_live,
    fronts=Front.SCREEN | Front.WINDOW,
)
NEXT_TABLE: Final = Action(
    "next-table",
    N_("next table"),
    N_("leave the table open, and go to the one that is waiting for you"),
    next_table,
    keys=("F10", "Alt-N"),
    available=_is_live,
    words=("next",),
    fronts=Front.SCREEN | Front.WINDOW,
)
RESIGN: Final = Action(
    "resign",
    N_("resign"),
    N_("leave the game"),
    resign,
    available=lambda model: model.seated,
    confirm=_ask_resign,
    answers="resigned",
    help=N_("leave the game for good"),
)
TAKE_OVER: Final = Action(
    "take-over",
    N_("take over"),
    N_("play on with this copy at once"),
    take_over,
    keys=None,
    available=lambda model: bool(model.handle.must_show) and not is_behind(model.handle),
    confirm=_ask_take_over,
    help=N_("with a copied or restored game that is held back: play on at once"),
)
VOTE: Final = Action(
    "vote",
    N_("vote"),
    N_("vote out a player who has been silent too long"),
    vote,
    Argument(N_("SEAT"), _voted_on, _voted_by_program),
    available=lambda model: model.seated and not model.local,
    due=_time_is_up,
    confirm=_ask_vote,
    help=N_("vote out the player at SEAT, who has been silent too long; between two that ends the game"),
)
CLOSE: Final = Action(
    "close",
    N_("close"),
    N_("close this"),
    leave,
    keys=("q",),
    available=lambda model: model.timeline.browsing,
    confirm=_ask_leave,
    fronts=Front.SCREEN,
)
QUIT: Final = Action(
    "quit",
    N_("quit"),
    N_("close p2pgames; the game is saved"),
    leave,
    keys=None,
    confirm=_ask_leave,
    choices=_quitting,
    words=("quit", "exit"),
    fixed="Ctrl-C",
)


# Handing one's seat over to somebody who plays on.


def hand_over(model: TableModel, _argument: None) -> Answer:
    """Make the line that hands the seat over."""
    return _hand_over(_asked(model))


def _asked(model: TableModel) -> SeatHandle:
    """Return the seat that is meant; raise `Illegal` if nobody could be at the other end of a line."""
    if model.client.options.offline:
        raise Illegal(sentences.GIVE_BY_MAIL)
    return model.handle


def _hand_over(handle: SeatHandle) -> Answer:
    if handle.seat_transfer is None:
        raise Illegal(sentences.NOTHING_TO_HAND_OVER)
    line = handle.seat_transfer.offer().text(SEAT_PREFIX)
    return Answer(
        [
            _("Give this line to one person, and keep the client open until your seat is taken:"),
            "",
            line,
            "",
            _("They type: p2pgames take LINE"),
        ],
        lambda: {"line": line},
        _("Hand your seat over"),
    )


def consequences() -> list[str]:
    """Return what everybody should know who hands a seat over."""
    return [
        _(
            "Whoever opens the line first plays on for you. It works once, you cannot take the seat back, and all"
            " players are told."
        ),
        _(
            "You still know the seat's cards and rolls, also those to come, and could end the game by signing for"
            " it once more: your successor has to trust you."
        ),
    ]


def _ask(model: TableModel, _argument: None) -> Confirmation:
    return Confirmation(
        _("Hand your seat over?"), partial(_hand_over, _asked(model)), consequences(), _("make the line")
    )


def _can(model: TableModel) -> bool:
    """Tell whether there is a seat here that somebody else could play on."""
    handing = model.handle.seat_transfer
    return model.seated and handing is not None and not handing.given and not model.replica.finished


HAND_OVER: Final = Action(
    "hand-over",
    N_("hand over"),
    N_("let somebody else play on for you"),
    hand_over,
    keys=None,
    available=_can,
    confirm=_ask,
    help=N_("let somebody else play on for you: makes a line that opens once"),
)

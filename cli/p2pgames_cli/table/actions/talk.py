"""What is done with the others beside the game: talking, muting, planning answers to their moves, a rematch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from p2pgames.contract import Seat
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.table import chat_text, plans
from p2pgames_cli.table.actions.action import (
    NUMBER,
    SEAT,
    SENTENCE,
    Action,
    Answer,
    Argument,
    Choice,
    Front,
    Unfit,
)
from p2pgames_cli.table.rematch import can_follow
from p2pgames_cli.table.table_model import TableModel


def _between(model: TableModel) -> bool:
    """Tell whether others sit at other computers."""
    return model.handle.talk is not None


def _plans_ahead(model: TableModel) -> bool:
    return _between(model) and model.seated


# -- the chat --


async def say(model: TableModel, text: str) -> Answer:
    """Say something to everybody at the table."""
    await model.handle.say(text)
    return Answer()


def chat(model: TableModel, number: int | None) -> Answer:
    """Tell what was said, or the last messages, this many."""
    said = chat_text.heard_messages(model.handle, number or None)
    lines = [chat_text.spoken_by(model.handle, message) for message in said]
    return Answer(lines or [_("Nothing has been said. Say something: say Hello")])


async def mute(model: TableModel, seat: Seat | None) -> Answer:
    """Hide what a seat says; with none, say who is muted."""
    return await _muted(model, seat, on=True) if seat is not None else _deaf(model)


async def unmute(model: TableModel, seat: Seat) -> Answer:
    """Show again what a seat says."""
    return await _muted(model, seat, on=False)


async def _muted(model: TableModel, seat: Seat, *, on: bool) -> Answer:
    await chat_text.set_muted(model.handle, seat, on=on)
    model.unread.unread = 0  # what it said last is no news any more
    return _deaf(model)


def _deaf(model: TableModel) -> Answer:
    handle = model.handle
    return Answer([chat_text.deaf_to(handle)], lambda: {"seats": sorted(chat_text.muted_seats(handle))})


def _others(model: TableModel, *, deaf: bool) -> Iterator[Choice]:
    """Yield the others who are muted, or those who are not, as they stand in a list."""
    title = _("unmute {name}") if deaf else _("mute {name}")
    about = _("show again what {name} says") if deaf else _("hide what {name} says")
    for seat, name in enumerate(model.replica.names):
        if (seat in chat_text.muted_seats(model.handle)) is deaf and (
            seat != model.visibility.seat or model.timeline.passive
        ):
            yield Choice(title.format(name=name), about.format(name=name), seat)


# -- plans --


async def plan(model: TableModel, moves: list[tuple[bool | None, str]]) -> Answer:
    """Plan an answer to moves of the others."""
    planning = model.session.planning
    made = await planning.add(moves)
    return Answer([_("Planned: {plan}").format(plan=made.text)], _plans_of(model))


def list_plans(model: TableModel, _argument: None) -> Answer:
    """List the plans, numbered."""
    planning = model.session.planning
    kept = [f"{number} {one.text}" for number, one in enumerate(planning.plans, 1)]
    nothing = _("Nothing is planned. Plan an answer: if THEIR MOVE then YOUR MOVE")
    return Answer(kept or [nothing], _plans_of(model))


async def forget(model: TableModel, number: int | None) -> Answer:
    """Forget a plan by its number, or all."""
    planning = model.session.planning
    await planning.forget(number)
    return list_plans(model, None)


def _plans_of(model: TableModel) -> Any:
    return lambda: {"plans": [one.text for one in model.session.planning.plans]}


def _planned(said: Mapping[str, object]) -> list[tuple[bool | None, str]]:
    moves = said.get("plan")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise Unfit
    return [(None, move) for move in moves]


def _number(said: Mapping[str, object]) -> int | None:
    number = said.get("plan")
    return number + 1 if type(number) is int else None


def _words(said: Mapping[str, object]) -> str:
    text = said.get("say")
    if not isinstance(text, str):
        raise Unfit
    return text


# -- another game --


async def rematch(model: TableModel, _argument: None) -> Answer:
    """Ask for another game with the same players, once this one is over, or go where one is offered."""
    await model.rematch.want(model.handle)
    if model.replica.finished:
        return Answer()
    said = _("When this game is over, the others are asked for another one.")
    return Answer([said], lambda: {"text": said})


SAY: Final = Action(
    "say",
    "say",
    N_("tell the others"),
    say,
    replace(SENTENCE, taken=_words, field="say"),
    keys=None,
    available=_between,
    choices=lambda _model: (),
    help=N_("say something to everybody at the table"),
)
CHAT: Final = Action(
    "chat",
    N_("chat"),
    N_("what was said, and a line to say something"),
    chat,
    NUMBER,
    keys=("F7", "Ctrl-S"),
    available=_between,
    fronts=Front.SCREEN | Front.LINES,
    help=N_("what was said (the last NUMBER messages)"),
)
MUTE: Final = Action(
    "mute",
    "mute",
    N_("hide what the player at SEAT says; alone: who is muted"),
    mute,
    replace(SEAT, read=lambda text: chat_text.seat_named(text) if text else None),
    keys=None,
    available=_between,
    choices=lambda model: _others(model, deaf=False),
    answers="muted",
)
UNMUTE: Final = Action(
    "unmute",
    "unmute",
    N_("show again what the player at SEAT says"),
    unmute,
    SEAT,
    keys=None,
    available=_between,
    choices=lambda model: _others(model, deaf=True),
    answers="muted",
)
IF: Final = Action(
    "if",
    "if",
    N_("answer moves of the others the moment they come"),
    plan,
    Argument(N_("MOVE then MOVE"), plans.read_plan, _planned, "plan"),
    keys=None,
    available=_plans_ahead,
    choices=lambda _model: (),
    help=N_("answer a move of the others the moment it comes; it may go on: if ... then ..."),
    answers="plans",
)
PLANS: Final = Action(
    "plans",
    N_("plans"),
    N_("answer moves of the others the moment they come"),
    list_plans,
    keys=("F12", "Alt-P"),
    available=_plans_ahead,
    help=N_("what you have planned"),
)
FORGET: Final = Action(
    "forget",
    "forget",
    N_("drop one of your plans; alone: all of them"),
    forget,
    Argument(N_("NUMBER"), plans.plan_number, _number),
    keys=None,
    available=_plans_ahead,
    fronts=Front.LINES | Front.JSON,
    answers="plans",
)
REMATCH: Final = Action(
    "rematch",
    N_("rematch"),
    N_("another game with the same players"),
    rematch,
    keys=("r",),
    available=lambda model: can_follow(model.handle),
    help=N_("after the game: another one with the same players"),
)

"""What is typed in a replay in plain lines: steps, points of view, and questions about the position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Count, whole_number
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table import history_text, sentences
from p2pgames_cli.table.actions import position
from p2pgames_cli.table.actions.action import NONE, Action, Answer, Argument, Front, as_typed, nothing
from p2pgames_cli.table.actions.leaving import leave
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.viewpoint import has_revealed, seen_alone


def story(model: TableModel, since: int) -> Iterator[str]:
    """Yield what happened between a step and the one that is shown."""
    replica, step = model.replica, model.timeline.shown
    for entry in model.history.entries(since, step):
        yield from history_text.lines(replica, entry)
    blamed = replica.accusations.verdict
    if step == len(replica.log) and since < step and blamed is not None:
        yield _("The game has ended: {why}").format(why=named(blamed.why))


def step_shown(model: TableModel) -> Iterator[str]:
    """Yield which step is shown, and what happened in it."""
    replica, step = model.replica, model.timeline.shown
    said = _("The position after step {step} of {count}").format(step=step, count=len(replica.log))
    yield f"{said}."
    yield from story(model, max(0, step - 1))
    if step and model.position.over and replica.positions[step - 1].over:
        yield from history_text.end_lines(replica)


def on(model: TableModel, _argument: None) -> Answer:
    """Go a step on, and say what happened."""
    before = model.timeline.shown
    if before == len(model.replica.log):
        raise Illegal(sentences.THE_END if model.replica.finished else sentences.SO_FAR)
    model.timeline.rewind(1)
    return Answer(story(model, before))


def back(model: TableModel, _argument: None) -> Answer:
    """Go a step back."""
    model.timeline.rewind(-1)
    return Answer(step_shown(model))


def to(model: TableModel, step: int) -> Answer:
    """Go to a step."""
    last = len(model.replica.log)
    if step > last:
        raise Illegal(sentences.STEPS(number=Count(last)))
    model.timeline.show_step(step)
    return Answer(step_shown(model))


def look_as(model: TableModel, text: str) -> Answer:
    """Look as a seat saw it, or as somebody who watched."""
    model.visibility.look_as(seat_in(model, text) if text else None)
    if model.visibility.viewer is None:
        return Answer([_("You see the game as a spectator did.")])
    name = model.replica.names[model.visibility.viewer]
    return Answer([_("You see the game as {name} did.").format(name=name)])


def seat_in(model: TableModel, text: str) -> Seat:
    """Return the seat of this game that a number means; raise `Illegal` if it means none."""
    seats = len(model.replica.names)
    number = whole_number(text) or 0
    if not 0 < number <= seats:
        raise Illegal(sentences.SEAT_IS(most=Count(seats)))
    return number - 1


def cards(model: TableModel, _argument: None) -> Answer:
    """Look at all cards, and say what each seat alone had seen."""
    if not has_revealed(model.replica):
        raise Illegal(sentences.NOTHING_REVEALED)
    model.visibility.look_as(None, everything=True)
    return Answer(seen_alone(model.replica, model.position))


def _typed(word: str, about: str, perform: Any, argument: Argument = NONE, *also: str, **more: Any) -> Action:
    return Action(
        f"replay-{word or 'on'}",
        word,
        about,
        perform,
        argument,
        words=(word, *also),
        fronts=Front.REPLAY,
        **more,
    )


STEP: Final = _typed("40", N_("go to step 40"), to)
"""Done by typing any number."""
WHAT_IF: Final = _typed(
    "what-if",
    N_("play on from here by hand; what-if 1: seat 1 by hand, bots the others"),
    nothing,
    Argument(read=as_typed),
)
"""Done by whoever shows the game: it is played there."""
REPLAYING: Final = (
    _typed("", N_("one step on"), on, NONE, "next", fixed=N_("Enter")),
    _typed("back", N_("one step back"), back),
    STEP,
    _typed("first", N_("the position before the first step"), lambda model, _: to(model, 0)),
    _typed(
        "last",
        N_("the position after the last step"),
        lambda model, _: to(model, len(model.replica.log)),
    ),
    replace(position.READ, id="replay-board", argument=NONE, help="", fronts=Front.REPLAY),
    replace(position.SCORES, id="replay-scores", words=("scores",), fronts=Front.REPLAY),
    _typed(
        "history",
        N_("everything that has happened so far"),
        lambda model, _: Answer(story(model, 0)),
    ),
    _typed(
        "seat",
        N_("see it as seat 2 did; seat alone: as a spectator"),
        look_as,
        Argument("2", as_typed),
    ),
    _typed("cards", N_("look at all cards, once they are revealed"), cards),
    WHAT_IF,
)
QUIT: Final = _typed("quit", N_("close the replay"), leave, NONE, "exit", "q")

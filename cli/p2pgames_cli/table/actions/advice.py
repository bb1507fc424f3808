"""What a search would do here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from p2pgames.contract import Illegal
from p2pgames.text import Verbatim, with_message
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.table import lesson_step, sentences
from p2pgames_cli.table.actions.action import Action, Answer, Front, Quit
from p2pgames_cli.table.advising import advice_query, is_fair, run_stoppable, while_asked
from p2pgames_cli.table.table_model import TableModel

if TYPE_CHECKING:
    from p2pgames.search.advice import Advice, Hint

MOST: Final = 5
"""Moves that are named."""


# What can be asked of a lesson: what is to be done now, and a move that does it.

if TYPE_CHECKING:
    from p2pgames_protocol.local.course import Course


def lesson(model: TableModel, _argument: None) -> Answer:
    """Say the step of the lesson again."""
    course = model.course
    if course is None:
        raise Illegal(sentences.NO_LESSON)
    return Answer(lesson_step.current_step(course).lines, lambda: lesson_step.as_data(course))


def show_move(model: TableModel, course: Course) -> Answer:
    """Show a move that the step asks for."""
    text = next(iter(course.step.moves), "") if course.step is not None else ""
    said = sentences.TRY(move=Verbatim(text)) if text else sentences.AS_YOU_LIKE
    return Answer([model.named(said)], lambda: lesson_step.as_data(course), type="lesson")


LESSON: Final = Action(
    "lesson",
    N_("lesson"),
    N_("say again what this step of the lesson asks for"),
    lesson,
    available=lambda model: model.course is not None,
)


def play_bot(model: TableModel, _argument: None) -> Answer:
    """Close the lesson; a game against bots follows it."""
    if not lesson_step.is_learnt(model.course):
        raise Illegal(sentences.NOT_LEARNT)
    model.rematch.opens = True
    raise Quit


PLAY_BOT: Final = Action(
    "play-bot",
    N_("Play it against a bot"),
    N_("begin a game against a bot"),
    play_bot,
    keys=None,
    available=lambda model: lesson_step.is_learnt(model.course),
    fronts=Front.SCREEN | Front.WINDOW | Front.LINES,
    words=("play",),
    urgent=True,
)


async def hint(model: TableModel, _argument: None) -> Answer:
    """Say which moves are best, what to expect of them, and what the best one changes."""
    if (course := model.course) is not None:
        return show_move(model, course)
    found = await while_asked(model, advice_query(model))
    if found is None:
        return Answer()
    best, *others = found.moves[:MOST]
    listed = [best, *sorted(others, key=lambda advice: -advice.chance)]
    moves = ("", *(advice.text for advice in listed))
    return Answer(list(_listed(model, found, listed)), lambda: as_data(found), title=_("hint"), moves=moves)


def _listed(model: TableModel, found: Hint, listed: Sequence[Advice]) -> Iterator[str]:
    """Yield the advice in a sentence, then each of these moves; why the first is first where its number is not."""
    from p2pgames.search.advice import advice_line, hint_sentence

    said = model.named(hint_sentence(found))
    if any(round(100 * other.chance) > round(100 * found.best.chance) for other in listed):
        said = f"{said} {_('It comes first because it was looked at most: its number is the surest.')}"
    yield said
    yield from (model.named(advice_line(found, advice)) for advice in listed)


def as_data(found: Hint) -> Mapping[str, Any]:
    """Return a hint as programs are told."""
    from p2pgames.search.advice import hint_sentence

    moves = [
        {
            "move": advice.text,
            "visits": advice.visits,
            "chance": round(advice.chance, 3),
            "error": round(advice.error, 3),
            "sure": advice.sure,
            "lead": None if advice.lead is None else round(advice.lead, 1),
        }
        for advice in found.moves
    ]
    unit = "turns" if found.turns else "points"
    return {
        "seat": found.seat,
        "moves": moves,
        "unit": unit,
        "nodes": found.nodes,
        **with_message("why", hint_sentence(found)),
    }


async def analysis(model: TableModel, _argument: None) -> Answer:
    """Look back on the finished game: what was lost where, what luck did, and a curve of chances."""
    from p2pgames.search.advice import analysis_data, percent
    from p2pgames_cli.table.analysing import analysis_lines, analysis_of, analysis_sentences

    replica, client = model.replica, model.client
    found = await run_stoppable(partial(analysis_of, replica, 0, client.kept))
    if found is None:
        return Answer()
    lines = list(analysis_lines(replica, found, ascii=client.in_ascii))
    data = {**analysis_data(found), **with_message("lines", analysis_sentences(replica, found))}
    named = [(each.step, each.best) for each in found.decisions if each.named]
    seats = range(found.seats)
    return Answer(
        lines,
        lambda: data,
        title=_("analysis"),
        turns=((0, ""), *named, *((0, "") for _seat in seats)),
        chart=[[percent(each.chances[seat]) for each in found.decisions] for seat in seats],
    )


HINT: Final = Action(
    "hint",
    N_("hint"),
    N_("the best moves with their chances; not while people at other computers play"),
    hint,
    keys=("Alt-H",),
    available=lambda model: is_fair(model) and model.timeline.choosing is not None,
)
ANALYSIS: Final = Action(
    "analysis",
    N_("analysis"),
    N_("turning points of the finished game: mistakes, luck, and a curve of chances"),
    analysis,
    keys=("Alt-A",),
    available=lambda model: model.replica.finished,
)
REPLAY_ANALYSIS: Final = replace(ANALYSIS, id="replay-analysis", words=("analysis",), fronts=Front.REPLAY)
REPLAY_HINT: Final = replace(HINT, id="replay-hint", words=("hint",), fronts=Front.REPLAY)

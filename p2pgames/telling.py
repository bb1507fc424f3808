"""What is told beside the rules: of the set-up, of a move that is only thought of, and of the end."""

from __future__ import annotations

from p2pgames import sentences
from p2pgames.contract import Move, Moved, Over, Result, Rules, S, Seat
from p2pgames.effect import Effect, together
from p2pgames.text import Count, Message


def set_up(rules: Rules[S], state: S) -> tuple[Effect, ...]:
    """Return the points that everybody begins with, in the state before anything has happened."""
    scores = rules.scores(state) or ()
    return tuple(
        Effect(sentences.SET_UP(count=Count(points)), seat, points)
        for seat, points in enumerate(scores)
        if points
    )


def forecast(rules: Rules[S], state: S, seat: Seat, move: Move) -> tuple[Effect, ...]:
    """Return what would come of a legal move, and that it would end the game."""
    event = Moved(seat, move)
    after = rules.apply(state, event)
    ask = rules.ask(after)
    return (*rules.effects(state, event, after), *(ends(ask.result) if isinstance(ask, Over) else ()))


def effect(rules: Rules[S], state: S, seat: Seat, move: Move) -> Message | None:
    """Return the same in one line, a warning first; None if nothing would come of it but what the move says."""
    warning = rules.warning(state, seat, move)
    careful = (Effect(warning),) if warning is not None else ()
    return together((*careful, *forecast(rules, state, seat, move)))


def ends(result: Result) -> tuple[Effect, ...]:
    """Return what is told of the end; points are told of the event that brought it."""
    return (Effect(sentences.ENDS(why=result.why)),)

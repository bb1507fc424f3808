"""What is told beside the rules: of the set-up, of a move that is only thought of, and of the end."""

from __future__ import annotations

from p2pgames import sentences
from p2pgames.contract import Move, Moved, Over, Result, Rules, S, Seat
from p2pgames.text import Count, Message
from p2pgames.told import Told, together


def set_up(rules: Rules[S], state: S) -> tuple[Told, ...]:
    """Return the points that everybody begins with, in the state before anything has happened."""
    scores = rules.scores(state) or ()
    return tuple(
        Told(sentences.SET_UP(count=Count(points)), seat, points)
        for seat, points in enumerate(scores)
        if points
    )


def forecast(rules: Rules[S], state: S, seat: Seat, move: Move) -> tuple[Told, ...]:
    """Return what would come of a legal move, and that it would end the game."""
    event = Moved(seat, move)
    after = rules.apply(state, event)
    ask = rules.ask(after)
    return (*rules.told(state, event, after), *(ends(ask.result) if isinstance(ask, Over) else ()))


def effect(rules: Rules[S], state: S, seat: Seat, move: Move) -> Message | None:
    """Return the same in one line, a warning first; None if nothing would come of it but what the move says."""
    warning = rules.warning(state, seat, move)
    careful = (Told(warning),) if warning is not None else ()
    return together((*careful, *forecast(rules, state, seat, move)))


def ends(result: Result) -> tuple[Told, ...]:
    """Return what is told of the end; points are told of the event that brought it."""
    return (Told(sentences.ENDS(why=result.why)),)

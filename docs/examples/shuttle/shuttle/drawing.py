"""Shuttle in lines and areas."""

from __future__ import annotations

from p2pgames.contract import Move
from p2pgames.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Motion,
    Paint,
    Path,
    Rect,
    Shape,
    Spot,
    Text,
    area,
    badge,
    box,
    line,
    stroke,
)
from p2pgames.picture.picture import View
from shuttle import messages, words
from shuttle.notation import held
from shuttle.state import DEPOT, State
from shuttle.turn import show, stops

WIDE, HIGH, RAIL, HAND = 720, 300, 90, 230


def drawing(state: State, view: View) -> Drawing:
    """Return the board from its ground up."""
    own = tuple(held(state, view.seat, view.known)) if view.seat is not None else ()
    mine = view.seat == state.turn and not state.over
    shapes = (
        Rect(0, 0, WIDE, HIGH, area("board")),
        Path(line((_x(-DEPOT), RAIL), (_x(DEPOT), RAIL)), stroke("rail", 5)),
        *(Circle(_x(stop), RAIL, 7, Paint("node", "rail", 3)) for stop in range(1 - DEPOT, DEPOT)),
        *badge(0, _x(-DEPOT), RAIL, 20),
        *badge(1, _x(DEPOT), RAIL, 20),
        Group((Rect(-16, -18, 32, 26, Paint("glow", "kerb", 3), 6),), "tram", _x(state.tram), RAIL - 32),
        *(_ticket(face, WIDE - 60, "last") for face in state.shown[-1:]),
        *(_ticket(face, _at(number), "cursor" * (face == view.cursor)) for number, face in enumerate(own)),
    )
    said = [view.say(each) for each in words.position(state, view.seat, view.known)]
    spots = tuple(
        Spot(
            face,
            box(_at(number) - 30, HAND - 42, 60, 84),
            mine,
            view.say(messages.ticket(face, stops(state, face))),
        )
        for number, face in enumerate(own)
    )
    return Drawing(WIDE, HIGH, shapes, spots, title="Shuttle", desc=" ".join(said))


def motions(before: State, move: Move) -> tuple[Motion, ...]:
    """Return the way of the tram along its line."""
    here, there = _x(before.tram), _x(show(before, before.turn, move).tram)
    return (Motion("tram", line((here, RAIL - 32), (there, RAIL - 32))),) if here != there else ()


def _ticket(face: str, x: float, role: str) -> Shape:
    """Return a ticket that keeps its key when it is shown, and so glides out of the hand."""
    frame = Rect(-30, -42, 60, 84, Paint("paper", "accent" if role == "cursor" else "rule", 3), 8)
    return Group((frame, Text(0, 0, face, 30, bold=True)), f"ticket-{face}", x, HAND, role=role)


def _x(stop: int) -> float:
    return WIDE / 2 + stop * 64


def _at(number: int) -> float:
    return 60 + number * 80

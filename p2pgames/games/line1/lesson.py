"""How Line 1 is learnt by two: you have line 1, from 1W to 1E, and stop at F, I and K."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from p2pgames.contract import resolve_options
from p2pgames.game import Exercise, Lesson, LessonPosition
from p2pgames.games.line1.board import (
    BY_NAME,
    CELLS,
    LETTERS,
    LINKS,
    PIECES,
    SPACES,
    STOP_OF,
    TERMINAL_NAMES,
    Cell,
    Route,
)
from p2pgames.games.line1.rules import Line1
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, Line1State, Line1Task, Trip
from p2pgames.text import message

YOU, SEATS = 0, 2
LINE, CARD = 1, 4
"""The line, and the route card with its stops at F, I and K."""
NAMED: Final = "a6 b6 c6 c5 c4 c3 d3 e3 e4 e5 e6 e7 f7 g7 g8 h8 h7 i7 j7 j6 j5 j4 j3 k3 l3"
WAY: Final = tuple(SPACES[name] for name in NAMED.split())
"""The cells of the track, from 1W to 1E."""
ROUTE: Final[Route] = (
    CELLS + TERMINAL_NAMES.index("1W"),
    *WAY,
    CELLS + TERMINAL_NAMES.index("1E"),
)
SIDES: Final = {-12: 0, 1: 1, 12: 2, -1: 3}
"""By the step from a cell to the next: the side it is left by."""
HAND: Final = ("straight", "straight", "straight", "curve", "curve")
HALT, FOUR = 4, 3
"""Faces of the die: H, and 4."""


def _pieces() -> dict[Cell, int]:
    """Return the piece that leads each cell's track on: a straight or a curve."""
    before, after = (WAY[0] - 1, *WAY[:-1]), (*WAY[1:], WAY[-1] + 1)
    found = {}
    for come, cell, go in zip(before, WAY, after, strict=True):
        sides = sorted((SIDES[come - cell], SIDES[go - cell]))
        found[cell] = next(piece for piece in PIECES if LINKS[piece] == {(sides[0], sides[1])})
    return found


def _at(cells: int, hand: tuple[str, ...] = HAND, **changes: Any) -> LessonPosition:
    """Return a position in which so many cells of the track are laid, and you hold these tiles."""
    rules = Line1()
    state: Line1State = rules.start(SEATS, resolve_options(rules, SEATS, {}), YOU)
    track, signs, pieces = state.track, list(state.signs), _pieces()
    for cell in WAY[:cells]:
        track = track.put(cell, pieces[cell])
        if (letter := STOP_OF.get(cell)) and signs[LETTERS.index(letter)] < 0:
            signs[LETTERS.index(letter)] = cell
    hands = (tuple(sorted(BY_NAME[tile] for tile in hand)), state.hands[1])
    state = replace(state, task=Line1Task.TURN, track=track, signs=tuple(signs), hands=hands, **changes)
    return LessonPosition(
        state, _cards(), {slot: seat for seat in range(SEATS) for slot in state.slots(seat)}
    )


def _cards() -> dict[tuple[str, int], str]:
    """Return where the cards lie: yours first."""
    lines = (LINE_FACES[LINE - 1], *(face for face in LINE_FACES if face != LINE_FACES[LINE - 1]))
    routes = (CARD_FACES[CARD - 1], *(face for face in CARD_FACES if face != CARD_FACES[CARD - 1]))
    decks = {"lines": lines, "routes": routes}
    return {(name, at): face for name, faces in decks.items() for at, face in enumerate(faces)}


def _under_way(at: int) -> LessonPosition:
    """Return a position in which your tram has come so many spaces."""
    return _at(len(WAY), trips=(Trip(LINE, CARD, ROUTE, at), None))


LESSON: Final = Lesson(
    (
        Exercise(
            message(
                "line1.learn-aim",
                "Your secret cards ask for a track from terminal 1W to 1E, with stops at F, I and K. The "
                "first player whose tram runs its whole line wins.",
            )(),
            message(
                "line1.do-aim",
                "Begin at 1W, at the left edge, with a straight on a6. Click a6 (or arrows and"
                " Enter), or type straight a6 r1; then send it.",
            )(),
            ("straight a6 r1",),
            at=partial(_at, 0),
        ),
        Exercise(
            message(
                "line1.learn-two",
                "You lay two tiles a turn, turned any way, anywhere; then your hand is filled up to five. "
                "Tracks belong to nobody.",
            )(),
            message("line1.do-two", "Go on with your second tile, on b6 (straight b6 r1).")(),
            ("straight b6 r1",),
        ),
        Exercise(
            message(
                "line1.learn-sign",
                "The first tile beside a building gets its stop sign. A tram stops there by passing over that tile.",
            )(),
            message("line1.do-sign", "Pass below building F with a straight on d3 (straight d3 r1).")(),
            ("straight d3 r1",),
            at=partial(_at, WAY.index(SPACES["d3"])),
        ),
        Exercise(
            message(
                "line1.learn-blank",
                "No rail may lead off the board, into a building, or against the blank side of a tile. So "
                "no upright straight fits on d3.",
            )(),
            message(
                "line1.do-blank",
                "The track should turn down at e3: lay a curve there that joins left and below. Each"
                " click on e3 shows another way a tile fits.",
            )(),
            ("curve e3",),
            at=partial(_at, WAY.index(SPACES["e3"])),
        ),
        Exercise(
            message(
                "line1.learn-exchange",
                "You may exchange a tile for one that keeps all its connections and adds another. The old one comes"
                " into your hand. Tiles with a tree stay.",
            )(),
            message("line1.do-exchange", "Exchange the straight on b6 for your cross (cross b6).")(),
            ("cross b6",),
            at=partial(_at, 2, ("cross", *HAND[1:])),
        ),
        Exercise(
            message(
                "line1.learn-pair",
                "As your whole turn you may exchange two neighbouring tiles at once: each may need the "
                "other's new rail.",
            )(),
            message(
                "line1.do-pair",
                "Join the curves on g7 and h7 by your branches: choose pair, then g7, then h7 until"
                " both rails join; or type pair branch-right g7 r1 branch-left h7 r3.",
            )(),
            ("pair branch-right g7 r1 branch-left h7 r3",),
            message(
                "line1.why-pair",
                "Legal, but this step is about a pair: pair branch-right g7 r1 branch-left h7 r3.",
            )(),
            at=partial(_at, WAY.index(SPACES["j7"]), ("branch-left", "branch-right", *HAND[2:])),
        ),
        Exercise(
            message(
                "line1.learn-whole",
                "You must lay as long as any of your tiles fits. Once your terminals and stops are "
                "connected, you can begin your trip on your next turn.",
            )(),
            message("line1.do-whole", "One tile is missing before 1E, at the right edge. Lay it.")(),
            ("straight l3 r1",),
            at=partial(_at, len(WAY) - 1),
        ),
        Exercise(
            message(
                "line1.learn-go",
                "At the start of a turn you show your cards and announce the route of your tram. From "
                "then on you roll the die, and lay no more tiles.",
            )(),
            message("line1.do-go", "Choose go: the shortest route past your stops is found for you.")(),
            ("go", "go 1E"),
            at=partial(_at, len(WAY)),
        ),
        Exercise(
            message(
                "line1.learn-roll",
                "A number on the die moves your tram that many spaces, an H to the next stop sign, no "
                "matter whose. If the tracks change, you may announce a new route instead, starting at a "
                "terminal.",
            )(),
            message("line1.do-roll", "Roll the die: choose roll.")(),
            ("roll",),
            rolls=((HALT,),),
            at=partial(_under_way, 9),
        ),
        Exercise(
            message(
                "line1.learn-end",
                "The first tram to reach its other terminal wins at once; no exact roll is needed.",
            )(),
            message("line1.do-end", "You are three spaces from 1E. Roll.")(),
            ("roll",),
            rolls=((FOUR,),),
            at=partial(_under_way, len(ROUTE) - 4),
        ),
    ),
)

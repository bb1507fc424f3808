"""Games that are broken on purpose: the check that is for it finds each fault, and names it."""

import re
from dataclasses import replace
from itertools import count

import pytest

from p2pgames.contract import Effect, Left, Moved, Open, Opened, Result, Shuffle
from p2pgames.drawing.shapes import Text
from p2pgames.picture.canvas import Canvas
from p2pgames.text import FaceName
from p2pgames_protocol.testing.game.everything import CHECKS, run
from shuttle import GAME, messages, notation
from shuttle.lesson import LESSON
from shuttle.painter import ShuttlePainter
from shuttle.rules import Shuttle
from shuttle.state import DECK, TICKETS


class Forgetful(Shuttle):
    def moves(self, state, seat, known):
        return super().moves(state, seat, known)[1:] or super().moves(state, seat, known)


class Generous(Shuttle):
    def moves(self, state, seat, known):
        listed = super().moves(state, seat, known)
        return (*listed, (11, "12")) if listed and known.get((DECK, 11)) != "12" else listed


class Loose(Shuttle):
    """Takes True for 1."""

    def reveals(self, state, seat, move):
        return super().reveals(state, seat, _loose(move))

    def apply(self, state, event):
        return super().apply(
            state, Moved(event.seat, _loose(event.move)) if isinstance(event, Moved) else event
        )


def _loose(move):
    return (
        (int(move[0]), *move[1:]) if isinstance(move, tuple) and move and isinstance(move[0], bool) else move
    )


class Trusting(Shuttle):
    def reveals(self, state, seat, move):
        place, face = move
        return (((DECK, place), face),)


class Mumbling(Shuttle):
    def text(self, state, seat, move):
        return "ticket"


class Deaf(Shuttle):
    def read(self, state, seat, known, text):
        return notation.parse(state, seat, known, text.removesuffix("2"))


class Vain(Shuttle):
    def scores(self, state):
        return (1, 1) if state.shown else (0, 0)


class Fickle(Shuttle):
    """Remembers how often it was asked."""

    def __init__(self):
        self.asked = count()

    def apply(self, state, event):
        after = super().apply(state, event)
        return replace(after, tram=after.tram + next(self.asked) % 2) if isinstance(event, Moved) else after


class Silent(Shuttle):
    def words(self, state, seat, known):
        return ()


class Sore(Shuttle):
    """Who leaves wins."""

    def ask(self, state):
        ask = super().ask(state)
        return replace(ask, result=Result((1, 1), None, messages.ALL_SHOWN())) if state.gone >= 0 else ask


class Deathless(Shuttle):
    """Goes on with who has left."""

    def apply(self, state, event):
        return state if isinstance(event, Left) else super().apply(state, event)


class Stubborn(Shuttle):
    def start(self, seats, options, first=None):
        return replace(super().start(seats, options, first), turn=0)


class Blind(Shuttle):
    def wire(self, state):
        return replace(state, hands=((), ()), shown=(), drawn=0).wire()


class Gossip(Shuttle):
    def effects(self, before, event, after):
        if isinstance(event, Opened):
            return tuple(Effect(messages.OPEN(ticket=FaceName(face))) for face in TICKETS)
        return super().effects(before, event, after)


class Lost(Shuttle):
    def effects(self, before, event, after):
        return (Effect(messages.STAYS(), where="nowhere"),) if isinstance(event, Moved) else ()


class Peeking(Shuttle):
    """Shows the first ticket of seat 0 to seat 1 as well, which a sealed deck forbids."""

    def ask(self, state):
        ask = super().ask(state)
        return Open((*ask.slots, ((DECK, 0), 1))) if isinstance(ask, Open) and state.drawn else ask


class Resealing(Shuttle):
    def ask(self, state):
        ask = super().ask(state)
        return Shuffle(ask.decks * 2) if isinstance(ask, Shuffle) else ask


class Sealless(Shuttle):
    decks = False


class Wide(ShuttlePainter):
    def picture(self, state, view):
        return Canvas(view.columns + 1, 3).picture()


class Foreign(ShuttlePainter):
    def picture(self, state, view):
        canvas = Canvas(20, 3)
        canvas.put(0, 0, "中")
        return canvas.picture()


class Chatty(ShuttlePainter):
    def side_panel_rows(self, state, view):
        return ((("", "x" * 40),),)


class Restless(ShuttlePainter):
    def __init__(self):
        self.asked = count()

    def side_panel_rows(self, state, view):
        return ((("", str(next(self.asked))),),)


class Lured(ShuttlePainter):
    def point(self, state, seat, known, typed, spot):
        return typed + "x"


class Stuck(ShuttlePainter):
    def point(self, state, seat, known, typed, spot):
        return typed


class Smudged(ShuttlePainter):
    def drawing(self, state, view):
        board = super().drawing(state, view)
        return replace(board, shapes=(*board.shapes, Text(30, 30, "over", 20), Text(32, 32, "under", 20)))


class Nameless(ShuttlePainter):
    def drawing(self, state, view):
        board = super().drawing(state, view)
        return replace(board, spots=tuple(replace(spot, title="") for spot in board.spots))


class Derailed(ShuttlePainter):
    def motions(self, before, move, view):
        return tuple(replace(each, steps=(("M", -50, 0),)) for each in super().motions(before, move, view))


def cheating(rules, state, seat, known, random):
    return (0, "13")


def dreaming(rules, state, seat, known, random, asked=count()):  # noqa: B008  # it is to remember
    moves = rules.moves(state, seat, known)
    return moves[next(asked) % len(moves)]


def ruled(rules):
    return replace(GAME, versions={0: rules()})


def painted(painter):
    return replace(GAME, painting=painter)


def taught(**changes):
    return replace(
        GAME, teaching=lambda: replace(LESSON, steps=(replace(LESSON.steps[0], **changes), *LESSON.steps[1:]))
    )


FAULTS = {
    "complete": [
        (replace(GAME, text="# Shuttle\n\nYou will see."), "have 24 characters"),
        (replace(GAME, name="shuttles"), "The rules are called 'shuttle'"),
        (replace(GAME, versions={1: Shuttle()}), "lists version 0 as 1"),
    ],
    "ends": [
        (ruled(Vain), "`scores` says"),
        (ruled(Fickle), "rules are not pure"),
    ],
    "states": [(ruled(Blind), "`wire` does not show it")],
    "asks": [
        (ruled(Peeking), "Card 0 of 'tickets' is open already"),
        (ruled(Resealing), "The deck 'tickets' is sealed twice"),
        (ruled(Sealless), "do not say `decks = True`"),
    ],
    "moves": [
        (ruled(Generous), "which is refused: The move shows no ticket"),
        (ruled(Mumbling), "Two moves have the same text"),
        (ruled(Deaf), "refused when it is typed"),
    ],
    "words": [(ruled(Silent), "says nothing")],
    "fuzz": [
        (ruled(Forgetful), "is legal, and not listed"),
        (ruled(Loose), "is legal, and not listed"),
        (ruled(Trusting), r"ValueError is raised: .* \(testing/test_broken_games.py, line \d+, in reveals\)"),
    ],
    "leaving": [
        (ruled(Sore), "Somebody who had left has won"),
        (ruled(Deathless), "A second departure of a seat is accepted"),
    ],
    "first": [(ruled(Stubborn), "seat 2 is to begin")],
    "told": [(ruled(Vain), "what was told adds up to")],
    "secrets": [(ruled(Gossip), "which only one seat has seen")],
    "places": [(ruled(Lost), "nowhere")],
    "bots": [
        (replace(GAME, bots={"cheating": cheating}, usual="cheating"), "The bot cheating makes the move"),
        (replace(GAME, bots={"dreaming": dreaming}, usual="dreaming"), "other moves from the same seed"),
    ],
    "network": [(ruled(Fickle), "[Rr]ules (that )?are not pure")],
    "pictures": [
        (painted(Wide), "there is room for 88 by 36"),
        (painted(Foreign), r"In ASCII a row would read '\?'"),
    ],
    "panel": [(painted(Chatty), "longer than the 36 characters")],
    "equal": [(painted(Restless), "two different pictures")],
    "pointing": [(painted(Lured), "which is no legal move")],
    "drawings": [
        (painted(Smudged), "'under' and 'over' run into each other"),
        (painted(Nameless), "has no title"),
    ],
    "clicks": [(painted(Lured), "Pointing on and on"), (painted(Stuck), "Pointing alone never leads to")],
    "motions": [(painted(Derailed), "leads out of the board")],
    "lesson": [
        (taught(moves=("13",)), "Step 1 asks for '13', which is refused"),
        (taught(replies=("4",)), "Step 1 cannot be done as it is written: Type the number of one of your tickets"),
    ],
}  # fmt: skip
CASES = [(name, game, said) for name, games in FAULTS.items() for game, said in games]


def of(*names):
    return [check for check in CHECKS if check.name in names]


@pytest.mark.parametrize(("name", "game", "said"), CASES)
def test_the_fault_is_found_and_named(name, game, said):
    (outcome,) = run(game, of(name), "1")
    assert re.search(said, outcome.fault), outcome


def test_a_game_without_faults_has_none():
    checks = [check for check in CHECKS if check.name != "repeats"]
    assert [outcome.fault for outcome in run(GAME, checks, "1") if outcome.fault] == []

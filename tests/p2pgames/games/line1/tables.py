"""Tables for the tests: positions written by hand, and dealers whose cards are known."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from p2pgames.contract import Illegal, Moved, Shuffle, Shuffled, resolve_options
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.games.line1.board import BY_NAME, LETTERS, PIECE, SPACES
from p2pgames.games.line1.rules import Line1
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, Line1Task

RULES = Line1()


def settings(seats=2, **options):
    return resolve_options(RULES, seats, options)


def split(text):
    return [part.strip() for part in text.split(",") if part.strip()]


def piece(text):
    """The piece and the cell of ``curve e6 r1``."""
    tile, cell, *turns = text.split()
    return PIECE[tile, int(turns[0][1:]) if turns else 0], SPACES[cell]


def hand(text):
    """The types of ``straight curve``."""
    return tuple(sorted(BY_NAME[name] for name in text.split()))


def position(board="", hands=(), signs="", seats=2, options=None, **changes):
    """A position in which seat 0 begins its turn, with these tiles on the board, hands and signs (``A k8``)."""
    state = RULES.start(seats, settings(seats, **(options or {})), 0)
    track = state.track
    for text in split(board):
        at, cell = piece(text)
        track = track.put(cell, at)
    there = dict(part.split() for part in split(signs))
    cells = tuple(SPACES[there[letter]] if letter in there else -1 for letter in LETTERS)
    held = tuple(hand(text) for text in hands) + state.hands[len(hands) :]
    return replace(
        state, **{"track": track, "hands": held, "signs": cells, "task": Line1Task.TURN, **changes}
    )


def cards(state, *dealt):
    """What each seat knows after these (line, card) were dealt."""
    return [
        dict(zip(state.slots(seat), (LINE_FACES[line - 1], CARD_FACES[card - 1]), strict=True))
        for seat, (line, card) in enumerate(dealt)
    ]


def go(state, moves, seat=None, known=()):
    """Make these typed moves, commas between them."""
    for text in split(moves):
        mover = state.turn if seat is None else seat
        move = RULES.parse(state, mover, dict(known), text)
        state = RULES.apply(state, Moved(mover, move))
    return state


def refusal(state, text, known=()):
    """Why a typed move of the seat at turn is refused."""
    try:
        RULES.parse(state, state.turn, dict(known), text)
    except Illegal as refused:
        return str(refused)
    raise AssertionError(f"{text} is legal")


def texts(state, known=()):
    """The legal moves as they are typed."""
    moves = RULES.moves(state, state.turn, dict(known))
    return [RULES.text(state, state.turn, move) for move in moves]


def typed(route):
    return tuple(SPACES[name.lower()] for name in route.split())


class Stacked(LocalDealer):
    """Deals these line cards and route cards, seat by seat, and the others after them."""

    lines: tuple[int, ...] = ()
    routes: tuple[int, ...] = ()

    def _answer(self, ask):
        if not isinstance(ask, Shuffle):
            return super()._answer(ask)
        for (name, faces), top in zip(ask.decks, (self.lines, self.routes), strict=True):
            first = [faces[number - 1] for number in top]
            self._decks[name] = first + [face for face in faces if face not in first]
        return Shuffled()


def table(lines=(), routes=(), seats=2, seed=1, first=0, **options):
    """A table at which these cards are dealt."""
    made = type("Table", (Stacked,), {"lines": tuple(lines), "routes": tuple(routes)})
    return made(RULES, seats, settings(seats, **options), Random(seed), first)


def dealt(seats=2, seed=1, *, rules=RULES, **options):
    """A table with all by chance."""
    return LocalDealer(rules, seats, settings(seats, **options), Random(seed))


def random_play(dealer, plies=10**6):
    """Play random moves until the game is over or the number is reached; yield each position before."""
    for _ in range(plies):
        if dealer.turn is None:
            return
        yield dealer.state
        if (seat := dealer.turn) is None:
            return
        dealer.play(random_bot(RULES, dealer.state, seat, dealer.known[seat], dealer.random))

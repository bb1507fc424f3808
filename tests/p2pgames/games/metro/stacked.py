"""A table whose deck lies in a wanted order, for positions written by hand."""

from random import Random

from p2pgames.contract import Illegal, Shuffle, Shuffled, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.games.metro.board import NAMES
from p2pgames.games.metro.rules import Metro

RULES = Metro()
CLASSIC = {"orientation": "arrow", "hand": "1"}


class Stacked(LocalDealer):
    """Deals every deck with these faces on top, as far as it holds them, the others in the order asked for."""

    top: tuple[str, ...] = ()

    def _answer(self, ask):
        if not isinstance(ask, Shuffle):
            return super()._answer(ask)
        ((name, faces),) = ask.decks
        rest, top = list(faces), []
        for face in self.top:
            if face in rest:
                rest.remove(face)
                top.append(face)
        self._decks[name] = top + rest
        return Shuffled()


def table(deck="", moves="", seats=2, first=0, **options):
    """A table with these tiles on top of the deck, after these moves, commas between them.

    The deal takes the first tiles, seat by seat; without a draw the tiles are then laid in their order.
    """
    made = type("Table", (Stacked,), {"top": tuple(deck.split())})
    dealer = made(RULES, seats, resolve_options(RULES, seats, options), Random(1), first)
    go(dealer, moves)
    return dealer


def go(dealer, moves):
    """Make these moves, commas between them."""
    for text in filter(None, (part.strip() for part in moves.split(","))):
        seat = dealer.turn
        dealer.play(RULES.parse(dealer.state, seat, dealer.known[seat], text))


def refusal(dealer, text):
    """Why a typed move of the seat at turn is refused."""
    seat = dealer.turn
    try:
        RULES.parse(dealer.state, seat, dealer.known[seat], text)
    except Illegal as refused:
        return str(refused)
    raise AssertionError(f"{text} is legal")


def legal(dealer):
    """The legal moves of the seat at turn as they are typed."""
    return {RULES.text(dealer.state, dealer.turn, move) for move in dealer.moves()}


def hand(dealer, seat):
    """The true faces of a seat's tiles."""
    return [dealer._decks[held.slot[0]][held.slot[1]] for held in dealer.state.hands[seat]]


def pile(dealer):
    """The true faces of the pile, the next one first."""
    state = dealer.state
    closed = dealer._decks[state.deck_name][state.top : state.top + state.closed]
    return [*closed, *(held.face for held in state.under)]


def names(cells):
    """Cells by name."""
    return {NAMES[cell] for cell in cells}

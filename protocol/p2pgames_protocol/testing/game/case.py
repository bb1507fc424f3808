"""The point of a game at which a check looks, and how to reach it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, Final, NoReturn

from p2pgames.contract import AnyRules, Illegal, Seat, resolve_options
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.drawing.shapes import Drawing
from p2pgames.game import Bot, Game
from p2pgames.picture.picture import Drawer, Painter, Picture, View

ALL = 10**5
"""More moves than any game may take: whoever wants the end asks for this many."""


# What a check raises when a game, or a client, breaks a requirement.


class Broken(Exception):
    """What is checked breaks a requirement; the sentence tells its author which."""


def fail(said: str, kind: type[Broken] = Broken) -> NoReturn:
    """Raise `Broken` with the sentence, in English like the contract: it is for who writes code."""
    raise kind(said)


def expect(holds: object, said: str) -> None:
    """Raise `Broken` with the sentence unless it holds."""
    if not holds:
        fail(said)


@contextmanager
def refused(what: str) -> Iterator[None]:
    """Expect `Illegal` of what is done within, and nothing else."""
    try:
        yield
    except Illegal as refusal:
        expect_sentence(refusal)
        return
    fail(f"{what} is accepted; `apply` must raise Illegal.")


def expect_sentence(said: object) -> None:
    """Expect a sentence for people."""
    text = str(said)
    expect(text[-1:] in (".", "?", "!"), f"{text!r} is no sentence: it ends with no full stop.")


def shown(value: Any) -> str:
    """Return a value as it stands in a report: not too long."""
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:197]}..."


# A position of a game that bots play, and everybody who looks at it.

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


@dataclass(frozen=True)
class Position:
    """A position, and the newest moves before it."""

    game: Game
    dealer: LocalDealer
    recent: tuple[tuple[Any, Seat, Any], ...] = ()

    @property
    def rules(self) -> AnyRules:
        """The rules it is played by."""
        return self.dealer.rules

    @property
    def painter(self) -> Painter:
        """What draws it in characters; raise `Broken` if nothing does."""
        if self.game.painter is None:
            fail("The game has no painter.")
        return self.game.painter

    @property
    def drawer(self) -> Drawer:
        """What draws it in lines and areas; raise `Broken` if nothing does."""
        if not isinstance(self.painter, Drawer):
            fail("The painter does not draw in lines and areas.")
        return self.painter

    def view(self, seat: Seat | None, columns: int = 200, rows: int = 80, **more: Any) -> View:
        """Return the eyes of a seat, or of a spectator."""
        known = {} if seat is None else self.dealer.known[seat]
        names = tuple(NAMES[each % len(NAMES)] for each in range(self.dealer.seats))
        return View(columns, rows, seat, known, names, recent=self.recent, **more)

    def moves(self) -> set[str]:
        """Return the legal moves as they are typed."""
        seat = self.dealer.turn or 0
        return {self.rules.text(self.dealer.state, seat, move) for move in self.dealer.moves()}

    def picture(self, view: View) -> Picture:
        """Return it in characters."""
        return self.painter.picture(self.dealer.state, view)

    def drawing(self, view: View) -> Drawing:
        """Return it in lines and areas."""
        return self.drawer.drawing(self.dealer.state, view)

    def aside(self, view: View) -> Drawing:
        """Return what stands beside the drawing."""
        return self.drawer.side_panel_drawing(self.dealer.state, view)

    def point(self, view: View, spot: str) -> str:
        """Return what stands in the line once the viewer has pointed at a spot."""
        return self.painter.point(self.dealer.state, view.seat or 0, view.known, view.typed, spot)


def playing(
    game: Game, seats: int, seed: int | str, options: Mapping[str, str], bot: Bot = random_bot
) -> Iterator[Position]:
    """Yield every position of one game, each until the next one is asked for: the dealer goes on."""
    dealer = LocalDealer(game.rules, seats, resolve_options(game.rules, seats, options), Random(seed))
    recent: tuple[Any, ...] = ()
    yield Position(game, dealer, recent)
    while (seat := dealer.turn) is not None:
        move = bot(game.rules, dealer.state, seat, dealer.known[seat], dealer.random)
        recent = (*recent, (dealer.state, seat, move))[-seats:]
        try:
            dealer.play(move)
        except Illegal as refusal:
            fail(f"Seat {seat + 1} chose {shown(move)}, which is refused: {refusal}")
        yield Position(game, dealer, recent)


@dataclass(frozen=True)
class Case:
    """A game with these seats and options, after this many random moves, or at its end if that comes first."""

    game: Game
    seats: int
    options: Mapping[str, str]
    seed: str
    plies: int = 0

    def __str__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self.options.items())
        moves = "to the end" if self.plies >= ALL else f"after {self.plies} moves"
        return f"{self.seats} players{chosen}, {moves}"

    @property
    def rules(self) -> AnyRules:
        """The rules that are looked at: the newest."""
        return self.game.rules

    def position(self) -> Position:
        """Return the position, with a dealer of its own."""
        *_before, last = islice(playing(self.game, self.seats, self.seed, self.options), self.plies + 1)
        return last

    def played(self) -> LocalDealer:
        """Return a dealer after the moves."""
        return self.position().dealer

    def whole(self) -> LocalDealer:
        """Return a dealer at the end of the game; raise `Broken` if there is none."""
        dealer = replace(self, plies=ALL).played()
        if dealer.result is None:
            fail(f"The game is not over after {ALL} random moves.")
        return dealer

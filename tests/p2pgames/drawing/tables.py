"""Positions of seeded games, and everybody who looks at them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from p2pgames import registry
from p2pgames.contract import settle
from p2pgames.dealer import LocalDealer
from p2pgames.drawing.shapes import Drawing
from p2pgames.game import Game
from p2pgames.picture.picture import View

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


@dataclass(frozen=True)
class Table:
    """A position, and the newest moves before it."""

    game: Game
    dealer: LocalDealer
    recent: tuple[Any, ...]

    def view(self, seat: int | None, **more: Any) -> View:
        known = {} if seat is None else self.dealer.known[seat]
        names = NAMES[: self.dealer.seats]
        return View(200, 80, seat, known, names, recent=self.recent, **more)

    def drawing(self, view: View) -> Drawing:
        return self.game.painter.drawing(self.dealer.state, view)

    def moves(self) -> set[str]:
        """The legal moves as they are typed."""
        seat = self.dealer.turn or 0
        return {self.game.rules.text(self.dealer.state, seat, move) for move in self.dealer.moves()}

    def aside(self, view: View) -> Drawing:
        return self.game.painter.aside(self.dealer.state, view)

    def picture(self, view: View):
        return self.game.painter.picture(self.dealer.state, view)

    def point(self, view: View, spot: str) -> str:
        return self.game.painter.point(self.dealer.state, view.seat, view.known, view.typed, spot)


def tables() -> list[tuple[str, int]]:
    """Return every game that is drawn, with every number of seats."""
    games = [registry.game(name) for name in registry.names()]
    return [(game.name, seats) for game in games if game.painter is not None for seats in game.rules.players]


def variants() -> list[tuple[str, int, dict[str, str]]]:
    """Return every game that is drawn with each of its options chosen otherwise, and every number of seats."""
    return [
        (name, seats, {option.name: value})
        for name, seats in tables()
        for option in registry.game(name).rules.options
        for value in option.values
        if value != option.default
    ]


def one_each(found: list[tuple[str, int, dict[str, str]]]) -> list[tuple[str, int, dict[str, str]]]:
    """Return each option once, with its last value and as many seats as come last."""
    return [*{(name, *options): (name, seats, options) for name, seats, options in found}.values()]


def positions(
    name: str, seats: int, seed: int, steps: int, bot: str = "random", **options: str
) -> Iterator[Table]:
    """Yield so many positions of one game, spread over all its moves, the first and the last among them."""
    game = registry.game(name)
    count = sum(1 for _ in _played(game, seats, seed, bot, options))
    wanted = {round(k * (count - 1) / max(1, steps - 1)) for k in range(steps)}
    # The game is played twice, since a dealer goes on and cannot be kept.
    for number, table in enumerate(_played(game, seats, seed, bot, options)):
        if number in wanted:
            yield table


def _played(game: Game, seats: int, seed: int, bot: str, options: dict[str, str]) -> Iterator[Table]:
    dealer = LocalDealer(game.rules, seats, settle(game.rules, seats, options), Random(seed))
    recent: tuple[Any, ...] = ()
    yield Table(game, dealer, recent)
    while (seat := dealer.turn) is not None:
        move = game.bots[bot](game.rules, dealer.state, seat, dealer.known[seat], dealer.random)
        recent = (*recent, (dealer.state, seat, move))[-seats:]
        dealer.play(move)
        yield Table(game, dealer, recent)

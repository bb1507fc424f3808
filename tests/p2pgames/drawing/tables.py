"""Positions of seeded games, spread over each."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames import registry
from p2pgames_protocol.testing.game.case import Position, playing


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
) -> Iterator[Position]:
    """Yield so many positions of one game, spread over all its moves, the first and the last among them."""
    game = registry.game(name)
    again = [playing(game, seats, seed, options, game.bots[bot]) for _ in range(2)]
    # The game is played twice, since a dealer goes on and cannot be kept.
    count = sum(1 for _ in again[0])
    wanted = {round(k * (count - 1) / max(1, steps - 1)) for k in range(steps)}
    yield from (position for number, position in enumerate(again[1]) if number in wanted)

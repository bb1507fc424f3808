"""Rules: replay and random play, against random games of python-chess.

``python -m benchmarks.rules [REPEATS]`` prints the table alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from statistics import median

import chess

from benchmarks.measure import Row, by_turns, printed, timed
from p2pgames import registry
from p2pgames.contract import AnyRules, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.games.socks.building import WORD, WORDS, draw_layout
from p2pgames.games.socks.city import TILES, SocksCity, city_of
from p2pgames.games.socks.state import SocksTerms

GAMES, CHESS = 60, 8
CITIES = 200
AIMS = {"bus": ("at least 10,000", "at least 3,000"), "socks": ("at least 30,000", "above python-chess")}
"""What is aimed at for the replay and for the random games of some games."""


def rows(repeats: int) -> Iterator[Row]:
    """Measure every installed game."""
    moves = chess_games(CHESS)
    yardstick = tuple(moves / seconds for seconds in timed(partial(chess_games, CHESS), repeats))
    yield Row("python-chess, random games", "moves/s", yardstick)
    for name in registry.names():
        rules = registry.game(name).rules
        for seats in sorted({rules.players[0], rules.players[-1]}):
            yield from game_rows(f"{name} for {seats}", rules, seats, repeats)
    yield city_row()


def _new_city(seed: tuple[int, ...]) -> SocksCity:
    return city_of(draw_layout.__wrapped__(seed, TILES, SocksTerms().colours, 0, strict=True))


def city_row() -> Row:
    """Measure a layout of Socks in the City; the rows above find theirs kept from the first time they are played."""
    taken: list[float] = []
    for number in range(CITIES):
        seed = tuple(Random(number).randrange(WORD) for _ in range(WORDS))
        taken += timed(partial(_new_city, seed), 1)
    return Row(
        "socks, a city from a new seed", "ms", tuple(1000 * seconds for seconds in taken), aim="at most 50"
    )


def game_rows(name: str, rules: AnyRules, seats: int, repeats: int) -> Iterator[Row]:
    """Measure one game with this many seats, by turns with games of chess: no processor stays equally fast for long."""
    played = [play(rules, seed, seats) for seed in range(GAMES)]
    count = sum(len(dealer.events) for dealer in played)
    replays = timed(lambda: replay(played), repeats)
    games, chess_moves = partial(_playouts, rules, seats), chess_games(CHESS)
    playouts, yardstick = by_turns((games, partial(chess_games, CHESS)), repeats)
    rate = tuple(count / seconds for seconds in playouts)
    aims = AIMS.get(rules.name, ("", ""))
    yield Row(
        f"{name}, replay with full legality", "events/s", tuple(count / s for s in replays), aim=aims[0]
    )
    ratio = median(rate) * median(yardstick) / chess_moves
    yield Row(f"{name}, random games, all moves listed", "events/s", rate, "python-chess", ratio, aim=aims[1])


def chess_games(games: int) -> int:
    """Play some random games of chess, always the same; return how many moves they have."""
    random, moves = Random(1), 0
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            moves += 1
    return moves


def _playouts(rules: AnyRules, seats: int) -> None:
    for seed in range(GAMES):
        play(rules, seed, seats)


def play(rules: AnyRules, seed: int, seats: int) -> LocalDealer:
    """Play one random game."""
    dealer = LocalDealer(rules, seats, resolve_options(rules, seats, {}), Random(seed))
    while moves := dealer.moves():
        dealer.play(dealer.random.choice(moves))
    return dealer


def replay(played: Iterable[LocalDealer]) -> None:
    """Apply all events of some games anew."""
    for dealer in played:
        state = dealer.rules.start(dealer.seats, dealer.options)
        for event in dealer.events:
            state = dealer.rules.apply(state, event)


def main(repeats: str = "7") -> None:
    """Print the table."""
    printed(rows(int(repeats)))


if __name__ == "__main__":
    main(*sys.argv[1:])

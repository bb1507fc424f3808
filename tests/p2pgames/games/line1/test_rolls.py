"""What a roll says in words: the face of the die, the tiles that were drawn."""

from random import Random

from p2pgames.contract import Moved, Roll, resolve_options
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.games.line1.board import TILES
from p2pgames.games.line1.state import Line1Task
from p2pgames.registry import game


def test_every_roll_of_a_game_names_what_came_of_it():
    rules = game("line1").rules
    dealer = LocalDealer(rules, 2, resolve_options(rules, 2, {}), Random(3))
    said = set()
    for _ in range(30):
        before = dealer.state
        seat = dealer.turn
        move = random_bot(rules, before, seat, dealer.known[seat], dealer.random)
        after = rules.apply(before, Moved(seat, move))
        if isinstance(ask := rules.ask(after), Roll) and after.task is Line1Task.DRAW:
            values = tuple(0 for _ in ask.sides)
            words = str(rules.rolled(after, values))
            first = next(tile for tile, count in enumerate(after.stack) if count)
            assert words.startswith(f"draws {TILES[first]}")
            assert len(words.removeprefix("draws ").split(", ")) == len(values)
            said.add(words)
        dealer.play(move)
    assert said

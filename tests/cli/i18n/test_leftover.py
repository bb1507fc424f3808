"""No English is left over in what games say, in any language of the client."""

import re
from functools import cache
from random import Random

import pytest

from p2pgames import registry
from p2pgames.contract import Illegal, Rolled, effect_of_move, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames_cli.i18n.prose import named
from tests.cli.leftover import LANGUAGES, PLAYED, english_in, lagging, speaking, words_of

SAME = re.compile(r"[abcd]{4}|([A-F]: Seat \d [-\d]+→\d+(, Seat \d [-\d]+→\d+)?(; )?)+")
"""A tile of Metro by its name, and what Socks counts: the same in every language."""
WRONG = (
    "0-0", "0-7", "7-0", "3-4", "0-1 +3-2", "x", "d4", "a1", "h8", "9 a1", "a6 r7", "nonsense", "00-08", "07 C house",
    "f20-g21", "A f20", "curve a1", "curve d2", "star e6", "fork f6 r1", "straight f6 r7", "xx e6",
    "pair curve e6 curve e7", "go", "go 5N b1", "go zz", "roll", "draw", "take 1 curve", "anew", "pass",
)  # fmt: skip
"""Moves that are refused somewhere, each for a reason of its own."""


@cache
def told(name, seats, options):
    """Return every sentence that the rules say in a game: positions, what moves and dice do, why others are refused."""
    game, random = registry.game(name), Random(7)
    rules, bot = game.rules, game.bots[game.usual]
    dealer = LocalDealer(rules, seats, resolve_options(rules, seats, dict(options)), random)
    said = set()
    while (seat := dealer.turn) is not None:
        known, state, done = dealer.known[seat], dealer.state, len(dealer.events)
        said |= {*rules.words(state, seat, known), *rules.words(state, None, {})}
        moves = dealer.moves()
        # Bots get further in a game than chance, and chance to odder positions.
        move = bot(rules, state, seat, known, random) if random.random() < 0.8 else random.choice(moves)
        said |= {
            effect_of_move(rules, state, seat, each)
            for each in (move, *random.sample(moves, min(3, len(moves))))
        }
        said |= {refusal(rules, state, seat, known, wrong) for wrong in WRONG}
        dealer.play(move)
        match dealer.events[done:]:
            case [moved, Rolled(values), *_]:
                said.add(rules.rolled(rules.apply(state, moved), values))
    said |= {*rules.words(dealer.state, None, {}), dealer.result.why}
    return frozenset(line for line in said if line and not SAME.fullmatch(str(line)))


def refusal(rules, state, seat, known, typed):
    """Return why a move is refused; nothing if it is not."""
    try:
        rules.parse(state, seat, known, typed)
    except Illegal as refused:
        return refused.message
    return ""


@pytest.mark.parametrize(("name", "seats", "options"), PLAYED)
def test_a_game_speaks_no_english(name, seats, options):
    sentences = told(name, seats, tuple(options.items()))
    assert len(sentences) > 100
    for language in LANGUAGES:
        with speaking(language):
            said = {str(line): named(line) for line in sentences}
        if language == "de":  # a pub is one in Italian too
            same = {line for line, other in said.items() if other == line}
            assert {line for line in same if not words_of([line]) <= lagging(language)} == set()
        assert {other: found for other in said.values() if (found := english_in(other, language))} == {}


@pytest.mark.release
@pytest.mark.parametrize("name", registry.names())
def test_the_options_of_a_game_are_told_in_every_language(name):
    abouts = [option.about for option in registry.game(name).rules.options]
    for language in LANGUAGES:
        with speaking(language):
            assert [about for about in abouts if named(about) == str(about)] == []

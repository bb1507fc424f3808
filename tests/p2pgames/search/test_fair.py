"""A bot that searches knows what its seat knows, and no more."""

from copy import deepcopy
from random import Random

import pytest

from p2pgames.dealer import LocalDealer
from p2pgames.registry import game
from p2pgames.search.search import Searcher
from tests.p2pgames.search.positions import SEARCHING, reached


def exchanged(dealer, seat, random):
    """The same game, but the faces this seat cannot know lie otherwise; nobody has shown any of them."""
    other = deepcopy(dealer)
    for name, faces in other._decks.items():
        hidden = [at for at in range(len(faces)) if (name, at) not in dealer.known[seat]]
        shuffled = random.sample([faces[at] for at in hidden], len(hidden))
        for at, face in zip(hidden, shuffled, strict=True):
            faces[at] = face
            for known in other.known:
                if (name, at) in known:
                    known[name, at] = face
    return other


@pytest.mark.parametrize("name", [name for name in SEARCHING if game(name).rules.decks])
@pytest.mark.parametrize("plies", [0, 9, 26])
def test_a_move_does_not_change_when_faces_are_exchanged_that_the_seat_cannot_know(name, plies):
    bot = Searcher(game(name).bots["strong"].evaluator, 60)
    dealer = reached(name, plies) if plies else fresh(name)
    seat = dealer.turn
    others = [exchanged(dealer, seat, Random(number)) for number in range(3)]
    assert any(each._decks != dealer._decks for each in others)
    moves = {bot(each.rules, each.state, seat, each.known[seat], Random(4)) for each in (dealer, *others)}
    assert len(moves) == 1


def fresh(name):
    rules = game(name).rules
    options = {option.name: option.default for option in rules.options}
    return LocalDealer(rules, rules.players[0], options, Random(9))


@pytest.mark.parametrize("name", [name for name in SEARCHING if game(name).rules.decks])
def test_guessed_worlds_differ_keep_what_is_known_and_have_every_face_as_often_as_there_is_one(name):
    dealer = reached(name, 12)
    seat = dealer.turn
    evaluator, known = game(name).bots["strong"].evaluator, dealer.known[seat]
    worlds = [evaluator.guess(dealer.state, seat, known, Random(number)) for number in range(20)]
    assert all(known.items() <= world.items() for world in worlds)
    assert len({tuple(sorted(world.items())) for world in worlds}) > 5
    faces = sorted(face for deck in dealer._decks.values() for face in deck)
    for world in worlds:
        left = list(faces)
        for face in world.values():
            left.remove(face)

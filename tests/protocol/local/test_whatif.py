"""Games that are tried out from a position of another: dealt from what is known, and nothing else changes."""

from collections import Counter
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Choose, Illegal
from p2pgames.dealer import random_bot
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.main import run
from p2pgames_cli.table import history_text
from p2pgames_protocol.local.what_if import WhatIf
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import TURN


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A finished game with hidden cards, its file, and the same game cut off under way."""
    file = tmp_path_factory.mktemp("whatif") / "metro.p2pg"
    assert run(["demo", "metro", "--seed", "w", "--bot", "random", "--out", str(file)]) == 0
    whole = replay_file(file)
    cut = Replica(whole.genesis, whole.rules)
    for record in whole.records():
        if len(cut.log) < 40:
            Intake(cut).receive(record)
    return whole, cut, file


def playout(game, seed=0):
    """Let everybody play at random to the end."""
    random = Random(seed)
    while not game.position.over:
        signer = next(signer for signer in game.signers if signer.my_turn)
        signer.act(
            random_bot(
                signer.replica.rules, signer.replica.position.state, signer.seat, signer.replica.known, random
            )
        )


def turn(replica, since):
    """The first step from here on at which somebody is to choose."""
    return next(n for n in range(since, len(replica.log)) if replica.positions[n].kind is TURN)


def test_the_cards_lie_as_they_did_where_they_are_known(finished):
    whole, _, file = finished
    before = file.read_bytes()
    step = turn(whole, 40)
    game = WhatIf(whole, step, Random(1))
    position = whole.positions[step]
    for seat, signer in enumerate(game.signers):
        own = {slot: whole.known[slot] for slot, to in position.decks_state.held.items() if to == seat}
        assert signer.replica.known == {**position.decks_state.public, **own}
        assert own
    assert game.position.state is position.state
    playout(game)
    assert game.position.decks_state.public == whole.known, "the pile is the one that lay there"
    assert len(whole.log) == len(replay_file(file).log)
    assert file.read_bytes() == before


def test_under_way_the_unseen_is_dealt_anew_from_what_is_possible(finished):
    _, cut, _ = finished
    step = max(n for n in range(len(cut.log)) if cut.positions[n].kind is TURN)
    dealt = [WhatIf(cut, step, Random(seed)) for seed in range(8)]
    hands = {tuple(tuple(sorted(handle.replica.known.items())) for handle in game.handles) for game in dealt}
    assert len(hands) > 1, "nobody knows these cards"
    for game in dealt:
        public = cut.positions[step].decks_state.public
        assert public.items() <= game.handles[1].replica.known.items()
        playout(game)
        for name, faces in game.position.decks_state.faces.items():
            lie = [game.position.decks_state.public[name, at] for at in range(len(faces))]
            assert Counter(lie) == Counter(faces)
        assert cut.known.items() <= game.position.decks_state.public.items()


def test_it_is_told_like_any_game_and_taken_back(finished):
    whole, _, _ = finished
    game = WhatIf(whole, 0, Random(3))
    assert isinstance(game.position.ask, Choose)
    signer = game.signers[game.position.ask.seat]
    told = [entry.kind for entry in History(signer.replica).entries()]
    assert "shuffle" in told
    assert "roll" in told
    state, number = signer.replica.position.state, len(signer.replica.log)
    move = signer.replica.rules.moves(state, signer.seat, signer.replica.known)[0]
    trio.run(game.handles[signer.seat].act, move)
    assert History(signer.replica).move(number).move == move
    assert not signer.my_turn
    game.take_back({signer.seat})
    assert signer.replica.position.state is state
    assert signer.my_turn
    assert signer.replica.branch.rewinds == [number]
    with pytest.raises(Illegal, match="where it began"):
        game.take_back({signer.seat})


def test_what_it_refuses(finished):
    whole, _, _ = finished
    with pytest.raises(Illegal, match="over at this step"):
        WhatIf(whole, len(whole.log), Random(0))
    game = WhatIf(whole, turn(whole, 20), Random(0))
    other = next(signer for signer in game.signers if not signer.my_turn)
    with pytest.raises(Illegal, match="not your turn"):
        other.act(())
    with pytest.raises(Illegal, match="nobody is away"):
        trio.run(game.handles[0].vote, 1)
    for signer in game.signers:
        assert signer.voting.votable() == ()
        assert signer.replica.outbox.drain() == []
        assert list(signer.replica.notes.pending(signer.replica.position)) == []
    assert game.signers[0].replica.genesis.game_id != whole.genesis.game_id


def test_a_seat_may_leave(finished):
    whole, _, _ = finished
    game = WhatIf(whole, turn(whole, 20), Random(0))
    trio.run(game.handles[1].resign)
    assert game.position.over
    assert history_text.outcome_of(game.handles[0].replica).startswith(f"{whole.genesis.names[0]} wins")
    with pytest.raises(Illegal, match="nothing to resign"):
        game.signers[1].resign()


@pytest.mark.parametrize("name", registry.names())
def test_every_game_goes_on_to_its_end_from_anywhere(name):
    """A what-if of a what-if: the first begins at a table nobody has sat down at."""
    from p2pgames_protocol.local.hotseat import local_genesis
    from p2pgames_protocol.log.genesis import Proposal
    from p2pgames_protocol.testing.room import identity

    rules = registry.game(name).rules
    proposal = Proposal.of(identity(0).key, rules, rules.players[0], bytes(32))
    names = ("Ada", "Ben", "Cleo", "Dan")[: rules.players[0]]
    begun = Replica(local_genesis(identity(0), proposal, names, Random(1).randbytes), rules)
    first = WhatIf(begun, 0, Random(2))
    playout(first)
    played = first.handles[0].replica
    steps = range(0, len(played.log), max(1, len(played.log) // 4))
    for step in steps:
        again = WhatIf(played, step, Random(step))
        begins = again.handles[0].replica.positions[0]
        assert rules.wire(played.positions[step].state) == rules.wire(begins.state)
        playout(again, seed=step)
        assert again.position.ending.result is not None

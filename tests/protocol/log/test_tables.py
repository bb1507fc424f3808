"""Every game at a table of the protocol: dealt, rolled, moved, left and revealed; and its file is valid."""

import pytest

from p2pgames import registry
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.testing.room import Room

MOVES = 12


@pytest.mark.parametrize("name", registry.names())
def test_every_game_is_played_and_left_at_a_table(name):
    game = registry.game(name)
    seats = game.rules.players[min(1, len(game.rules.players) - 1)]
    room = Room(game.rules, seats, seed=1)
    for _ in range(MOVES):
        room.deliver_all()
        signer, bot = room.turn(), game.bots["random"]
        replica = signer.replica
        signer.act(bot(game.rules, replica.position.state, signer.seat, replica.known, room.random))
        room.collect()
    for seat in range(seats - 1):
        room.deliver_all()
        room.signers[seat].resign()
        room.collect()
    room.deliver_all()
    assert len({canonical(table) for table in room.replicas}) == 1
    for table in room.replicas:
        assert table.position.kind is DONE
        assert not table.accusations.found
    report = audit.full(canonical(room.replicas[0]), registry.rules)
    assert (report.grade, report.basis, report.unrevealed) == (Grade.FINISHED, "resigned", ())
    assert report.checks["moves"] == MOVES
    assert report.result.winners == (seats - 1,)
    shuffles = report.checks["shuffles"]
    assert (shuffles > 0) == game.rules.decks

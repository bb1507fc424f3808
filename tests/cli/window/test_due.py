"""Where somebody is silent for too long, the window has a button for what can be done about it."""

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.waiting import Silence
from p2pgames_cli.window.page_model import PageModel
from p2pgames_cli.window.scene import take
from p2pgames_cli.window.table_page import due
from p2pgames_protocol.log.records import Ballot
from p2pgames_protocol.net.connections import FixedLinks
from tests.cli.clock import Clock
from tests.protocol.rooms import begun

ALLOWED = 600
"""Seconds of silence after which the tables of `begun` allow something."""


class Here(ArchivedSeat):
    """A seat of a room, linked to some of the others."""

    def __init__(self, room, seat, linked):
        super().__init__(room.replicas[seat], room.signers[seat])
        self.links = FixedLinks(tuple(room.genesis.keys[other] for other in linked))

    async def vote(self, seat):
        self.signer.vote(seat)


def at_window(seats, cut=0):
    """The window of a seat whose neighbour is silent, and ``cut`` of the others with it; the room, and the clock."""
    room, silent = begun(seats)
    room.deliver_all()
    room.cut = {silent}
    room.signers[silent].auto_signer.signing = False
    me, *others = ((silent + n) % seats for n in range(1, seats))
    place = Here(room, me, others[cut:])
    table = TableModel(
        TableSession([place], registry.game("linja"), Client(PlayOptions(Mode.WINDOW))), guarded=False
    )
    table.silence = Silence(place, clock=Clock())
    table.silence.seconds_waited()
    return room, silent, me, PageModel(table), table.silence.clock


def test_a_vote_is_a_button_once_it_is_due_and_asks_before():
    room, silent, me, model, clock = at_window(3)
    clock.now = ALLOWED - 1
    assert due(model) is None
    clock.now = ALLOWED
    offered = due(model)
    assert offered["text"].startswith(f"You may vote Player{silent} out (vote {silent + 1}) now.")
    ((action, _name),) = offered["does"]
    take(model, {"do": action, "choice": 0})
    assert model.question.text == f"Vote Player{silent} out?"
    model.start = trio.run
    take(model, {"answer": True})
    replica = room.replicas[me]
    assert replica.ballots.says(replica.position, me, silent) is Ballot.ABSENT
    assert due(model) is None


@pytest.mark.parametrize(("seats", "cut", "said"), [(2, 0, "You may "), (4, 1, "The game is suspended")])
def test_what_can_be_done_and_why_it_may_not_help_is_said(seats, cut, said):
    *_, model, clock = at_window(seats, cut)
    clock.now = ALLOWED
    offered = due(model)
    assert offered["text"].startswith(said)
    assert len(offered["does"]) == 1

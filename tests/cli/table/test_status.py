"""What is said to hold at a table, from real replicas."""

from dataclasses import replace
from pathlib import Path

import pytest
import trio

from p2pgames.text import Count, as_it_is
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.table.status import brief, guarantee, plain, sentences
from p2pgames_protocol.log.records import Have
from p2pgames_protocol.log.replica import Haves
from p2pgames_protocol.testing.room import Room
from p2pgames_protocol.transports import sentences as tor
from p2pgames_protocol.transports.transport import Phase, Route, TransportStatus
from tests.cli.archived import at
from tests.cli.client import host, join
from tests.cli.presenter import hot_seat, seated
from tests.dice import DICE
from tests.six import SIX


def test_all_have_signed_when_everything_has_arrived():
    room = Room(DICE, 3)
    room.play(3)
    room.deliver_all()
    holds = guarantee(at(room, seat1=Route("tls"), seat2=Route("tor")), local=False)
    assert holds.confirmed
    assert [(seat, str(link)) for seat, link in holds.links] == [(1, "TLS"), (2, "Tor")]
    assert brief(holds) == "✓ all connected"
    assert sentences(holds)[0].startswith(f"Everybody has signed step {len(room.replicas[0].log)} ")


def test_who_has_not_signed_is_named():
    room = Room(DICE, 3)
    room.play(3)
    room.deliver_all()
    replica, heard = room.replicas[0], room.replicas[0].haves
    replica.haves = Haves()
    for record in (*heard.of(0), *heard.of(1)):
        replica.haves.add(record, Have.read(record.body))
    holds = guarantee(at(room, seat1=Route("tls")), local=False)
    assert holds.lacking == (2,)
    assert brief(holds) == f"… {room.genesis.names[2]} is away"
    linked = replace(holds, links=tuple((seat, Route("tls").text()) for seat in (1, 2)))
    assert brief(linked) == "… not everybody has the newest move yet"
    assert brief(replace(linked, links=((1, None), (2, None)))) == "… 2 are away"
    assert room.genesis.names[2] in sentences(holds)[0]
    assert any("is away" in sentence for sentence in sentences(holds))
    assert plain(holds)["links"] == {"1": "TLS", "2": None}


def test_a_carrier_that_cannot_dial_now_is_named():
    handle = at(Room(DICE, 2))
    ended = TransportStatus(Phase.ENDED, 0, tor.STARTS_AGAIN(count=Count(1), why=tor.SIGNAL(number=Count(9))))
    handle.links = replace(handle.links, transports={"tor": ended})
    assert str(ended.text) in sentences(guarantee(handle, local=False))
    handle.links = replace(handle.links, transports={"tor": TransportStatus(Phase.KNOWN, 100, tor.CONNECTED)})
    assert not any("Tor" in said for said in sentences(guarantee(handle, local=False)))


@pytest.mark.parametrize(("seats", "goes_on"), [(2, False), (3, True)])
def test_what_a_departure_does_follows_from_the_table(seats, goes_on):
    room = Room(SIX, seats)
    holds = guarantee(at(room), local=False)
    assert holds.goes_on is goes_on
    assert sentences(holds)[-1].endswith("play on." if goes_on else "ends.")


def test_a_fault_comes_first_and_names_the_proof():
    holds = guarantee(at(Room(DICE, 2)), local=False)
    wrong = replace(holds, faults=(as_it_is("seat 2 signed twice"),), proof=Path("game.proof"))
    assert brief(wrong).startswith("! FAULT")
    assert "signed twice" in sentences(wrong)[0]
    assert "game.proof" in sentences(wrong)[1]
    assert plain(wrong)["proof"] == "game.proof"


def test_another_course_is_a_fault():
    holds = replace(guarantee(at(Room(DICE, 2)), local=False), diverged=(1,))
    assert not holds.confirmed
    assert brief(holds).startswith("!")


def test_it_stands_on_every_screen(tmp_path):
    async def show():
        hot = await hot_seat(tmp_path / "a")
        assert {handle.proof for handle in hot.handles} == {None}
        async with seated(tmp_path / "b") as table:
            for size in ((80, 24), (120, 40)):
                assert table.text(*size).splitlines()[-3].endswith("✓ one computer")
            table.presenter.input.type("0-1 " * 20)
            assert table.text(80, 24).splitlines()[-3].endswith(" ✓")
            ink = [ink for ink, text in compose(table.presenter, 80, 24).rows[-3] if text == "✓"]
            assert ink == [""]

    trio.run(show)


def test_a_program_asks_for_it_between_computers(tmp_path):
    with host(tmp_path / "a") as ada, join(tmp_path / "b", ada.until("invite")["invite"]):
        ada.until("presence")
        ada.send(do="status")
        said = ada.until("status")
        assert list(said["links"].values()) == ["TLS"]
        assert (said["faults"], said["proof"], said["goes_on"]) == ([], None, False)

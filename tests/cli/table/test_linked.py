"""What players are told of the way a link goes."""

from dataclasses import replace

from p2pgames import registry
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.table.news import PresenceNews
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_protocol.testing.room import Room
from p2pgames_protocol.transports.transport import Route
from tests.cli.archived import at
from tests.dice import DICE

GAME = registry.game("linja")
RELAYED, DIRECT = Route("iroh", "relay.example.org"), Route("iroh")


def linked(room, **routes):
    """The place of the first seat, linked by these routes."""
    handle = at(room, **routes)
    handle.links = replace(handle.links, connected=tuple(handle.links.routes))
    return handle


def test_each_change_of_a_route_is_told_once_and_only_where_routes_change():
    room, presence = Room(DICE, 3), PresenceNews()
    name, other = room.genesis.names[1:]
    told = [
        [
            line
            for one in presence.news(linked(room, **routes))
            for line in one.sentences
            if "linked by" in line
        ]
        for routes in (
            {"seat1": RELAYED, "seat2": Route("tls")},
            {"seat1": RELAYED, "seat2": Route("tls")},
            {"seat1": DIRECT, "seat2": RELAYED},
            {"seat2": RELAYED},
            {"seat1": DIRECT, "seat2": RELAYED},
        )
    ]
    assert told == [
        [f"{name} is linked by iroh, relayed by relay.example.org."],
        [],
        [f"{name} is linked by iroh, direct.", f"{other} is linked by iroh, relayed by relay.example.org."],
        [],
        [f"{name} is linked by iroh, direct."],
    ]


def test_lines_and_the_table_screen_tell_it():
    room, presence = Room(GAME.rules, 2), PresenceNews()
    assert not list(presence.news(at(room)))
    handle, name = linked(room, seat1=RELAYED), room.genesis.names[1]
    (told,) = presence.news(handle)
    said = f"{name} is linked by iroh, relayed by relay.example.org."
    assert told.sentences == (f"{name} is connected.", said)
    assert told.data == {
        "connected": [1],
        "by": [{"seat": 1, "carrier": "iroh", "relay": "relay.example.org"}],
    }
    presenter = presenter_at(TableSession([at(room)], GAME, Client(PlayOptions(Mode.SCREEN))))
    presenter.catch_up()
    shown = presenter.model.timeline.handles[0]
    shown.links = handle.links
    presenter.catch_up()
    assert presenter.notices.shown == ("Info", said)
    shown.links = replace(shown.links, routes=dict.fromkeys(room.genesis.keys[1:], DIRECT))
    presenter.catch_up()
    assert presenter.notices.shown == ("Info", f"{room.genesis.names[1]} is linked by iroh, direct.")

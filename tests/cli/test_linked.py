"""What players are told of the way a link goes."""

from p2pgames import registry
from p2pgames_cli.lines.news import News
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table.play_options import Manner, Mode
from p2pgames_cli.table.route_feed import Linked
from p2pgames_protocol.transports.transport import Route
from tests.cli.test_guarantee import at
from tests.room import Room

GAME = registry.game("linja")
RELAYED, DIRECT = Route("iroh", "relay.example.org"), Route("iroh")


def test_each_change_of_a_way_is_told_once_and_only_where_ways_change():
    room, linked = Room(3), Linked()
    name, other = room.genesis.names[1:]
    told = [
        list(linked.news(at(room, **routes)))
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
    room, news = Room(2, GAME.rules), News(alone=True)
    list(news.lines(at(room)))
    place = at(room, seat1=RELAYED)
    said = f"{room.genesis.names[1]} is linked by iroh, relayed by relay.example.org."
    assert said in list(news.lines(place))
    desk = Desk([at(room)], GAME, Manner(Mode.SCREEN))
    desk.catch_up()
    desk.places[0].routes = place.routes
    desk.catch_up()
    assert desk.notice == ("Info", said)
    desk.places[0].routes = dict.fromkeys(room.genesis.keys[1:], DIRECT)
    desk.catch_up()
    assert desk.notice == ("Info", f"{room.genesis.names[1]} is linked by iroh, direct.")

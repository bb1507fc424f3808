"""Tables at phones: what their pages are sent and may do, and that nobody else gets anything."""

import json
import re
from contextlib import asynccontextmanager, suppress
from random import Random

import h11
import pytest
import trio
import trio.lowlevel
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Ping, Request, TextMessage

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.rematch import table_here
from p2pgames_cli.table.seat_handle import at_turn, known_faces, own_lines, state_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.window import phone as phones
from p2pgames_cli.window import server as served
from p2pgames_cli.window.server import Admission, Server
from p2pgames_cli.window.window import Window
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.consents import TAKEBACK
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.records import DECLINE
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity

NAMES = ("Ada", "Ben", "Cleo")
HERE = "127.0.0.1"


def table(folder, game, seats=2, bots=None):
    owner = identity(0)
    Home(folder).make()
    proposal = Proposal.of(owner.key, registry.game(game).rules, seats, bytes(32), {}, None, 0)
    genesis = local_genesis(owner, proposal, NAMES[:seats], Random(1).randbytes)
    return HotSeat(
        genesis, owner, registry.rules, Home(folder).store(genesis), bytes(32), bots or {}, apart=True
    )


class Asked:
    """A browser, as far as HTTP and the stream go: it keeps its cookie, and all it was ever sent."""

    def __init__(self, own):
        self.own, self.cookie, self.sent, self.parts = own, "", b"", {}

    async def get(self, path, *headers, host="", origin=""):
        """The status and the body of an answer; None where the connection is closed without one."""
        pipe = await trio.open_tcp_stream(HERE, int(self.own.rpartition(":")[2]))
        async with pipe:
            said = h11.Connection(h11.CLIENT)
            given = [("Host", host or self.own), *headers]
            given += [("Origin", origin)] if origin else []
            given += [("Cookie", self.cookie)] if self.cookie else []
            await pipe.send_all(said.send(h11.Request(method="GET", target=path, headers=given)))
            status, body = None, b""
            while (event := said.next_event()) is not h11.PAUSED and not isinstance(event, h11.EndOfMessage):
                if event is h11.NEED_DATA:
                    said.receive_data(await pipe.receive_some(65536))
                elif isinstance(event, h11.Response):
                    status = event.status_code
                    for name, value in event.headers:
                        if name == b"set-cookie":
                            self.cookie = value.decode().partition(";")[0]
                elif isinstance(event, h11.Data):
                    body += bytes(event.data)
                else:
                    return None
        return status, body

    @asynccontextmanager
    async def page(self, place, origin=""):
        """A page that listens, and keeps what it is sent."""
        pipe = await trio.open_tcp_stream(HERE, int(self.own.rpartition(":")[2]))
        said = WSConnection(ConnectionType.CLIENT)
        headers = [(b"Origin", (origin or f"http://{self.own}").encode()), (b"Cookie", self.cookie.encode())]
        async with pipe, trio.open_nursery() as nursery:
            await pipe.send_all(
                said.send(Request(host=self.own, target=f"/{place}/stream", extra_headers=headers))
            )
            self.news = trio.Event()
            self.closed = False
            sending = trio.Lock()

            async def tell_client(event):
                async with sending:
                    with suppress(trio.BrokenResourceError):  # it may have closed the page meanwhile
                        await pipe.send_all(said.send(event))

            async def listen():
                text = ""
                while data := await pipe.receive_some(65536):
                    self.sent += data
                    said.receive_data(data)
                    for event in said.events():
                        if isinstance(event, TextMessage):
                            text += event.data
                            if event.message_finished:
                                self.parts |= json.loads(text)
                                text = ""
                        elif isinstance(event, Ping):
                            await tell_client(event.response())
                        elif not isinstance(event, AcceptConnection):
                            break
                    self.tell()
                self.closed = True
                self.tell()

            async def do(**asked):
                await tell_client(TextMessage(data=json.dumps(asked)))

            nursery.start_soon(listen)
            self.do = do
            yield self
            nursery.cancel_scope.cancel()

    def tell(self):
        self.news.set()
        self.news = trio.Event()

    async def until(self, holds):
        with trio.fail_after(30):
            while not holds(self):
                await self.news.wait()


def parts_of(link):
    own, place, _open, secret = link.removeprefix("http://").split("/")
    return own, place, secret


async def come(link):
    """A browser that has come with a code, and the folder of its page."""
    own, place, secret = parts_of(link)
    browser = Asked(own)
    assert (await browser.get(f"/{place}/open/{secret}"))[0] == 200
    return browser, place


@asynccontextmanager
async def shown(hot, game, **client):
    """The window of the computer, and a phone for each seat, while the table is shown at all of them."""
    window = Window(LiveSettings(), browser=False, phone_address=HERE)
    options = Client(PlayOptions(Mode.WINDOW, **client), window=window)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(window.hold)
        await trio.testing.wait_all_tasks_blocked()
        each = {
            seat: await window.phone_for(NAMES[seat])
            for seat in range(len(hot.handles))
            if seat not in hot.bots
        }
        session = TableSession(
            [hot.common], registry.game(game), options, True, True, phones=each, common=hot.common
        )
        for seat, one in each.items():
            alone = TableSession([hot.handles[seat]], session.game, options, local=True, common=hot.common)
            nursery.start_soon(one.show, alone)
        nursery.start_soon(window.show, session)
        yield window, each, session
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("game", ["metro", "line1"])
def test_a_hand_is_sent_to_its_own_seat_and_to_nobody_else(tmp_path, game):
    async def main():
        hot = table(tmp_path, game)
        await hot.begin()
        async with shown(hot, game) as (window, each, _session):
            links = [await window.open(), *(one.link for one in each.values())]
            browsers = [await come(link) for link in links]
            (screen, at), (ada, there), (ben, beside) = browsers
            async with screen.page(at), ada.page(there), ben.page(beside):
                random, found = Random(1), 0
                for _move in range(8):
                    handle = at_turn(hot.handles)
                    steps = len(hot.common.replica.log)
                    for one in (screen, ada, ben):
                        await one.until(
                            lambda page, steps=steps: page.parts.get("table", {}).get("steps") == steps
                        )
                    found += hands_apart(hot, {None: screen, 0: ada, 1: ben})
                    rules = handle.replica.rules
                    seat = handle.signer.seat
                    moves = rules.moves(state_of(handle), seat, known_faces(handle))
                    for one in (screen, ada, ben):
                        one.sent = b""
                    await handle.act(random.choice(list(moves)))
                assert found, "no hand was ever looked for"
                assert screen.parts["board"]
                assert screen.parts["table"]["common"]

    trio.run(main)


def hands_apart(hot, pages):
    """Assert that no page was sent what only another seat knows; count what is found where it belongs."""
    names, found = hot.common.replica.names, 0
    secrets = [{named(line, names) for line in own_lines(handle)} for handle in hot.handles]
    public = set(hot.common.replica.known.values())
    for seat, handle in enumerate(hot.handles):
        others = [known_faces(one).values() for one in hot.handles if one is not handle]
        hand = [face for face in set(known_faces(handle).values()) - public if len(face) > 2]
        shown = json.dumps(pages[seat].parts, ensure_ascii=False)
        for other, page in pages.items():
            if other == seat:
                continue
            sent = page.sent.decode(errors="replace")
            for line in secrets[seat] - (secrets[other] if other is not None else set()):
                assert line not in sent, f"{line} was sent to another page"
            for face in hand:
                if not any(face in known for known in others):
                    assert not re.search(rf"(?<![\w-]){re.escape(face)}(?![\w-])", sent), face
        found += sum(line in shown for line in secrets[seat])
    assert set(hot.common.replica.known) <= set(hot.common.replica.position.decks_state.public)
    return found


def test_strangers_and_other_seats_get_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(phones, "AWAY", 0)

    async def main():
        hot = table(tmp_path, "linja")
        await hot.begin()
        async with shown(hot, "linja") as (_window, each, _session):
            ada, ben = each.values()
            own, place, secret = parts_of(ada.link)
            stranger = Asked(own)
            guessed = ("", "style.css", "stream", "game.html", f"open/{'A' * 22}")
            for path in ("/", "/open/x", *(f"/{place}/{name}" for name in guessed)):
                assert await stranger.get(path) == (403, b"")
            assert await stranger.get(f"/{place}/open/{secret}", host="p2pgames.local") == (403, b"")
            assert await stranger.get(f"/{place}/open/{secret}", origin="http://192.168.0.9") == (403, b"")
            player, _place = await come(ada.link)
            assert (await player.get(f"/{place}/"))[0] == 200
            other_own, other_place, _secret = parts_of(ben.link)
            there = Asked(other_own)
            there.cookie = player.cookie
            assert await there.get(f"/{other_place}/") == (403, b"")
            async with player.page(place):
                await player.until(lambda page: page.parts.get("board"))
                assert (ada.there, ada.link) == (1, ""), "there is no code while a phone is there"
                foreign = Asked(own)
                foreign.cookie = player.cookie
                async with foreign.page(place, origin="http://192.168.0.9"):
                    await foreign.until(lambda page: page.closed or page.sent)
                assert b"403" in foreign.sent
                assert await stranger.get(f"/{place}/open/{secret}") == (403, b"")
                await player.until(lambda page: page.closed)
            assert await player.get(f"/{place}/") == (403, b""), "a code that came twice ends what it opened"
            with trio.fail_after(30):
                while not ada.link:
                    await trio.lowlevel.checkpoint()
            assert parts_of(ada.link)[2] != secret
            await come(ada.link)

    trio.run(main)


def test_a_code_that_was_only_looked_at_is_followed_by_another(tmp_path, monkeypatch):
    monkeypatch.setattr(phones, "AWAY", 0)

    async def main():
        hot = table(tmp_path, "linja")
        await hot.begin()
        async with shown(hot, "linja") as (_window, each, _session):
            ada = each[0]
            first = ada.link
            await come(first)
            with trio.fail_after(30):
                while ada.link in ("", first):
                    await trio.lowlevel.checkpoint()
            _player, _place = await come(ada.link)

    trio.run(main)


def test_two_phones_at_one_seat_are_told_and_one_can_stay_alone(tmp_path):
    async def main():
        hot = table(tmp_path, "linja")
        await hot.begin()
        async with shown(hot, "linja") as (_window, each, _session):
            ada = each[0]
            first, place = await come(ada.link)
            async with first.page(place):
                await first.until(lambda page: page.parts.get("phone"))
                await first.do(another=True)
                await first.until(lambda page: page.parts["phone"]["code"])
                second, _place = await come(ada.link)
                async with second.page(place):
                    await first.until(lambda page: page.parts["phone"]["there"] == 2)
                    await second.until(lambda page: page.parts.get("phone", {}).get("there") == 2)
                    assert first.parts["phone"]["code"] is None
                    await second.do(alone=True)
                    await first.until(lambda page: page.closed)
                    await second.until(lambda page: page.parts["phone"]["there"] == 1)
                    assert await first.get(f"/{place}/") == (403, b"")

    trio.run(main)


def test_a_phone_changes_nothing_of_the_computer(tmp_path):
    typed = ("quit", "exit", "settings", "phone", "hand-over", "take-over", "what-if", "next")

    async def main():
        hot = table(tmp_path, "linja")
        await hot.begin()
        async with shown(hot, "linja") as (window, each, _session):
            ada, place = await come(each[0].link)
            async with ada.page(place):
                await ada.until(lambda page: page.parts.get("board"))
                assert not phones.BARRED & {one["id"] for one in ada.parts["actions"]}
                for name in sorted(phones.BARRED):
                    await ada.do(do=name, choice=0)
                await ada.do(theme="dark")
                for number, word in enumerate(typed):
                    await ada.do(type=word, number=number)
                    await ada.do(send=True)
                await ada.do(type="0-1", number=99)
                await ada.until(lambda page: page.parts["line"]["number"] == 99)
                assert not ada.closed
                assert (ada.parts["overlay"], ada.parts["question"]) == (None, None)
                assert not window.phones
                assert window.settings["window.theme"] == "auto"

    trio.run(main)


def test_what_all_must_agree_on_is_asked_at_each_phone_and_bots_agree(tmp_path):
    async def main():
        hot = table(tmp_path, "linja", 2)
        await hot.begin()
        ada, ben = hot.handles
        first = at_turn(hot.handles)
        second = ben if first is ada else ada
        moves = first.replica.rules.moves(state_of(first), first.signer.seat, known_faces(first))
        await first.act(next(iter(moves)))
        back = first.replica.position.past[-1].round
        steps = len(first.replica.log)
        await first.offer(TAKEBACK.name, back)
        assert len(second.replica.offers) == 1, "it is offered, and nothing has happened"
        await second.offer(DECLINE)
        assert len(first.replica.log) == steps
        await second.offer(TAKEBACK.name, back)
        assert at_turn(hot.handles) is first
        assert not first.replica.position.past
        with pytest.raises(Illegal):
            await hot.common.act("0-1")

    trio.run(main)


def test_a_table_at_phones_goes_on_after_a_break(tmp_path):
    async def main():
        hot = table(tmp_path, "metro")
        await hot.begin()
        handle = at_turn(hot.handles)
        moves = handle.replica.rules.moves(state_of(handle), handle.signer.seat, known_faces(handle))
        await handle.act(next(iter(moves)))
        records, _ = hot.store.open()
        again = HotSeat(
            hot.common.replica.genesis, identity(0), registry.rules, hot.store, bytes(32), {}, apart=True
        )
        await again.resume(records)
        assert len(again.common.replica.log) == len(hot.common.replica.log)
        assert again.common.replica.position.state_digest == hot.common.replica.position.state_digest
        assert table_here(again.common) is again

    trio.run(main)


def test_a_table_is_on_a_phone_only_when_that_is_asked_for_and_as_long_as_it_is_open(tmp_path):
    async def main():
        hot = table(tmp_path, "linja")
        await hot.begin()
        told = []
        quiet = Window(LiveSettings(), browser=False, phone_address=HERE)
        await quiet.beside(trio.lowlevel.checkpoint)
        assert (quiet.phones, quiet.pages.server) == ([], None)
        window = Window(
            LiveSettings(), browser=False, phone_address=HERE, phone_at_once=True, phone_told=told.extend
        )
        client = Client(PlayOptions(Mode.WINDOW), window=window)
        session = TableSession(hot.handles[:1], registry.game("linja"), client)

        async def play():
            async with trio.open_nursery() as nursery:
                nursery.start_soon(window.show, session)
                (phone,) = told
                ada, place = await come(phone.link)
                async with ada.page(place):
                    await ada.until(lambda page: page.parts.get("board"))
                    assert [one["you"] for one in ada.parts["players"]] == [True, False]
                    assert not ada.parts["table"]["common"]
                nursery.cancel_scope.cancel()
            return ada

        ada = await window.beside(play)
        with pytest.raises(OSError, match="connect"):
            await trio.open_tcp_stream(HERE, int(ada.own.rpartition(":")[2]))

    trio.run(main)


def test_one_other_computer_cannot_take_all_connections(monkeypatch):
    async def main():
        async def saved():
            return None

        server = Server(Admission(), saved, lambda: b"", saved, "192.168.0.2:80", "192.168.0.2")
        listeners = await trio.open_tcp_listeners(0, host=HERE)
        port = listeners[0].socket.getsockname()[1]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, server.handle, listeners)
            open_ = [await trio.open_tcp_stream(HERE, port) for _ in range(served.EACH)]
            with trio.fail_after(30):
                while len(server._busy) < served.EACH:
                    await trio.lowlevel.checkpoint()
                one_more = await trio.open_tcp_stream(HERE, port)
                with suppress(trio.BrokenResourceError):
                    assert await one_more.receive_some(1) == b""
            assert len(server._busy) == served.EACH
            for one in (*open_, one_more):
                await one.aclose()
            nursery.cancel_scope.cancel()

    trio.run(main)


def test_a_page_that_answers_nothing_is_given_up(autojump_clock):
    from trio.testing import memory_stream_pair

    from p2pgames_cli.window.server import Stream

    gone = []

    async def main():
        _here, there = memory_stream_pair()
        asking = WSConnection(ConnectionType.CLIENT).send(Request(host=HERE, target="/"))
        said = h11.Connection(h11.SERVER)
        said.receive_data(asking)
        stream = Stream(there)
        assert await stream.opened(said.next_event(), b"")
        await stream.until_silent(lambda: gone.append(trio.current_time()))

    trio.run(main, clock=autojump_clock)
    assert gone


@pytest.fixture
def autojump_clock():
    return trio.testing.MockClock(autojump_threshold=0)


def test_pages_are_served_at_a_private_address_unless_one_is_named(monkeypatch, capsys):
    monkeypatch.setattr(
        "p2pgames_protocol.transports.tcp.own_hosts", lambda _version: ("8.8.8.8", "192.168.7.8")
    )
    monkeypatch.setattr(phones, "FAR", ("256.0.0.1", 9))
    assert phones.served_at("") == "192.168.7.8"
    monkeypatch.setattr("p2pgames_protocol.transports.tcp.own_hosts", lambda _version: ("8.8.8.8", HERE))
    with pytest.raises(Stop, match="--phone-at"):
        phones.served_at("")
    assert phones.served_at(HERE) == HERE
    assert capsys.readouterr().err == ""
    for wrong in ("::", "house", "224.0.0.1", "203.0.113.77"):
        with pytest.raises(Stop, match="one address of this computer"):
            phones.served_at(wrong)
    with pytest.raises(Stop):
        phones.served_at("8.8.8.8")
    assert "no private address" in " ".join(capsys.readouterr().err.split())


def test_where_no_phone_can_come_no_game_is_kept(tmp_path):
    from tests.cli.client import Client

    home = tmp_path / "home"
    with Client(home, "hotseat", "linja", "--plain", "--phones", "--phone-at", "nonsense") as client:
        assert client.process.wait() == 2
    assert list((home / "games").glob("*.p2pg")) == []

"""The server of the window: what it gives to whoever has the secret, and that nobody else gets anything."""

import json
from contextlib import suppress

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Ping, Pong, Request, TextMessage

from p2pgames_cli.window import server as served
from p2pgames_cli.window.server import Admission, Server

OWN = "127.0.0.1:4711"
PAGE = b"<!doctype html>the page"


async def echo(stream):
    """Send back what is heard, until nothing more comes."""
    while (said := await stream.next()) is not None:
        await stream.send({"heard": said})


async def saved():
    return "linja-0123abcd.html", b"<!doctype html>the game"


def a_server(attend=echo):
    server = Server(Admission(), attend, lambda: PAGE, saved, OWN)
    server.link()
    return server


def request(target, *headers, method="GET", host=OWN):
    lines = [f"{method} {target} HTTP/1.1", *([f"Host: {host}"] if host else []), *headers]
    return "\r\n".join([*lines, "", ""]).encode()


async def asked(server, data):
    """Return everything that is answered to some bytes, once the server has closed."""
    here, there = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.handle, there)
        await here.send_all(data)
        await here.send_eof()
        return await everything(here)


async def everything(stream):
    return b"".join([part async for part in stream])


def status(answer):
    return int(answer.split()[1]) if answer else None


def entered(server):
    """Follow the link; return the cookie."""
    link = server.link()
    answer = trio.run(asked, server, request(link.removeprefix(f"http://{OWN}")))
    assert status(answer) == 200
    (cookie,) = [line for line in answer.split(b"\r\n") if line.lower().startswith(b"set-cookie")]
    assert cookie.endswith(f"; Path=/{server.admission.place}/; HttpOnly; SameSite=Strict".encode())
    return f"Cookie: {cookie.split(b' ')[1].decode().rstrip(';')}"


def page_of(server):
    return f"/{server.admission.place}/"


def test_the_link_lets_a_browser_in_and_its_cookie_shows_the_page():
    server = a_server()
    cookie = entered(server)
    answer = trio.run(asked, server, request(page_of(server), cookie))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert status(answer) == 200
    assert body == PAGE
    said = head.decode().lower()
    assert "cache-control: no-store" in said
    assert "default-src 'none'" in said
    assert f"connect-src 'self' ws://{OWN}" in said
    assert "'unsafe" not in said


@pytest.mark.parametrize("name", ["style.css", "window.js", "link.js", "board.js", "shared.js", "icon.svg"])
def test_what_the_page_loads_is_there(name):
    server = a_server()
    cookie = entered(server)
    answer = trio.run(asked, server, request(page_of(server) + name, cookie))
    assert status(answer) == 200
    assert len(answer.partition(b"\r\n\r\n")[2]) > 100


def test_a_game_that_is_over_is_saved_as_a_file_by_whoever_is_let_in():
    server = a_server()
    wanted = page_of(server) + "game.html"
    assert status(trio.run(asked, server, request(wanted))) == 403
    head, _, body = trio.run(asked, server, request(wanted, entered(server))).partition(b"\r\n\r\n")
    assert b'Content-Disposition: attachment; filename="linja-0123abcd.html"' in head
    assert b"Content-Security-Policy: default-src 'none'" in head
    assert body == b"<!doctype html>the game"

    async def none():
        return None

    server.saved = none
    assert status(trio.run(asked, server, request(wanted, entered(server)))) == 404


def test_a_link_works_once_and_coming_again_ends_what_it_opened():
    server = a_server()
    ended = []
    server.admission.ended = lambda: ended.append(True)
    link = server.link().removeprefix(f"http://{OWN}")
    first = trio.run(asked, server, request(link))
    assert status(first) == 200
    cookie = "Cookie: " + first.decode().partition("Set-Cookie: ")[2].partition(";")[0]
    assert status(trio.run(asked, server, request(link, cookie))) == 200  # the same browser comes back
    assert ended == []
    assert refused(server, request(link))
    assert ended == [True]
    assert refused(server, request(page_of(server), cookie))


def test_a_new_link_makes_the_one_before_void():
    server = a_server()
    before = server.link().removeprefix(f"http://{OWN}")
    server.link()
    assert refused(server, request(before))


def refused(server, data):
    """Tell whether bytes get a refusal that says nothing."""
    answer = trio.run(asked, server, data)
    head, _, body = answer.partition(b"\r\n\r\n")
    return status(answer) in (403, None) and body == b"" and b"Set-Cookie" not in head


def test_who_has_no_session_gets_nothing():
    server = a_server()
    entered(server)
    for cookie in ([], ["Cookie: p2pgames="], ["Cookie: p2pgames=x"], ["Cookie: other=1; p2pgames=ä"]):
        for name in ("", "style.css", "window.js", "stream", "nothing"):
            assert refused(server, request(page_of(server) + name, *cookie))
    for target in ("/", "/favicon.ico", "/open/x", f"{page_of(server)}open/", f"{page_of(server)}open/x"):
        assert refused(server, request(target))


def test_other_names_of_this_computer_are_refused_as_are_other_origins():
    server = a_server()
    cookie = entered(server)
    here = page_of(server)
    for host in (
        "localhost:4711",
        "127.0.0.1",
        "127.0.0.1:4712",
        "[::1]:4711",
        "evil.example",
        "",
        "127.0.0.1:4711.evil.example",
    ):
        assert refused(server, request(here, cookie, host=host))
    assert refused(server, request(here, cookie, "Host: evil.example"))
    for origin in (
        "http://localhost:4711",
        "http://127.0.0.1:80",
        "https://127.0.0.1:4711",
        "null",
        "http://evil.example",
    ):
        assert refused(server, request(here, cookie, f"Origin: {origin}"))
        assert refused(server, upgrade(server, cookie, origin))


def test_the_link_is_not_used_up_by_who_calls_the_server_by_another_name():
    server = a_server()
    link = server.link().removeprefix(f"http://{OWN}")
    assert refused(server, request(link, host="evil.example"))
    assert status(trio.run(asked, server, request(link))) == 200


def test_only_what_is_part_of_the_page_is_given():
    server = a_server()
    cookie = entered(server)
    for name in (
        "nothing",
        "window.html",
        "film.js",
        "..",
        "../style.css",
        "%2e%2e",
        "a/b",
        "window/window.js",
    ):
        answer = trio.run(asked, server, request(page_of(server) + name, cookie))
        assert status(answer) == 404
        assert answer.endswith(b"\r\n\r\n")
    assert status(trio.run(asked, server, request("/elsewhere/", cookie))) == 404


def test_only_reading_is_answered():
    server = a_server()
    cookie = entered(server)
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD"):
        assert refused(server, request(page_of(server), cookie, method=method))
    assert refused(server, request(page_of(server), cookie, "Content-Length: 5") + b"hello")
    assert refused(server, request(page_of(server), cookie, "Transfer-Encoding: chunked") + b"0\r\n\r\n")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET  /\r\n\r\n",
        bytes(range(256)) * 8,
        b"GET / HTTP/1.1\r\nHost: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 4_000 + b"\r\n",
    ],
)
def test_garbage_and_what_is_too_large_get_nothing(data):
    assert refused(a_server(), data)


def test_a_request_that_does_not_end_is_given_up():
    async def main():
        here, there = memory_stream_pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(a_server().handle, there)
            await here.send_all(b"GET / HTTP/1.1\r\nHost: ")
            began = trio.current_time()
            assert await everything(here) == b""
            assert trio.current_time() - began == pytest.approx(served.PATIENCE)

    trio.run(main, clock=MockClock(autojump_threshold=0))


@pytest.mark.parametrize(("pause", "whole"), [(served.PATIENCE / 5, True), (served.PATIENCE * 5, False)])
def test_a_browser_that_is_slow_with_a_long_page_gets_it_and_one_that_stands_still_does_not(pause, whole):
    game = b"x" * (20 * served.CHUNK)

    async def long():
        return "game.html", game

    server = a_server()
    server.saved, cookie = long, entered(server)

    async def main():
        pair = trio.socket.socketpair()
        for each in pair:  # so that the reply waits for its reader
            each.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_SNDBUF, served.CHUNK)
        here, there = map(trio.SocketStream, pair)
        async with here, trio.open_nursery() as nursery:
            nursery.start_soon(server.handle, there)
            await here.send_all(request(page_of(server) + "game.html", cookie))
            got = b""
            with suppress(trio.BrokenResourceError):
                while True:
                    await trio.sleep(pause)
                    part = await here.receive_some(served.CHUNK)
                    if not part:
                        break
                    got += part
            assert got.endswith(game) is whole

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_more_connections_than_there_may_be_are_closed_unread():
    async def main():
        server = a_server()
        async with trio.open_nursery() as nursery:
            held = [memory_stream_pair() for _ in range(served.AT_ONCE)]
            for _here, there in held:
                nursery.start_soon(server.handle, there)
            await wait_all_tasks_blocked()
            here, there = memory_stream_pair()
            nursery.start_soon(server.handle, there)
            assert await everything(here) == b""
            nursery.cancel_scope.cancel()

    trio.run(main)


# -- the stream --


def upgrade(server, cookie, origin=f"http://{OWN}"):
    origins = [f"Origin: {origin}"] if origin else []
    return request(
        f"{page_of(server)}stream",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *([cookie] if cookie else []),
        *origins,
    )


def test_a_stream_needs_session_and_own_origin():
    server = a_server()
    cookie = entered(server)
    assert refused(server, upgrade(server, ""))
    assert refused(server, upgrade(server, "Cookie: p2pgames=wrong"))
    assert refused(server, upgrade(server, cookie, ""))
    assert refused(server, request(f"{page_of(server)}stream", cookie, f"Origin: http://{OWN}"))


def heard(server, *events, raw=b""):
    """Return the events that come back over a stream on which some are sent."""

    async def main():
        here, there = memory_stream_pair()
        page = WSConnection(ConnectionType.CLIENT)
        began = page.send(
            Request(
                host=OWN,
                target=f"{page_of(server)}stream",
                extra_headers=[
                    (b"Origin", f"http://{OWN}".encode()),
                    tuple(map(str.encode, cookie.split(": "))),
                ],
            )
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.handle, there)
            await here.send_all(began)
            page.receive_data(await here.receive_some())
            (accepted,) = page.events()
            assert isinstance(accepted, AcceptConnection)
            with suppress(trio.BrokenResourceError):  # the server may have closed meanwhile
                for event in events:
                    await here.send_all(page.send(event))
                await here.send_all(raw)
                await here.send_eof()
            page.receive_data(await everything(here))
        return list(page.events())

    cookie = entered(server)
    return trio.run(main)


def test_half_a_character_is_a_question_mark():
    (said,) = heard(a_server(), TextMessage(data='{"type": "hi \\ud83d", "\\udc00": "\\ud83d\\ude00"}'))
    assert json.loads(said.data) == {"heard": {"type": "hi ?", "?": "\U0001f600"}}


def test_what_a_page_says_is_heard_and_pings_are_answered():
    pong, said = heard(a_server(), Ping(payload=b"x"), TextMessage(data='{"send": true}'))
    assert isinstance(pong, Pong)
    assert json.loads(said.data) == {"heard": {"send": True}}


def test_the_name_of_a_file_that_is_no_unicode_reaches_the_page():
    async def tells(stream):
        await stream.send({"file": "a\udcff.p2pg"})

    (said,) = heard(a_server(tells))
    assert json.loads(said.data) == {"file": "a\udcff.p2pg"}


def test_a_message_in_pieces_is_one():
    pieces = [TextMessage(data='{"line"', message_finished=False), TextMessage(data=': "0-1"}')]
    (said,) = heard(a_server(), *pieces)
    assert json.loads(said.data) == {"heard": {"line": "0-1"}}


@pytest.mark.parametrize("text", ["", "no", "[" * 10_000, "1e", '"' + "a" * 17_000 + '"'])
def test_what_is_no_json_or_too_long_ends_the_stream(text):
    assert heard(a_server(), TextMessage(data=text), TextMessage(data='{"after": 1}')) == []


def test_a_message_that_never_ends_ends_the_stream():
    pieces = [TextMessage(data="a" * 1000, message_finished=False)] * 40
    assert heard(a_server(), *pieces) == []


def test_what_is_no_frame_ends_the_stream():
    events = heard(a_server(), raw=b"\xff" * 100)
    assert not any(isinstance(event, TextMessage) for event in events)


def test_a_page_that_closes_is_let_go():
    (close,) = heard(a_server(), CloseConnection(code=1000))
    assert isinstance(close, CloseConnection)


def test_it_listens_on_the_loopback_address_alone():
    async def main():
        server = Server(Admission(), echo, lambda: PAGE, saved)
        async with trio.open_nursery() as nursery:
            await nursery.start(server.run)
            host, _, port = server.own.partition(":")
            assert host == "127.0.0.1"
            assert server.link().startswith(f"http://127.0.0.1:{port}/")
            async with await trio.open_tcp_stream(host, int(port)) as stream:
                await stream.send_all(request("/", host=server.own))
                assert status(await everything(stream)) == 403
            nursery.cancel_scope.cancel()

    trio.run(main)


def test_no_secret_is_shown_where_a_server_is_printed():
    server = a_server()
    link, cookie = server.link(), entered(server)
    shown = repr(server)
    assert not any(part in shown for part in link.split("/")[3:])
    assert cookie.partition("=")[2] not in shown

"""The time of a link: who is silent, trickles, floods or does not read is dropped; who thinks is not."""

import pytest
import trio
import trio.testing

from p2pgames_protocol.net.link import BEAT, FRAME_TIME, MAX_FRAME, SILENCE, SPARE_PINGS, Link, LinkFault
from p2pgames_protocol.testing.memory import clocked
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.transports.transport import ChannelBinding
from p2pgames_protocol.wire.codec import pack


def frame(*message):
    """A message as it goes over the wire."""
    body = pack(message)
    return len(body).to_bytes(4, "big") + body


def pair():
    """Two links after their hello, and the streams below."""
    near, far = trio.testing.memory_stream_pair()
    ends = Link(near), Link(far)
    ends[0].key, ends[1].key = b"a", b"b"
    return *ends, near, far


def test_two_who_have_nothing_to_say_stay_linked_for_a_day():
    async def main():
        one, other, _, _ = pair()
        got = []

        async def wait(link):
            got.append(await link.receive())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait, one)
            nursery.start_soon(wait, other)
            await trio.sleep(24 * 3600 / 24)
            await one.send("hi")
            await other.send("hi")
        return got

    assert clocked(main, threshold=0) == [("hi",), ("hi",)]


def test_a_frozen_end_is_noticed_after_fifteen_seconds():
    async def main():
        one, _, _, _ = pair()
        with pytest.raises(LinkFault, match="silent for 15 seconds"):
            await one.receive()
        return trio.current_time()

    assert clocked(main, threshold=0) == pytest.approx(SILENCE)


def test_pings_go_out_only_when_nothing_else_does():
    async def main():
        one, _, _, far = pair()
        with trio.move_on_after(4 * BEAT - 1):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(one.receive)
                for _ in range(5):
                    await trio.sleep(BEAT / 2)
                    await one.send("x")
                    await far.send_all(b"")
                    await far.send_all(frame("ping"))
                await trio.sleep_forever()
        return bytes(await far.receive_some())

    sent = clocked(main, threshold=0)
    assert sent == frame("x") * 5 + frame("ping")


@pytest.mark.parametrize("data", [b"\0", frame("record", bytes(1000))])
def test_who_trickles_a_message_is_dropped(data):
    async def main():
        one, _, _, far = pair()

        async def trickle():
            for number in range(len(data)):
                await far.send_all(data[number : number + 1])
                await trio.sleep(SILENCE - 1)
            while True:
                await far.send_all(b"")
                await trio.sleep(1)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(trickle)
            with pytest.raises(LinkFault, match=r"too long over one message|silent"):
                await one.receive()
            nursery.cancel_scope.cancel()
        return trio.current_time()

    assert clocked(main, threshold=0) <= FRAME_TIME


def test_who_does_not_read_is_dropped_and_a_half_sent_message_is_never_followed_by_another():
    async def main():
        near, far = trio.testing.lockstep_stream_pair()
        one = Link(near)
        with pytest.raises(LinkFault, match="reads too slowly"):
            await one.send("x")
        with pytest.raises(LinkFault, match="gone"):
            await one.send("y")
        with trio.move_on_after(1):
            await far.receive_some(3)
        return trio.current_time()

    assert clocked(main, threshold=0) <= FRAME_TIME + 1


def test_who_floods_with_pings_is_dropped():
    async def main():
        one, _, _, far = pair()
        await far.send_all(frame("ping") * (SPARE_PINGS + 1))
        with pytest.raises(LinkFault, match="floods"):
            await one.receive()

    clocked(main, threshold=0)


def test_a_ping_within_the_hello_is_a_message_like_any_other():
    async def main():
        one, _, _, far = pair()
        one.key = b""
        await far.send_all(frame("ping"))
        return await one.receive()

    assert clocked(main, threshold=0) == ("ping",)


@pytest.mark.parametrize("size", [0, MAX_FRAME + 1, 2**32 - 1])
def test_a_huge_message_is_refused_by_its_announcement(size):
    async def main():
        one, _, _, far = pair()
        await far.send_all(size.to_bytes(4, "big"))
        with pytest.raises(LinkFault, match="announced"):
            await one.receive()

    clocked(main, threshold=0)


def test_messages_arrive_whole_one_byte_at_a_time():
    async def main():
        one, _, _, far = pair()
        for byte in frame("hi", 5) + frame("ping") + frame("ho"):
            await far.send_all(bytes([byte]))
        return await one.receive(), await one.receive()

    assert clocked(main, threshold=0) == (("hi", 5), ("ho",))


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (("bye", "The table is full."), "The table is full."),
        (("bye", "\u202eevil\ufeff"), "\\u202eevil\\ufeff"),
        (("bye", "a" * 5000), "The other end said goodbye."),
        (("bye",), "The other end said goodbye."),
        (("\u202e" + "x" * 9000, 1), "A message of kind '\\u202exxxxxxxxxxxxxxx"),
    ],
)
def test_what_the_other_end_says_cannot_write_to_the_terminal(said, shown):
    async def main():
        one, other, _, _ = pair()
        await other.send(*said)
        with pytest.raises(LinkFault) as caught:
            await one.expect("welcome", 0)
        return str(caught.value)

    why = clocked(main)
    assert why.startswith(shown)
    assert why.isprintable()
    assert len(why) < 120


def test_a_hello_of_version_false_is_refused():
    async def main():
        one, other, _, _ = pair()
        one.key = b""
        await other.send("hello", False, identity(1).key, bytes(32))
        with pytest.raises(LinkFault, match="speaks version False, this one 1"):
            await one.hello(identity(0), identity(1).key, ChannelBinding("memory"), bytes(32))

    clocked(main)


def test_meanwhile_keeps_the_link_alive_and_ends_when_the_other_does():
    async def main():
        one, other, _, far = pair()

        async def think():
            await trio.sleep(300)
            return 7

        async def angry():
            await trio.sleep(1)
            raise KeyError

        async with trio.open_nursery() as nursery:
            nursery.start_soon(other.receive)
            assert await one.meanwhile(think) == 7
            with pytest.raises(KeyError):
                await one.meanwhile(angry)
            await far.send_all(frame("bye"))
            with pytest.raises(LinkFault, match="left"):
                await one.meanwhile(trio.sleep_forever)
            await far.send_all(frame("now"))
            with pytest.raises(LinkFault, match="none was due"):
                await one.meanwhile(trio.sleep_forever)
            await one.send("on")

    clocked(main, threshold=0)

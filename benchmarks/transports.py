"""What each transport costs on loopback: the time until a connection stands, and that of a message and its answer.

``python -m benchmarks.transports [REPEATS]`` prints the table alone. iroh runs without a relay, Tor in a private net
of six relays on this computer: neither says what the internet adds.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median

import trio

from benchmarks.measure import HEAD, Row
from p2pgames_protocol.transports.tls import Tls
from p2pgames_protocol.transports.transport import Pipe, Transport, Unreachable
from p2pgames_protocol.wire.identity import Identity
from tests import tornet

MESSAGE = bytes(300)
"""About the size of a signed move."""
TRIPS = 50
"""Round trips on each connection."""
SEATS = (Identity(bytes(32)), Identity(bytes([1]) * 32))
Make = Callable[[Identity], Transport]
Dial = Callable[[], Awaitable[trio.abc.Stream]]
Times = tuple[list[float], list[float]]


def rows(repeats: int) -> Iterator[Row]:
    """Measure all transports that are installed, against a raw connection of trio in the same run."""
    bare = trio.run(_bare, repeats)
    yield from _row("raw TCP of trio", bare, bare)
    yield from _row("TLS 1.3 over TCP", trio.run(_carried, _tls, repeats), bare)
    if find_spec("iroh") is not None:
        yield from _row("iroh, direct", trio.run(_carried, _iroh, repeats), bare)
    if not tornet.missing():
        with tempfile.TemporaryDirectory() as folder, tornet.TorNetwork(folder) as network:
            make = partial(_onion, Path(folder), network.settings)
            yield from _row("Tor, private network", trio.run(_carried, make, repeats), bare)


def _row(name: str, times: Times, bare: Times) -> tuple[Row, Row]:
    against = "" if times is bare else "raw TCP"
    ratios = [
        None if times is bare else median(own) / median(raw) for own, raw in zip(times, bare, strict=True)
    ]
    return (
        Row(f"{name}: until a connection stands", "ms", _in(1e3, times[0]), against, ratios[0]),
        Row(f"{name}: {len(MESSAGE)} bytes there and back", "µs", _in(1e6, times[1]), against, ratios[1]),
    )


def _in(unit: float, seconds: list[float]) -> tuple[float, ...]:
    return tuple(unit * one for one in seconds)


def _tls(identity: Identity) -> Transport:
    return Tls(identity, b"device")


def _iroh(identity: Identity) -> Transport:
    from p2pgames_protocol.transports.iroh import Iroh

    return Iroh(identity, b"device", ())


def _onion(folder: Path, settings: str, identity: Identity) -> Transport:
    from p2pgames_protocol.transports.tor import Onion

    return Onion(identity, b"device", folder / f"client-{identity.key[:4].hex()}", settings=settings)


# -- measuring --


async def _bare(repeats: int) -> Times:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, _echo, [listener])
        times = await _measured(partial(trio.open_tcp_stream, "127.0.0.1", port), repeats)
        nursery.cancel_scope.cancel()
    return times


async def _carried(make: Make, repeats: int) -> Times:
    far, near = map(make, SEATS)

    async def answer(pipe: Pipe) -> None:
        await _echo(pipe.stream)

    async with _running(far), _running(near), trio.open_nursery() as nursery:
        addresses = await nursery.start(far.listen, "127.0.0.1:0", answer)

        async def dial() -> trio.abc.Stream:
            return (await near.dial(addresses[0])).stream

        await _reachable(dial)
        times = await _measured(dial, repeats)
        nursery.cancel_scope.cancel()
    return times


@asynccontextmanager
async def _running(transport: Transport) -> AsyncIterator[None]:
    async with trio.open_nursery() as nursery:
        await nursery.start(transport.run)
        yield
        nursery.cancel_scope.cancel()


async def _reachable(dial: Dial) -> None:
    """Wait until somebody answers: an onion service must be made known first."""
    while True:
        try:
            await _once(dial)
        except Unreachable:
            await trio.sleep(1)
        else:
            return


async def _once(dial: Dial) -> tuple[float, trio.abc.Stream]:
    """Return how long it took until the first bytes were back, and the connection."""
    start = time.perf_counter()
    stream = await dial()
    await _trip(stream)
    return time.perf_counter() - start, stream


async def _measured(dial: Dial, repeats: int) -> Times:
    opened, trips = [], []
    for _ in range(repeats):
        taken, stream = await _once(dial)
        opened.append(taken)
        for _ in range(TRIPS):
            start = time.perf_counter()
            await _trip(stream)
            trips.append(time.perf_counter() - start)
        await trio.aclose_forcefully(stream)
    return opened, trips


async def _trip(stream: trio.abc.Stream) -> None:
    await stream.send_all(MESSAGE)
    got = 0
    while got < len(MESSAGE):
        some = await stream.receive_some(len(MESSAGE))
        if not some:
            raise EOFError
        got += len(some)


async def _echo(stream: trio.abc.Stream) -> None:
    try:
        while some := await stream.receive_some(4096):
            await stream.send_all(some)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        return


def main(repeats: str = "7") -> None:
    """Print the table."""
    print(HEAD)
    for row in rows(int(repeats)):
        print(row.text(), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

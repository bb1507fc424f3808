"""The control connection to a running Tor (control-spec): questions, and what Tor tells by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import trio

from p2pgames.text import Count, Message, Verbatim, whole_number
from p2pgames_protocol.store.os_errors import os_text
from p2pgames_protocol.transports.tor import messages
from p2pgames_protocol.transports.transport import DependencyMissing, Phase, TransportStatus

MAX_LINE: Final = 64 * 1024
EVENTS: Final = "STATUS_CLIENT HS_DESC"
"""What we want to be told: how far Tor has come, and which services it has made known."""
PHASE: Final = "status/bootstrap-phase"
_FIELD: Final = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)')


class Control:
    """A control connection: one question at a time (control-spec, 2.3)."""

    def __init__(self, stream: trio.SocketStream, told: Callable[[str], None]) -> None:
        """``told`` is called with every event, without its code, and with every answer to a question for `PHASE`."""
        self._stream = stream
        self._told = told
        self._asking = trio.Lock()
        self._send, self._answers = trio.open_memory_channel[tuple[str, ...]](8)

    async def __aenter__(self) -> Control:
        return self

    async def __aexit__(self, *_: object) -> None:
        await trio.aclose_forcefully(self._stream)

    async def hear(self) -> None:
        """Read answers and events until Tor ends."""
        left, answer = b"", list[str]()
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for some in self._stream:
                *lines, left = (left + some).split(b"\r\n")
                for line in (line.decode("ascii", "replace") for line in lines):
                    if line.startswith("650 "):
                        # Events come between answers (4.1), those that we asked for in one line each.
                        self._told(line[4:])
                        continue
                    if line.startswith(f"250-{PHASE}="):
                        # Reported here, since the asking task may read the answer after a later event.
                        self._told(line[4:])
                    answer.append(line)
                    if line[3:4] == " ":
                        await self._send.send(tuple(answer))
                        answer = []
                if len(left) > MAX_LINE:
                    break
        self._send.close()

    async def ask(self, question: str) -> tuple[str, ...]:
        """Return the lines of the answer without their codes; raise `DependencyMissing` if Tor refuses or has ended."""
        async with self._asking:
            try:
                await self._stream.send_all(question.encode("ascii") + b"\r\n")
                answer = await self._answers.receive()
            except (trio.BrokenResourceError, trio.ClosedResourceError, trio.EndOfChannel):
                raise DependencyMissing(messages.ENDED) from None
        if not answer[-1].startswith("250"):
            raise DependencyMissing(
                messages.REFUSES(
                    question=Verbatim(question.partition(" ")[0]), answer=Verbatim(answer[-1][4:])
                )
            )
        return tuple(line[4:] for line in answer)


def progress(event: str) -> TransportStatus | None:
    """Return how far Tor has come in connecting to its network; None for an event that does not say (4.1.10)."""
    before, word, rest = event.partition("BOOTSTRAP ")
    if not word:
        return None
    said = {name: value.strip('"') for name, value in _FIELD.findall(rest)}
    percent = whole_number(said.get("PROGRESS", "")) or 0
    if percent >= 100:
        return TransportStatus(Phase.READY, 100, messages.CONNECTED)
    if "WARN" in before and "WARNING" in said:
        return stuck(percent, os_text(said["WARNING"]))
    return TransportStatus(Phase.STARTING, percent, _doing(percent))


def stuck(percent: int, why: Message) -> TransportStatus:
    """Return that Tor does not get on, and what may be behind it."""
    return TransportStatus(
        Phase.STUCK, percent, messages.STUCK(percent=Count(percent), why=why), messages.ADVICE
    )


def _doing(percent: int) -> Message:
    """Return what Tor does until it has come so far (its src/feature/control/control_bootstrap.c)."""
    if percent < 25:
        return messages.FIRST_RELAY(percent=Count(percent))
    doing = messages.READS_LIST if percent < 80 else messages.BUILDS_WAY
    return doing(percent=Count(percent))


def is_known(event: str, name: str) -> bool:
    """Tell whether an event says that a service, named without ``.onion``, has been made known (4.1.27)."""
    return event.split(" ")[:3] == ["HS_DESC", "UPLOADED", name]

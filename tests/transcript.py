"""Golden transcripts: what a program at each seat of a whole table reads and writes.

The first line of a file says how it is made; ``python -m tests.transcript`` writes all of them anew,
``python -m tests.transcript linja`` those whose name begins so. Programs of others read these objects: fields may be
added to them, nothing else may change. Long lists stand there as their length and digest.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import trio

from p2pgames import registry
from p2pgames.dealer import random_bot
from p2pgames_cli.json.player import introduce
from p2pgames_cli.table.seat_handle import SeatHandle, known_faces
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity
from tests.cli.presenter import a_program

FOLDER = Path(__file__).parent / "transcripts"
NAMES = ("Ada", "Seat 1", "Zoë", "Dan", "Eva", "Finn")
"""One is called as another seat is, one needs more than ASCII."""
LONG = 12
"""Elements of a list that is written out."""
ASKED = ("moves", "hand", "words", "events", "status", "waiting", "presence", "plans", "scores")
"""What every seat asks for at some time; those there is no answer to are answered with an error, which is kept too."""


class Program:
    """A program at one seat, and what it reads and writes."""

    def __init__(self, handle: SeatHandle, seat: int, lines: list[str]) -> None:
        self.machine = a_program([handle])
        self.seat, self.lines = seat, lines

    def table(self) -> None:
        """Read what is told at the beginning."""
        self._heard(lambda: introduce(self.machine.handles))

    def news(self) -> None:
        """Read what is new."""
        self._heard(self.machine._tell)

    async def say(self, **said: Any) -> None:
        """Write an object, and read the answer."""
        self._keep("in", said)
        out = io.StringIO()
        with redirect_stdout(out):
            await self.machine._take(json.dumps(said))
        self._read(out)

    def _heard(self, telling: Any) -> None:
        out = io.StringIO()
        with redirect_stdout(out):
            telling()
        self._read(out)

    def _read(self, out: io.StringIO) -> None:
        for line in out.getvalue().splitlines():
            self._keep("out", json.loads(line))

    def _keep(self, way: str, what: Any) -> None:
        self.lines.append(json.dumps({"seat": self.seat, way: shortened(what)}, ensure_ascii=False))


def shortened(value: Any) -> Any:
    """Return a value with its long lists as length and digest."""
    match value:
        case dict():
            return {name: shortened(each) for name, each in value.items()}
        case list() if len(value) > LONG:
            text = json.dumps(value, sort_keys=True)
            return {"length": len(value), "first": value[0], "sha256": sha256(text.encode()).hexdigest()[:16]}
        case list():
            return [shortened(each) for each in value]
    return value


def transcript(header: str) -> str:
    """Return the transcript that ``header`` describes: ``linja seats=2 seed=1 bot=random bonus=any``."""
    name, *pairs = header.split()
    settings = dict(pair.split("=", 1) for pair in pairs)
    lines = [header]

    async def main() -> None:
        with TemporaryDirectory() as folder:
            await _played(Path(folder), name, settings, lines)

    trio.run(main)
    return "\n".join(lines) + "\n"


async def _played(folder: Path, name: str, settings: dict[str, str], lines: list[str]) -> None:
    game, owner = registry.game(name), identity(0)
    seats, random, bot = int(settings.pop("seats")), Random(settings.pop("seed")), settings.pop("bot")
    chooser = random_bot if bot == "random" else game.bots[bot]
    proposal = Proposal.of(owner.key, game.rules, seats, bytes(32), settings, None, 0)
    genesis = local_genesis(owner, proposal, NAMES[:seats], Random(1).randbytes)
    Home(folder).make()
    hot = HotSeat(genesis, owner, registry.rules, Home(folder).store(genesis), bytes(32))
    await hot.begin()
    programs = [Program(handle, seat, lines) for seat, handle in enumerate(hot.handles)]
    for program in programs:
        program.table()
    turn, asides = 0, _asides(programs)
    while (seat := _news(programs, hot)) is not None:
        table = hot.handles[seat].replica
        if turn % 3 == 2 and (aside := next(asides, None)) is not None:
            by, said = aside
            await by.say(**said)
        elif turn == 10:
            await programs[seat].say(do="takeback", moves=1)
        else:
            move = chooser(table.rules, table.position.state, seat, known_faces(hot.handles[seat]), random)
            await programs[seat].say(move=table.rules.text(table.position.state, seat, move))
        turn += 1


def _news(programs: list[Program], hot: HotSeat) -> int | None:
    """Let all read what is new; return whose turn it is."""
    for program in programs:
        program.news()
    return next((seat for seat, table in enumerate(hot.signers) if table.my_turn), None)


def _asides(programs: list[Program]) -> Iterator[tuple[Program, dict[str, Any]]]:
    """Yield what is asked for beside the moves, by each seat in turn."""
    said = [{"do": what} for what in ASKED]
    said += [
        {"move": "nonsense"},
        {"do": "why", "move": "nonsense"},
        {"do": "vote", "seat": 0},
    ]
    said += [{"do": "decline"}, {"do": "nothing of the kind"}, {"say": "Hello"}, {"plan": ["nonsense"]}]
    said += [{"do": "mute", "seat": 0}, {"do": "unmute", "seat": 0}, {"do": "takeback", "moves": 10**6}]
    for number, each in enumerate(said):
        yield programs[number % len(programs)], each


def main(prefix: str = "") -> None:
    """Write the transcripts whose name begins with ``prefix`` anew."""
    for path in sorted(FOLDER.glob(f"{prefix}*.txt")):
        header = path.read_text(encoding="utf-8").partition("\n")[0]
        path.write_text(transcript(header), encoding="utf-8", newline="\n")
        print(path.name)


if __name__ == "__main__":
    main(*sys.argv[1:])

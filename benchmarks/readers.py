"""What every reader of files costs with the worst files known.

``python -m benchmarks.readers`` writes it into docs/attacks.md; with names of sizes only those.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from p2pgames import registry
from p2pgames_cli.app.game_index import FILE, SETTLED, GameIndex
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.mail import armour
from p2pgames_protocol.store.disk import MAX_FILE
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import Room, identity
from tests.worst import BESIDE, MAGICS, MAKERS, filled, genesis, seat

PAGE = Path(__file__).parent.parent / "docs" / "attacks.md"
BEGIN, END = "<!-- costs: python -m benchmarks.readers -->\n", "<!-- end of costs -->\n"
SIZES = {"64 KiB": 1 << 16, "1 MiB": 1 << 20, "16 MiB": MAX_FILE}
LIMIT = 600
"""Seconds after which a reader is stopped, and the row says so."""
GAME = genesis().game_id.hex()
"""The id of the game in these files, as far as they hold one."""
READERS = {
    "audit": ("game", ["audit", "-q", "{file}"]),
    "audit of a proof": ("proof", ["audit", "-q", "{file}"]),
    "audit --fast": ("game", ["audit", "-q", "--fast", "{file}"]),
    "merge": ("game", ["merge", "{file}", "{file}", "--out", "{folder}/out.p2pg"]),
    "replay": ("game", ["--home", "{folder}/home", "replay", "--plain", "{file}"]),
    "export": ("game", ["--home", "{folder}/home", "export", "{file}"]),
    "export of a picture": (
        "game",
        ["--home", "{folder}/home", "export", "--format", "svg", "{file}"],
    ),
    "export of a page": (
        "game",
        ["--home", "{folder}/home", "export", "--format", "html", "{file}"],
    ),
    "replay for programs": (
        "game",
        ["--home", "{folder}/home", "replay", "--json", "{file}"],
    ),
    "unpack": ("pack", ["--home", "{folder}/home", "unpack", "{file}"]),
    "unpack of text": ("text", ["--home", "{folder}/home", "unpack", "{file}"]),
    "list and the home": ("stored", ["--home", "{folder}/home", "list"]),
    "list with an index": ("index", ["--home", "{folder}/home", "list"]),
    "resume": ("stored", ["--home", "{folder}/home", "resume", "--offline", "--plain", GAME]),
    **{
        f"resume with {beside}": (beside, ["--home", "{folder}/home", "resume", "--offline", "--plain", GAME])
        for beside in BESIDE
    },
    "join of an invite": ("invite", ["--home", "{folder}/home", "join", "-"]),
}


def main(*sizes: str) -> None:
    """Measure all readers, with files of these sizes, and write the table into the page."""
    lines = [f"| reader | {' | '.join(sizes)} |", "|---|" + "---|" * len(sizes)]
    for reader in READERS:
        cells = [_worst(reader, SIZES[size]) for size in sizes]
        lines.append(f"| {reader} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + rest.partition(END)[2], encoding="utf-8")


def _worst(reader: str, size: int) -> str:
    """Return the seconds of the costliest file of this size, and what it is."""
    kind, command = READERS[reader]
    seconds, name = max((_cost(command, kind, data), name) for name, data in _files(kind, size))
    return f"{seconds:.1f} s ({name})" if seconds < LIMIT else f"over {LIMIT} s ({name})"


def _files(kind: str, size: int) -> Iterator[tuple[str, bytes]]:
    if kind == "invite":
        yield "letters", b"P2PGAMES:" + b"A" * (size - 9)
        return
    if kind == "index":
        yield "rows", _index(size)
        return
    for name, make in BESIDE.get(kind, {}).items():
        yield name, make(size)
    for name in MAKERS if kind not in BESIDE else ():
        if kind == "text":
            small = _made(name, min(size * 5 // 7, armour.MAX_BUNDLE))
            yield name, "".join(armour.write_mail(armour.MAGIC + small)).encode()[:size]
        else:
            yield name, MAGICS["game" if kind == "stored" else kind] + _made(name, size)


def _index(size: int) -> bytes:
    """Return an index with as many rows of one game as fit, each for a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        home.make()
        room = Room(registry.rules("linja", 0), 2)
        room.play()
        file = home.games / f"{room.genesis.game_id.hex()}.p2pg"
        file.write_bytes(canonical(room.replicas[0]))
        time.sleep(2 * SETTLED / 10**9)  # what is newer has no row yet
        with GameIndex(home, identity(0)) as index:
            for game in index.scan():
                index.row(game)  # type: ignore[arg-type]
        held = json.loads((home.state / FILE).read_bytes())
    held["key"], (row,) = seat(0).key.hex(), held["games"].values()
    names = range((size - 1000) // (len(json.dumps(row)) + 72))
    held["games"] = {f"{sha256(b'%d' % name).hexdigest()}.p2pg": row for name in names}
    return json.dumps(held, separators=(",", ":")).encode()


@cache
def _made(name: str, size: int) -> bytes:
    """Return what follows the first line of such a file, which is the same for all kinds."""
    return MAKERS[name](size - len(max(MAGICS.values(), key=len)), b"")


def _cost(command: list[str], kind: str, data: bytes) -> float:
    """Return the seconds of processor time a command takes with a file."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder, "home"))
        home.make()
        home.keep_identity(seat(0))
        ending = "p2pg" if kind == "stored" else kind
        file = home.games / f"{GAME}.{ending}" if kind in ("stored", *BESIDE) else Path(folder, "file")
        if kind == "index":
            file = home.state / FILE
            (home.games / f"{GAME}.p2pg").write_bytes(MAGICS["game"] + _made("pauses", 1 << 14))
        file.write_bytes(data)
        if kind in BESIDE:
            (home.games / f"{GAME}.p2pg").write_bytes(filled(MAX_FILE, MAGICS["game"], iter(())))
        given = data if kind == "invite" else b""
        words = [word.format(file=file, folder=folder) for word in command]
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        run = "from p2pgames_cli.main import main; main()"
        try:
            subprocess.run(
                [sys.executable, "-c", run, *words],
                input=given,
                capture_output=True,
                timeout=LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main(*sys.argv[1:] or SIZES)

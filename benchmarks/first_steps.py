"""How long a newcomer takes, from a clean clone on: ``python -m benchmarks.first_steps`` writes it into the README.

Everything happens in an empty folder, in environments and homes of its own. What pip fetches comes from wherever pip is
told to look here.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from benchmarks.measure import machine

ROOT: Final = Path(__file__).parent.parent
README: Final = ROOT / "README.md"
BEGIN: Final = "<!-- first steps -->"
END: Final = "<!-- end of first steps -->"


class Newcomer:
    """Somebody with an empty folder, a clone of this repository in it, and what was installed from that."""

    def __init__(self, folder: Path) -> None:
        """Know the folder."""
        self.folder = folder
        self.clone = folder / "p2pgames"
        self.bin = self.clone / ".venv" / ("Scripts" if sys.platform == "win32" else "bin")

    def run(self, *command: object) -> None:
        """Run a command in the clone."""
        where = self.clone if self.clone.exists() else self.folder
        subprocess.run(list(map(str, command)), cwd=where, check=True, capture_output=True)

    def p2pgames(self, *words: object) -> list[str]:
        """Return what starts the client that was installed, with a home of its own."""
        return [str(self.bin / "p2pgames"), "--home", str(self.folder / "home"), *map(str, words)]

    @contextmanager
    def client(self, home: str, *words: str) -> Iterator[Client]:
        """Start a client for programs, and end it afterwards."""
        command = [
            str(self.bin / "p2pgames"),
            "--home",
            str(self.folder / home),
            *words,
            "--json",
            "--name",
            home,
        ]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            try:
                yield Client(process)
            finally:
                process.kill()


class Client:
    """A client that is spoken to in JSON."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Know the process."""
        self._in: IO[str] = process.stdin  # type: ignore[assignment]
        self._out: IO[str] = process.stdout  # type: ignore[assignment]

    def until(self, *kinds: str) -> dict[str, Any]:
        """Read until one of these is said, and return it."""
        for line in self._out:
            said: dict[str, Any] = json.loads(line)
            if said["type"] in kinds and (said["type"] != "event" or said["kind"] == "move"):
                return said
        raise EOFError(f"The client ended before it said {' or '.join(kinds)}.")

    def say(self, **said: Any) -> None:
        """Say something."""
        self._in.write(json.dumps(said) + "\n")
        self._in.flush()


def install(new: Newcomer) -> None:
    """Clone, and install as the README says."""
    new.run("git", "clone", "-q", ROOT, new.clone)
    new.run(sys.executable, "-m", "venv", ".venv")
    new.run(new.bin / "pip", "install", "-q", ".")


def against_a_bot(new: Newcomer) -> None:
    """Make a move at one computer, against a bot."""
    with new.client("alone", "hotseat", "linja", "--bot", "2=careful") as one:
        first_move(one)


def against_a_person(new: Newcomer) -> None:
    """Open a table, have another client join by the invite, and see the first move; a bot moves for the guest."""
    with new.client("Ada", "host", "linja", "--via", "tcp") as host:
        invite = host.until("invite")["invite"]
        with new.client("Ben", "join", invite, "--bot", "careful"):
            first_move(host)


def first_move(client: Client) -> None:
    """Wait until a move is made, and make it if it is for this client to make."""
    said = client.until("ask", "event")
    if said["type"] == "ask":
        client.say(move=said["moves"][0])
        client.until("event")


def replay_page(new: Newcomer) -> None:
    """Let bots play a game over real connections, export it as a page, and open that: it proves the game by itself."""
    from tests.browser import browser

    game, page = new.folder / "game.p2pg", new.folder / "game.html"
    new.run(*new.p2pgames("demo", "linja", "--seed", "tuesday", "--out", game))
    new.run(*new.p2pgames("export", game, "--format", "html", "--out", page))
    with browser() as seen:
        seen.open(page.as_uri())
        seen.until("document.getElementById('proof').dataset.grade === 'finished'")


def sixth_game(new: Newcomer) -> None:
    """Install the example game, check nothing, and make a move in it."""
    new.run(new.bin / "pip", "install", "-q", "docs/examples/shuttle")
    with new.client("sixth", "hotseat", "shuttle", "--bot", "2=careful") as one:
        first_move(one)


INSTALLED: Final = "everything installed"
STEPS: Final[dict[str, Callable[[Newcomer], None]]] = {
    "a first move against a bot": against_a_bot,
    "a first move against a person": against_a_person,
    "a replay page that has proved its game": replay_page,
    "a first move in a sixth game, the example": sixth_game,
}


def measured() -> Iterator[tuple[str, float]]:
    """Yield the seconds from nothing to each of the steps, installing included."""
    with tempfile.TemporaryDirectory() as folder:
        new = Newcomer(Path(folder))
        installed = _seconds(install, new)
        yield INSTALLED, installed
        for what, step in STEPS.items():
            yield what, installed + _seconds(step, new)


def _seconds(step: Callable[[Newcomer], None], new: Newcomer) -> float:
    start = time.perf_counter()
    step(new)
    return time.perf_counter() - start


def table(readme: str) -> dict[str, int]:
    """Return what the README's table says: what is reached, and after how many seconds."""
    part = readme.partition(BEGIN)[2].partition(END)[0].strip().splitlines()
    heads, _rule, row = ([cell.strip() for cell in line.strip("|").split("|")][1:] for line in part[:3])
    return {head: int(cell.removesuffix(" s")) for head, cell in zip(heads, row, strict=True)}


def main() -> None:
    """Measure, print, and write the table into the README."""
    found = dict(measured())
    rows = (
        ("from `git clone` to", *found),
        ("---",) * (len(found) + 1),
        ("takes", *(f"{seconds:.0f} s" for seconds in found.values())),
    )
    text = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    print(text)
    page = README.read_text("utf-8")
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    on = f"Measured by `python -m benchmarks.first_steps` with {machine().partition(';')[0]}."
    README.write_text(f"{before}{BEGIN}\n{text}\n\n{on}\n{END}{after}", "utf-8", newline="\n")


if __name__ == "__main__":
    main()

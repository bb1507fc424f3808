"""What the verifier in JavaScript costs beside the audit, with every proof checked by both.

``python -m benchmarks.verifier [REPEATS]`` writes it into protocol/verifier/README.md.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import HEAD, Row

FOLDER = Path(__file__).parent.parent / "protocol" / "verifier"
PAGE = FOLDER / "README.md"
BEGIN, END = "<!-- costs: python -m benchmarks.verifier -->\n", "<!-- end of costs -->\n"
CLIENT = [sys.executable, "-c", "from p2pgames_cli.main import main; main()"]
TABLES = {("linja", 2): "0.2", ("metro", 6): "3"}
"""Games and seats, with the aim in seconds."""


def main(repeats: str = "5") -> None:
    """Print the table and write it into the page."""
    lines = [HEAD]
    for row in rows(int(repeats)):
        lines.append(row.text())
        print(lines[-1], flush=True)
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + rest.partition(END)[2], encoding="utf-8")


def rows(repeats: int) -> list[Row]:
    """Return, for each game, the processor time of both, starting included."""
    measured = []
    for (game, seats), aim in TABLES.items():
        with tempfile.TemporaryDirectory() as folder:
            file = str(Path(folder, "game.p2pg"))
            demo = ["demo", game, "--seats", str(seats), "--seed", "benchmark", "--out", file]
            subprocess.run([*CLIENT, *demo], check=True, capture_output=True)
            audit = Row(
                f"audit of {game}, {seats} seats",
                "s of processor",
                tuple(_cost([*CLIENT, "audit", "-q", file]) for _ in range(repeats)),
            )
            node = ["node", str(FOLDER / "verify.js"), file]
            values = tuple(_cost(node) for _ in range(repeats))
            ratio = Row("", "", values).spread()[1] / audit.spread()[1]
            measured += [
                audit,
                Row(f"verifier, {game}, {seats} seats", "s of processor", values, "audit", ratio, f"{aim} s"),
            ]
    return measured


def _cost(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main(*sys.argv[1:])

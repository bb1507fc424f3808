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
LEAST = """
import { ed25519 } from "@noble/curves/ed25519.js";
import { walk } from "./lib/chain.js";

const [chains, length, signatures] = process.argv.slice(1).map(Number);
for (let chain = 0; chain < chains; chain++) walk(new Uint8Array(112), length, 1);
const { secretKey, publicKey } = ed25519.keygen();
const signature = ed25519.sign(secretKey, secretKey);
for (let time = 0; time < signatures; time++) ed25519.verify(signature, secretKey, publicKey);
"""
LINJA = ("2", "65536", "51")
"""What a game of Linja holds: two chains of coins of that length, and so many signatures, as its audit counts them."""


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
    return [*_least(repeats), *measured]


def _least(repeats: int) -> list[Row]:
    """Return yardsticks: node alone, and node with the chains and signatures of Linja, the latter by the library."""
    least = ["node", "--input-type=module", "-e", LEAST, *LINJA]
    return [
        Row("node alone", "s of processor", tuple(_cost(["node", "-e", "0"]) for _ in range(repeats))),
        Row(
            "node, chains and signatures of linja",
            "s of processor",
            tuple(_cost(least) for _ in range(repeats)),
        ),
    ]


def _cost(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=True, cwd=FOLDER)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main(*sys.argv[1:])

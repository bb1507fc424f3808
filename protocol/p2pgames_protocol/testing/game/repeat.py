"""The same game in processes that hash differently: what comes out of a set in its order gives another one.

``python -m p2pgames_protocol.testing.game.repeat NAME SEATS SEED`` prints the fingerprint of one random game.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from random import Random

from p2pgames import registry
from p2pgames_protocol.testing.game.broken import expect, fail
from p2pgames_protocol.testing.game.case import Case
from p2pgames_protocol.testing.game.plain import exact
from p2pgames_protocol.testing.game.position import playing


def elsewhere(case: Case, _random: Random) -> None:
    """Check that a game goes the same in processes of their own; the game has to be installed."""
    prints = {_asked(case, hashing) for hashing in ("1", "2")}
    expect(
        len(prints) == 1,
        "The same seed gives another game in another process: sort what comes out of a set, and read no clock.",
    )


def _asked(case: Case, hashing: str) -> str:
    words = [case.game.name, str(case.seats), case.seed]
    done = subprocess.run(  # noqa: S603  # this very module
        [sys.executable, "-m", __name__, *words],
        env={**os.environ, "PYTHONHASHSEED": hashing, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        fail(f"In a process of its own the game fails: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def fingerprint(name: str, seats: int, seed: str) -> str:
    """Return a digest of all positions of a random game, of what is listed there, and of what is said of it."""
    game, digest = registry.game(name), sha256()
    for position in playing(game, seats, seed, {}):
        state, turn = position.dealer.state, position.dealer.turn
        known = position.dealer.known[turn] if turn is not None else {}
        said = [str(line) for line in game.rules.words(state, turn, known)]
        moves = tuple(position.dealer.moves())
        digest.update(exact((game.rules.wire(state), moves, *said)).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    sys.stdout.write(fingerprint(sys.argv[1], int(sys.argv[2]), sys.argv[3]))

"""A program that plays: it reads one JSON object per line and answers every question with a legal move.

    p2pgames join INVITE --json < answers > questions       wired up by `main` below

Run it as ``python player.py p2pgames hotseat linja --bot 2=random``: the words after the name of the file are the
command to play with; ``--json`` is added.
"""

from __future__ import annotations

import json
import subprocess
import sys


def choose(question: dict[str, object]) -> str:
    """Return the longest legal move, the first of several: a player with a taste for long turns."""
    moves: list[str] = question["moves"]  # type: ignore[assignment]
    return max(moves, key=len)


def main(command: list[str]) -> int:
    """Play a game to its end and print the result."""
    with subprocess.Popen(
        [*command, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as game:
        for line in game.stdout or ():
            said = json.loads(line)
            if said["type"] == "invite":
                print(said["invite"], flush=True)
            elif said["type"] == "ask" and game.stdin is not None:
                game.stdin.write(json.dumps({"move": choose(said)}) + "\n")
                game.stdin.flush()
            elif said["type"] == "over":
                print(said["why"], said["scores"])
    return game.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

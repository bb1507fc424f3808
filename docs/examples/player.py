"""A program that plays: it reads one JSON object per line and answers every question with a legal move.

Run it as ``python player.py p2pgames hotseat linja --bot 2=random``: the words after the name of the file are the
command to play with; ``--json`` is added. As host it prints the invite for the others:

    python player.py p2pgames host metro --seats 3
    python player.py p2pgames join P2PGAMES:...
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any


class Player:
    """A client that is spoken to in JSON, and what is done with what it says."""

    def __init__(self, command: list[str]) -> None:
        self.client = subprocess.Popen(
            [*command, "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            bufsize=1,
        )
        self.names: list[str] = []

    def send(self, **said: Any) -> None:
        """Say one object."""
        if self.client.stdin is not None:
            self.client.stdin.write(json.dumps(said) + "\n")

    def play(self) -> int:
        """Play a game to its end and return the client's exit code."""
        for line in self.client.stdout or ():
            self.hear(json.loads(line))
        return self.client.wait()

    def hear(self, said: dict[str, Any]) -> None:
        """Answer what must be answered, and tell what a person would want to know."""
        match said["type"]:
            case "invite":
                print(said["invite"], flush=True)
            case "knock":
                self.send(do="admit")
            case "differs":
                self.send(do="agree")
            case "table":
                self.names = [seat["name"] for seat in said["seats"]]
            case "ask":
                self.send(move=choose(said["moves"]))
            case "event" if said["kind"] == "left":
                print(self.names[said["seat"]], said["text"])
            case "chat":
                print(f"{self.names[said['seat']]}: {said['text']}")
            case "fault" | "error":
                print(said["why"], file=sys.stderr)
            case "over":
                print(f"{said['basis']}: {said['why']} {said['scores']}")


def choose(moves: list[str]) -> str:
    """Return the longest legal move, the first of several: a player with a taste for long turns."""
    return max(moves, key=len)


if __name__ == "__main__":
    sys.exit(Player(sys.argv[1:]).play())

"""Who reaches whom by five words, behind which routers, by which way, after how many seconds: a table in Markdown.

``python -m tests.reach_table`` measures each pair of routers and prints it; root on Linux and iroh are needed. Every
way out takes 20 ms, and the only relay is that of the tests, which tells nobody their address outside.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from time import monotonic

from tests.protocol.internet import Internet, Router
from tests.protocol.relays import RELAY, URL, Running

KINDS = ("no router", "full cone", "port restricted", "symmetric")
DELAY = 0.02
BAD_LINES = (("port restricted", "port restricted", 0.01), ("port restricted", "port restricted", 0.05))
"""Further pairs, with the share of packets that each of them loses."""
PATIENCE = 60
"""Seconds until a pair counts as not linked."""
BY = ("--via", "tcp,iroh", "--relay", URL)


@dataclass(frozen=True)
class Measured:
    """What came of one pair."""

    way: str
    begun: float
    """Seconds from the command that joins to the game."""
    choice: float
    """To the first choice of a move, whoever has it."""


def computer(internet, kind, number, loss):
    """Add a computer behind such a router."""
    line = {"delay": DELAY, "loss": loss}
    if kind == "no router":
        return internet.computer(f"198.51.100.{number}", **line)
    return internet.computer("192.168.1.2", router=Router(f"198.51.100.{number}", kind), **line)


def measure(folder, host, guest, by=BY, loss=0.0):
    """Have one join the table of another by its words; this share of the packets is lost on each way out."""
    with Internet() as internet:
        hub = internet.computer(RELAY, delay=DELAY)
        left, right = computer(internet, host, 1, loss), computer(internet, guest, 2, loss)
        homes = [Path(folder) / name for name in "ab"]
        with Running(hub), left.client(homes[0], "host", "linja", *by) as ada:
            words = ada.until("invite")["words"].split()
            began = monotonic()
            with right.client(homes[1], "join", *words, *by) as ben:
                seen = [Seen(client, began) for client in (ada, ben)]
                for one in seen:
                    one.thread.start()
                while not (any(one.asked.wait(0.05) for one in seen) and seen[1].way):
                    assert monotonic() < began + PATIENCE, f"{host} and {guest} were not linked"
    return Measured(seen[1].way, seen[1].at["table"], min(one.at["ask"] for one in seen if "ask" in one.at))


class Seen:
    """What a client says, and when it said it first."""

    def __init__(self, client, began):
        self.at, self.way = {}, ""
        self.asked = threading.Event()
        self.thread = threading.Thread(target=self._read, args=(client, began))

    def _read(self, client, began):
        with suppress(ValueError):  # the client was ended
            for line in client.lines():
                said = json.loads(line)
                self.at.setdefault(said["type"], monotonic() - began)
                if said["type"] == "presence" and said["by"]:
                    one = said["by"][0]
                    self.way = f"{one['carrier']}, {'relayed' if one['relay'] else 'direct'}"
                if said["type"] == "ask":
                    self.asked.set()


def main():
    """Print the table."""
    print("| host | guest | way | game begun after | first choice of a move after |")
    print("|---|---|---|---|---|")
    for host, guest, loss in (*((*pair, 0.0) for pair in product(KINDS, KINDS)), *BAD_LINES):
        with tempfile.TemporaryDirectory() as folder:
            found = measure(folder, host, guest, loss=loss)
        lost = f", {loss:.0%} lost" if loss else ""
        print(
            f"| {host}{lost} | {guest}{lost} | {found.way} | {found.begun:.1f} s | {found.choice:.1f} s |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

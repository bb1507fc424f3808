"""A bot for the ladder in a program of its own: a line of JSON comes in, a line of JSON goes out.

    p2pgames match linja mine greedy --program "mine=python program.py"

It plays the longest move it may, the first of several: a player with a taste for long turns.
"""

from __future__ import annotations

import json
import sys

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "ask":
        print(json.dumps({"move": max(said["moves"], key=len)}), flush=True)

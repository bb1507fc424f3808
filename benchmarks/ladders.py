"""Ladders that are kept: the newest of each game, with the command that played it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.likeness import likeness

KEPT = Path(__file__).parent / "ladders.jsonl"


def keep(game: str, *words: str) -> None:
    """Play a ladder, as ``p2pgames ladder`` does with these words, and keep it in the place of the game's last one."""
    command = [sys.executable, "-c", "from p2pgames_cli.main import main; main()"]
    said = json.loads(
        subprocess.run(
            [*command, "ladder", game, *words, "--json"], check=True, capture_output=True, text=True
        ).stdout
    )
    seats = said["pairs"][0]["seats"]
    said |= {"words": words, "likeness": likeness(game, seats)}
    others = [line for line in _lines() if json.loads(line)["game"] != game]
    KEPT.write_text("".join(f"{line}\n" for line in sorted([*others, json.dumps(said)])), encoding="utf-8")


def _lines() -> list[str]:
    return KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []


def table() -> Iterator[str]:
    """Yield a row for each game: its bots by their ratings, and what played them."""
    yield "| seats | games a pair | ratings | command |"
    yield "|---|---|---|---|"
    for line in _lines():
        said = json.loads(line)
        pair = said["pairs"][0]
        rated = sorted(said["ratings"].items(), key=lambda each: -each[1])
        ratings = ", ".join(f"`{bot}` {rating}" for bot, rating in rated)
        now = (
            "" if said["likeness"] == likeness(said["game"], pair["seats"]) else " (bots as they were before)"
        )
        yield (
            f"| {pair['seats']} | {pair['games']} | {ratings}{now} "
            f"| `p2pgames ladder {said['game']} {' '.join(said['words'])}` |"
        )

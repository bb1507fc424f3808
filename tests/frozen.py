"""The frozen corpus: games of format 1 with what both audits say of them, kept for ever.

``python -m tests.frozen NAME...`` makes the cases that are named, or all that are not there yet; what is there stays
as it is. A file that says something else than its object tells that a promise is broken.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from p2pgames import registry
from p2pgames.option import Option
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit import report_json
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.merge import canonical
from p2pgames_protocol.audit.report import Report
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.testing.room import Room
from tests.by_vectors import by_logs
from tests.logs import MAKERS
from tests.odd_vectors import odd_logs
from tests.set_vectors import set_logs, set_proofs
from tests.vectors import fault_logs, linja_room, rules_of

FOLDER = Path(__file__).parent / "frozen" / "1"
TOLD = ("grade", "finished", "game", "rules", "options", "game_id", "rounds", "events", "basis", "contested", "left",
        "unrevealed", "other_results", "seats", "by", "previous")  # fmt: skip
"""What is compared: no sentence, and nothing that only counts work."""
ODD = (
    "resigned-openly",
    "two-leave-in-one-round",
    "agreed-draw-of-three",
    "at-fault-in-keys",
    "fork-doubled",
    "void-roll",
)


def finished(game: str, seats: int, choice: int) -> bytes:
    """A game of random moves to its end, with the given choice of each option."""
    rules = registry.rules(game, 0)
    options = {option.name: _value(option, choice) for option in rules.options}
    room = Room(rules, seats, options=options, seed=seats)
    room.play()
    return canonical(room.replicas[0])


def _value(option: Option, choice: int) -> str:
    return option.values[choice % len(option.values)]


def in_series(before: bool) -> bytes:
    """Two games of Linja, of which the second follows the first."""
    first = Room(registry.rules("linja", 0), 2, seed=1)
    first.play()
    if before:
        return canonical(first.replicas[0])
    replica = first.replicas[0]
    end = next(position.previous for position in replica.positions if position.over)
    beginner = replica.position.ending.result.places.index(2)
    room = Room(
        registry.rules("linja", 0), 2, seed=2, nonce=9, previous=(first.genesis.game_id, end), first=beginner
    )
    room.play()
    return canonical(room.replicas[0])


def _of_vectors(name: str) -> bytes:
    logs = {made: data for made, _, data in (*odd_logs(), *set_logs(), *by_logs(linja_room(6)))}
    return logs[name]


def _faulty(name: str) -> bytes:
    return next(bytes.fromhex(v["given"]["file"]) for path, v in fault_logs() if path == f"log/{name}")


GAMES = {
    f"{game}-{seats}-{choice}": partial(finished, game, seats, choice)
    for game in ("linja", "socks", "bus", "line1", "metro")
    for seats in registry.rules(game, 0).players
    for choice in range(max((len(option.values) for option in registry.rules(game, 0).options), default=1))
}
ENDINGS: dict[str, Callable[[], bytes]] = {
    **{
        name.replace(" ", "-").replace(",", ""): maker
        for name, maker in MAKERS.items()
        if "running" not in name
    },
    **{name: partial(_of_vectors, name) for name in (*ODD, "by-of-a-seat")},
    **{name: partial(_faulty, name) for name in ("illegal-move", "unknown-act", "names-too-few-in")},
    **{
        f"proof-{name}": partial(dict(set_proofs()).__getitem__, name)
        for name in ("evidence-twice", "a-false-absence")
    },
    "series-first": partial(in_series, True),
    "series-second": partial(in_series, False),
}
CASES: dict[str, Callable[[], bytes]] = ENDINGS | GAMES


def told(data: bytes) -> dict[str, Any]:
    """What both audits say of a file, as far as it is promised."""
    reports = {"full": audit.full(data, rules_of)}
    if data.startswith(logfile.MAGIC):
        reports["fast"] = fast(data)
    return {mode: _promised(report) for mode, report in reports.items()}


def _promised(report: Report) -> dict[str, Any]:
    said = report_json.as_json(report, "")
    blamed = sorted((fault["round"], fault["seat"], str(fault["kind"])) for fault in said["faults"])
    kept = {name: said[name] for name in TOLD} | {"faults": blamed}
    return json.loads(json.dumps(kept))  # type: ignore[no-any-return]


def main() -> None:
    """Make what is not there yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or CASES:
        file = FOLDER / f"{name}.p2pg"
        if not file.exists():
            data = CASES[name]()
            file.write_bytes(data)
            text = json.dumps(told(data), indent=1) + "\n"
            file.with_suffix(".json").write_text(text, encoding="utf-8", newline="\n")
            print(name, len(data), flush=True)


if __name__ == "__main__":
    main()

"""The frozen corpus: games of format 1 with what both audits say of them, kept for ever.

``python -m tests.frozen NAME...`` makes the cases that are named, or all that are not there yet; what is there stays
as it is. A file that says something else than its object tells that a promise is broken.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from p2pgames import registry
from p2pgames.contract import AnyRules, Option
from p2pgames.games.line1.bots import builder
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import AuditReport, as_json
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.records import RESIGN
from p2pgames_protocol.log.rounds import KEYS
from p2pgames_protocol.testing.room import Room, forge
from tests.by_vectors import by_logs, by_record
from tests.logs import MAKERS
from tests.odd_vectors import odd_logs
from tests.protocol.rooms import all_say, leave_plainly, resignation, slow_in, vote_out
from tests.set_vectors import set_logs, set_proofs
from tests.six import SIX
from tests.vectors import fault_logs, linja_room, third_time

FOLDER = Path(__file__).parent / "frozen" / "1"
HASHES = FOLDER.with_name("1.sha256")
"""The SHA-256 of every file there."""
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


def finished(game: str, seats: int, choice: int, version: int = 0) -> bytes:
    """A game of random moves to its end, with the given choice of each option."""
    rules = registry.rules(game, version)
    options = {option.name: _value(option, choice) for option in rules.options}
    room = Room(rules, seats, options=options, seed=seats)
    room.play()
    return canonical(room.replicas[0])


def _value(option: Option, choice: int) -> str:
    return option.values[choice % len(option.values)]


def agreed(says: str) -> bytes:
    """A game of Linja in which both agree on something, and which is played to its end."""
    room = linja_room(6)
    all_say(room, says, room.replicas[0].position.past[-2].round if says == "takeback" else None)
    room.play()
    return canonical(room.replicas[0])


def abandoned(voted: bool) -> bytes:
    """A game of Bus that a seat leaves before anything was rolled: it resigns, or the others vote it out."""
    room = Room(registry.rules("bus", 0), 3, kinds={2: slow_in(KEYS)})
    room.deliver_all()
    if voted:
        vote_out(room, 2, (0, 1))
    else:
        room.broadcast(room.forge(2, "resign", body=(), notes=(resignation(room.genesis, 2),)))
    room.sync()
    return canonical(room.replicas[0])


def handed_over() -> bytes:
    """A finished game of Linja in which both seats were handed over, one of them twice."""
    room = linja_room()
    bys = [
        by_record(room.genesis.game_id, seat, who, at) for seat, who, at in ((0, 8, 4), (1, 9, 6), (0, 10, 9))
    ]
    for record in bys:
        room.broadcast(record)
    return canonical(room.replicas[0])


def with_a_bot() -> bytes:
    """A game of Bus for a league, with a bot of the host's, no time, and nobody who watches."""
    table = {"time": "none", "watchers": "no"}
    room = Room(registry.rules("bus", 0), 3, table, seed=1, bots=1, league=b"l" * 32)
    room.play()
    return canonical(room.replicas[0])


def open_tiles_left() -> bytes:
    """A game of Line 1, version 1, of players who build and travel; once the stack is empty they take tiles or pass.

    In few games are trips begun that late. In this one three tiles are taken, and twice some are left.
    """
    room, random = Room(registry.rules("line1", 1), 5, seed=40), Random(40)
    room.deliver_all()
    while (signer := room.turn()) is not None:
        state, known = signer.replica.position.state, signer.replica.known
        if state.task == "take":
            signer.act(random.choice(room.rules.moves(state, signer.seat, known)))
        else:
            signer.act(builder(room.rules, state, signer.seat, known, random))
        room.collect()
        room.deliver_all()
    return canonical(room.replicas[0])


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


Leaving = tuple[int, str, int]
"""After so many moves, in which of `LEAVES`, and who: so many seats after the one at turn."""


def departed(game: str, seats: int, *leavings: Leaving) -> bytes:
    """A game of random moves that some leave, and whoever is left plays to the end."""
    room = Room(registry.rules(game, 0), seats, seed=seats)
    for moves, how, after in leavings:
        room.play(moves)
        turn = room.turn()
        assert turn is not None, "the game is over before"
        still_in = sorted(turn.replica.position.seats)
        LEAVES[how](room, still_in[(still_in.index(turn.seat) + after) % len(still_in)])
        room.sync()
    room.play()
    room.sync()
    room.sync()
    return canonical(room.replicas[min(room.replicas[0].position.seats, default=0)])


def _gives_up(room: Room, seat: int) -> None:
    room.signers[seat].resign()
    room.collect()


def _gives_up_and_keeps_its_keys(room: Room, seat: int) -> None:
    leave_plainly(room.signers[seat])
    room.collect()


def _is_voted_out(room: Room, seat: int) -> None:
    room.cut, room.signers[seat].auto_signer.signing = {seat}, False
    while (turn := room.turn()) is not None and turn.seat != seat:
        room.move()
        room.deliver_all()
    vote_out(room, seat)
    room.cut = set()


def _is_voted_out_and_has_moved(room: Room, seat: int) -> None:
    room.cut, late = {seat}, room.signers[seat]
    late.act(room.rules.moves(late.replica.position.state, seat, late.replica.known)[0])
    room.collect()
    _is_voted_out(room, seat)
    room.sync()


def _breaks_the_rules(room: Room, seat: int) -> None:
    room.broadcast(forge(room.replicas[seat], seat, body=(("none",), (), ())))


def _leaves_with_all(room: Room, seat: int) -> None:
    position = room.replicas[seat].position
    notes = tuple(resignation(room.genesis, each) for each in sorted(position.seats))
    room.broadcast(forge(room.replicas[seat], seat, RESIGN, body=(), notes=notes))


LEAVES: dict[str, Callable[[Room, int], None]] = {
    "open": _gives_up,
    "plain": _gives_up_and_keeps_its_keys,
    "voted": _is_voted_out,
    "late": _is_voted_out_and_has_moved,
    "fault": _breaks_the_rules,
    "all": _leaves_with_all,
}


def _of_vectors(name: str) -> bytes:
    logs = {made: data for made, _, data in (*odd_logs(), *set_logs(), *by_logs(linja_room(6)))}
    return logs[name]


def _proof(name: str) -> bytes:
    return dict(set_proofs())[name]


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
    **{f"proof-{name}": partial(_proof, name) for name in ("evidence-twice", "a-false-absence")},
    **{f"agreed-{says}": partial(agreed, says) for says in ("takeback", "draw", "pause")},
    "abandoned": partial(abandoned, False),
    "abandoned-by-a-vote": partial(abandoned, True),
    "handed-over": handed_over,
    "linja-third-time": lambda: third_time(registry.rules("linja", 0)),
    "with-a-bot": with_a_bot,
    "line1-open-tiles-left": open_tiles_left,
    "series-first": partial(in_series, True),
    "series-second": partial(in_series, False),
}
LEFT: dict[str, tuple[str, int, *tuple[Leaving, ...]]] = {
    "bus-at-turn": ("bus", 3, (3, "open", 0)),
    "bus-before-the-first-move": ("bus", 3, (0, "plain", 0)),
    "bus-by-note": ("bus", 4, (9, "open", 2)),
    "bus-by-vote": ("bus", 3, (6, "voted", 0)),
    "bus-by-vote-and-contested": ("bus", 3, (4, "late", 0)),
    "bus-by-fault": ("bus", 3, (8, "fault", 0)),
    "bus-all": ("bus", 4, (5, "all", 0)),
    "bus-all-but-one": ("bus", 5, (2, "voted", 1), (5, "open", 0), (3, "late", 0), (2, "fault", 0)),
    "line1-at-turn": ("line1", 3, (4, "open", 0)),
    "line1-between-two": ("line1", 2, (3, "open", 0)),
    "line1-by-note": ("line1", 3, (12, "plain", 1)),
    "line1-by-vote": ("line1", 2, (5, "voted", 0)),
    "line1-by-vote-and-contested": ("line1", 3, (4, "late", 0)),
    "line1-by-fault": ("line1", 3, (7, "fault", 0)),
    "line1-all": ("line1", 4, (3, "all", 0)),
    "line1-all-but-one": ("line1", 4, (2, "plain", 1), (3, "voted", 0), (4, "fault", 0)),
    "metro-at-turn": ("metro", 3, (3, "open", 0)),
    "metro-between-two": ("metro", 2, (3, "plain", 0)),
    "metro-by-note": ("metro", 3, (5, "plain", 1)),
    "metro-by-vote": ("metro", 3, (2, "voted", 0)),
    "metro-by-vote-and-contested": ("metro", 2, (4, "late", 0)),
    "metro-by-fault": ("metro", 2, (6, "fault", 0)),
    "metro-all": ("metro", 3, (1, "all", 0)),
    "metro-all-but-one": ("metro", 4, (2, "open", 1), (3, "plain", 0), (2, "fault", 0)),
    "socks-at-turn": ("socks", 2, (3, "open", 0)),
    "socks-by-note": ("socks", 2, (2, "plain", 1)),
    "socks-by-vote": ("socks", 2, (4, "voted", 0)),
    "socks-by-vote-and-contested": ("socks", 2, (3, "late", 0)),
    "socks-by-fault": ("socks", 2, (5, "fault", 0)),
    "socks-all": ("socks", 2, (1, "all", 0)),
}
"""Games that are left in every way: in none of `GAMES` does anybody leave."""
DEPARTURES = {f"left-{name}": partial(departed, *plan) for name, plan in LEFT.items()}
CASES: dict[str, Callable[[], bytes]] = ENDINGS | GAMES | DEPARTURES


def rules_of(name: str, version: int) -> AnyRules:
    """The rules as they are installed, and those of the game for tests: a frozen game is judged by no copy."""
    return SIX if (name, version) == ("six", 0) else registry.rules(name, version)


def told(data: bytes) -> dict[str, Any]:
    """What both audits say of a file, as far as it is promised."""
    reports = {"full": audit.full(data, rules_of)}
    if data.startswith(logfile.MAGIC):
        reports["fast"] = fast(data)
    return {mode: _promised(report) for mode, report in reports.items()}


def _promised(report: AuditReport) -> dict[str, Any]:
    said = as_json(report, "")
    blamed = sorted((fault["round"], fault["seat"], str(fault["kind"])) for fault in said["faults"])
    kept = {name: said[name] for name in TOLD} | {"faults": blamed}
    return json.loads(json.dumps(kept))  # type: ignore[no-any-return]


def hash_line(file: Path) -> str:
    """The line of a file among the hashes, as sha256sum writes it."""
    return f"{sha256(file.read_bytes()).hexdigest()}  1/{file.relative_to(FOLDER).as_posix()}\n"


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
            with HASHES.open("a", encoding="utf-8", newline="\n") as hashes:
                hashes.writelines(hash_line(one) for one in (file, file.with_suffix(".json")))
            print(name, len(data), flush=True)


if __name__ == "__main__":
    main()

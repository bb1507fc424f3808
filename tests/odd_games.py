"""Whole games of every kind in which anything may happen, judged by all readers alike.

    python -m tests.odd_games 20000 --seed 0 --workers 2

plays so many. In every game seats resign, fall silent and are voted out, come back with an event that was
passed over, break the rules, sign twice, agree on a draw, a pause or a takeback, or are handed over, at any moment. The
file that one of them has then, or what two of them have together, is read with the rules and without, by the product,
by the auditor that was written from SPEC, and by the verifier in JavaScript.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.replay import canonical, merge
from p2pgames_protocol.log.consents import CONSENTS
from p2pgames_protocol.log.records import make_by
from p2pgames_protocol.testing.room import Room, identity
from tests.audits import unlike
from tests.independent import auditor
from tests.independent.borrowed import borrowed
from tests.six import SIX
from tests.vectors import rules_of
from tests.verifier.node import Ask, stream, unlike_verdicts

GAMES = {"linja": 40, "socks": 12, "six": 30, "bus": 12, "line1": 5, "metro": 1}
"""How often each is played: the second auditor multiplies points in Python, so that cards take it long."""
QUICK = {"linja": 920, "socks": 30, "six": 15, "bus": 30, "line1": 4, "metro": 1}
"""The same where a thousand games have a minute."""
LENGTHS = (3, 8, 20, 400)
"""After how many moves a game is looked at, the last at its end; that is rare where many are to be quick."""
PART = 250
"""So many games are one piece of work: the first of them pay for what all have in common, such as chains of coins."""
OFTEN = 0.08
"""How likely something happens before a move."""
WORDS = ("dance", "resign", "coin", "reveal", "pause")
"""Acts that are not due where a seat is to move."""


def take_silent(chance: Random, room: Room) -> None:
    """Let the seat at turn fall silent, and the others vote on it; it may have given its event, or come back."""
    turn = room.turn()
    if turn is None:
        return
    room.cut = {turn.seat}
    contests = chance.random() < 0.4
    if contests:
        room.move()
    for signer in room.signers:
        if signer is not turn and chance.random() < 0.95:
            with suppress(Illegal):
                signer.vote(turn.seat)
    room.collect()
    room.deliver_all()
    turn.auto_signer.signing = contests
    if contests or chance.random() < 0.8:
        room.cut = set()
        room.sync()
        room.sync()


def resign(chance: Random, room: Room) -> None:
    """Let any seat resign, whatever is due."""
    with suppress(Illegal):
        chance.choice(room.signers).resign()
    room.collect()
    room.deliver_all()


def break_rules(chance: Random, room: Room) -> None:
    """Let the seat at turn sign what is at fault for any reason."""
    if (turn := room.turn()) is not None:
        changes: dict[str, Any] = chance.choice([
            {"body": (("dance",), (), ())},
            {"body": ()},
            {"state": chance.randbytes(32)},
            {"inside": frozenset({turn.seat})},
            {"act": chance.choice(WORDS)},
            {"notes": (b"no note",)},
        ])  # fmt: skip
        room.broadcast(room.forge(turn.seat, **changes))
        room.deliver_all()


def sign_twice(chance: Random, room: Room) -> None:
    """Let the seat at turn sign two events; some hear the one first, some the other."""
    if (turn := room.turn()) is not None:
        both = [room.forge(turn.seat), room.forge(turn.seat, body=(("dance",), (), ()))]
        for to in range(len(room.signers)):
            chance.shuffle(both)
            room.mail += [(to, record) for record in both]
        room.deliver_all(shuffled=False)


def agree(chance: Random, room: Room) -> None:
    """Let all who are in agree on something, or all but one."""
    if (turn := room.turn()) is None:
        return
    position = turn.replica.position
    says = chance.choice(sorted(CONSENTS))
    to = chance.choice(position.past).round if position.past else 0
    for signer in sorted(room.signers, key=lambda signer: signer is turn):
        if chance.random() < 0.9:
            with suppress(Illegal):
                signer.offer(says, to if says == "takeback" else None)
            room.collect()
            room.deliver_all()


def hand_over(chance: Random, room: Room) -> None:
    """Let somebody else say that a seat is theirs now."""
    signer = chance.choice(room.signers)
    number, game_id = len(signer.replica.log), room.genesis.game_id
    signer.auto_signer.sign_beside(
        make_by(identity(20 + chance.randrange(3)), game_id, signer.seat, "Eve", number)
    )
    room.collect()
    room.deliver_all()


HAPPENINGS: tuple[Callable[[Random, Room], None], ...] = (
    take_silent, take_silent, resign, resign, break_rules, break_rules, sign_twice, agree, agree, hand_over,
)  # fmt: skip


@dataclass(frozen=True)
class OddGame:
    """A file, and what has happened in its game."""

    name: str
    data: bytes
    happened: tuple[str, ...]


def odd_game(seed: str, often: Mapping[str, float] = GAMES) -> OddGame:
    """Return a game, of which kind says how often each is played; the same seed gives the same one."""
    chance = Random(seed)
    (name,) = chance.choices(list(often), list(often.values()))
    rules = SIX if name == "six" else registry.rules(name, registry.game(name).rules.version)
    options = {each.name: chance.choice(each.values) for each in rules.options}
    seats = chance.choice([seats for seats in rules.players if name != "metro" or seats < 4])
    room = Room(rules, seats, options, seed=chance.randrange(2**32))
    happened = []
    if chance.random() < 0.05:
        resign(chance, room)
        happened.append("resign")
    room.deliver_all()
    (length,) = chance.choices(LENGTHS, (1, 1, 1, 1) if often is GAMES else (8, 6, 2, 0.5))
    for _ in range(length if name != "metro" else 3):
        if chance.random() < OFTEN:
            what = chance.choice(HAPPENINGS)
            happened.append(what.__name__)
            what(chance, room)
        if room.turn() is None:
            break
        room.move()
        room.deliver_all()
    one, other = (canonical(chance.choice(room.replicas)) for _ in range(2))
    if chance.random() < 0.3:
        one = merge(one, other, rules_of)[0]
    return OddGame(name, one, tuple(happened))


def differs(data: bytes, ask: Ask | None = None) -> list[Any]:
    """Return what two readers say otherwise of a file, with the rules and without; ``ask`` asks the verifier."""
    for name in GAMES:
        if name != "six":
            rules = registry.game(name).rules
            auditor.RULES.setdefault((name, rules.version), borrowed(rules))
    verdicts = ask(data) if ask is not None else None
    with_rules, without = full(data, rules_of), fast(data)
    found: list[Any] = [unlike(data, rules_of, with_rules), unlike(data, None, without)]
    if verdicts is not None:
        found += unlike_verdicts(data, with_rules, without, *verdicts())
    return [each for each in found if each]


def _judged(seeds: list[str]) -> list[tuple[str, OddGame, list[Any], str]]:
    """Play and judge some games, in a process that knows what it worked out for the ones before."""
    done = []
    with stream() as ask:
        for seed in seeds:
            game = odd_game(seed, QUICK)
            found, grade = differs(game.data, ask), full(game.data, rules_of).grade.name.lower()
            done.append((seed, game, found, grade))
    return done


def main() -> int:
    """Play so many games, and print what came of them; 1 if two readers have differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    seeds = [f"{given.seed} {number}" for number in range(given.games)]
    parts = [seeds[begin : begin + PART] for begin in range(0, len(seeds), PART)]
    number, wrong, counted = 0, 0, Counter[str]()
    with ProcessPoolExecutor(given.workers) as workers:
        for part in workers.map(_judged, parts):
            for seed, game, found, grade in part:
                number, wrong = number + 1, wrong + bool(found)
                if found:
                    print(f"seed {seed}: {game.name} {game.happened}: {found}", flush=True)
                counted.update([game.name, grade, *game.happened])
            print(f"{number} games, {wrong} judged otherwise", file=sys.stderr, flush=True)
    print(f"{number} games, {wrong} of which two readers judge otherwise: {dict(sorted(counted.items()))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Looking back on a finished game: its decisions as their seats saw them, and keeping what was said of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from p2pgames import registry
from p2pgames.contract import Illegal, Known, Open, Roll, Seat, Slot
from p2pgames.search.advice import (
    Analysis,
    Turn,
    analysed,
    analysis_data,
    loss_line,
    paragraph,
    read_analysis,
)
from p2pgames.search.search import evaluator_of
from p2pgames.text import Message
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table import sentences
from p2pgames_cli.table.viewpoint import seen_faces
from p2pgames_protocol.log.history import History, MoveEntry
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.store.disk import write_whole

WIDE: Final = 64
"""Columns of a curve at most."""
_BARS: Final = "▁▂▃▄▅▆▇█"


def decisions(replica: Replica) -> list[Turn]:
    """Return the decisions that counted with what their seats knew then, but those on cards nobody revealed."""
    history = History(replica)
    counted = set(history.effective(len(replica.log)))
    moves = [each for each in history.entries() if isinstance(each, MoveEntry) and each.round in counted]
    nexts = [*(move.round for move in moves[1:]), len(replica.log)][: len(moves)]
    before, found = dict[Seat, set[Slot]](), list[Turn]()
    for move, until in zip(moves, nexts, strict=True):
        if (known := _known(replica, move.round, move.seat)) is not None:
            held = set(replica.positions[move.round].decks_state.dealt_to(move.seat))
            fresh = tuple(sorted(held - before.get(move.seat, held)))
            before[move.seat] = held
            dealt = _dealt(replica, move.round, until)
            found.append(Turn(move.round + 1, move.state, move.seat, dict(known), move.move, dealt, fresh))
    return found


def _known(replica: Replica, number: int, seat: Seat) -> Known | None:
    position = replica.positions[number]
    if any(slot not in replica.known for slot in position.decks_state.dealt_to(seat)):
        return None
    return seen_faces(replica, position, seat)


def _dealt(replica: Replica, number: int, until: int) -> bool:
    """Tell whether chance had a say after a move and before the next that all saw."""
    asked = (each.ask for each in replica.positions[number + 1 : until])
    return any(isinstance(ask, Roll) or (isinstance(ask, Open) and _for_all(ask)) for ask in asked)


def _for_all(ask: Open) -> bool:
    return any(seat is None for _, seat in ask.slots)


def analysis_of(
    replica: Replica,
    nodes: int = 0,
    folder: Path | None = None,
    *,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis | None:
    """Return what is said of a finished game, from the folder where it was said before; None when told to stop.

    Raises `Illegal` if nothing can be said.
    """
    if not replica.position.over:
        raise Illegal(sentences.NOT_FINISHED)
    rules, game = replica.rules, registry.game(replica.genesis.game)
    if (evaluator := evaluator_of(game.bots)) is None:
        raise Illegal(sentences.NO_EVALUATOR)
    seats, file = len(replica.names), folder and folder / _name(replica, nodes)
    if file is not None and (kept := _kept(file, seats)) is not None:
        return kept
    made = decisions(replica)

    def told(done: int) -> None:
        if progress is not None:
            progress(done, len(made))

    found = analysed(rules, evaluator, made, seats, nodes, stop=stop, progress=told)
    if file is not None and found is not None:
        # what cannot be kept is worked out again
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, json.dumps(analysis_data(found)).encode())
    return found


def _name(replica: Replica, nodes: int) -> str:
    """Return the file's name: another one for a longer log, more reveals, another version or more nodes."""
    known = sorted(replica.known.items())
    what = (replica.position.previous.hex(), known, registry.program_version(), nodes)
    return f"{replica.game_id.hex()[:32]}-{sha256(repr(what).encode()).hexdigest()[:16]}.analysis"


def _kept(file: Path, seats: int) -> Analysis | None:
    try:
        return read_analysis(seats, json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def analysis_sentences(replica: Replica, found: Analysis) -> list[Message]:
    """Return the sentences on a whole game."""
    ending = replica.position.ending
    return paragraph(found, ending.result.winners if ending is not None and ending.result is not None else ())


def analysis_lines(replica: Replica, found: Analysis, *, ascii: bool = False) -> Iterator[str]:  # noqa: A002
    """Yield a paragraph, then a line for each loss that is named, and everybody's chances as curves."""
    names = replica.names
    yield " ".join(named(each, names) for each in analysis_sentences(replica, found))
    yield from (named(loss_line(each), names) for each in found.decisions if each.named)
    wide = max(map(len, names))
    for name, curve in zip(names, chance_curves(found, ascii=ascii), strict=True):
        yield f"{name:<{wide}}  {curve}"


def chance_curves(found: Analysis, *, ascii: bool = False) -> Iterator[str]:  # noqa: A002  # as the settings call it
    """Yield a line for each seat: its chance from the first decision to the last, the lowest eighth to the highest."""
    bars = "01234567" if ascii else _BARS
    every = max(1, -(-len(found.decisions) // WIDE))
    for seat in range(found.seats):
        yield "".join(bars[min(7, int(8 * each.chances[seat]))] for each in found.decisions[::every])

"""What a program can ask for at any time, besides what it is told: plain data of the position and the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from p2pgames import registry
from p2pgames.contract import Face, Illegal, Seat, Slot, Wire
from p2pgames.picture.picture import View
from p2pgames_cli.table import history_text
from p2pgames_cli.table.seat import Place, known, own_lines, seat_of, state
from p2pgames_protocol.log.history import (
    AgreementEntry,
    EndEntry,
    Entry,
    MoveEntry,
    OpeningEntry,
    RollEntry,
)
from p2pgames_protocol.log.replica.receive import Ledger

Said = Mapping[str, Any]
ROOM: Final = {"columns": (20, 300, 100), "rows": (5, 200, 40)}
"""Least, most, and what holds where nothing is said, of the size of a picture."""


def answer(place: Place, said: object) -> dict[str, Any] | None:
    """Return the answer to what a program asks as an object with a ``type``; None where it asks for nothing we know.

    Raises `Illegal` with a sentence for what cannot be answered.
    """
    if not isinstance(said, dict):
        return None
    asked = said.get("do")
    found = _ANSWERS.get(asked) if isinstance(asked, str) else None
    return None if found is None else {"type": asked, **found(place, said)}


def plain(value: Wire) -> Any:
    """Return a move as JSON has it: arrays for tuples, bytes as hexadecimal."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value.hex() if isinstance(value, bytes) else value


def faces(place: Place) -> dict[str, str]:
    """Return the hidden faces a place has seen, by deck and position."""
    return {f"{deck} {slot}": face for (deck, slot), face in sorted(known(place).items())}


def event(ledger: Ledger, entry: Entry) -> dict[str, Any]:
    """Return one thing that happened as the fields of an ``event``."""
    text = str(history_text.words(ledger, entry))
    fields = {"round": entry.round, "kind": entry.kind, "seat": entry.seat, "text": text}
    match entry:
        case MoveEntry():
            return {**fields, "move": text, "data": plain(entry.move), "shown": _shown(entry.shown)}
        case OpeningEntry():
            return {**fields, "shown": _shown(entry.faces)}
        case AgreementEntry() if entry.to is not None:
            return {**fields, "to": entry.to}
        case RollEntry():
            return {**fields, "values": None if entry.values is None else list(entry.values)}
    return fields


def _shown(faces: tuple[tuple[Slot, Face], ...]) -> list[list[object]]:
    """Return faces that were laid open, each as deck, position and face."""
    return [[*slot, face] for slot, face in faces]


def _mover(place: Place) -> Seat:
    seat = seat_of(place)
    if seat is None or seat not in place.ledger.waiting_for:
        raise Illegal("It is not your turn.")
    return seat


def _why(place: Place, said: Said) -> dict[str, Any]:
    text = said.get("move")
    if not isinstance(text, str):
        raise Illegal('Ask why with a move, as {"do": "why", "move": "0-1"}.')
    seat, rules = _mover(place), place.ledger.rules
    try:
        move = rules.parse(state(place), seat, known(place), text)
    except Illegal as refusal:
        return {"move": text, "allowed": False, "why": str(refusal), "effect": None}
    effect = str(rules.effect(state(place), seat, move))
    return {"move": rules.text(state(place), seat, move), "allowed": True, "why": None, "effect": effect}


def _moves(place: Place, said: Said) -> dict[str, Any]:
    begin = said.get("begin", "")
    if not isinstance(begin, str):
        raise Illegal('Moves are asked for by how they begin, as {"do": "moves", "begin": "0-1"}.')
    seat, rules, now = _mover(place), place.ledger.rules, state(place)
    texts = [(rules.text(now, seat, move), move) for move in rules.moves(now, seat, known(place))]
    found = [(text, move) for text, move in texts if text.lower().startswith(begin.lower())]
    return {"moves": [{"move": text, "effect": str(rules.effect(now, seat, move))} for text, move in found]}


def _hand(place: Place, _said: Said) -> dict[str, Any]:
    return {"seat": seat_of(place), "lines": list(map(str, own_lines(place))), "known": faces(place)}


def _scores(place: Place, _said: Said) -> dict[str, Any]:
    return {"scores": place.ledger.rules.scores(state(place))}


def _events(place: Place, said: Said) -> dict[str, Any]:
    since = said.get("since", 0)
    if type(since) is not int or since < 0:
        raise Illegal('Events are asked for from a round on, as {"do": "events", "since": 12}.')
    ledger = place.ledger
    return {
        "events": [
            event(ledger, entry) for entry in place.history.entries(since) if not isinstance(entry, EndEntry)
        ]
    }


def _position(place: Place, _said: Said) -> dict[str, Any]:
    rules, seat = place.ledger.rules, seat_of(place)
    return {
        "step": len(place.ledger.log),
        "steps": len(place.ledger.log),
        "seat": seat,
        "words": list(map(str, rules.words(state(place), seat, known(place)))),
        "known": faces(place),
        "scores": rules.scores(state(place)),
    }


def _picture(place: Place, said: Said) -> dict[str, Any]:
    columns, rows = (_room(said, name) for name in ROOM)
    genesis = place.ledger.genesis
    painter = registry.game(genesis.proposal.rules).painter
    if painter is None:
        raise Illegal("Nothing draws this game; ask for its words.")
    view = View(columns, rows, seat_of(place), known(place), genesis.names)
    return {"lines": list(painter.picture(state(place), view).lines)}


def _room(said: Said, name: str) -> int:
    least, most, usual = ROOM[name]
    room = said.get(name, usual)
    if type(room) is not int or not least <= room <= most:
        raise Illegal(f"A picture has from {least} to {most} {name}.")
    return room


def _words(place: Place, _said: Said) -> dict[str, Any]:
    return {"lines": list(map(str, place.ledger.rules.words(state(place), seat_of(place), known(place))))}


def _rules(place: Place, _said: Said) -> dict[str, Any]:
    return {"text": registry.game(place.ledger.genesis.proposal.rules).text}


_ANSWERS: Final[dict[str, Callable[[Place, Said], dict[str, Any]]]] = {
    "events": _events,
    "hand": _hand,
    "moves": _moves,
    "picture": _picture,
    "position": _position,
    "rules": _rules,
    "scores": _scores,
    "why": _why,
    "words": _words,
}
"""By what is asked for, which is also the type of the answer."""
ASKED: Final = tuple(_ANSWERS)

"""What can be asked about the position: the board, the hand, the points, the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from p2pgames import registry
from p2pgames.contract import Illegal, Move, effect_of_move, effects_data, forecast, together
from p2pgames.picture.picture import View
from p2pgames.text import Count, Typed, Verbatim, with_message
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.table import history_text, sentences, waiting
from p2pgames_cli.table.actions.action import MOVE, TEXT, Action, Answer, Argument, Front, as_typed
from p2pgames_cli.table.history_data import faces, position
from p2pgames_cli.table.history_text import with_full_stop
from p2pgames_cli.table.seat_handle import known_faces, own_lines, seat_of, state_of
from p2pgames_cli.table.table_model import TableModel

MANY: Final = 40
"""Moves that are listed one by one at most, unless all are asked for."""
ALL: Final = "all"
ROOM: Final = {"columns": (20, 300, 100), "rows": (5, 200, 40)}
"""Least, most, and what holds where nothing is said, of the size of a picture."""


def read(model: TableModel, text: str | None) -> Answer:
    """Say the position; with a text only the sentences that hold it."""
    lines = model.rules.words(model.state, model.visibility.seat, model.visibility.known)
    said = [line for each in lines if (text or "").lower() in (line := model.named(each)).lower()]
    nothing = _("Nothing on the board is called {text}.").format(text=text)
    return Answer(said or [nothing], lambda: with_message("lines", lines), title=_("the position in words"))


def look(model: TableModel, place: str | None) -> Answer:
    """Say what is at a place on the board; raise `Illegal` if there is no such place."""
    typed = (place or "").strip()
    if not typed:
        raise Illegal(sentences.ASK_LOOK(example=Verbatim("look " + _somewhere(model))))
    found = ((name, model.describe_spot(name)) for name in (typed, typed.lower(), typed.upper()))
    name, there = next(((name, there) for name, there in found if there is not None), (typed, None))
    if there is None:
        raise Illegal(sentences.NO_PLACE(typed=Typed(typed)))
    return Answer(
        [with_full_stop(model.named(there))], lambda: {"place": name, **with_message("words", there)}
    )


def _somewhere(model: TableModel) -> str:
    """Return the name of a place of the board."""
    spots = model.painter.picture(model.state, View()).spots if model.painter is not None else ()
    return next((spot.name for spot in spots), "a1")


def own_hand(model: TableModel, _argument: None) -> Answer:
    """Say what only this seat sees, or what the position says of it alone."""
    if model.visibility.hand_hidden:
        raise Illegal(sentences.HAND_HIDDEN)
    lines = own_lines(model.handle)
    data = {
        "seat": seat_of(model.handle),
        **with_message("lines", lines),
        "known": faces(known_faces(model.handle)),
    }
    said = [model.named(line) for line in lines]
    return Answer(said or [_("You hold nothing that the others cannot see.")], lambda: data)


def scores(model: TableModel, _argument: None) -> Answer:
    """Say the points as they stand, and what they consist of."""
    replica = model.replica
    points = replica.rules.scores(model.position.state)
    said = [model.named(sentences.NO_POINTS)]
    history, step = model.history, model.timeline.shown
    if points is not None:
        said = [
            line for seat in range(len(points)) for line in history_text.points_lines(history, step, seat)
        ]

    def data() -> Mapping[str, Any]:
        return {
            "scores": points,
            "made_of": [part.as_data() for part in history_text.breakdown(history, step)],
        }

    return Answer(said, data, title=_("points as they stand"))


def moves(model: TableModel, begin: str | None) -> Answer:
    """List the legal moves that begin so, numbered; where they are many, say how they go on instead."""
    handle = model.choices.handle()
    if model.visibility.hand_hidden:
        raise Illegal(sentences.HAND_HIDDEN)
    rules, seat, begin = handle.replica.rules, seat_of(handle) or 0, begin or ""
    legal = rules.moves(state_of(handle), seat, known_faces(handle))
    texts = [(rules.text(state_of(handle), seat, move), move) for move in legal]

    def brings(move: Move) -> dict[str, Any]:
        told = forecast(rules, state_of(handle), seat, move)
        return {**with_message("effect", together(told), ""), "told": effects_data(told)}

    def data() -> Mapping[str, Any]:
        found = [(text, move) for text, move in texts if text.lower().startswith(begin.lower())]
        return {"moves": [{"move": text, **brings(move)} for text, move in found]}

    return Answer(_listed(model, texts, begin), data, title=_("the legal moves"))


def _listed(model: TableModel, texts: list[tuple[str, Move]], begin: str) -> Iterator[str]:
    handle, everything = model.choices.handle(), begin.lower() == ALL
    chosen = _beginning(texts, "" if everything else begin)
    model.choices.numbered = tuple(move for _text, move in chosen)
    if len(chosen) > MANY and not everything:
        yield from beginnings([text for text, _move in chosen])
        return
    for number, (text, move) in enumerate(chosen, 1):
        brought = model.named(
            effect_of_move(handle.replica.rules, state_of(handle), seat_of(handle) or 0, move)
        )
        yield f"{number} {text}" + (f": {brought}" if brought else "")
    if not chosen:
        yield _("No legal move begins with {text}.").format(text=begin)


def _beginning(texts: list[tuple[str, Move]], begin: str) -> list[tuple[str, Move]]:
    """Return the moves that begin with the words typed; where none has them whole, with the letters."""
    typed = " ".join(begin.lower().split())
    whole = [(text, move) for text, move in texts if f"{text.lower()} ".startswith(f"{typed} ")]
    if whole and typed:
        return whole
    return [(text, move) for text, move in texts if text.lower().startswith(typed)]


def beginnings(texts: list[str]) -> list[str]:
    """Return how many moves go on: what they share, then each next word with the number of moves it leads to."""
    words = [text.split() for text in texts]
    deep = 0
    while len({tuple(each[: deep + 1]) for each in words}) == 1:
        deep += 1
    shared = " ".join(words[0][:deep])
    nexts = Counter(" ".join(each[deep : deep + 1]) or _("(nothing more)") for each in words)
    said = (
        _("{count} moves. They begin: {words}.") if not deep else _("{count} moves. After {shared}: {words}.")
    )
    listed = ", ".join(f"{word} ({count})" if count > 1 else word for word, count in nexts.items())
    example = f"{shared} {next(iter(nexts))}".strip()
    return [
        said.format(count=len(texts), shared=shared, words=listed),
        _("Say more, as in moves {words}; moves all lists everything.").format(words=example),
    ]


def why(model: TableModel, text: str | None) -> Answer:
    """Say why a move is not allowed, or what it does; with nothing named, what the table waits for."""
    if text is None:
        return Answer(waiting.awaited_lines(model.handle, model.silence))
    handle = model.choices.handle()
    rules, seat = handle.replica.rules, seat_of(handle) or 0
    try:
        move = model.choices.meant(text)
    except Illegal as refusal:
        said = _("No: {why}").format(why=model.named(refusal.message))
        said_why = with_message("why", refusal.message) | with_message("effect", None) | {"told": []}
        forbidden = {"move": text, "allowed": False, **said_why}
        return Answer([said], lambda: forbidden)
    told = forecast(rules, state_of(handle), seat, move)
    brought = model.named(together(told))
    said = _("It is legal: {effect}").format(effect=brought) if brought else _("It is legal.")
    notation = rules.text(state_of(handle), seat, move)
    brings = {
        **with_message("why", None),
        **with_message("effect", together(told), ""),
        "told": effects_data(told),
    }
    return Answer([said], lambda: {"move": notation, "allowed": True, **brings})


def whole(model: TableModel, _argument: None) -> Answer:
    """Return the position for a program, in one object."""
    replica, handle = model.replica, model.handle
    data = position(replica, len(replica.log), seat_of(handle), known_faces(handle))
    return Answer(data=lambda: data)


def picture(model: TableModel, size: tuple[int, int]) -> Answer:
    """Return the board as characters, for a program."""
    replica = model.replica
    painter = registry.game(replica.genesis.game).painter
    if painter is None:
        raise Illegal(sentences.NO_PICTURE)
    view = View(*size, seat_of(model.handle), known_faces(model.handle), replica.names)
    lines = list(painter.picture(model.position.state, view).lines)
    return Answer(data=lambda: {"lines": lines})


def _size(said: Mapping[str, object]) -> tuple[int, int]:
    columns, rows = (_room(said, name) for name in ROOM)
    return columns, rows


def _room(said: Mapping[str, object], name: str) -> int:
    least, most, usual = ROOM[name]
    room = said.get(name, usual)
    if type(room) is not int or not least <= room <= most:
        raise Illegal(sentences.PICTURE_SIZE(least=Count(least), most=Count(most), what=Verbatim(name)))
    return room


def _begin(said: Mapping[str, object]) -> str:
    begin = said.get("begin", "")
    if not isinstance(begin, str):
        raise Illegal(sentences.ASK_MOVES(example=Verbatim('{"do": "moves", "begin": "0-1"}')))
    return begin


def _place(said: Mapping[str, object]) -> str:
    place = said.get("place")
    if not isinstance(place, str):
        raise Illegal(sentences.ASK_LOOK(example=Verbatim('{"do": "look", "place": "a1"}')))
    return place


def _move(said: Mapping[str, object]) -> str:
    text = said.get("move")
    if not isinstance(text, str):
        raise Illegal(sentences.ASK_WHY(example=Verbatim('{"do": "why", "move": "0-1"}')))
    return text


BOTH: Final = Front.LINES | Front.JSON
MOVES: Final = Action(
    "moves",
    "moves",
    N_("the legal moves (beginning with TEXT), numbered"),
    moves,
    replace(TEXT, taken=_begin),
    fronts=BOTH | Front.SCREEN | Front.WINDOW,
    available=lambda model: model.mine is not None,
)
WHY: Final = Action(
    "why",
    "why",
    N_("why a move is not allowed, or what it does; alone: why the game waits"),
    why,
    replace(MOVE, read=lambda text: text or None, taken=_move),
    fronts=BOTH,
)
READ: Final = Action(
    "read",
    N_("read"),
    N_("the position in words"),
    read,
    TEXT,
    keys=("F3", "Ctrl-O"),
    words=("board", "read"),
    help=N_("the position in words (only lines with TEXT)"),
    request="words",
)
LOOK: Final = Action(
    "look",
    "look",
    N_("what is at a place on the board, named as in moves"),
    look,
    Argument(N_("PLACE"), as_typed, _place),
    keys=None,
    fronts=BOTH | Front.SCREEN | Front.WINDOW,
    choices=lambda _model: (),  # the cursor says so where there is one
)
HAND: Final = Action(
    "own-hand", "hand", N_("what only you see"), own_hand, words=("hand",), request="hand", fronts=BOTH
)
SCORES: Final = Action(
    "scores",
    N_("scores"),
    N_("points as they stand, and what they consist of"),
    scores,
    words=("scores", "score"),
)
POSITION: Final = Action("position", "position", "the position in one object", whole, fronts=Front.JSON)
PICTURE: Final = Action(
    "picture", "picture", "the board as characters", picture, Argument(taken=_size), fronts=Front.JSON
)

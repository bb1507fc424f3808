"""The table as the page gets it: plain data, a part for each thing that is shown. Whatever is sent is made here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final

import trio

from p2pgames.contract import Seat
from p2pgames.drawing.shapes import Drawing, Group, Ink, Shape, Text, badge
from p2pgames.drawing.svg import Writer, path_data
from p2pgames.picture.picture import Drawer, View
from p2pgames.text import isolated
from p2pgames_cli.export import picture
from p2pgames_cli.export.html import page
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import asked, headed
from p2pgames_cli.table import catch_up, chat_text, history_text, lesson_step, offers, waiting
from p2pgames_cli.table.actions.action import Action, worded
from p2pgames_cli.table.news import NOTHING, Notice
from p2pgames_cli.table.seat_handle import held_back, seat_of
from p2pgames_cli.table.status import brief
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.viewpoint import alone
from p2pgames_cli.window.page_model import PageModel
from p2pgames_protocol.log.history import MoveEntry

OFFERED: Final = 60
"""Moves that are listed at most; with more typed there are fewer."""
SAID: Final = 200
"""Messages of the chat that are shown."""


# The list of what can be done now, as the page gets it.


def listed(model: PageModel) -> Iterator[dict[str, str | int]]:
    """Yield what can be done now: a thing to do, or the beginning of what is typed for it."""
    for action in model.actions.possible():
        ways = list(model.actions.ways(action))
        for number, item in enumerate(ways):
            yield {"id": action.id, "choice": number, "name": item.name, "about": item.about}
        if not ways and action.argument.typed:
            yield _typed(action)


def due(model: PageModel) -> dict[str, object] | None:
    """Return what it is time for because somebody is silent, and what would follow; None for nothing."""
    found = [action for action in model.actions.possible() if action.due(model.table)]
    if not found:
        return None
    handle, silence = model.table.handle, model.table.silence
    said = [
        line
        for seat in waiting.awaited(handle)
        for told in (waiting.suspended(handle, seat), waiting.offer(handle, seat, silence))
        for line in told
    ]
    return {"text": " ".join(said), "does": [[action.id, worded(action.name)] for action in found]}


def _typed(action: Action) -> dict[str, str | int]:
    word, what = action.typed[0], worded(action.argument.typed)
    return {"id": "", "typed": f"{word} ", "name": f"{word} {what}", "about": worded(action.about)}


# The board as the page gets it: each shape as one element, the spots by name, and what is to glide.

PREFIX: Final = "b-"
"""How ids inside the board begin; those of the page are others."""
BESIDE: Final = "p-"
"""The same for what stands beside it."""


@dataclass
class Board:
    """Draws the position that a page shows; what was drawn last is kept as long as nothing of it has changed."""

    model: PageModel
    _view: tuple[object, View] | None = None
    _shown: dict[str, Any] = field(default_factory=dict)
    _seats: tuple[tuple[Ink, tuple[Shape, ...]], ...] = ()
    _steps: int = -1

    @property
    def seats(self) -> tuple[tuple[Ink, tuple[Shape, ...]], ...]:
        """The inks and signs of the players, where the drawing says so."""
        if not self._shown:
            self.drawn()
        return self._seats

    @property
    def leads_on(self) -> bool:
        """Whether pointing at a spot of the board leads on from what stands in the line."""
        return any(legal for _name, _outline, legal, _said in (self.drawn() or {}).get("spots", ()))

    def drawn(self) -> dict[str, Any] | None:
        """Return the board; None if nothing draws the game."""
        model, painter = self.model, self.model.table.painter
        if not isinstance(painter, Drawer):
            return None
        view = model.input.view()
        if self._view is None or self._view[0] is not model.table.state or self._view[1] != view:
            drawing = painter.drawing(model.table.state, view)
            self._seats = drawing.seats
            self._shown = {**_elements(drawing, PREFIX), "glides": list(self._glides(painter, view))}
            self._view = (model.table.state, view)
        return self._shown

    def panel(self) -> dict[str, Any] | None:
        """Return what the game says beside its board: a drawing, or rows of inked characters; None if nothing."""
        painter, model = self.model.table.painter, self.model
        if painter is None:
            return None
        if isinstance(painter, Drawer):
            drawing = painter.side_panel_drawing(model.table.state, model.input.view())
            return (
                {**_elements(drawing, BESIDE), "meanings": self._meanings(drawing)}
                if drawing.shapes
                else None
            )
        rows = painter.side_panel_rows(model.table.state, model.input.view())
        return {"rows": [[[ink, text] for ink, text in row] for row in rows]} if rows else None

    def _meanings(self, drawing: Drawing) -> list[str]:
        """Return what each part of what stands beside the board means, empty if it says all itself."""
        table = self.model.table
        return [
            table.named(table.describe_spot(spot.name))
            or ("" if _words(spot.title) <= _written(part) else spot.title)
            for spot, part in zip(drawing.spots, drawing.shapes, strict=True)
        ]

    def _glides(self, painter: Drawer, view: View) -> Iterator[list[Any]]:
        """Yield the ways of what others have moved since the board was drawn last."""
        model = self.model
        shown = (
            len(model.table.replica.log) if model.table.timeline.step is None else model.table.timeline.step
        )
        before, self._steps = self._steps, shown
        if not 0 <= before < shown <= before + 2 * len(model.table.replica.names):
            return
        begun = 0  # one move after the other
        for entry in model.table.handle.history.entries(before, shown):
            if isinstance(entry, MoveEntry) and (
                model.table.timeline.replaying or entry.seat != model.table.visibility.seat
            ):
                ways = painter.motions(entry.state, entry.move, view)
                yield from (
                    [PREFIX + way.key, path_data(way.steps), way.ms, begun + way.wait] for way in ways
                )
                begun += max((way.wait + way.ms for way in ways), default=0)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _written(shape: Shape) -> frozenset[str]:
    """Return the words that a shape shows."""
    if isinstance(shape, Group):
        return frozenset().union(*map(_written, shape.shapes))
    return _words(shape.text) if isinstance(shape, Text) else frozenset()


def _elements(drawing: Drawing, prefix: str) -> dict[str, Any]:
    writer = Writer(prefix=prefix)
    return {
        "size": [ceil(drawing.width), ceil(drawing.height)],
        "title": drawing.title,
        "desc": drawing.desc,
        "symbols": writer.symbols(drawing.symbols),
        "shapes": [_element(writer, shape) for shape in drawing.shapes],
        "spots": [
            [spot.name, [round(at, 1) for point in spot.outline for at in point], spot.legal, spot.said]
            for spot in drawing.spots
        ],
    }


def _element(writer: Writer, shape: Shape) -> str:
    """Return a shape as one element: text with a halo would be two."""
    markup = writer.shape(shape)
    return f"<g>{markup}</g>" if isinstance(shape, Text) and shape.halo else markup


# The end of a game as the page gets it: what came of it, what can be done now, and the game as a page to keep.

SAVED: Final = "game.html"
"""What a browser asks for to save the game."""
_ONE: Final = trio.CapacityLimiter(1)
"""A long game takes seconds: one after the other."""


def ending(model: PageModel) -> dict[str, Any] | None:
    """Return how everybody has done and what can be done now; None while the game goes on, or if this is not shown."""
    table = model.table
    if not table.position.over or table.replica.position.ending is None:
        return None
    result = table.replica.position.ending.result
    places = result.places if result is not None else ()
    scores = result.scores if result is not None else None
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    return {
        "text": outcome(table),
        "stands": [
            {
                "place": places[seat],
                "seat": seat,
                "points": "" if scores is None else history_text.points(scores[seat]),
            }
            for seat in order
        ],
        "does": [list(pair) for pair in _offered(model, scored=scores is not None)],
        "saves": _("Save as a page") if _kept(table) else "",
        "back": _("Look back"),
    }


def outcome(table: TableModel) -> str:
    """Return who won and how the game ended, in a sentence or two."""
    return history_text.finished(history_text.outcome_of(table.replica))


def _offered(model: PageModel, *, scored: bool) -> Iterator[tuple[str, str]]:
    """Yield what one may want to do after a game, as far as it can be done: an action and what its button says."""
    wanted = {
        "rematch": _("Rematch"),
        "quit": _("Your games") if model.table.play_options.within else "",
        "scores": _("What the points came from") if scored else "",
        "analysis": _("What the game turned on"),
    }
    possible = {action.id for action in model.actions.possible()}
    yield from ((action, said) for action, said in wanted.items() if said and action in possible)


def _kept(table: TableModel) -> bool:
    """Tell whether this is a game that is kept, and over, and not too long for a page."""
    replica = table.replica
    return replica.finished and table.what_if is None and len(replica.log) <= picture.MOST


async def saved(table: TableModel) -> tuple[str, bytes] | None:
    """Return the game as a page that steps through it, and what its file is called; None if there is none yet."""
    if not _kept(table):
        return None
    genesis = table.replica.genesis
    text = await trio.to_thread.run_sync(page, table.replica, limiter=_ONE, abandon_on_cancel=True)
    return f"{genesis.proposal.rules}-{genesis.game_id.hex()[:8]}.html", text.encode()


@dataclass
class TableView:
    """Makes the parts; what has happened is put in words once."""

    model: PageModel
    _told: list[dict[str, Any]] = field(default_factory=list)
    _rounds: int = 0

    def __post_init__(self) -> None:
        self._board = Board(self.model)

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        model = self.model
        hidden = model.table.visibility.hand_hidden and model.table.mine is not None
        return {
            "table": self._table(),
            "players": list(self._players()),
            "board": None if hidden else self._board.drawn(),
            "panel": None if hidden else self._board.panel(),
            "words": [] if hidden else list(self._words()),
            "turn": self._turn(),
            "line": {"text": model.input.typed, "number": model.number},
            "moves": self._moves(),
            "events": self._events(),
            "chat": self._chat(),
            "said": self._said(),
            "notice": list(self._notice()),
            "offer": self._offer(),
            "ending": ending(model),
            "due": due(model),
            "lesson": self._lesson(),
            "question": self._question(),
            "text_dialog": self._text_dialog(),
            "overlay": model.overlay.plain() if model.overlay is not None else None,
            "privacy": self._hand_hidden() if hidden else None,
            "actions": list(listed(model)),
            "theme": str(model.table.settings["window.theme"]).removeprefix("auto"),
        }

    def _table(self) -> dict[str, Any]:
        model, genesis = self.model, self.model.table.replica.genesis
        shown = (
            len(model.table.replica.log) if model.table.timeline.step is None else model.table.timeline.step
        )
        kept = not model.table.timeline.replaying and model.table.what_if is None
        return {
            "title": model.table.title,
            "words": "" if model.table.local else genesis.words,
            "step": shown,
            "steps": len(model.table.replica.log),
            "live": model.table.timeline.step is None and not model.table.timeline.replaying,
            "over": model.table.position.over,
            "home": model.table.play_options.within,
            "talks": model.table.handle.talk is not None,
            "holds": brief(model.table.guarantee) if kept else "",
            "resume": f"p2pgames resume {genesis.game_id.hex()[:8]} --window" if kept else "",
            "looks": model.table.visibility.onlooker,
        }

    def _players(self) -> Iterator[dict[str, Any]]:
        model = self.model
        names, scores = model.table.replica.names, model.table.replica.rules.scores(model.table.state)
        own = {seat_of(place) for place in model.table.timeline.handles}
        for seat, name in enumerate(names):
            ink, sign = self._sign(seat)
            yield {
                "name": name,
                "ink": ink,
                "sign": sign,
                "points": "" if scores is None else str(scores[seat]),
                "points_said": "" if scores is None else history_text.points(scores[seat]),
                "tally": model.table.seat_summary(seat),
                "where": self._where(seat, own),
                "moves": model.table.timeline.choosing == seat,
                "you": seat in own and not self._several and not model.table.timeline.passive,
            }

    @property
    def _several(self) -> bool:
        """Whether more than one person plays at this computer."""
        return self.model.table.local and len(self.model.table.timeline.handles) > 1

    def _sign(self, seat: Seat) -> tuple[str, str]:
        seats = self._board.seats
        ink, shapes = seats[seat] if seats else (f"seat{seat}", badge(seat, 0, 0, 10))
        return ink, "".join(map(Writer().shape, shapes))

    def _where(self, seat: Seat, own: set[Seat | None]) -> str:
        model = self.model
        if any(departed.seat == seat for departed in model.table.position.departures):
            return _("left")
        if model.table.local or seat in own:
            return ""
        return model.table.last_seen.of(model.table.handle, model.table.replica.genesis.keys[seat])

    def _words(self) -> Iterator[str]:
        model = self.model
        for sentence in model.table.replica.rules.words(
            model.table.state, model.table.visibility.seat, model.table.visibility.known
        ):
            yield model.table.named(sentence)
        if model.table.visibility.everything:
            yield from alone(model.table.replica, model.table.position)

    def _turn(self) -> dict[str, Any]:
        model = self.model
        sign, words = model.input.preview
        model.input.show()
        if sign == "no" and model.input.pointer.cursor and self._board.leads_on:
            sign = ""  # half of a move was pointed at: the rest is missing, nothing is wrong
        if model.input.click_sends:
            words = f"{history_text.finished(words)} {_('Enter, or a click there again, sends it.')}"
        elif another := model.input.other_click:
            words = f"{history_text.finished(words)} {_('Another click there: {move}.').format(move=another)}"
        draft = model.table.choices.draft
        chosen = list(draft.texts) if draft is not None and not model.input.busy else []
        return {
            "mine": model.table.mine is not None and not model.input.busy,
            "who": isolated(model.table.replica.names[seat_of(model.table.handle) or 0]),
            "several": self._several,
            "hidden": model.table.visibility.hand_hidden,
            "awaited": self._awaited(),
            "preview": [sign, words],
            "draft": chosen,
            "sends": not model.input.busy
            and (sign == "yes" or (not model.input.typed.strip() and bool(chosen))),
            "undoes": bool(model.input.typed or chosen),
        }

    def _awaited(self) -> str:
        model = self.model
        if model.table.position.over:
            return outcome(model.table)
        if model.table.timeline.step is not None or model.table.timeline.replaying:
            return ""
        return held_back(model.table.handle) or model.table.awaited()

    def _notice(self) -> Notice:
        """Return the notice, unless it says how the game ended: that stands there anyway."""
        table, shown = self.model.table, self.model.notices.shown
        if shown[0] == catch_up.WORD:
            return shown[0], headed(_(shown[0]), shown[1])
        over = table.position.over and history_text.finished(shown[1]) == outcome(table)
        return NOTHING if over else shown

    def _moves(self) -> dict[str, Any]:
        """Return the moves that go on from the line, with what they bring about."""
        model = self.model
        if model.table.choices.legal is None or model.table.visibility.hand_hidden:
            return {"count": 0, "listed": [], "such": ""}
        found = model.input.offers
        brought = (
            (text, model.table.named(model.table.choices.legal.effect(move)))
            for text, move in found[:OFFERED]
        )
        texts = (text for text, _move in model.table.choices.legal.moves if text != "pass")
        return {
            "count": len(found),
            "listed": [list(pair) for pair in brought],
            "such": next(texts, "pass"),
        }

    def _events(self) -> list[dict[str, Any]]:
        """Return what has happened, up to what is shown of a game that is over."""
        model = self.model
        replica, closed = model.table.replica, len(model.table.replica.log)
        for entry in model.table.handle.history.entries(self._rounds, closed):
            text = history_text.finished(next(history_text.lines(replica, entry)))
            self._told.append({"step": entry.round + 1, "seat": entry.seat, "text": text})
        self._rounds = closed
        shown = (
            closed
            if model.table.timeline.step is None or not model.table.timeline.replaying
            else model.table.timeline.step
        )
        return [told for told in self._told if told["step"] <= shown]

    def _chat(self) -> list[dict[str, Any]]:
        return [
            {"seat": one.seat, "text": chat_text.words(one)}
            for one in chat_text.heard(self.model.table.handle)[-SAID:]
        ]

    def _said(self) -> int:
        """Return how much this player has said: the page keeps what is typed until it is."""
        handle = self.model.table.handle
        seat = seat_of(handle)
        return 0 if handle.talk is None or seat is None else handle.talk.chat.counts[seat]

    def _offer(self) -> dict[str, Any] | None:
        """Return what the others want to know, and which answers there are here; whoever declined may accept yet."""
        table = self.model.table
        if table.what_if is not None or table.timeline.replaying:
            return None
        if said := offers.line(table.handle):
            accepts = len(offers.acceptable(table.handle)) == 1 or bool(offers.answerable(table.handle))
            declines = bool(offers.answerable(table.handle))
            return {
                "text": said,
                "accept": accepts and not table.local,
                "decline": declines and not table.local,
            }
        if said := table.rematch.line(table.handle):
            return {"text": said, "accept": False, "decline": False}
        return None

    def _lesson(self) -> list[str] | None:
        """Return what the teacher says: what is learnt, and what is to be done."""
        course = self.model.table.course
        return None if course is None else list(lesson_step.now(course).lines)

    def _question(self) -> dict[str, Any] | None:
        question = self.model.question
        if question is None:
            return None
        return {"text": asked(question.text), "lines": list(question.lines), "does": question.does}

    def _text_dialog(self) -> dict[str, Any] | None:
        dialog = self.model.text_dialog
        if dialog is None:
            return None
        return {
            "title": dialog.title,
            "lines": list(dialog.lines),
            "markdown": dialog.markdown,
            "last": dialog.newest_last,
        }

    def _hand_hidden(self) -> str:
        name = self.model.table.replica.names[seat_of(self.model.table.handle) or 0]
        return _("{name}, go on when only you see the screen.").format(name=name)

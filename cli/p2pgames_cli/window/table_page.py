"""The table as the page gets it: `TableView` as plain data. Whatever is sent of a table is made here."""

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
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.table import catch_up, chat_text, history_text
from p2pgames_cli.table.actions.action import Action, worded
from p2pgames_cli.table.invites import squares
from p2pgames_cli.table.news import NOTHING, Notice
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.view import TableView, send_label, turn
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
    found = TableView(model.table).due(model.actions.possible())
    if found is None:
        return None
    return {"text": found.text, "does": [[action.id, worded(action.name)] for action in found.actions]}


def _typed(action: Action) -> dict[str, str | int]:
    word, what = action.typed[0], worded(action.argument.typed)
    return {"id": "", "typed": f"{word} ", "name": f"{word} {what}", "about": worded(action.about)}


# The board as the page gets it: each shape as one element, the spots by name, and what is to glide.

PREFIX: Final = "b-"
"""How ids inside the board begin; those of the page are others."""
BESIDE: Final = "p-"
"""The same for what stands beside it."""


@dataclass
class DrawnBoard:
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

    def leads_on(self, spot: str) -> bool:
        """Tell whether a spot that was pointed at is a part of what can be done from there."""
        return any(
            legal for name, _outline, legal, _said in (self.drawn() or {}).get("spots", ()) if name == spot
        )

    def drawn(self) -> dict[str, Any] | None:
        """Return the board; None if nothing draws the game."""
        model = self.model
        table = model.table
        state, painter = table.state, table.painter
        if not isinstance(painter, Drawer):
            return None
        view = model.input.view()
        if self._view is None or self._view[0] is not state or self._view[1] != view:
            drawing = painter.drawing(state, view)
            self._seats = drawing.seats
            self._shown = {**_elements(drawing, PREFIX), "glides": list(self._glides(painter, view))}
            self._view = (state, view)
        return self._shown

    def panel(self) -> dict[str, Any] | None:
        """Return what the game says beside its board: a drawing, or rows of inked characters; None if nothing."""
        model = self.model
        table, view = model.table, model.input.view()
        state, painter = table.state, table.painter
        if painter is None:
            return None
        if isinstance(painter, Drawer):
            drawing = painter.side_panel_drawing(state, view)
            if not drawing.shapes:
                return None
            return {**_elements(drawing, BESIDE), "meanings": self._meanings(drawing)}
        rows = painter.side_panel_rows(state, view)
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
        table = self.model.table
        handle = table.handle
        at, own = table.timeline, table.visibility.seat
        before, self._steps = self._steps, at.shown
        if not 0 <= before < at.shown <= before + 2 * len(table.replica.names):
            return
        begun = 0  # one move after the other
        for entry in handle.history.entries(before, at.shown):
            if isinstance(entry, MoveEntry) and (at.replaying or entry.seat != own):
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
    ended = TableView(table).ending
    if ended is None:
        return None
    places, scores = (ended.result.places, ended.result.scores) if ended.result is not None else ((), None)
    stands = [
        {
            "place": places[seat],
            "seat": seat,
            "points": "" if scores is None else history_text.points_in_words(scores[seat]),
        }
        for seat in ended.order
    ]
    return {
        "text": ended.text,
        "stands": stands,
        "does": [list(pair) for pair in _offered(model, scored=scores is not None)],
        "saves": _("Save as a page") if _kept(table) else "",
        "back": _("Look back"),
    }


def _offered(model: PageModel, *, scored: bool) -> Iterator[tuple[str, str]]:
    """Yield what one may want to do after a game, as far as it can be done: an action and what its button says."""
    table = model.table
    wanted = {
        "rematch": _("Rematch"),
        "quit": _("Your games") if table.client.within else "",
        "scores": _("Where the points came from") if scored else "",
        "analysis": _("Turning points"),
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
    return f"{genesis.game}-{genesis.game_id.hex()[:8]}.html", text.encode()


@dataclass
class TablePage:
    """Turns what is shown of a table into plain data; what has happened is put in words once."""

    model: PageModel
    _told: list[dict[str, Any]] = field(default_factory=list)
    _rounds: int = 0

    def __post_init__(self) -> None:
        self._board = DrawnBoard(self.model)

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        model, view = self.model, TableView(self.model.table)
        shown, offer = view.model, view.offer
        hidden = shown.visibility.awaits_player
        return {
            "table": _table(view),
            "players": list(self._players(view)),
            "board": None if hidden else self._board.drawn(),
            "panel": None if hidden else self._board.panel(),
            "words": [] if hidden else list(view.in_words),
            "turn": self._turn(view),
            "line": {"text": model.input.typed, "number": model.number},
            "moves": self._moves(view),
            "events": self._events(view),
            **_chat(view),
            "notice": list(_notice(model, view)),
            "offer": offer and {"text": offer.text, "accept": offer.accepts, "decline": offer.declines},
            "ending": ending(model),
            "due": due(model),
            "lesson": (step := view.lesson)
            and {
                "head": step.head,
                "lines": [step.learn, step.task],
                "does": [["play-bot", _("Play it against a bot")]] if step.over else [],
            },
            **_dialogs(model),
            "phones": [
                {
                    "name": one.name,
                    "there": one.there,
                    "code": squares(one.link) if one.link else None,
                    "link": one.link,
                }
                for one in shown.session.at_phones
            ],
            "overlay": model.overlay.plain() if model.overlay is not None else None,
            "privacy": _("{name}, go on when only you see the screen.").format(name=view.who)
            if hidden
            else None,
            "actions": list(listed(model)),
            "theme": str(model.table.settings["window.theme"]).removeprefix("auto"),
        }

    def _players(self, view: TableView) -> Iterator[dict[str, Any]]:
        model = view.model
        watched = model.timeline.passive
        for player in view.players:
            ink, sign = self._sign(player.seat)
            yield {
                "name": player.name,
                "ink": ink,
                "sign": sign,
                "points": "" if player.points is None else str(player.points),
                "points_said": player.points_in_words,
                "tally": model.named(model.seat_summary(player.seat)),
                "where": player.presence,
                "moves": player.chooses,
                "you": player.here and not view.shared and not watched,
            }

    def _sign(self, seat: Seat) -> tuple[str, str]:
        seats = self._board.seats
        ink, shapes = seats[seat] if seats else (f"seat{seat}", badge(seat, 0, 0, 10))
        return ink, "".join(map(Writer().shape, shapes))

    def _turn(self, view: TableView) -> dict[str, Any]:
        model = view.model
        line = self.model.input
        made = turn(model, line)
        sign, words = made.sign, made.words
        if sign == "no" and self._board.leads_on(line.pointer.cursor):
            sign = ""  # half of a move was pointed at: the rest is missing, nothing is wrong
        if made.click:
            words = f"{history_text.with_full_stop(words)} {made.click}"
        return {
            "mine": model.mine is not None and not made.busy,
            "who": isolated(view.who),
            "several": view.shared,
            "hidden": model.visibility.awaits_player,
            "awaited": view.awaited,
            "preview": [sign, words],
            "draft": list(made.draft),
            "sends": made.sends,
            "send": send_label(model, line, made),
            "undoes": made.undoes,
        }

    def _moves(self, view: TableView) -> dict[str, Any]:
        """Return the moves that go on from the line, with what they bring about."""
        model = view.model
        if model.choices.legal is None or model.visibility.awaits_player:
            return {"count": 0, "listed": [], "such": ""}
        line = self.model.input
        found = line.offers
        return {
            "count": len(found),
            "listed": [[text, view.brought(move)] for text, move in found[:OFFERED]],
            "such": view.example or "pass",
        }

    def _events(self, view: TableView) -> list[dict[str, Any]]:
        """Return what has happened, up to what is shown of a game that is over."""
        model = view.model
        replica, history = model.replica, model.history
        for entry in history.entries(self._rounds, view.steps):
            text = history_text.with_full_stop(next(history_text.lines(replica, entry)))
            self._told.append({"step": entry.round + 1, "seat": entry.seat, "text": text})
        self._rounds = view.steps
        shown = view.step if view.replaying else view.steps
        return [told for told in self._told if told["step"] <= shown]


def _resuming(view: TableView, game: str) -> str:
    """Return what goes on with the game when the client has ended; nothing for a phone, which cannot type it."""
    session = view.model.session
    if not view.kept or session.client.window is None:
        return ""
    return f"p2pgames resume {game} --window" + (" --phones" if session.phones else "")


def _table(view: TableView) -> dict[str, Any]:
    model = view.model
    genesis = model.replica.genesis
    return {
        "title": view.model.title,
        "words": "" if model.local else genesis.words,
        "step": view.step,
        "steps": view.steps,
        "live": view.live and not view.replaying,
        "over": view.over,
        "home": model.client.within,
        "talks": model.handle.talk is not None,
        "holds": view.holds,
        "resume": _resuming(view, genesis.game_id.hex()[:8]),
        "looks": model.visibility.onlooker,
        "common": bool(model.session.phones),
    }


def _notice(model: PageModel, view: TableView) -> Notice:
    """Return the notice, unless it says how the game ended: that stands there anyway."""
    word, text = model.notices.shown
    if word == catch_up.WORD:
        return word, headed(_(word), text)
    return (
        NOTHING
        if view.ending is not None and history_text.with_full_stop(text) == view.ending.text
        else (word, text)
    )


def _chat(view: TableView) -> dict[str, Any]:
    """Return what was said, and how much of it by this player: the page keeps what is typed until it is said."""
    model = view.model
    talk, seat = model.handle.talk, seat_of(model.handle)
    heard = chat_text.heard_messages(model.handle, SAID)
    return {
        "chat": [{"seat": one.seat, "text": chat_text.message_text(one)} for one in heard],
        "said": 0 if talk is None or seat is None else talk.chat.counts[seat],
    }


def _dialogs(model: PageModel) -> dict[str, Any]:
    """Return what is asked over the board, and what lies over it to be read."""
    question, dialog = model.question, model.text_dialog
    return {
        "question": question
        and {"text": question.text, "lines": list(question.lines), "does": question.does},
        "text_dialog": dialog
        and {
            "title": dialog.title,
            "lines": list(dialog.lines),
            "markdown": dialog.markdown,
            "last": dialog.newest_last,
            "moves": list(dialog.moves),
            "recalls": [bool(step) for step, _better in dialog.turns],
            "chart": dialog.chart,
        },
    }

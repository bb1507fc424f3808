"""What stands beside the board: players, what the game adds, moves on offer; events and chat below or beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from p2pgames.picture.picture import Painter, Row, Run, SignedPainter, View, seat_sign
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_cli.pages.page import ARROWS, LEFT, PASSED, TAKEN, Key, Page, PageContent, Reaction
from p2pgames_cli.pages.rows import column, fitted, heading, length, shortened, sign, width, wrapped
from p2pgames_cli.screen.chat_page import newest_said
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import history_text
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.turn_input import TurnInput
from p2pgames_cli.table.view import HERE, PlayerView, TableView
from p2pgames_cli.table.viewpoint import hidden_cards
from p2pgames_protocol.log.history import Entry

FAR = 200
"""Rounds that are looked through for events; most hold one, and some, as those of a shuffle, none."""
NEW = 3
"""Columns before what is new, in a line."""
TWO = 84
"""Columns from which on what has happened stands beside how the game stands."""
TABLE = 40
"""Columns of how the game stands then: those of a game's own panel, and a few more."""
BETWEEN = "  "
OFFERS = 8
"""Moves on offer that are shown at once."""


Line: TypeAlias = tuple[str, Row]
"""By what name it is told what a row means, empty if nothing is; and the row."""


PANELS = "panels"


@dataclass
class Panels(Page):
    """The panels over the board, on a screen too narrow to show them beside it."""

    presenter: Presenter
    signs: tuple[str, ...] = ()
    """What can be asked about of what was drawn last, from the top."""

    @property
    def name(self) -> str:
        """The panels."""
        return PANELS

    def keys(self) -> list[Key]:
        """Return how a line is chosen, and how they are left."""
        return [("↑↓", _("what it means"), ""), ("Esc", _("back"), "escape")]

    def press(self, key: str) -> Reaction:
        """Go to another line that something is told of, or go away."""
        if key in ARROWS:
            looked = self.presenter.looked
            at = self.signs.index(looked) + ARROWS[key] if looked in self.signs else 0
            self.presenter.look(self.signs[at % len(self.signs)] if self.signs else "")
            return TAKEN
        return self._leave() if key in ("enter", "escape") else PASSED

    def type(self, text: str) -> Reaction:
        """Go away."""
        return self._leave() if text == "q" else PASSED

    def _leave(self) -> Reaction:
        self.presenter.look()
        return LEFT

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return them; what can be pointed at is as they were drawn last."""
        view = TableView(self.presenter.model)
        lines = _lines(self.presenter, view, columns, rows)
        self.signs = tuple(dict.fromkeys(name for name, _ in lines if name))
        return panels(self.presenter, view, columns, rows)


def panels(presenter: Presenter, view: TableView, columns: int, rows: int) -> PageContent:
    """Return exactly this many rows: players first, then what there is room for, events last; side by side where wide.

    A click on a line tells what it means.
    """
    content, looked = PageContent(), presenter.looked
    wide = min(columns, TABLE) if columns >= TWO else columns
    for name, row in _lines(presenter, view, columns, rows):
        do = partial(presenter.look, name) if name else None
        here = name and name == looked
        content.add(tuple((f"{ink} reverse", text) for ink, text in row) if here else row, do, wide)
    return content


def _lines(presenter: Presenter, view: TableView, columns: int, rows: int) -> list[Line]:
    """Return exactly this many rows."""
    built = _table(presenter, view, min(columns, TABLE) if columns >= TWO else columns, rows)
    if columns < TWO:
        built += _plain(_story(presenter, columns, rows - len(built)))
        return _exactly(built, columns, rows)
    wide = columns - TABLE - len(BETWEEN)
    story = _story(presenter, wide, rows + 1)[1:]  # without the blank row above it
    beside, table = _exactly(_plain(story), wide, rows), _exactly(built, TABLE, rows)
    return [(name, (*one, ("", BETWEEN), *two)) for (name, one), (_, two) in zip(table, beside, strict=True)]


def _plain(rows: Iterable[Row]) -> list[Line]:
    """Return rows that nothing more is told of."""
    return [("", row) for row in rows]


def _exactly(built: list[Line], columns: int, rows: int) -> list[Line]:
    blank = _plain([()] * (rows - len(built)))
    return [(name, fitted(row, columns)) for name, row in (*built[:rows], *blank)]


def _table(presenter: Presenter, view: TableView, columns: int, rows: int) -> list[Line]:
    """Return how the game stands: players, what the game adds, moves on offer."""
    model = view.model
    players = zip(map(seat_sign, range(len(view.names))), player_rows(view, columns), strict=True)
    built = [*_plain([*_title(view, columns), heading(_("players"), columns)]), *players]
    if model.painter is not None:
        looks = presenter.input.view(columns, rows)
        draw = partial(_own_rows, model.painter, model.state, looks)
        own = presenter.drawn("own", (model.state, looks), draw)
        built += [*_plain([()]), *own] if own else []
    if model.visibility.everything:
        built += _plain(hands(model, columns))
    return [*built, *_plain(_offers(presenter.input, view, columns, rows - len(built)))]


def _own_rows(painter: Painter, state: Any, view: View) -> list[Line]:
    """Return what the game adds, with what its rows are about where it knows."""
    return (
        list(painter.side_panel_entries(state, view))
        if isinstance(painter, SignedPainter)
        else _plain(painter.side_panel_rows(state, view))
    )


def _story(presenter: Presenter, columns: int, rows: int) -> list[Row]:
    """Return what has happened and what was said, as far as there is room."""
    model = presenter.model
    said = newest_said(model.handle, columns, rows // 2)
    room = rows - len(said) - 2
    if room <= 1:
        return said
    at, new_from = model.timeline, model.unread.looked
    shows = (
        model.replica,
        model.position,
        at.shown,
        at.step,
        new_from,
        columns,
        room,
        speaker(model.replica.names),
    )
    happened = presenter.drawn("events", shows, partial(events, model, columns, room))
    return [(), heading(_("events"), columns), *happened, *said]


def _title(view: TableView, columns: int) -> list[Row]:
    words = "-".join(view.model.replica.genesis.words.split()[:2])
    right = (
        _("step {step}").format(step=view.step)
        if view.live
        else _("step {step} of {count}").format(step=view.step, count=view.steps)
    )
    if view.model.what_if is not None:
        right = f"{_('not saved')} · {right}"
    elif view.live and width(f"{view.model.title}  {words} · {right}") <= columns:
        right = f"{words} · {right}"
    if width(view.model.title) + 2 + width(right) > columns:
        return [(("bold", view.model.title),), (("", right),), ()]
    return [(("bold", column(view.model.title, columns - width(right))), ("", right)), ()]


# The players as the screen shows them: a line each in the panels, all in one line where there is no room for those.

NAME = 10
"""Columns that a name has at least."""


def player_rows(view: TableView, columns: int) -> list[Row]:
    """Return a line of each: turn, sign, name, points, what the game counts, and where they are.

    Names are as long as all else leaves room for.
    """
    rest = [_rest(player) for player in view.players]
    most = max(width("  ".join(part for part in parts if part)) for parts in rest)
    wide = max(NAME, min(max(map(width, view.names)), columns - most - 5))
    return [_player(player, columns, wide, parts) for player, parts in zip(view.players, rest, strict=True)]


def _player(player: PlayerView, columns: int, wide: int, parts: tuple[str, ...]) -> Row:
    turn: Run = ("bold", "▸") if player.chooses else ("", " ")
    name: Run = ("bold" if player.here else "", column(player.name, wide))
    left: Row = (turn, sign(player.seat), ("", " "), name)
    right, room = "  ".join(part for part in parts if part), columns - length(left) - 1
    if width(right) > room:  # the columns of points give way first
        right = " ".join(part.strip() for part in parts if part)
    return (*left, ("", f" {shortened(right, room)}"))


def _rest(player: PlayerView) -> tuple[str, ...]:
    """Return what stands behind a name, the least important last."""
    points = "" if player.points is None else f"{player.points:4d}"
    if player.presence == _(HERE):
        return points, player.brief, player.presence
    return points, player.presence, player.brief


def status(view: TableView, columns: int) -> Row:
    """Return all players in one line, for a narrow screen: with whole names where they have room."""
    title = f"{view.model.title} "
    whole = _line(view, max(map(width, view.names)))
    runs = whole if length(whole) + len(title) <= columns else _line(view, NAME)
    return fitted((*runs, ("", " " * max(0, columns - length(runs) - len(title))), ("dim", title)), columns)


def _line(view: TableView, wide: int) -> Row:
    """Return all players, with names at most so wide."""
    runs: list[Run] = []
    for player in view.players:
        points = "" if player.points is None else f" {player.points}"
        where = f" ({player.presence})" if player.presence else ""
        runs += [
            ("bold", "▸" if player.chooses else " "),
            sign(player.seat),
            ("bold" if player.here else "", f" {shortened(player.name, wide)}"),
            ("", f"{points}{where} "),
        ]
    return tuple(runs)


def hands(model: TableModel, columns: int) -> list[Row]:
    """Return the cards that each seat alone had seen, once they are revealed; nothing if there are none."""
    rows: list[Row] = []
    for seat, faces in hidden_cards(model.replica, model.position):
        lines = textwrap.wrap(" ".join(face or "?" for face in faces), columns - 2)
        rows += [(sign(seat) if at == 0 else ("", " "), ("", f" {line}")) for at, line in enumerate(lines)]
    return [(), heading(_("hidden cards"), columns), *rows] if rows else []


def _offers(line: TurnInput, view: TableView, columns: int, room: int) -> list[Row]:
    """Return the moves that begin with what is typed, with what they bring about."""
    if not view.count or room < 6:
        return []
    offers = line.offers
    few = min(OFFERS, room - 4)
    if not offers or len(offers) == view.count > few:
        return []
    rows: list[Row] = [(), heading(_("moves: {count}").format(count=len(offers)), columns)]
    at = next((n for n, (text, _) in enumerate(offers) if text == line.typed), 0)
    first = max(0, min(at - few // 2, len(offers) - few))
    for text, move in offers[first : first + few]:
        effect = view.brought(move)
        chosen = "reverse" if text == line.typed else "bold"
        rows.append(((chosen, text), ("", f"  {effect}" if effect else "")))
    return rows


def events(model: TableModel, columns: int, room: int) -> list[Row]:
    """Return the newest events, oldest first, each in as many lines as it takes, at most this many rows in all."""
    shown, history = model.timeline.shown, model.history
    rows: list[Row] = []
    # Backwards, so that nothing is wrapped that is not shown: this is most of the work of a frame.
    for number in range(shown - 1, max(-1, shown - 1 - FAR), -1):
        for entry in reversed(history.of_round(number)):
            rows = [*_event(model, entry, columns), *rows]
        if len(rows) >= room:
            break
    return rows[-room:]


def _event(model: TableModel, entry: Entry, columns: int) -> list[Row]:
    replica = model.replica
    head: Run = sign(entry.seat) if entry.seat is not None else ("", " ")
    name = replica.names[entry.seat] if entry.seat is not None else ""
    said = _("Over:") + " " if entry.kind == "over" else ""
    text = f"{name} {said}{history_text.with_what_came(replica, entry)}".strip()
    lines = wrapped(text, max(columns - 2, 8))
    new = model.unread.is_new(entry)
    mark: Row = (("fresh reverse", "»"),) if new else (("", " "),)
    ink = "fresh" if new else ""
    rest: list[Row] = [(("", "  "), (ink, line)) for line in lines[1:]]
    return [(head, *mark, (ink, lines[0])), *rest]


def news(model: TableModel, columns: int) -> Row:
    """Return in a line what others did since the player looked, the newest last; nothing if nothing is new."""
    replica, runs = model.replica, list[Run]()
    for entry in reversed(model.unread.moves()):
        seat = entry.seat or 0
        said: Run = ("fresh", f"{replica.names[seat]} {history_text.with_names(replica, entry)}")
        more: list[Run] = [("", " "), sign(seat), ("", " "), said, ("", " ")]
        if runs and length(tuple(more)) + length(tuple(runs)) > columns - NEW:
            break
        runs = more + runs
    return (("", " "), ("fresh reverse", "»"), *runs) if runs else ()

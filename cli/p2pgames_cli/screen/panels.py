"""What stands beside the board: players, what the game adds, moves on offer; events and chat below or beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from p2pgames.contract import Seat
from p2pgames.picture.picture import Painter, Row, Run, SignedPainter, View, seat_sign
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.screen.chat_page import newest_said
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import history_text
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_cli.table.viewpoint import hidden
from p2pgames_cli.ui.page import ARROWS, LEFT, PASSED, TAKEN, Key, Page, PageContent, Reaction
from p2pgames_cli.ui.styles import column, fitted, heading, length, shortened, sign, width, wrapped
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
            pointer = self.presenter.input.pointer
            at = self.signs.index(pointer.looked) + ARROWS[key] if pointer.looked in self.signs else 0
            _look(self.presenter, self.signs[at % len(self.signs)] if self.signs else "")
            return TAKEN
        return self._leave() if key in ("enter", "escape") else PASSED

    def type(self, text: str) -> Reaction:
        """Go away."""
        return self._leave() if text == "q" else PASSED

    def _leave(self) -> Reaction:
        self.presenter.input.pointer.looked = ""
        return LEFT

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return them; what can be pointed at is as they were drawn last."""
        self.signs = tuple(dict.fromkeys(name for name, _ in _lines(self.presenter, columns, rows) if name))
        return panels(self.presenter, columns, rows)


def panels(presenter: Presenter, columns: int, rows: int) -> PageContent:
    """Return exactly this many rows: players first, then what there is room for, events last; side by side where wide.

    A click on a line tells what it means.
    """
    content, looked = PageContent(), presenter.input.pointer.looked
    wide = min(columns, TABLE) if columns >= TWO else columns
    for name, row in _lines(presenter, columns, rows):
        do = partial(_look, presenter, name) if name else None
        here = name and name == looked
        content.add(tuple((f"{ink} reverse", text) for ink, text in row) if here else row, do, wide)
    return content


def _look(presenter: Presenter, name: str) -> None:
    """Point at something, so that what it means is told; what was new leaves room for that."""
    presenter.input.pointer.looked = name
    presenter.notices.quiet()


def _lines(presenter: Presenter, columns: int, rows: int) -> list[Line]:
    """Return exactly this many rows."""
    built = _table(presenter, min(columns, TABLE) if columns >= TWO else columns, rows)
    if columns < TWO:
        built += _plain(_story(presenter, columns, rows - len(built)))
        return _exactly(built, columns, rows)
    beside = columns - TABLE - len(BETWEEN)
    told = _exactly(
        _plain(_story(presenter, beside, rows + 1)[1:]), beside, rows
    )  # without the blank row above it
    table = _exactly(built, TABLE, rows)
    return [(name, (*one, ("", BETWEEN), *two)) for (name, one), (_, two) in zip(table, told, strict=True)]


def _plain(rows: Iterable[Row]) -> list[Line]:
    """Return rows that nothing more is told of."""
    return [("", row) for row in rows]


def _exactly(built: list[Line], columns: int, rows: int) -> list[Line]:
    blank = _plain([()] * (rows - len(built)))
    return [(name, fitted(row, columns)) for name, row in (*built[:rows], *blank)]


def _table(presenter: Presenter, columns: int, rows: int) -> list[Line]:
    """Return how the game stands: players, what the game adds, moves on offer."""
    model = presenter.model
    built = [*_plain(_title(presenter, columns)), *_players(presenter, columns)]
    if model.painter is not None:
        own = _own_rows(model.painter, model.state, presenter.input.view(columns, rows))
        built += [*_plain([()]), *own] if own else []
    if model.visibility.everything:
        built += _plain(hands(presenter, columns))
    return [*built, *_plain(_offers(presenter, columns, rows - len(built)))]


def _own_rows(painter: Painter, state: Any, view: View) -> list[Line]:
    """Return what the game adds, with what its rows are about where it knows."""
    return (
        list(painter.side_panel_entries(state, view))
        if isinstance(painter, SignedPainter)
        else _plain(painter.side_panel_rows(state, view))
    )


def _story(presenter: Presenter, columns: int, rows: int) -> list[Row]:
    """Return what has happened and what was said, as far as there is room."""
    said = newest_said(presenter.model.handle, columns, rows // 2)
    room = rows - len(said) - 2
    if room <= 1:
        return said
    return [(), heading(_("events"), columns), *events(presenter, columns, room), *said]


def _title(presenter: Presenter, columns: int) -> list[Row]:
    model = presenter.model
    genesis = model.replica.genesis
    shown = model.timeline.shown
    right = (
        _("step {step}").format(step=shown)
        if model.timeline.step is None
        else _("step {step} of {count}").format(step=shown, count=len(model.replica.log))
    )
    words = "-".join(genesis.words.split()[:2])
    if model.what_if is not None:
        right = f"{_('not kept')} · {right}"
    elif model.timeline.step is None and width(f"{model.title}  {words} · {right}") <= columns:
        right = f"{words} · {right}"
    if width(model.title) + 2 + width(right) > columns:
        return [(("bold", model.title),), (("", right),), ()]
    return [(("bold", column(model.title, columns - width(right))), ("", right)), ()]


# The players as the screen shows them: a line each in the panels, all in one line where there is no room for those.

HERE = N_("here")
NAME = 10
"""Columns that a name has at least."""


def players(presenter: Presenter, columns: int) -> list[Row]:
    """Return a line of each: turn, sign, name, points, what the game counts, and where they are.

    Names are as long as all else leaves room for.
    """
    names = presenter.model.replica.names
    rest = [_rest(presenter, seat) for seat in range(len(names))]
    most = max(width("  ".join(part for part in parts if part)) for parts in rest)
    wide = max(NAME, min(max(map(width, names)), columns - most - 5))
    return [_player(presenter, seat, columns, wide, parts) for seat, parts in enumerate(rest)]


def _player(presenter: Presenter, seat: Seat, columns: int, wide: int, parts: tuple[str, ...]) -> Row:
    model = presenter.model
    turn: Run = ("bold", "▸") if model.timeline.choosing == seat else ("", " ")
    name = column(model.replica.names[seat], wide)
    left: Row = (turn, sign(seat), ("", " "), ("bold" if _own(presenter, seat) else "", name))
    right, room = "  ".join(part for part in parts if part), columns - length(left) - 1
    if width(right) > room:  # the columns of points give way first
        right = " ".join(part.strip() for part in parts if part)
    return (*left, ("", f" {shortened(right, room)}"))


def _rest(presenter: Presenter, seat: Seat) -> tuple[str, ...]:
    """Return what stands behind a name, the least important last."""
    model = presenter.model
    scores = model.replica.rules.scores(model.state)
    where, points = presence(presenter, seat), f"{scores[seat]:4d}" if scores is not None else ""
    tally = model.named(model.painter.seat_summary(model.state, seat)) if model.painter is not None else ""
    return (points, tally, where) if where == _(HERE) else (points, where, tally)


def _own(presenter: Presenter, seat: Seat) -> bool:
    return any(seat_of(handle) == seat for handle in presenter.model.timeline.handles)


def presence(presenter: Presenter, seat: Seat) -> str:
    """Return where a player is, in a word or two."""
    model = presenter.model
    departed = [d for d in model.position.departures if d.seat == seat]
    if departed:
        return _("left")
    if model.local or _own(presenter, seat):
        return ""
    return model.last_seen.of(model.handle, model.replica.genesis.keys[seat])


def status(presenter: Presenter, columns: int) -> Row:
    """Return all players in one line, for a narrow screen: with whole names where they have room."""
    model = presenter.model
    title = f"{model.title} "
    whole = _line(presenter, max(map(width, model.replica.names)))
    runs = whole if length(whole) + len(title) <= columns else _line(presenter, NAME)
    return fitted((*runs, ("", " " * max(0, columns - length(runs) - len(title))), ("dim", title)), columns)


def _line(presenter: Presenter, wide: int) -> Row:
    """Return all players, with names at most so wide."""
    model = presenter.model
    runs: list[Run] = []
    scores = model.replica.rules.scores(model.state)
    for seat, name in enumerate(model.replica.names):
        turn = "▸" if model.timeline.choosing == seat else " "
        where = presence(presenter, seat)
        runs += [
            ("bold", turn),
            sign(seat),
            ("bold" if _own(presenter, seat) else "", f" {shortened(name, wide)}"),
            ("", (f" {scores[seat]}" if scores else "") + (f" ({where})" if where else "") + " "),
        ]
    return tuple(runs)


def _players(presenter: Presenter, columns: int) -> list[Line]:
    rows = enumerate(players(presenter, columns))
    return [("", heading(_("players"), columns)), *((seat_sign(seat), row) for seat, row in rows)]


def hands(presenter: Presenter, columns: int) -> list[Row]:
    """Return the cards that each seat alone had seen, once they are revealed; nothing if there are none."""
    model = presenter.model
    rows: list[Row] = []
    for seat, faces in hidden(model.replica, model.position):
        lines = textwrap.wrap(" ".join(face or "?" for face in faces), columns - 2)
        rows += [(sign(seat) if at == 0 else ("", " "), ("", f" {line}")) for at, line in enumerate(lines)]
    return [(), heading(_("hidden cards"), columns), *rows] if rows else []


def _offers(presenter: Presenter, columns: int, room: int) -> list[Row]:
    """Return the moves that begin with what is typed, with what they bring about."""
    model = presenter.model
    if model.choices.legal is None or room < 6:
        return []
    offers = presenter.input.offers
    few = min(OFFERS, room - 4)
    if not offers or len(offers) == len(model.choices.legal.moves) > few:
        return []
    rows: list[Row] = [(), heading(_("moves: {count}").format(count=len(offers)), columns)]
    at = next((n for n, (text, _) in enumerate(offers) if text == presenter.input.typed), 0)
    first = max(0, min(at - few // 2, len(offers) - few))
    for text, move in offers[first : first + few]:
        effect = model.named(model.choices.legal.effect(move))
        chosen = "reverse" if text == presenter.input.typed else "bold"
        rows.append(((chosen, text), ("", f"  {effect}" if effect else "")))
    return rows


def events(presenter: Presenter, columns: int, room: int) -> list[Row]:
    """Return the newest events, oldest first, each in as many lines as it takes, at most this many rows in all."""
    model = presenter.model
    shown = model.timeline.shown
    rows: list[Row] = []
    # Backwards, so that nothing is wrapped that is not shown: this is most of the work of a frame.
    for number in range(shown - 1, max(-1, shown - 1 - FAR), -1):
        for entry in reversed(model.handle.history.of_round(number)):
            rows = [*_event(presenter, entry, columns), *rows]
        if len(rows) >= room:
            break
    return rows[-room:]


def _event(presenter: Presenter, entry: Entry, columns: int) -> list[Row]:
    model = presenter.model
    head: Run = sign(entry.seat) if entry.seat is not None else ("", " ")
    name = model.replica.names[entry.seat] if entry.seat is not None else ""
    said = _("Over:") + " " if entry.kind == "over" else ""
    text = f"{name} {said}{history_text.told(model.replica, entry)}".strip()
    lines = wrapped(text, max(columns - 2, 8))
    new = model.unread.is_new(entry)
    mark: Row = (("fresh reverse", "»"),) if new else (("", " "),)
    ink = "fresh" if new else ""
    rest: list[Row] = [(("", "  "), (ink, line)) for line in lines[1:]]
    return [(head, *mark, (ink, lines[0])), *rest]


def news(presenter: Presenter, columns: int) -> Row:
    """Return in a line what others did since the player looked, the newest last; nothing if nothing is new."""
    model = presenter.model
    runs: list[Run] = []
    for entry in reversed(model.unread.moves()):
        name = model.replica.names[entry.seat or 0]
        said: Run = ("fresh", f"{name} {history_text.said(model.replica, entry)}")
        more: list[Run] = [("", " "), sign(entry.seat or 0), ("", " "), said, ("", " ")]
        if runs and length(tuple(more)) + length(tuple(runs)) > columns - NEW:
            break
        runs = more + runs
    return (("", " "), ("fresh reverse", "»"), *runs) if runs else ()

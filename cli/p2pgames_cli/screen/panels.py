"""What stands beside the board: players, what the game adds, moves on offer, events."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from p2pgames.contract import Seat
from p2pgames.picture.picture import Row, Run
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.screen.chat_page import aside
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table import history_text
from p2pgames_cli.table.seat import seat_of
from p2pgames_cli.table.visibility import hidden
from p2pgames_cli.ui.leaf import Leaf
from p2pgames_cli.ui.page import ARROWS, LEFT, PASSED, TAKEN, Key, Page, Reaction
from p2pgames_cli.ui.styles import column, fitted, heading, length, shortened, sign, width, wrapped
from p2pgames_protocol.log.history import Entry

HERE = N_("here")
FAR = 200
"""Rounds that are looked through for events; most hold one, and some, as those of a shuffle, none."""
NEW = 3
"""Columns before what is new, in a line."""
OFFERS = 8
"""Moves on offer that are shown at once."""


@dataclass
class Panels(Page):
    """The panels over the board, on a screen too narrow to show them beside it."""

    desk: Desk

    @property
    def name(self) -> str:
        """The panels."""
        return "panels"

    def keys(self) -> list[Key]:
        """Return how they are left."""
        return [("↑↓", _("scroll"), ""), ("Esc", _("back"), "escape")]

    def press(self, key: str) -> Reaction:
        """Go away."""
        return LEFT if key in ("enter", "escape") else TAKEN if key in ARROWS else PASSED

    def type(self, text: str) -> Reaction:
        """Go away."""
        return LEFT if text == "q" else PASSED

    def rows(self, columns: int, rows: int) -> Leaf:
        """Return them."""
        return Leaf(panels(self.desk, columns, rows))


def panels(desk: Desk, columns: int, rows: int) -> list[Row]:
    """Return exactly so many rows: players first, then what there is room for, events last."""
    built = [*_title(desk, columns), *_players(desk, columns)]
    if desk.painter is not None:
        own = desk.painter.panel(desk.state, desk.view(columns, rows))
        built += [(), *own] if own else []
    if desk.everything:
        built += hands(desk, columns)
    built += _offers(desk, columns, rows - len(built))
    said = aside(desk.place, columns, (rows - len(built)) // 2)
    room = rows - len(built) - len(said) - 2
    if room > 1:
        built += [(), heading(_("events"), columns), *events(desk, columns, room)]
    built += said
    built += [()] * (rows - len(built))
    return [fitted(row, columns) for row in built[:rows]]


def _title(desk: Desk, columns: int) -> list[Row]:
    genesis = desk.ledger.genesis
    shown = len(desk.ledger.log) if desk.step is None else desk.step
    right = (
        _("step {step}").format(step=shown)
        if desk.step is None
        else _("step {step} of {count}").format(step=shown, count=len(desk.ledger.log))
    )
    words = "-".join(genesis.words.split()[:2])
    if desk.manner.trial is not None:
        right = f"{_('not kept')} · {right}"
    elif desk.step is None and width(f"{desk.title}  {words} · {right}") <= columns:
        right = f"{words} · {right}"
    if width(desk.title) + 2 + width(right) > columns:
        return [(("bold", desk.title),), (("", right),), ()]
    return [(("bold", column(desk.title, columns - width(right))), ("", right)), ()]


def _players(desk: Desk, columns: int) -> list[Row]:
    genesis = desk.ledger.genesis
    return [
        heading(_("players"), columns),
        *(player(desk, seat, columns) for seat in range(len(genesis.names))),
    ]


def player(desk: Desk, seat: Seat, columns: int) -> Row:
    """Return the line of one player: turn, sign, name, points, what the game counts, and where they are."""
    genesis = desk.ledger.genesis
    turn: Run = ("bold", "▸") if desk.choosing == seat else ("", " ")
    name = genesis.names[seat]
    left: Row = (turn, sign(seat), ("", " "), ("bold" if _own(desk, seat) else "", column(name, 10)))
    scores = desk.ledger.rules.scores(desk.state)
    where, points = presence(desk, seat), f"{scores[seat]:4d}" if scores is not None else ""
    tally = desk.named(desk.painter.tally(desk.state, seat)) if desk.painter is not None else ""
    order = (points, tally, where) if where == _(HERE) else (points, where, tally)
    right = "  ".join(part for part in order if part)
    room = columns - length(left) - 1
    if width(right) > room:  # the columns of points give way first
        right = " ".join(part.strip() for part in order if part)
    return (*left, ("", f" {shortened(right, room)}"))


def _own(desk: Desk, seat: Seat) -> bool:
    return any(seat_of(place) == seat for place in desk.places)


def hands(desk: Desk, columns: int) -> list[Row]:
    """Return the cards that each seat alone had seen, once they are revealed; nothing where there are none."""
    rows: list[Row] = []
    for seat, faces in hidden(desk.ledger, desk.position):
        lines = textwrap.wrap(" ".join(face or "?" for face in faces), columns - 2)
        rows += [(sign(seat) if at == 0 else ("", " "), ("", f" {line}")) for at, line in enumerate(lines)]
    return [(), heading(_("hidden cards"), columns), *rows] if rows else []


def presence(desk: Desk, seat: Seat) -> str:
    """Return where a player is, in a word or two."""
    departed = [d for d in desk.position.departures if d.seat == seat]
    if departed:
        return _("left")
    if desk.local or _own(desk, seat):
        return ""
    return desk.whereabouts.of(desk.place, desk.ledger.genesis.keys[seat])


def _offers(desk: Desk, columns: int, room: int) -> list[Row]:
    """Return the moves that begin with what is typed, with what they bring about."""
    if desk.choices is None or room < 6:
        return []
    offers = desk.offers
    few = min(OFFERS, room - 4)
    if not offers or len(offers) == len(desk.choices.moves) > few:
        return []
    rows: list[Row] = [(), heading(_("moves: {count}").format(count=len(offers)), columns)]
    at = next((n for n, (text, _) in enumerate(offers) if text == desk.typed), 0)
    first = max(0, min(at - few // 2, len(offers) - few))
    for text, move in offers[first : first + few]:
        effect = desk.named(desk.choices.effect(move))
        chosen = "reverse" if text == desk.typed else "bold"
        rows.append(((chosen, text), ("", f"  {effect}" if effect else "")))
    return rows


def events(desk: Desk, columns: int, room: int) -> list[Row]:
    """Return the newest events, oldest first, each in as many lines as it takes, at most so many rows in all."""
    shown = len(desk.ledger.log) if desk.step is None else desk.step
    rows: list[Row] = []
    # Backwards, so that nothing is wrapped that is not shown: this is most of the work of a frame.
    for number in range(shown - 1, max(-1, shown - 1 - FAR), -1):
        for entry in reversed(desk.place.history.of_round(number)):
            rows = [*_event(desk, entry, columns), *rows]
        if len(rows) >= room:
            break
    return rows[-room:]


def _event(desk: Desk, entry: Entry, columns: int) -> list[Row]:
    head: Run = sign(entry.seat) if entry.seat is not None else ("", " ")
    name = desk.ledger.genesis.names[entry.seat] if entry.seat is not None else ""
    said = _("Over:") + " " if entry.kind == "over" else ""
    text = f"{name} {said}{history_text.said(desk.ledger, entry)}".strip()
    lines = wrapped(text, max(columns - 2, 8))
    new = desk.is_new(entry)
    mark: Row = (("fresh reverse", "»"),) if new else (("", " "),)
    ink = "fresh" if new else ""
    rest: list[Row] = [(("", "  "), (ink, line)) for line in lines[1:]]
    return [(head, *mark, (ink, lines[0])), *rest]


def news(desk: Desk, columns: int) -> Row:
    """Return in a line what others did since the player looked, the newest last; nothing where nothing is new."""
    runs: list[Run] = []
    for entry in reversed(desk.news()):
        name = desk.ledger.genesis.names[entry.seat or 0]
        said: Run = ("fresh", f"{name} {history_text.said(desk.ledger, entry)}")
        more: list[Run] = [("", " "), sign(entry.seat or 0), ("", " "), said, ("", " ")]
        if runs and length(tuple(more)) + length(tuple(runs)) > columns - NEW:
            break
        runs = more + runs
    return (("", " "), ("fresh reverse", "»"), *runs) if runs else ()


def status(desk: Desk, columns: int) -> Row:
    """Return all players in one line, for a narrow screen."""
    runs: list[Run] = []
    scores = desk.ledger.rules.scores(desk.state)
    for seat, name in enumerate(desk.ledger.genesis.names):
        turn = "▸" if desk.choosing == seat else " "
        where = presence(desk, seat)
        runs += [("bold", turn), sign(seat), ("bold" if _own(desk, seat) else "", f" {shortened(name, 10)}")]
        runs.append(("", (f" {scores[seat]}" if scores else "") + (f" ({where})" if where else "") + " "))
    title = f"{desk.title} "
    return fitted(
        (*runs, ("", " " * max(0, columns - length(tuple(runs)) - len(title))), ("dim", title)), columns
    )

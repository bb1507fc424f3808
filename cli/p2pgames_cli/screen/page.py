"""One frame of the home: the page that is seen, put together for its size."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from p2pgames.picture import Row
from p2pgames_cli.home.client import Client
from p2pgames_cli.home.field import Choice, Field, More
from p2pgames_cli.home.form import Form
from p2pgames_cli.home.menu import Menu
from p2pgames_cli.home.room import Room
from p2pgames_cli.screen.inks import column, fitted, heading, seen, several, shortened, sign, width, wrapped
from p2pgames_cli.screen.overlay import Palette, Question, Sheet
from p2pgames_cli.screen.parts import (
    LEAST,
    Key,
    Region,
    key_bar,
    nothing,
    palette_rows,
    placed,
    sheet_rows,
    too_small,
    yes_no,
)
from p2pgames_cli.translation import N_, _, pgettext

HEAD, FOOT = 2, 3
"""Rows above and below a page."""
WIDE = 100
"""Columns that a page takes at most."""
NAME = 44
"""Columns that a name takes at most."""


@dataclass
class Leaf:
    """Rows, what a click on them does, and where the caret stands."""

    rows: list[Row] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    caret: tuple[int, int] | None = None

    def add(self, row: Row, do: Callable[[], None] | None = None, columns: int = WIDE) -> None:
        """Add a row, which can be clicked."""
        if do is not None:
            self.regions.append(Region(len(self.rows), 0, columns, do))
        self.rows.append(row)

    def region_at(self, row: int, column: int) -> Region | None:
        """Return what a click on a character does, if anything."""
        return next((r for r in self.regions if r.row == row and 0 <= column - r.column < r.columns), None)


def compose(client: Client, columns: int, rows: int) -> Leaf:
    """Return what stands on a screen of this size."""
    if columns < LEAST[0] or rows < LEAST[1]:
        return Leaf(too_small(columns, rows))
    wide, high = columns, rows - HEAD - FOOT
    body = _body(client, wide, high)
    leaf = Leaf([_head(client, columns), ()])
    leaf.rows += placed(tuple(body.rows), high)
    if not isinstance(client.overlay, Question):
        leaf.regions = [Region(r.row + HEAD, r.column, r.columns, r.do) for r in body.regions]
        leaf.caret = (body.caret[0] + HEAD, body.caret[1]) if body.caret else None
    keys, regions = key_bar(_keys(client), rows - 1, columns)
    leaf.rows += [*_foot(client, columns), keys]
    leaf.regions += regions
    leaf.rows = [fitted(row, columns) for row in leaf.rows]
    return leaf


def _head(client: Client, columns: int) -> Row:
    title = client.page.title if not isinstance(client.page, Sheet) else "p2pgames"
    room = columns - width(client.head) - 2
    return (("bold", column(f" {title}", room)), ("", f" {client.head} "))


def _foot(client: Client, columns: int) -> list[Row]:
    """Return two rows: the question or the notice."""
    if isinstance(client.overlay, Question):
        return [(), (("reverse bold", f" {client.overlay.text}? {yes_no()} "),)]
    lines = several(client.notice, columns - 4, 2)
    shown: list[Row] = [(("bold", f" {'▶' if at == 0 else ' '} {line}"),) for at, line in enumerate(lines)]
    return [*([()] * (2 - len(shown))), *shown]


def _keys(client: Client) -> list[Key]:
    """Return the keys that work now, the most used first."""
    match client.overlay:
        case Question():
            return [("y", _("yes"), client.enter), ("n", _("no"), client.back)]
        case Palette():
            return [
                ("↑↓", _("choose"), nothing),
                ("Enter", _("do"), client.enter),
                ("Esc", _("back"), client.back),
            ]
    back: Key = ("Esc", _("back"), client.back)
    more: Key = ("?", _("keys"), client.palette)
    leave: Key = ("q", _("leave"), client.leave)
    match client.page:
        case Menu() as menu:
            first = len(client.pages) == 1
            keys: list[Key] = [("↑↓", _("choose"), nothing), ("Enter", _("open"), client.enter)]
            own = [
                (key, _(word), partial(client.type, key))
                for key, word in _OWN
                if key in menu.letters and menu.lettered()
            ]
            return [*keys, *own, *([] if first else [back]), more, leave]
        case Form():
            if client.typing:
                more, leave = ("F1", _("keys"), client.palette), ("Ctrl-C", _("leave"), client.leave)
            return [
                ("↑↓", _("line"), nothing),
                ("←→", _("change"), nothing),
                ("Enter", _("next"), client.enter),
                back,
                more,
                leave,
            ]
        case Sheet():
            return [("↑↓", _("scroll"), nothing), back]
        case Room() as room:
            answers: list[Key] = [
                ("y", _("let in"), lambda: client.type("y")),
                ("n", _("refuse"), lambda: client.type("n")),
            ]
            return [*(answers if room.knocks else []), more, ("q", _("leave the table"), client.leave)]


_OWN = (("r", N_("replay")), ("a", N_("audit")), ("m", N_("more")))


def _body(client: Client, columns: int, rows: int) -> Leaf:
    if isinstance(client.overlay, Palette):
        return Leaf(palette_rows(client.overlay, columns, rows))
    match client.page:
        case Menu() as menu:
            return _menu(client, menu, columns, rows)
        case Form() as form:
            return _form(client, form, columns, rows)
        case Sheet() as sheet:
            return Leaf(sheet_rows(sheet, columns, rows))
        case Room() as room:
            return _room(room, columns, rows, blocks=not (client.manner.in_ascii or client.manner.narrow))


def _menu(client: Client, menu: Menu, columns: int, rows: int) -> Leaf:
    leaf, at, chosen = Leaf(), 0, 0
    for title, items in menu.build():
        if title:
            leaf.rows += [*([()] if leaf.rows else []), heading(title, columns)]
        wide = min(max((width(item.name) for item in items), default=0), NAME)
        for item in items:
            here = at == menu.chosen
            chosen = len(leaf.rows) if here else chosen
            name = f" {'▸' if here else ' '} {item.key:<1} {column(item.name, wide)} "
            leaf.add(
                (("reverse" if here else "bold", name), ("", f" {item.about}")),
                partial(client.click, at),
                columns,
            )
            at += 1
    return _scrolled(leaf, chosen, rows)


def _scrolled(leaf: Leaf, chosen: int, rows: int) -> Leaf:
    """Return so many rows of a page, the chosen one among them."""
    top = max(0, min(chosen - rows // 2, len(leaf.rows) - rows))
    regions = [Region(r.row - top, r.column, r.columns, r.do) for r in leaf.regions]
    caret = (leaf.caret[0] - top, leaf.caret[1]) if leaf.caret else None
    return Leaf(leaf.rows[top : top + rows], [r for r in regions if 0 <= r.row < rows], caret)


def _form(client: Client, form: Form, columns: int, rows: int) -> Leaf:
    """Return the fields and buttons, with what the chosen field means below them, however many there are."""
    about = form.field.about if form.field is not None else ""
    told: list[Row] = [(), *((("", f"   {part}"),) for part in wrapped(about, columns - 6))]
    leaf, chosen = _filled(client, form, columns)
    leaf = _scrolled(leaf, chosen, rows - len(told))
    leaf.rows += told
    return leaf


def _filled(client: Client, form: Form, columns: int) -> tuple[Leaf, int]:
    """Return the fields and buttons, and the row of the chosen one."""
    leaf, fields, chosen = Leaf(), form.fields, 0
    for line in form.lines:
        leaf.rows += [(("", f" {part}"),) for part in wrapped(line, columns - 2)]
    if form.lines:
        leaf.add(())
    wide = max((width(f.name) for f in fields), default=0)
    for at, one in enumerate(fields):
        here = at == form.chosen
        chosen = len(leaf.rows) if here else chosen
        value, caret = _value(one, columns - wide - 9, here=here)
        if here and caret is not None:
            leaf.caret = (len(leaf.rows), wide + 7 + caret)
        ink = "reverse" if here and caret is None else ""
        mark = "▸" if here else " "
        leaf.add(
            (("bold", f" {mark} {column(one.name, wide)}  "), (ink, value)),
            partial(client.click, at),
            columns,
        )
    leaf.add(())
    for at, (label, _do) in enumerate(form.buttons, len(fields)):
        here = at == form.chosen
        chosen = len(leaf.rows) if here else chosen
        row: Row = (
            ("bold", f" {'▸' if here else ' '} "),
            ("reverse bold" if here else "bold", f"[ {label} ]"),
        )
        leaf.add(row, partial(client.click, at), columns)
    return leaf, chosen


def _value(one: Field, room: int, *, here: bool) -> tuple[str, int | None]:
    """Return what a field shows, and where in it the caret stands, if anywhere."""
    if isinstance(one, Choice):
        before, after = ("◁ ", " ▷") if here else ("  ", "  ")
        shown = shortened(_(one.value), room + len(after))
        return f"{before}{shown}{after if width(shown) <= room else ''}", None
    if isinstance(one, More):
        return f"  {one.shown()} …", None
    text = "*" * len(one.value) if one.secret else one.value
    shown, caret = seen(text, one.caret, room)
    return "  " + shown + "_" * (min(room, 24) - width(shown)), caret


def _room(room: Room, columns: int, rows: int, *, blocks: bool) -> Leaf:
    """Return the invite over the whole width, so that it can be copied, and the table beside its QR code.

    Without ``blocks``, of which that is made, it is left out.
    """
    top = _invite(room, columns) if room.invite else []
    code = room.code if blocks and len(top) + len(room.code) <= rows else ()
    code_wide = max(map(len, code), default=-2)
    wide = columns - code_wide - 2
    left = placed(tuple(_sitting(room, wide)), rows - len(top))
    right: list[Row] = placed(tuple((("paper", line),) for line in code), rows - len(top))
    return Leaf([*top, *((*fitted(a, wide), ("", "  "), *b) for a, b in zip(left, right, strict=True))])


def _invite(room: Room, columns: int) -> list[Row]:
    told = [(("", f" {part}"),) for part in wrapped(_(SEND), columns - 2)]
    return [
        heading(_("invite"), columns),
        *told,
        (),
        *((("bold", part),) for part in textwrap.wrap(room.invite, columns, break_on_hyphens=False)),
        (),
    ]


def _sitting(room: Room, columns: int) -> list[Row]:
    """Return who sits at the table, who knocks, and what was told."""
    built: list[Row] = [heading(_("at the table"), columns)]
    for seat in range(max(room.seats, len(room.names))):
        taken = seat < len(room.names)
        name = room.names[seat] if taken else pgettext("seat", "open")
        built.append((("", "   "), sign(seat), ("bold" if taken else "", f" {name}")))
    if room.knocks:
        knock = room.knocks[0]
        words = _("{name} (key {key}) wants to sit down. Let them in? y yes, n no").format(
            name=knock.name, key=knock.key
        )
        built += [(), *((("reverse bold", f" {part} "),) for part in wrapped(words, columns - 2))]
    told = [part for line in (*room.lines, *room.carriers) for part in wrapped(line, columns - 2)]
    return [*built, (), *((("", f" {part}"),) for part in told)]


SEND = N_(
    "Send this line to the others; they choose Join and paste it, or type p2pgames join and the line. "
    "It lets whoever has it sit down: send it to nobody else."
)

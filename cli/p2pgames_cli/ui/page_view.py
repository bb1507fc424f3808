"""One frame of the home: the page that is seen, put together for its size."""

from __future__ import annotations

from functools import partial

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.ui.field import Choice, Field, More
from p2pgames_cli.ui.form import Form
from p2pgames_cli.ui.leaf import Leaf
from p2pgames_cli.ui.menu import Menu
from p2pgames_cli.ui.page_stack import Client
from p2pgames_cli.ui.pages import Palette, Question, Sheet
from p2pgames_cli.ui.parts import (
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
from p2pgames_cli.ui.styles import column, fitted, heading, seen, several, shortened, width, wrapped
from p2pgames_cli.ui.waiting_page import Room, waiting_leaf

HEAD, FOOT = 2, 3
"""Rows above and below a page."""
NAME = 44
"""Columns that a name takes at most."""


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
            return waiting_leaf(
                room, columns, rows, blocks=not (client.manner.in_ascii or client.manner.narrow)
            )


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

"""One frame of the home: the page that is seen, put together for its size."""

from __future__ import annotations

from functools import partial

from p2pgames.picture.picture import Row
from p2pgames_cli.ui.page_content import PageContent, Region
from p2pgames_cli.ui.page_stack import PageStack
from p2pgames_cli.ui.parts import LEAST, key_bar, placed, too_small
from p2pgames_cli.ui.styles import column, fitted, several, width

HEAD, FOOT = 2, 3
"""Rows above and below a page."""


def compose(stack: PageStack, columns: int, rows: int) -> PageContent:
    """Return what stands on a screen of this size."""
    if columns < LEAST[0] or rows < LEAST[1]:
        return PageContent(too_small(columns, rows))
    high, asks = rows - HEAD - FOOT, stack.top.asks
    body = (stack.page if asks else stack.top).rows(columns, high)
    content = PageContent([_head(stack, columns), ()])
    content.rows += placed(tuple(body.rows), high)
    if not asks:
        do = stack.attempt
        content.regions = [Region(r.row + HEAD, r.column, r.columns, partial(do, r.do)) for r in body.regions]
        content.caret = (body.caret[0] + HEAD, body.caret[1]) if body.caret else None
    keys, regions = key_bar(stack.keys(), stack.press, rows - 1, columns)
    content.rows += [*_foot(stack, columns), keys]
    content.regions += regions
    content.rows = [fitted(row, columns) for row in content.rows]
    return content


def _head(stack: PageStack, columns: int) -> Row:
    title = stack.page.heading or "p2pgames"
    room = columns - width(stack.head) - 2
    return (("bold", column(f" {title}", room)), ("", f" {stack.head} "))


def _foot(stack: PageStack, columns: int) -> list[Row]:
    """Return two rows: the question or the notice."""
    if asks := stack.top.asks:
        return [(), (("reverse bold", f" {asks} "),)]
    lines = several(stack.notice, columns - 4, 2)
    shown: list[Row] = [(("bold", f" {'▶' if at == 0 else ' '} {line}"),) for at, line in enumerate(lines)]
    return [*([()] * (2 - len(shown))), *shown]

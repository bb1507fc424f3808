"""Scores and ratings as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from p2pgames_cli.app.arena.score import Score
from p2pgames_cli.app.arena.terms import Terms
from p2pgames_cli.i18n.catalogue import _, ngettext


def head(terms: Terms, title: str) -> str:
    """Return what was played."""
    plan = terms.plan
    thought = ""
    if plan.nodes:
        thought = ", " + ngettext("{count} node", "{count} nodes", plan.nodes).format(count=plan.nodes)
    elif plan.ms:
        thought = f", {plan.ms} ms"
    said = _("{title} for {seats}, seeds from {seed} on{thought}")
    return said.format(title=title, seats=terms.seats, seed=plan.seed, thought=thought)


def scores(found: Sequence[Score]) -> Iterator[str]:
    """Yield a line for each pair: games won, the share of it and where the true share lies, and computing time."""
    wide = max(max(len(each.bot), len(each.rival)) for each in found)
    names = _("bot"), _("against")
    wide = max(wide, *map(len, names))
    columns = _("games"), _("won"), _("rate"), "95 %", _("even"), "ms"
    yield _row(wide, *names, *columns)
    for each in found:
        low, high = each.wins.span
        yield _row(
            wide,
            each.bot,
            each.rival,
            str(each.wins.games),
            f"{each.wins.won:.1f}",
            f"{each.wins.rate:.0%}",
            f"{low:.0%}-{high:.0%}",
            f"{each.even:.0%}",
            f"{each.ms:.1f}",
        )


def _row(wide: int, bot: str, rival: str, *cells: str) -> str:
    widths = 6, 7, 6, 10, 6, 9
    return f"{bot:{wide}}  {rival:{wide}}" + "".join(
        f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)
    )


def ladder(rated: Mapping[str, float]) -> Iterator[str]:
    """Yield the bots with their ratings, the best first."""
    wide = max(map(len, rated))
    for bot, rating in sorted(rated.items(), key=lambda entry: -entry[1]):
        yield f"{bot:{wide}}  {rating:5.0f}"

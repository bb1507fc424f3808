"""What came of the player's games with others, and how everybody stands in series of them, as a page."""

from __future__ import annotations

from p2pgames_cli.home.context import HomeContext
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.ui.text_page import TextPage


def standings(here: HomeContext) -> None:
    """Count the results from the logs, and show them."""
    from p2pgames_cli.app.listing import result_lines, series_lines

    def count() -> None:
        games = list(here.games.found)
        here.place.tell(_("Counting the results of {count} games ...").format(count=len(games)))
        results, series = result_lines(games, here.games.identity), series_lines(games)
        lines = results or [_("None of your games with others is over yet.")]
        lines += ["", *series] if series else []
        here.stack.open(TextPage(_("results"), lines))

    here.stack.begin(count)

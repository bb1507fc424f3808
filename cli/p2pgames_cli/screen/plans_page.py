"""The page of one's plans: what is planned, and a line to plan more."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from p2pgames.picture.picture import Row
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.screen.chat_page import ChatPage
from p2pgames_cli.table.plans import Plan
from p2pgames_cli.ui.page_content import PageContent
from p2pgames_cli.ui.parts import placed
from p2pgames_cli.ui.styles import heading, wrapped

ABOUT: Final = (
    N_(
        "A plan answers a move of the others the moment it comes, also while this client only waits. "
        "Nobody sees it before. It is dropped when anything else happens."
    ),
    N_("Type: if THEIR MOVE then YOUR MOVE; it may go on with if ... then ... as far as you like."),
    N_("Type: forget 1, or forget alone for all."),
)


@dataclass
class PlansPage(ChatPage):
    """The page of the plans, with its line."""

    plans: Callable[[], tuple[Plan, ...]] = tuple
    """Returns the plans there are."""

    @property
    def name(self) -> str:
        """The plans."""
        return "plans"

    @property
    def prompt(self) -> str:
        """What stands before the line."""
        return _("plan>")

    @property
    def does(self) -> str:
        """What Enter does."""
        return _("plan it")

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return how plans are made, those there are, and the line."""
        built: list[Row] = [heading(_("plans"), columns)]
        for about in ABOUT:
            built += [(("", f" {line}"),) for line in textwrap.wrap(_(about), columns - 2)]
        built.append(())
        plans = self.plans()
        for number, plan in enumerate(plans, 1):
            first, *more = wrapped(plan.text, columns - 6)
            built.append((("bold", f" {number:2d} "), ("", f" {first}")))
            built += [(("", f"     {line}"),) for line in more]
        if not plans:
            built.append((("dim", f" {_('Nothing is planned.')}"),))
        room = rows - 1
        self.back = max(0, min(self.back, len(built) - room))
        return self.above_line(placed(tuple(built[self.back :]), room), columns)

"""Whether audited games follow each other as they say."""

from __future__ import annotations

from collections.abc import Iterable

from p2pgames.text import Verbatim
from p2pgames_protocol.audit import messages, series
from p2pgames_protocol.audit.report import Grade, Report, unchecked
from p2pgames_protocol.audit.series import Played


def check_series(reports: Iterable[Report]) -> None:
    """Compare every game with the one it names as the one before it, where both are among these reports.

    A game that does not fit that is invalid.
    """
    reports = list(reports)
    at_hand = {
        report.played.genesis.game_id: report.played for report in reports if report.played is not None
    }
    for report in reports:
        genesis = report.genesis
        before = genesis.proposal.previous if genesis is not None else None
        if genesis is None or before is None or before[0] not in at_hand:
            continue
        game = at_hand[before[0]]
        wrong = series.unfit(genesis.proposal, game, genesis.identities)
        report.follows = not wrong
        report.unchecked = tuple(claim for claim in report.unchecked if claim not in unchecked(genesis))
        if not game.replayed:
            report.unchecked += (messages.BEGINS_UNCHECKED,)
        if wrong and report.grade in (Grade.FINISHED, Grade.RUNNING):
            report.refuse(messages.DOES_NOT_FOLLOW(game=Verbatim(before[0].hex()[:16]), why=wrong))


def linked(reports: Iterable[Report]) -> list[list[Played]]:
    """Return the series among reports that `check_series` has seen, each from its first game on."""
    return series.chains(
        report.played for report in reports if report.played is not None and report.follows is not False
    )

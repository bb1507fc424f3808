"""Whether audited games follow each other as they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from p2pgames.text import Message, Verbatim
from p2pgames_protocol.audit import messages, series
from p2pgames_protocol.audit.report import Grade, Report, unchecked
from p2pgames_protocol.audit.series import Played
from p2pgames_protocol.log.genesis import Genesis


def check_series(reports: Iterable[Report]) -> None:
    """Compare every game with the previous one that it names, if one of these reports has the end of that.

    A game that follows none of those is invalid: there may be several, of files that differ.
    """
    reports = list(reports)
    at_hand: defaultdict[bytes, list[Played]] = defaultdict(list)
    for report in reports:
        if report.played is not None:
            at_hand[report.played.genesis.game_id].append(report.played)
    for report in reports:
        genesis = report.genesis
        before = genesis.proposal.previous if genesis is not None else None
        if genesis is None or before is None or before[0] not in at_hand:
            continue
        game, wrong = _nearest(genesis, at_hand[before[0]])
        report.follows = not wrong
        report.unchecked = tuple(claim for claim in report.unchecked if claim not in unchecked(genesis))
        if not game.replayed:
            report.unchecked += (messages.BEGINS_UNCHECKED,)
        if wrong and report.grade in (Grade.FINISHED, Grade.RUNNING):
            report.refuse(messages.DOES_NOT_FOLLOW(game=Verbatim(before[0].hex()[:16]), why=wrong))


def _nearest(genesis: Genesis, games: Iterable[Played]) -> tuple[Played, Message | None]:
    """Return the game of these that is followed, one that was replayed if there is; else one, and why it is not."""
    in_order = sorted(games, key=lambda game: not game.replayed)
    compared = [(game, series.unfit(genesis.proposal, game, genesis.identities)) for game in in_order]
    return next((pair for pair in compared if pair[1] is None), compared[0])


def linked(reports: Iterable[Report]) -> list[list[Played]]:
    """Return the series among reports that `check_series` has seen, each from its first game on."""
    return series.chains(
        report.played for report in reports if report.played is not None and report.follows is not False
    )

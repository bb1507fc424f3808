"""Bots of a game against each other: a match of two, and a ladder of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from p2pgames.game import Game
from p2pgames_cli.app.arena.score import Score, ratings
from p2pgames_cli.app.arena.terms import Terms, Wanted, terms
from p2pgames_cli.i18n.catalogue import _, ngettext

# Scores and ratings as lines of text.


def heading_line(terms: Terms, title: str) -> str:
    """Return what was played."""
    plan = terms.plan
    thought = ""
    if plan.nodes:
        thought = ", " + ngettext("{count} node", "{count} nodes", plan.nodes).format(count=plan.nodes)
    elif plan.ms:
        thought = f", {plan.ms} ms"
    said = _("{title} for {seats}, seeds from {seed} on{thought}")
    return said.format(title=title, seats=terms.seats, seed=plan.seed, thought=thought)


def score_lines(found: Sequence[Score]) -> Iterator[str]:
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


def ladder_lines(rated: Mapping[str, float]) -> Iterator[str]:
    """Yield the bots with their ratings, the best first."""
    wide = max(map(len, rated))
    for bot, rating in sorted(rated.items(), key=lambda entry: -entry[1]):
        yield f"{bot:{wide}}  {rating:5.0f}"


@dataclass(frozen=True, slots=True)
class Match:
    """What came of one bot against another."""

    game: Game
    terms: Terms
    score: Score

    @classmethod
    def played(cls, game: Game, bot: str, rival: str, wanted: Wanted) -> Match:
        """Let them play; raise `Stop` for unknown bots or impossible terms."""
        agreed = terms(game, wanted)
        (found,) = agreed.duels([(agreed.named(game, bot), agreed.named(game, rival))])
        agreed.draw(heading_line(agreed, game.title), [found], {})
        return cls(game, agreed, found)

    def lines(self) -> Iterator[str]:
        """Yield what was played, and the score."""
        yield heading_line(self.terms, self.game.title)
        yield from score_lines([self.score])

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the score, with all that is needed to repeat it."""
        plan = self.terms.plan
        yield {"game": self.game.name, **self.score.plain, "nodes": plan.nodes, "seed": plan.seed}


@dataclass(frozen=True, slots=True)
class Ladder:
    """What came of all bots against each other."""

    game: Game
    terms: Terms
    scores: Sequence[Score]
    ratings: dict[str, float]

    @classmethod
    def played(cls, game: Game, bots: Sequence[str], wanted: Wanted) -> Ladder:
        """Let them play, or all of the game if none is named; raise `Stop` for unknown bots or impossible terms."""
        agreed = terms(game, wanted)
        names = [agreed.named(game, bot) for bot in dict.fromkeys(bots)] or list(game.bots)
        names = list(dict.fromkeys((*names, *wanted.programs)))
        found = agreed.duels([(other, one) for one, other in combinations(names, 2)])
        rated = ratings(names, {(s.bot, s.rival): s.ahead for s in found})
        agreed.draw(heading_line(agreed, game.title), found, rated)
        return cls(game, agreed, found, rated)

    def lines(self) -> Iterator[str]:
        """Yield what was played, the bots by their ratings, and the scores."""
        yield heading_line(self.terms, self.game.title)
        yield from ladder_lines(self.ratings)
        yield ""
        yield from score_lines(self.scores) if self.scores else ()

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the ratings with the scores."""
        rounded = {bot: round(rating) for bot, rating in self.ratings.items()}
        yield {"game": self.game.name, "ratings": rounded, "pairs": [each.plain for each in self.scores]}

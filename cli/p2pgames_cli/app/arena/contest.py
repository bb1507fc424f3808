"""Bots of a game against each other: a match of two, and a ladder of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from p2pgames.game import Game
from p2pgames_cli.app.arena.score import Score, ratings
from p2pgames_cli.app.arena.table import head, ladder, scores
from p2pgames_cli.app.arena.terms import Terms, Wanted, terms


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
        agreed.draw(head(agreed, game.title), [found], {})
        return cls(game, agreed, found)

    def lines(self) -> Iterator[str]:
        """Yield what was played, and the score."""
        yield head(self.terms, self.game.title)
        yield from scores([self.score])

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
        agreed.draw(head(agreed, game.title), found, rated)
        return cls(game, agreed, found, rated)

    def lines(self) -> Iterator[str]:
        """Yield what was played, the bots by their ratings, and the scores."""
        yield head(self.terms, self.game.title)
        yield from ladder(self.ratings)
        yield ""
        yield from scores(self.scores) if self.scores else ()

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the ratings with the scores."""
        rounded = {bot: round(rating) for bot, rating in self.ratings.items()}
        yield {"game": self.game.name, "ratings": rounded, "pairs": [each.plain for each in self.scores]}

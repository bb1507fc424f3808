"""Which games count in a league: it follows from the set of games and of enrolments, not from any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.league import messages
from p2pgames_protocol.league.game import Flaw, Game
from p2pgames_protocol.league.league import SignedLeague, Terms
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown

_Group: TypeAlias = tuple[Terms, frozenset[bytes]]

_WHY: Final = {
    Flaw.CHEATED: messages.CHEATED,
    Flaw.CONTESTED: messages.CONTESTED,
    Flaw.FAULT: messages.PUT_OUT,
    Flaw.VOTED: messages.VOTED,
    Flaw.ABANDONED: messages.ABANDONED,
}


@dataclass(frozen=True, slots=True)
class Counted:
    """The games that count, those of the league that do not, and those that are none of it; all by their ids."""

    games: tuple[Game, ...]
    out: tuple[tuple[Game, Message], ...]
    foreign: tuple[tuple[Game, Message], ...]


def foreign(signed: SignedLeague, enrolled: Collection[bytes], game: Game) -> Message | None:
    """Return why a game does not belong to this league; None if it does."""
    if game.league != signed.id:
        return messages.NOT_OF_LEAGUE
    if game.terms not in signed.league.games:
        return messages.OTHER_TERMS(rules=Verbatim(game.terms.rules))
    for name, key in zip(game.names, game.players, strict=True):
        if not signed.league.invites(key):
            return messages.UNINVITED(name=Verbatim(shown(name)), key=Verbatim(short(key)))
        if key not in enrolled:
            return messages.NOT_ENROLLED(name=Verbatim(shown(name)), key=Verbatim(short(key)))
    return None


def counted(signed: SignedLeague, enrolled: Collection[bytes], games: Iterable[Game]) -> Counted:
    """Return which of some different games count; of too many between the same people those with the smallest ids.

    An id holds a random part of every player, and is there before the first move: nobody chooses by results.
    """
    taken: Counter[_Group] = Counter()
    count: list[Game] = []
    out: list[tuple[Game, Message]] = []
    others: list[tuple[Game, Message]] = []
    for game in sorted(games, key=lambda game: game.id):
        if why := foreign(signed, enrolled, game):
            others.append((game, why))
        elif why := _WHY.get(game.flaw) or _enough(signed, taken, _group(game)):
            out.append((game, why))
        else:
            taken[_group(game)] += 1
            count.append(game)
    return Counted(tuple(count), tuple(out), tuple(others))


def _group(game: Game) -> _Group:
    return game.terms, frozenset(game.players)


def _enough(signed: SignedLeague, taken: Counter[_Group], group: _Group) -> Message | None:
    most = signed.league.most
    return messages.ENOUGH(count=Count(most)) if most and taken[group] == most else None

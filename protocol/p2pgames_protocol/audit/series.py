"""A series: games one after the other of the same people, each of which names the one before it.

A proposal with ``previous`` holds the id of that game and the digest of the round that ended it. So nobody can deny
the end of a game and play on from another one; `why_unfit` says whether a game follows one that is at hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from p2pgames.contract import Choose, Result, Seat, Why
from p2pgames.text import Message
from p2pgames_protocol.audit import sentences
from p2pgames_protocol.log.genesis import Genesis, Proposal
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import TURN


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A game that is over, as far as the next one of its series depends on it.

    ``end`` is the digest of the round that ended it; ``begins`` the key of who begins the next game, None if
    the coin decides. ``replayed`` tells whether that was found by the rules, or is not known.
    """

    genesis: Genesis
    end: bytes
    result: Result | None = None
    begins: bytes | None = None
    replayed: bool = True
    counted: bool = True
    """Whether the result counts in the standings: not where somebody was put out by a vote or a fault."""

    @property
    def scored(self) -> Scored:
        """The same as the standings see it."""
        genesis, result = self.genesis, self.result
        return Scored(
            genesis.game_id,
            self.end,
            genesis.proposal.previous,
            genesis.game,
            tuple((join.key, join.name) for join in genesis.joins),
            None if result is None else tuple(result.places),
            None if result is None or result.scores is None else tuple(result.scores),
            self.counted,
        )


@dataclass(frozen=True, slots=True)
class Scored:
    """A game that is over, as the standings of its series see it: a list of games knows this without the logs."""

    id: bytes
    end: bytes
    previous: tuple[bytes, bytes] | None
    """Id and end of the game that it follows."""
    game: str
    players: tuple[tuple[bytes, str], ...]
    """Their keys and names, by seat."""
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    counted: bool


def ended_game(replica: Replica) -> SeriesGame | None:
    """Return a game as one that is over; None while it runs, or where somebody signed twice."""
    if replica.accusations.verdict is not None or not replica.position.over:
        return None
    over = next(position for position in replica.positions if position.over)
    result = over.ending.result if over.ending is not None else None
    genesis = replica.genesis
    chosen = next(
        (p.ask.seat for p in replica.positions if p.kind is TURN and isinstance(p.ask, Choose)), None
    )
    seat = None
    if result is not None and chosen is not None:
        seat = replica.rules.begins_next(result.places, chosen)
    counted = all(left.why is Why.RESIGNED for left in replica.position.departures)
    return SeriesGame(
        genesis, over.previous, result, None if seat is None else genesis.identities[seat], counted=counted
    )


def first_seat(before: SeriesGame, host: bytes) -> Seat | None:
    """Return the seat that begins the next game at a table of this host; None if the coin decides.

    With three and more players the seats are not known before all have sat down.
    """
    if before.begins is None or len(before.genesis.keys) != 2:
        return None
    return 0 if before.begins == host else 1


def why_unfit(proposal: Proposal, before: SeriesGame, keys: Sequence[bytes] = ()) -> Message | None:
    """Return why a table, with its players' identities where they are known, cannot follow this game; or None."""
    old = before.genesis
    if proposal.previous is None or proposal.previous[0] != old.game_id:
        return sentences.NOT_NAMED
    if proposal.previous[1] != before.end:
        return sentences.OTHER_END
    if (proposal.rules, proposal.seats) != (old.proposal.rules, old.proposal.seats):
        return sentences.OTHER_GAME
    if proposal.host not in old.identities or (keys and set(keys) != set(old.identities)):
        return sentences.OTHER_PEOPLE
    if before.replayed and proposal.first != first_seat(before, proposal.host):
        return sentences.OTHER_BEGINS
    return None


@dataclass
class SeriesStanding:
    """How one player stands in a series: games on place 1 alone, shared first places, and points of all games."""

    key: bytes
    name: str
    won: int = 0
    shared: int = 0
    points: int | None = None


def standings(games: Iterable[Scored]) -> list[SeriesStanding]:
    """Return how the players of a series stand, the one with the most wins first; the names are the newest."""
    found: dict[bytes, SeriesStanding] = {}
    for game in games:
        for seat, (key, name) in enumerate(game.players):
            one = found.setdefault(key, SeriesStanding(key, name))
            one.name = name
            if game.places is None or not game.counted:
                continue
            alone = game.places.count(1) == 1
            one.won += game.places[seat] == 1 and alone
            one.shared += game.places[seat] == 1 and not alone
            if game.scores is not None:
                one.points = (one.points or 0) + game.scores[seat]
    return sorted(found.values(), key=lambda one: (-one.won, -one.shared, -(one.points or 0)))


def chains(games: Iterable[Scored], going_on: Collection[bytes] = ()) -> list[list[Scored]]:
    """Return the series among these games, each from its first game on; single games are none.

    But one is if a game that is not over follows it: ``going_on`` has the ids of such games. A game that names another
    end than this one follows it not.

    Where two games follow the same one, each is the end of a series of its own.
    """
    by_end = {(game.id, game.end): game for game in games}
    followed = {game.previous for game in by_end.values()}
    found = []
    for at, last in by_end.items():
        if at in followed:
            continue
        chain, before = [last], last.previous
        while before in by_end and len(chain) < len(by_end):
            chain.append(by_end[before])
            before = chain[-1].previous
        if len(chain) > 1 or last.id in going_on:
            found.append(chain[::-1])
    return found

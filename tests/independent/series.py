"""SPEC 4.6 and 11.3: whether one game follows another."""

from tests.independent import linja
from tests.independent.full import replayed
from tests.independent.verdict import FINISHED


def follows(before, after, rules_of):
    """SPEC 4.6 and 11.3: whether a game that is over follows another one; None where that cannot be said."""
    games = []
    for data in (before, after):
        replay = replayed(data, rules_of)
        if replay.of_game().grade != FINISHED:
            return None
        games.append(replay.log)
    old, new = games[0].game, games[1].game
    if new.previous is None or new.previous[0] != old.id:
        return None
    same = (new.rules.NAME, new.seats, set(new.people)) == (old.rules.NAME, old.seats, set(old.people))
    begins = beginner(games[0])
    first = None if begins is None else new.people.index(begins) if begins in new.people else -1
    return same and new.previous[1] == games[0].end and new.first == first


def beginner(log):
    """SPEC 4.6: the key of who begins the next game; None where the coin decides."""
    if log.game.rules is not linja or log.abandoned or log.stuck or log.chose is None:
        return None
    places = log.draw if log.draw is not None else log.position.places()
    seat = 1 - log.chose if places[0] == places[1] else places.index(2)
    return log.game.people[seat]

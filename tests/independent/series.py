"""SPEC 4.6 and 11.3: whether one game follows another."""

from tests.independent import linja
from tests.independent.full import replayed
from tests.independent.verdict import FINISHED


def follows(files, rules_of):
    """SPEC 11.3: whether the last game, which is over, follows one of the others; None where that cannot be said."""
    games = []
    for data in files:
        replay = replayed(data, rules_of)
        if replay.of_game().grade == FINISHED:
            games.append(replay.log)
        elif data is files[-1]:
            return None
    *others, last = games
    if last.game.previous is None:
        return None
    named = [other for other in others if other.game.id == last.game.previous[0]]
    return any(comes_after(other, last) for other in named) if named else None


def comes_after(before, after):
    """SPEC 4.6: whether a game follows this one, which it names."""
    old, new = before.game, after.game
    same = (new.rules.NAME, new.seats, set(new.people)) == (old.rules.NAME, old.seats, set(old.people))
    begins = beginner(before)
    first = None if begins is None else new.people.index(begins) if begins in new.people else -1
    return same and new.previous[1] == before.end and new.first == first


def beginner(log):
    """SPEC 4.6: the key of who begins the next game; None where the coin decides."""
    if log.game.rules is not linja or log.abandoned or log.stuck or log.chose is None:
        return None
    places = log.draw if log.draw is not None else log.position.places()
    seat = 1 - log.chose if places[0] == places[1] else places.index(2)
    return log.game.people[seat]

"""Games that count, made up for tests of what comes of them."""

from p2pgames_protocol.league.game import Flaw, LeagueGame
from p2pgames_protocol.league.league import LeagueTerms


def key(number):
    """The key of a player."""
    return bytes([number]) * 32


def game(number, seated, places):
    """A game of so many as are seated."""
    terms, names = LeagueTerms("bus", len(seated), ()), tuple(f"P{one}" for one in seated)
    number = number.to_bytes(2, "big") * 16
    return LeagueGame(
        number, None, terms, tuple(map(key, seated)), names, places, Flaw.NONE, "played", 40, ()
    )


def some_games(random, players, count):
    """Games of two to five, with shared places."""
    for number in range(count):
        seats = random.randint(2, min(5, players))
        yield game(number, random.sample(range(players), seats), tuple(random.choices(range(1, 6), k=seats)))

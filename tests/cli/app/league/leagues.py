"""A league of Linja in a folder, and games of it."""

from functools import cache

from p2pgames import registry
from p2pgames.contract import resolve_options
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.league.league import League, LeagueTerms, Scoring, sign_enrolment, sign_league
from p2pgames_protocol.testing.room import Room, identity

RULES = registry.rules("linja", 0)
WINTER = sign_league(
    identity(0),
    League(
        identity(0).key,
        "Winter",
        None,
        (LeagueTerms("linja", 2, tuple(resolve_options(RULES, 2, {}).items())),),
        2,
        Scoring.POINTS,
        (),
    ),
)


@cache
def room(nonce, league=WINTER.id, moves=4, resigns=True, options=(), **more):
    """A table of the league, where somebody resigns after so many moves."""
    room = Room(RULES, 2, dict(options), seed=nonce, nonce=nonce, league=league, **more)
    room.play(moves)
    if resigns:
        room.signers[nonce % 2].resign()
        room.collect()
        room.deliver_all()
        room.play()
    return room


def log(nonce, *of, **more):
    """The file of a game of such a table."""
    return canonical(room(nonce, *of, **more).replicas[0])


def folder_of(folder, signed, names=("P0", "P1")):
    """A folder with a league and those who take part."""
    folder.mkdir()
    (folder / "league.p2pl").write_bytes(signed.file)
    for number, name in enumerate(names):
        (folder / f"{number}.p2pe").write_bytes(sign_enrolment(identity(number), signed.id, name))
    return folder

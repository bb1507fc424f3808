"""SPEC 16.8 and 18.5: what is said over links beside the log."""

from tests.independent.basics import Wrong, array, number
from tests.independent.frames import message
from tests.independent.keys import derive


def links(given):
    """The seats that a player names, which it is linked to."""
    said = array(message(bytes.fromhex(given["received"])), 2)
    if said[0] != "links" or given["from"] is None or not isinstance(said[1], list):
        raise Wrong("not the links of a player")
    named = [number(seat, given["seats"] - 1) for seat in said[1]]
    if named != sorted(set(named)):
        raise Wrong("not ascending, or a seat twice")
    return named


def meeting(given):
    """What a host answers at the meeting key."""
    token = derive(bytes.fromhex(given["seed"]), "words token", b"")[:16]
    said = message(bytes.fromhex(given["received"]))
    if said == ["words", token]:
        return ["invite", given["invite"]]
    if said == ["words", token, "watch"] and given["watch"] is not None:
        return ["invite", given["watch"]]
    return ["bye"]

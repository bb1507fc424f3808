"""SPEC 19: address records."""

from tests.independent.basics import Wrong, array, number, octets, signed, unpack
from tests.independent.invites import address
from tests.independent.keys import half


def book(given):
    """Where each player said it is, after all records."""
    game, keys = bytes.fromhex(given["game_id"]), [bytes.fromhex(key) for key in given["keys"]]
    newest = {}
    for record in given["records"]:
        body, signature = half(bytes.fromhex(record))
        key, count, where = array(unpack(body), 3)
        octets(key, 32), number(count, 2**32 - 1)
        if not isinstance(where, list) or len(where) > 8:
            raise Wrong("not a list of addresses")
        [address(one) for one in where]
        if key not in keys or not signed(key, signature, "address", game, body):
            raise Wrong("not signed by a player")
        if key not in newest or count > newest[key][0]:
            newest[key] = count, where
    return [newest.get(key, (0, []))[1] for key in keys]

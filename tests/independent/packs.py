"""SPEC 21.1 to 21.7: packs and letters."""

from hashlib import sha256

from tests.independent import files
from tests.independent import records as records_
from tests.independent.basics import Wrong, array, digest, octets, pack, unpack
from tests.independent.genesis import Game
from tests.independent.keys import half
from tests.independent.record_set import RecordSet


def judge_pack(given):
    """The game and the records of a pack."""
    data = bytes.fromhex(given["bytes"])
    if len(data) > 8388608:
        raise Wrong("too large")
    records = [records_.read_record(one) for one in files.payloads(data, b"p2pgames pack 1\n")]
    if not records:
        raise Wrong("an empty pack")
    game = Game(records[0])
    for record in records[1:]:
        if record[0] == "evidence":
            RecordSet(game, [record])
        elif record[0] == "genesis" or not game.signed_by(seat_of(record), record):
            raise Wrong("a second genesis, or not signed")
    return {"game_id": game.id.hex(), "records": [pack(list(record)).hex() for record in records[1:]]}


def judge_letter(given):
    """Who writes to which table."""
    data, magic = bytes.fromhex(given["bytes"]), b"p2pgames letter 1\n"
    head, body = data[len(magic) : len(magic) + 12], data[len(magic) + 12 :]
    if not data.startswith(magic) or len(data) > 65536 or len(head) < 12:
        raise Wrong("no letter")
    if int.from_bytes(head[:4], "big") != len(body) or sha256(body).digest()[:8] != head[4:]:
        raise Wrong("not one frame")
    proposal, join = array(unpack(body), 2)
    game = Game.__new__(Game)
    game.read_proposal(octets(proposal))
    key, _, _, _ = game.read_join(octets(join), proposal)
    name = unpack(half(join)[0])[3]
    return {
        "table": digest("proposal", proposal).hex(),
        "invites": key == game.host,
        "key": key.hex(),
        "name": name,
    }


def seat_of(record):
    """The seat that a record names as its author."""
    kind, body, _ = record
    if kind == "note":
        return records_.read_note(body)[0]
    if kind == "vote":
        return records_.read_vote(body)["voter"]
    return (records_.read_event if kind == "event" else records_.read_have)(body)["seat"]

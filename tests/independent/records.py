"""SPEC 5 and 6.1: what a record is, and what stands in it."""

from tests.independent.basics import Wrong, array, number, octets, pack, text, unpack

KINDS = ("genesis", "event", "have", "vote", "note", "by", "evidence")


def read_record(payload):
    """SPEC 5.1."""
    kind, body, signature = array(unpack(payload), 3)
    if kind not in KINDS:
        raise Wrong("unknown kind of record")
    octets(signature, 0 if kind in ("genesis", "evidence") else 64)
    return kind, octets(body), signature


def read_event(body):
    """SPEC 6.1."""
    fields = array(unpack(body, 32640), 8)
    if not isinstance(fields[6], list) or not isinstance(fields[7], list) or len(fields[7]) > 64:
        raise Wrong("an event of another form")
    return {
        "round": number(fields[0], 2**32 - 1),
        "seat": number(fields[1], 63),
        "previous": octets(fields[2], 32),
        "state": octets(fields[3], 32),
        "in": number(fields[4], 2**64 - 1),
        "act": text(fields[5], 16),
        "body": fields[6],
        "notes": [octets(note) for note in fields[7]],
        "bytes": body,
    }


def read_have(body):
    seat, round_, closed = array(unpack(body), 3)
    return {"seat": number(seat, 63), "round": number(round_, 2**32 - 1), "digest": octets(closed, 32)}


def read_vote(body):
    fields = unpack(body)
    if not isinstance(fields, list) or not fields or fields[0] not in ("absent", "present"):
        raise Wrong("an unknown vote")
    says, voter, seat, round_, previous, inside, *event = array(fields, 7 if fields[0] == "present" else 6)
    return {
        "says": says,
        "voter": number(voter, 63),
        "seat": number(seat, 63),
        "round": number(round_, 2**32 - 1),
        "previous": octets(previous, 32),
        "in": number(inside, 2**64 - 1),
        "event": octets(event[0], 32) if event else None,
    }


def read_by(body):
    """SPEC 7.15."""
    seat, key, name, round_, signature = array(unpack(body), 5)
    number(seat, 63), octets(key, 32), text(name, 32), number(round_, 2**32 - 1), octets(signature, 64)
    own = pack([seat, key, name, round_])
    return {"seat": seat, "key": key, "name": name, "round": round_, "signature": signature, "said": own}


def read_note(body):
    fields = unpack(body)
    if not isinstance(fields, list) or len(fields) < 2:
        raise Wrong("a note of another form")
    if fields[1] not in ("resign", "takeback", "draw", "pause", "decline"):
        raise Wrong("an unknown note")
    seat, says, after, *to = array(fields, 4 if fields[1] == "takeback" else 3)
    if says == "resign":
        if not isinstance(after, list) or len(after) > 16:
            raise Wrong("keys that are none")
        return number(seat, 63), says, tuple(octets(key, 32) for key in after), None
    return number(seat, 63), says, octets(after, 32), number(to[0], 2**32 - 1) if to else None

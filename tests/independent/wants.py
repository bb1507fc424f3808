"""SPEC 18.3: the answer to a want."""

from tests.independent.basics import unpack


def want(given):
    """The places of the records that answer a want, in order; for logs without votes and evidence."""
    records = [unpack(bytes.fromhex(record)) for record in given["records"]]
    events, notes, haves, embedded = [], [], {}, set()
    for place, (kind, body, _) in enumerate(records):
        value = unpack(body)
        if kind == "event":
            embedded |= {unpack(unpack(note)[1])[0] for note in value[7]}
            if value[0] >= given["round"]:
                events.append((value[0], value[1], place))
        elif kind == "note":
            notes.append((value[0], place))
        elif value[1] >= haves.get(value[0], (-1,))[0]:
            haves[value[0]] = value[1], place
    pending = [place for seat, place in sorted(notes) if seat not in embedded]
    return [place for *_, place in sorted(events)] + pending + [haves[seat][1] for seat in sorted(haves)]

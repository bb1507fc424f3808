"""SPEC 12.1 and 12.4: frames, and the messages in them."""

from tests.independent.basics import Wrong, unpack

LONGEST = 66560


def bodies(data):
    """The bodies of all whole frames of a stream."""
    while len(data) >= 4:
        length = int.from_bytes(data[:4], "big")
        if not 1 <= length <= LONGEST:
            raise Wrong("a length that is not allowed")
        if len(data) < 4 + length:
            return
        yield data[4 : 4 + length]
        data = data[4 + length :]


def message(body):
    """The value of a body that is a message."""
    value = unpack(body, LONGEST)
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise Wrong("not a message")
    return value


def frames(data):
    """The messages of a stream that came all at once, without its pings."""
    found, pings = [], 0
    for body in bodies(data):
        if message(body) == ["ping"]:
            pings += 1
            if pings > 16:
                raise Wrong("a flood")
        else:
            found.append(body)
    return found

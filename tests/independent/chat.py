"""SPEC 22: chat."""

from tests.independent.basics import Wrong, array, number, signed, text, unpack
from tests.independent.keys import half


def chat(given):
    """What becomes of each message."""
    game, keys = bytes.fromhex(given["game_id"]), [bytes.fromhex(key) for key in given["keys"]]
    said, full = [[] for _ in keys], set()
    return [
        chat_message(bytes.fromhex(one), game, keys, given["open"], said, full) for one in given["records"]
    ]


def chat_message(record, game, keys, open_round, said, full):
    """What becomes of one, after those that were said; seats that are full say no more."""
    try:
        body, signature = half(record)
        seat, count, at, words = array(unpack(body), 4)
        number(seat, 63), number(count, 2**18 - 1), number(at, 2**32 - 1), text(words, 2048)
    except Wrong:
        return "malformed"
    if seat >= len(keys):
        return "malformed"
    if not signed(keys[seat], signature, "chat", game, body):
        return "malformed"
    before = said[seat]
    if count < len(before):
        return "known" if before[count][:2] == (at, words) else "refused"
    if seat in full:
        return "refused"
    if count > len(before) or at > open_round + 1:
        return "early"
    fits = sum(size for *_, size in before) + len(record) <= 2**18
    if not fits or any(other > at for other, *_ in before) or [o for o, *_ in before].count(at) == 8:
        full.add(seat)
        return "refused"
    before.append((at, words, len(record)))
    return "new"

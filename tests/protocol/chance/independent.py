"""A second verifier of sealed decks, written from SPEC.md, appendix B: integers and hashlib, nothing of ours.

It is slow (the first multiplication of a point takes about a millisecond) and for public values only.
"""

import hmac
from functools import cache, lru_cache
from hashlib import sha256, sha512

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
TWICE_D = 2 * D % P
ROOT = pow(2, (P - 1) // 4, P)  # of minus one
NAME = b"ed25519"
ZERO = (0, 1, 1, 0)


# -- B.1: hashes ------------------------------------------------------------------------------


def number(n):
    return n.to_bytes(8, "big")


def joined(tag, parts):
    out = b""
    for part in [b"p2pgames/1/" + tag.encode(), *parts]:
        out += len(part).to_bytes(4, "big") + part
    return out


def h(tag, *parts):
    return sha256(joined(tag, parts)).digest()


def s(tag, *parts):
    return int.from_bytes(sha512(joined(tag, parts)).digest(), "little") % Q


def f(key, tag, *parts):
    return hmac.new(key, joined(tag, parts), sha512).digest()


# -- B.2: group, in extended coordinates (X : Y : Z : T), x = X/Z, y = Y/Z, xy = T/Z ----------------


def plus(one, two):
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = two
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = TWICE_D * t1 % P * t2 % P, 2 * z1 * z2 % P
    e, f_, g, h_ = b - a, d - c, d + c, b + a
    return e * f_ % P, g * h_ % P, f_ * g % P, e * h_ % P


def twice(point):
    x, y, z, _ = point
    a, b, c = x * x % P, y * y % P, 2 * z * z % P
    e, f_, g, h_ = 2 * x * y % P, b - a - c, b - a, -a - b
    return e * f_ % P, g * h_ % P, f_ * g % P, e * h_ % P


def minus(point):
    x, y, z, t = point
    return -x % P, y, z, -t % P


def added(*points):
    result = ZERO
    for point in points:
        result = plus(result, point)
    return result


@lru_cache(256)
def doubles(point):
    """The point, twice and four times the point, and so on, as far as somebody has gone on with it."""
    return [point]


@lru_cache(8192)
def times(n, point):
    if point == BASE:
        return added(*(multiples[n >> 8 * at & 255] for at, multiples in enumerate(of_base())))
    known = doubles(point)
    # n in digits 1, 0 and -1, of which two thirds are 0, is the difference of these two
    more, less = (3 * n & ~n) >> 1, (n & ~(3 * n)) >> 1
    while len(known) < more.bit_length():
        known.append(twice(known[-1]))
    up = (each for place, each in enumerate(known) if more >> place & 1)
    return added(*up, *(minus(each) for place, each in enumerate(known) if less >> place & 1))


@cache
def of_base():
    """For each byte of a number, the lowest first, what it stands for: the base point so many times."""
    tables, one = [], BASE
    for _ in range(32):
        multiples = [ZERO]
        while len(multiples) < 256:
            multiples.append(plus(multiples[-1], one))
        tables.append(multiples)
        one = plus(multiples[-1], one)
    return tables


def weighted(scalars, points):
    return added(*(times(n % Q, point) for n, point in zip(scalars, points, strict=True)))


def encoded(point):
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return ((y * inverse % P) | ((x * inverse % P & 1) << 255)).to_bytes(32, "little")


def same(one, two):
    (x1, y1, z1, _), (x2, y2, z2, _) = one, two
    return (x1 * z2 - x2 * z1) % P == (y1 * z2 - y2 * z1) % P == 0


def root(square):
    """The even root, or None."""
    found = pow(square, (P + 3) // 8, P)
    if found * found % P != square:
        found = found * ROOT % P
    if found * found % P != square:
        return None
    return found if found % 2 == 0 else P - found


def with_y(y, odd):
    x = root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if x is None:
        return None
    x = (P - x if odd else x) % P
    return x, y, 1, x * y % P


def decoded_anywhere(data):
    """The point, also off the subgroup, or None."""
    value = int.from_bytes(data, "little")
    odd, y = value >> 255, value % 2**255
    if len(data) != 32 or y >= P:
        return None
    point = with_y(y, odd)
    return point if point is not None and encoded(point) == data else None


@cache
def decoded(data):
    """The point, or None for anything that must be refused."""
    point = decoded_anywhere(data)
    if point is None or same(point, ZERO):
        return None
    return point if same(times(Q, point), ZERO) else None


def inverted(n):
    return pow(n, P - 2, P)


@cache
def hashed(tag, *parts):
    value = int.from_bytes(h(tag, *parts), "little")
    odd, r = value >> 255, value % 2**255
    a = 486662
    u = -a * inverted(1 + 2 * r * r) % P
    if pow(u**3 + a * u * u + u, (P - 1) // 2, P) == P - 1:
        u = (-a - u) % P
    return times(8, with_y((u - 1) * inverted(u + 1) % P, odd))


BASE = with_y(4 * pow(5, -1, P) % P, 0)


def points(data, count):
    if type(data) is not bytes or len(data) != 32 * count:
        return None
    found = [decoded(data[at : at + 32]) for at in range(0, len(data), 32)]
    return None if None in found else found


def scalars(data, count):
    if type(data) is not bytes or len(data) != 32 * count:
        return None
    found = [int.from_bytes(data[at : at + 32], "little") for at in range(0, len(data), 32)]
    return None if any(n >= Q for n in found) else found


# -- B.3: keys ----------------------------------------------------------------------------------


def bound_key(game, epoch, seat):
    return NAME, game, number(epoch), number(seat)


def key_is_valid(game, epoch, seat, sent):
    key, w, response = points(sent[0], 1), points(sent[1][:32], 1), scalars(sent[1][32:], 1)
    if None in (key, w, response):
        return False
    e = s("deck key proof", *bound_key(game, epoch, seat), sent[0], sent[1][:32])
    return same(added(w[0], times(e, key[0])), times(response[0], BASE))


def secret_key(secret, game, epoch, seat):
    return int.from_bytes(f(secret, "deck key", *bound_key(game, epoch, seat), number(0)), "little") % Q


# -- B.4 and B.5: cards and shuffles; a deck of cards is a list of pairs (a, b) -----------------------


def deck_digest(game, epoch, name):
    return h("deck", NAME, game, number(epoch), name.encode())


def faces(deck, size):
    return [hashed("deck card", deck, number(k)) for k in range(size)]


@cache
def encoded_faces(deck, size):
    return [encoded(each) for each in faces(deck, size)]


def first_deck(deck, joint, size):
    return [(BASE, plus(face, joint)) for face in faces(deck, size)]


@cache
def generator(index):
    return hashed("shuffle generator", NAME, number(index))


def column(cards, side):
    return [card[side] for card in cards]


def listed(cards):
    return [encoded(point) for side in (0, 1) for point in column(cards, side)]


def shuffled(deck, seat, joint, before, sent):
    """The cards after the shuffle if it is valid, else None."""
    n = len(before)
    counts = [n, n, n, 2 * n + 5, 2 * n + 4]
    if [len(field) for field in sent] != [32 * count for count in counts]:
        return None
    decoded_points = [points(field, count) for field, count in zip(sent[:4], counts, strict=False)]
    numbers = scalars(sent[4], 2 * n + 4)
    if None in decoded_points or numbers is None:
        return None
    left, right, c, announced = decoded_points
    after = list(zip(left, right, strict=True))
    if not is_proved(deck, seat, joint, before, after, c, announced[:n], announced[n:], numbers):
        return None
    return after


def is_proved(deck, seat, joint, before, after, c, chain, t, numbers):
    n = len(before)
    b1 = h("shuffle", deck, number(seat), number(n), encoded(joint), *listed(before), *listed(after))
    b2 = h("shuffle commitments", b1, *map(encoded, c))
    u = [s("shuffle vector", b2, number(i)) for i in range(n)]
    b3 = h("shuffle chain", b2, *map(encoded, chain))
    e = s("shuffle challenge", b3, *map(encoded, t))
    s1, s2, s3, s4 = numbers[:4]
    s_chain, s_permuted = numbers[4 : 4 + n], numbers[4 + n :]
    start, each = generator(0), [generator(i + 1) for i in range(n)]
    product = 1
    for one in u:
        product = product * one % Q
    rows = added(*c, *map(minus, each))
    end = added(chain[-1], minus(times(product, start)))
    links = [start, *chain]
    cards = [
        (minus(times(s4, key)), weighted(s_permuted, column(after, side)), weighted(u, column(before, side)))
        for side, key in enumerate((BASE, joint))
    ]
    equations = [
        (rows, times(s1, BASE)),
        (end, times(s2, BASE)),
        (weighted(u, c), added(times(s3, BASE), weighted(s_permuted, each))),
        *((old, added(new, masked)) for masked, new, old in cards),
        *((links[i + 1], added(times(s_chain[i], BASE), times(s_permuted[i], links[i]))) for i in range(n)),
    ]
    return all(same(added(t[i], times(e, one)), two) for i, (one, two) in enumerate(equations))


# -- B.6 and B.7: shares and opening; a slot is (deck digest, position, card) ---------------------------


def shares(seat, key, slots, sent):
    """The shares if they are valid, else None."""
    y, t, proof = points(sent[0], len(slots)), points(sent[1][:64], 2), scalars(sent[1][64:], 1)
    if None in (y, t, proof):
        return None
    (response,) = proof
    parts = []
    for (deck, position, card), share in zip(slots, y, strict=True):
        parts += [deck, number(position), encoded(card[0]), encoded(share)]
    b = h("shares", number(seat), encoded(key), *parts)
    d = [s("share weight", b, number(j)) for j in range(len(slots))]
    e = s("share proof", b, sent[1][:32], sent[1][32:64])
    own = same(added(t[0], times(e, key)), times(response, BASE))
    cards = weighted(d, [card[0] for _, _, card in slots])
    others = same(added(t[1], times(e, weighted(d, y))), times(response, cards))
    return y if own and others else None


def opened(deck, size, card, all_shares):
    """The number of the face, or None."""
    face = encoded(added(card[1], *map(minus, all_shares)))
    found = encoded_faces(deck, size)
    return found.index(face) if face in found else None


# -- B.8: revealed secrets -------------------------------------------------------------------------


def order_and_factors(secret, deck, seat, before):
    n = len(before)
    bound = deck, number(seat), h("deck cards", *listed(before))
    factors = [int.from_bytes(f(secret, "deck factor", *bound, number(i)), "little") % Q for i in range(n)]
    blocks = b"".join(f(secret, "deck order", *bound, number(j)) for j in range(n))
    words = [int.from_bytes(blocks[at : at + 8], "big") for at in range(0, len(blocks), 8)]
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        bound_ = 2**64 - 2**64 % (last + 1)
        while (word := words.pop(0)) >= bound_:
            pass
        order[last], order[word % (last + 1)] = order[word % (last + 1)], order[last]
    return order, factors


def reshuffled(joint, before, order, factors):
    return [
        (plus(before[i][0], times(r, BASE)), plus(before[i][1], times(r, joint)))
        for i, r in zip(order, factors, strict=True)
    ]

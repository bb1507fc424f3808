"""SPEC B: the vectors of single messages of sealed decks."""

from tests.independent.basics import Wrong, array
from tests.independent.cards import Cards
from tests.protocol.chance import independent as b


def unhexed(fields):
    return [bytes.fromhex(field) for field in fields]


def known_keys(given):
    game, fields = bytes.fromhex(given["game"]), [unhexed(key) for key in given["keys"]]
    cards = Cards(game)
    cards.epoch = given["epoch"]
    cards.keys = {seat: cards.key(seat, key) for seat, key in enumerate(fields)}
    if cards.cancel(cards.keys):
        raise Wrong("keys that cancel one another")
    return cards


def shuffled_deck(given):
    cards = known_keys(given)
    cards.start([(given["deck"], list(range(given["size"])))])
    for sent in given["shuffles"]:
        cards.take(cards.shuffled(cards.shuffler(), [[given["deck"], given["size"], *unhexed(sent)]]))
    if len(given["shuffles"]) == len(cards.keys):
        cards.sealed_now()
    return cards


def judge_points(given):
    deck = b.deck_digest(bytes.fromhex(given["game"]), given["epoch"], given["deck"])
    return {
        "generators": [b.encoded(b.generator(at)).hex() for at in range(given["size"] + 1)],
        "faces": [b.encoded(face).hex() for face in b.faces(deck, given["size"])],
        "digest": deck.hex(),
    }


def judge_key(given):
    cards = Cards(bytes.fromhex(given["game"]))
    cards.epoch = given["epoch"]
    cards.key(given["seat"], array(unhexed(given["fields"]), 2))
    return "ok"


def judge_shuffle(given):
    shuffled_deck(given)
    return "ok"


def judge_share(given):
    cards, slots = shuffled_deck(given), [(given["deck"], at) for at in given["positions"]]
    sent = unhexed(given["fields"])
    cards.shares(given["seat"], slots, [sent] if slots or sent else [])
    return "ok"


def judge_secrets(given):
    cards, secrets = shuffled_deck(given), unhexed(given["secrets"])
    for seat, secret in enumerate(secrets):
        cards.check_secret(seat, secret)
    deck = cards.sealed[given["deck"]]
    faces = list(range(given["size"]))
    for seat, secret in enumerate(secrets):
        order, _ = b.order_and_factors(secret, deck["digest"], seat, deck["stages"][seat])
        faces = [faces[at] for at in order]
    return faces


JUDGES = {
    "deck-points": judge_points,
    "deck-key": judge_key,
    "deck-shuffle": judge_shuffle,
    "deck-share": judge_share,
    "deck-secrets": judge_secrets,
}


def judge(kind, given):
    """What a vector of a single message comes to."""
    try:
        return JUDGES[kind](given)
    except Wrong:
        return "refused"

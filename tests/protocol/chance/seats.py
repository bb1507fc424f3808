"""Seats that share decks, for the tests: fixed secrets, all messages passed from hand to hand."""

from dataclasses import dataclass
from hashlib import sha256

from p2pgames_protocol.chance.deck import SealedDeck, UnsealedDeck, start_deck
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.joint_key import Epoch, Keys, SecretKey, join_keys, read_key
from p2pgames_protocol.chance.secret import recompute_shuffle

GAME = sha256(b"a game").digest()
OTHER_GAME = sha256(b"another game").digest()


def secret_of(seat: int, salt: str = "") -> bytes:
    return sha256(f"secret {salt} {seat}".encode()).digest()


@dataclass(frozen=True)
class Seats:
    epoch: Epoch
    secrets: dict[int, bytes]
    own: dict[int, SecretKey]
    keys: Keys

    def start(self, size: int, name: str = "tiles") -> UnsealedDeck:
        return start_deck(DeckId(self.epoch, name), self.keys, size)

    def seal(self, size: int, name: str = "tiles") -> SealedDeck:
        deck: UnsealedDeck | SealedDeck = self.start(size, name)
        while isinstance(deck, UnsealedDeck):
            deck = deck.after_shuffle(deck.shuffle(self.secrets[deck.seat]))
        return deck


def sit_down(seats, game: bytes = GAME, number: int = 0, salt: str = "") -> Seats:
    """Seats with these numbers (or so many, from 0) that have exchanged keys."""
    numbers = range(seats) if isinstance(seats, int) else seats
    epoch = Epoch(game, number)
    secrets = {seat: secret_of(seat, salt) for seat in numbers}
    own = {seat: SecretKey.derive(secret, epoch, seat) for seat, secret in secrets.items()}
    keys = join_keys(read_key(epoch, seat, key.prove()) for seat, key in own.items())
    return Seats(epoch, secrets, own, keys)


def recompute_faces(deck: SealedDeck, secrets):
    """Return the number of the face at every position of the deck, from the secrets of all who shuffled.

    Raises `Forged` if a key or a shuffle does not follow from its secret, KeyError if a secret is missing.
    """
    faces = tuple(range(len(deck.faces)))
    for seat in deck.keys.seats:
        order = recompute_shuffle(deck, seat, secrets[seat])
        faces = tuple(faces[place] for place in order)
    return faces

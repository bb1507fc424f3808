"""What a cheat can do with sealed cards, for a modified table to sign."""

from __future__ import annotations

from dataclasses import replace

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.decryption_share import prove_shares
from p2pgames_protocol.chance.elgamal import Mask, derive_mask
from p2pgames_protocol.chance.shuffle_proof import prove
from p2pgames_protocol.log.records.event import Event
from tests.six import SIX

SECRET = b"another secret of thirty-two byt"


def masked(deck, change, secret=SECRET):
    """A shuffle by a mask of the cheat's choice, run through the whole proof."""
    mask = change(derive_mask(secret, deck.id, deck.seat, deck.stages[-1]))
    after = mask.apply(deck.stages[-1], deck.keys.joint)
    return after.write() + prove(secret, deck.statement(after), mask).write()


def duplicate(table, body):
    """Take one card twice and another not at all."""
    first = table.replica.position.decks_state.unsealed[0]
    return (masked(first, lambda m: Mask((m.order[1], *m.order[1:]), m.factors)), *body[1:])


def swapped_cards(_table, body):
    """Exchange two cards after the proof was made."""
    left, right, *rest = body[0]
    return ((left[32:64] + left[:32] + left[64:], right[32:64] + right[:32] + right[64:], *rest), *body[1:])


def another_card(table, body):
    """Put in a card that the deck does not have."""
    deck = table.replica.position.decks_state.unsealed[0]
    mask = derive_mask(SECRET, deck.id, deck.seat, deck.stages[-1])
    after = mask.apply(deck.stages[-1], deck.keys.joint)
    right = (edwards.add(after.right[0], edwards.BASE), *after.right[1:])
    after = type(after)(after.left, right)
    return (after.write() + prove(SECRET, deck.statement(after), mask).write(), *body[1:])


def other_order(_table, body):
    """Send the decks in another order."""
    return body[::-1]


def one_deck_less(_table, body):
    """Leave a deck out."""
    return body[:1]


def replayed(table, _body):
    """Send what the seat before has sent."""
    (record,) = table.replica.log[-1].values()
    return Event.read(record.body).body


def own_choice(table, body):
    """Shuffle, with a true proof, by a mask of one's own choice."""
    return (masked(table.replica.position.decks_state.unsealed[0], lambda mask: mask), *body[1:])


def owed(table):
    """The only batch of sealed cards that the seat owes shares in."""
    decks_state = table.replica.position.decks_state
    (batch,) = decks_state.batches(decks_state.owed(table.seat, table.replica.position.wanted))
    return batch


def own_key(table):
    return table.duty.owed._secret.deck_key(table.replica.position.decks_state.keys.epoch)


def other_key(table, _body):
    """Make true shares with another key."""
    key = own_key(table)
    lying = replace(key, scalar=key.scalar + 1)
    return (prove_shares(lying, owed(table)),)


def out_of_order(table, _body):
    """Give true shares in other cards than are drawn."""
    batch = [(deck, (at + 1) % len(deck.faces)) for deck, at in owed(table)]
    return (prove_shares(own_key(table), batch),)


def too_few(_table, _body):
    return ()


def too_many(_table, body):
    return (*body, *body)


def other_face(_table, body):
    """Show another card than the one that is held."""
    move, shares = body
    other = next(face for face in "123456" if face != move[1])
    return (("show", other), shares)


def without_share(_table, body):
    move, _ = body
    return (move, ())


def false_key(_table, body):
    """Send a key without knowing its secret."""
    point = edwards.hash_to_point("nobody knows")
    return (*body[:-2], point, body[-1])


def no_key(_table, body):
    return (*body[:-2], None, None)


def play_shows(room):
    """Let one move be made: cards are shown as soon as can be."""
    room.deliver_all()
    table = room.turn()
    if table is not None:
        table.act(SIX.moves(table.replica.position.state, table.seat, table.replica.known)[0])
        room.collect()
        room.deliver_all()

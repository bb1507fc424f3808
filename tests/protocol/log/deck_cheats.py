"""What a cheat can do with sealed cards, for a modified table to sign."""

from __future__ import annotations

from dataclasses import replace

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.deck import prove
from p2pgames_protocol.chance.decryption_share import prove_shares
from p2pgames_protocol.chance.elgamal import Mask, derive_mask
from p2pgames_protocol.chance.joint_key import Epoch
from p2pgames_protocol.log.records import Event
from tests.six import SIX

SECRET = b"another secret of thirty-two byt"


def masked(deck, change, secret=SECRET):
    """A shuffle by a mask of the cheat's choice, run through the whole proof."""
    mask = change(derive_mask(secret, deck.id, deck.seat, deck.stages[-1]))
    after = mask.apply(deck.stages[-1], deck.keys.joint)
    return after.write() + prove(secret, deck.statement(after), mask).write()


def of_first(body, strings):
    """The first deck shuffled to other byte strings."""
    return ((*body[0][:2], *strings), *body[1:])


def duplicate(table, body):
    """Take one card twice and another not at all."""
    first = table.replica.position.decks_state.unsealed[0]
    return of_first(body, masked(first, lambda m: Mask((m.order[1], *m.order[1:]), m.factors)))


def swapped_cards(_table, body):
    """Exchange two cards after the proof was made."""
    _, _, left, right, *rest = body[0]
    return of_first(
        body, (left[32:64] + left[:32] + left[64:], right[32:64] + right[:32] + right[64:], *rest)
    )


def another_card(table, body):
    """Put in a card that the deck does not have."""
    deck = table.replica.position.decks_state.unsealed[0]
    mask = derive_mask(SECRET, deck.id, deck.seat, deck.stages[-1])
    after = mask.apply(deck.stages[-1], deck.keys.joint)
    right = (edwards.add(after.right[0], edwards.BASE), *after.right[1:])
    after = type(after)(after.left, right)
    return of_first(body, after.write() + prove(SECRET, deck.statement(after), mask).write())


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
    return of_first(body, masked(table.replica.position.decks_state.unsealed[0], lambda mask: mask))


def owed(table):
    """The only batch of sealed cards that the seat owes shares in."""
    decks_state = table.replica.position.decks_state
    (batch,) = decks_state.batches(decks_state.due(table.seat, table.replica.position.wanted))
    return batch


def own_key(table):
    return table.auto_signer.due._secret.deck_key(table.replica.position.decks_state.keys.epoch)


def other_key(table, body):
    """Make true shares with another key."""
    key = own_key(table)
    lying = replace(key, scalar=key.scalar + 1)
    return (body[0], (prove_shares(lying, owed(table)),))


def out_of_order(table, body):
    """Give true shares in other cards than are drawn."""
    batch = [(deck, (at + 1) % len(deck.faces)) for deck, at in owed(table)]
    return (body[0], (prove_shares(own_key(table), batch),))


def too_few(_table, body):
    return (body[0], ())


def too_many(_table, body):
    return (body[0], body[1] * 2)


def other_slot(_table, body):
    """Name another slot than is asked for."""
    (deck, at, to), *others = body[0]
    return (((deck, at + 1, to), *others), body[1])


def no_deck(_table, body):
    """Name a slot of a deck that there is not."""
    (_, at, to), *others = body[0]
    return ((("nowhere", at, to), *others), body[1])


def other_seat(_table, body):
    """Say that another seat is to see a card, or everybody."""
    (deck, at, to), *others = body[0]
    return (((deck, at, None if to is not None else 0), *others), body[1])


def no_slots(_table, body):
    return body[1]


def other_name(_table, body):
    """Give a deck another name."""
    return (("other", *body[0][1:]), *body[1:])


def other_number(_table, body):
    """Say that a deck has another number of cards."""
    return ((body[0][0], body[0][1] + 1, *body[0][2:]), *body[1:])


def other_face(_table, body):
    """Show another card than the one that is held."""
    move, *named = body
    other = next(face for face in "123456" if face != move[1])
    return (("show", other), *named)


def others_card(_table, body):
    """Name a card that the seat was not dealt, in which it has given its share."""
    move, ((deck, at, card), *others), _ = body
    return (move, ((deck, at + 1, card), *others), ())


def other_card(_table, body):
    """Show the right face, and name another card."""
    move, ((deck, at, card), *others), batches = body
    return (move, ((deck, at, card + 1), *others), batches)


def no_cards(_table, body):
    """Show a card, and name none."""
    return (body[0], (), body[2])


def without_share(_table, body):
    return (*body[:2], ())


def false_key(_table, body):
    """Send a key without knowing its secret."""
    point = edwards.hash_to_point("nobody knows")
    return (*body[:-2], point, body[-1])


def old_epoch(table, body):
    """Give the key of the epoch before once more."""
    epoch = Epoch(table.replica.genesis.game_id, body[0] - 1)
    return (body[0] - 1, *table.auto_signer.due._secret.deck_key(epoch).prove())


def other_epoch(_table, body):
    """Name another epoch than that of the key."""
    return (body[0] + 1, *body[1:])


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

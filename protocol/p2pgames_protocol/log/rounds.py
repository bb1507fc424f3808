"""What each kind of round asks of the seats, what is in order in it, and what follows; `ROUNDS` lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from p2pgames.contract import (
    Choose,
    Face,
    Illegal,
    Move,
    Moved,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
    Why,
)
from p2pgames.replace import replace
from p2pgames.text import Count, FaceName, Message, Verbatim
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.coin import ChainHead, outcome
from p2pgames_protocol.chance.deck import UnsealedDeck, take_shuffles
from p2pgames_protocol.chance.decryption_share import DecryptionShare
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.joint_key import Epoch, Keys, join_keys, read_key
from p2pgames_protocol.chance.secret import GameSecret, recompute_shuffle
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.consents import CONSENTS
from p2pgames_protocol.log.decks import GivenShare, given_by, prove_given
from p2pgames_protocol.log.position import (
    NOTHING,
    OF_WHY,
    Basis,
    Body,
    Departure,
    Ending,
    Given,
    Made,
    Position,
    Prepared,
    Proved,
    RoundKind,
)
from p2pgames_protocol.log.records import Event
from p2pgames_protocol.log.validate import result_of, revealed_secret
from p2pgames_protocol.wire.codec import HASH_SIZE, Malformed, Plain, pack
from p2pgames_protocol.wire.fields import beginnings

# The first round: commitments, coin tips and deck keys.


class KeyRound(RoundKind):
    """Every seat accepts the table, and commits to its secrets: ``[hash of secret, coin tip, deck key, proof]``."""

    name, act = "keys", "key"
    carries = False
    always_verified = True

    def opened(self, position: Position) -> Position | None:  # noqa: ARG002
        """It is the first, and open from the start."""
        return None

    def check(self, position: Position, event: Event) -> Proved:
        """Return the deck key, if the game has decks."""
        key_of(event)
        if position.genesis.proposal.decks:
            return Proved(key=read_key(Epoch(position.genesis.game_id), event.seat, event.body[2:]))
        if event.body[2:] != (None, None):
            raise Malformed(sentences.NO_DECKS)
        return Proved()

    def wrong_together(self, position: Position, given: Given) -> Message | None:
        """Return what is wrong with the deck keys together."""
        return no_joint_keys(given) if position.genesis.proposal.decks else None

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position with all commitments."""
        keys = [key_of(given[seat].event) for seat in before.due]
        joint = joint_keys(given) if before.genesis.proposal.decks else None
        return replace(
            closed,
            decks_state=replace(closed.decks_state, keys=joint),
            commitments=tuple(committed for committed, _ in keys),
            tips=tuple(tip for _, tip in keys),
            heads=tuple(ChainHead(tip) for _, tip in keys),
        )

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body]:  # noqa: ARG002
        """Return a function that makes the seat's commitments."""
        epoch = Epoch(position.genesis.game_id, position.decks_state.epoch)
        deck_key = (None, None)
        return lambda: (
            secret.commitment(),
            secret.coin_tip(),
            *(secret.deck_key(epoch).prove() if position.genesis.proposal.decks else deck_key),
        )


def joint_keys(given: Given) -> Keys:
    """Return the joint keys of all who gave one; raise `Forged` if they are none together."""
    keys = (given[seat].proved.key for seat in sorted(given))
    return join_keys(key for key in keys if key is not None)


def no_joint_keys(given: Given) -> Message | None:
    """Return why there are no joint keys, as where they cancel each other out; None if there are."""
    try:
        joint_keys(given)
    except Forged as wrong:
        return wrong.message
    return None


def key_of(event: Event) -> tuple[bytes, bytes]:
    """Return the commitment and the coin tip of a key event; raise `Malformed` if it does not hold them."""
    match event.body:
        case (bytes(committed), bytes(tip), _, _) if len(committed) == len(tip) == HASH_SIZE:
            return committed, tip
    raise Malformed(sentences.NO_TIP)


KEYS = KeyRound()


# The round after the end, in which all secrets are shown and checked.


class RevealRound(RoundKind):
    """The game is over; every seat publishes its game secret, and signs the result: ``[secret, result]``.

    Another result than that of the game changes nothing; an audit says who named one.
    """

    name = act = "reveal"
    carries = False
    after_end = True
    slow = True
    after_echo = True
    always_verified = True
    counted_as = "reveals"

    def opened(self, position: Position) -> Position | None:
        """Open it once when the game has ended, if there are secrets that somebody has committed to."""
        if position.kind is self:
            return None
        if position.ending is not None:
            return replace(position, kind=self) if position.commitments else None
        if not isinstance(position.ask, Over):
            return None
        return replace(position, kind=self, ending=Ending(_basis(position), position.ask.result))

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return all seats, also those that have left."""
        return tuple(range(len(position.genesis.keys)))

    def check(self, position: Position, event: Event) -> Proved:
        """Return how the seat has shuffled, which must follow from its secret like all else it has given."""
        secret = revealed_secret(position.genesis.game_id, event, position.commitments[event.seat])
        check_coin(position, event.seat, secret)
        return Proved(orders=orders_shown(position, event.seat, secret))

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position after the secrets are revealed, with the seats that they convict."""
        secrets = {
            seat: each.event.body[0]
            for seat, each in given.items()
            if each.fault is None and isinstance(each.event.body[0], bytes)
        }
        faults = tuple(
            Departure(seat, before.round, Why.FAULT, each.fault)
            for seat, each in sorted(given.items())
            if each.fault is not None
        )
        orders: dict[DeckId, dict[Seat, tuple[int, ...]]] = {}
        for seat, each in given.items():
            for deck, order in each.proved.orders.items():
                orders.setdefault(deck, {})[seat] = order
        opened = closed.decks_state.open_all(orders)
        return replace(closed, past=before.past, revealed=secrets, faults=faults, decks_state=opened)

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body] | None:  # noqa: ARG002
        """Return a function that gives the secret and the result."""
        ending = position.ending
        return None if ending is None else lambda: (secret.reveal(), result_of(ending).plain)


def check_coin(position: Position, seat: Seat, secret: bytes) -> None:
    """Whatever the seat rolled with must come from its secret, or it was chosen with something else in mind."""
    if coin.tip(secret, position.genesis.game_id, seat) != position.tips[seat]:
        raise Illegal(sentences.WRONG_TIP)


def orders_shown(position: Position, seat: Seat, secret: bytes) -> dict[DeckId, tuple[int, ...]]:
    """Every key and shuffle of the seat must follow from its secret, so that all can be opened with it."""
    decks = position.decks_state.decks.values()
    return {deck.id: recompute_shuffle(deck, seat, secret) for deck in decks if seat in deck.keys.seats}


def cannot_go_on(position: Position) -> Position:
    """Return the position of a game that ends without a result: cards are drawn that nobody can open any more."""
    left = position.departures
    basis = OF_WHY[left[-1].why] if left else Basis.PLAYED
    return replace(position, kind=REVEAL, ending=Ending(basis, None))


def _basis(position: Position) -> Basis:
    left = position.departures
    if left and left[-1].round == position.round - 1:
        return OF_WHY[left[-1].why]
    return Basis.PLAYED


REVEAL = RevealRound()


# Rounds of coin values, and the rolls that follow from them.


class CoinRound(RoundKind):
    """A roll: for nobody, all seats give their value; for a seat, that seat gives its own first.

    A value is the next of the seat's hash chain: ``[number of the roll, sides, seat or nil, value]``.
    """

    name = act = "coin"

    def opened(self, position: Position) -> Position | None:
        """Open it where a roll is asked for; a game with more rolls than a chain has values ends."""
        if not isinstance(position.ask, Roll):
            return None
        return replace(position, kind=self) if position.rolls < coin.LENGTH else cannot_go_on(position)

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return the seat that gives its value first, or all."""
        first = _first(position)
        return position.seats if first is None else (first,)

    def check(self, position: Position, event: Event) -> Proved:
        """The value must be the one committed to."""
        head_after(position, event)
        return NOTHING

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position with the first seat's value, or after the roll that all values decide."""
        moved = pay_coins(closed, before, given)
        first = _first(before)
        return (
            roll_dice(moved, before) if first is None else replace(moved, first_value=moved.heads[first].last)
        )

    def void(self, closed: Position) -> Position:
        """A roll that somebody did not give its value to uses up its index."""
        return replace(closed, rolls=closed.rolls + 1)

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body]:  # noqa: ARG002
        """Return a function that makes the seat's next value."""
        return lambda: (*_named_coin(position), secret.coin_value(position.rolls + 1))


class RestRound(CoinRound):
    """The second half of a roll for a seat: all the others give theirs."""

    name = "rest"

    def opened(self, position: Position) -> Position | None:
        """Open it once the first value is there."""
        return None if position.first_value is None else super().opened(position)

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return all seats but the first."""
        first = position.ask.seat if isinstance(position.ask, Roll) else None
        return tuple(seat for seat in position.seats if seat != first)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position after the roll."""
        return roll_dice(pay_coins(closed, before, given), before)


def _first(position: Position) -> Seat | None:
    """Return the seat that a roll is for; None if all give their values at once."""
    seat = position.ask.seat if isinstance(position.ask, Roll) else None
    return seat if seat in position.seats else None


def pay_coins(closed: Position, before: Position, given: Given) -> Position:
    """Return the position with everybody's coin one value further."""
    heads = tuple(
        head_after(before, given[seat].event) if seat in given else head
        for seat, head in enumerate(before.heads)
    )
    return replace(closed, heads=heads)


def roll_dice(moved: Position, before: Position) -> Position:
    """Return the position after a roll, which all values given for it decide."""
    ask = before.ask
    if not isinstance(ask, Roll):
        raise TypeError("only a roll is rolled")
    values = tuple((seat, moved.heads[seat].last) for seat in moved.seats)
    drawn = outcome(moved.genesis.game_id, moved.rolls + 1, values, ask.sides)
    state = moved.rules.apply(moved.state, Rolled(drawn))
    return replace(moved, state=state, rolls=moved.rolls + 1)


def head_after(position: Position, event: Event) -> ChainHead:
    """Return what is known of the seat's coin after its value; raise `Illegal` if that is not the committed one."""
    game, index = position.genesis.game_id, position.rolls + 1
    # packed, for True equals 1
    if pack(event.body[:3]) != pack(_named_coin(position)):
        raise Illegal(sentences.OTHER_ROLL(roll=Count(index)))
    match event.body[3:]:
        case (bytes(value),):
            taken = position.heads[event.seat].advance(game, event.seat, index, value)
            if taken is not None:
                return taken
    raise Illegal(sentences.WRONG_COIN(roll=Count(index)))


def _named_coin(position: Position) -> Body:
    """Return what every value of a roll says of it: the number, the sides, and the seat that it is for."""
    if not isinstance(position.ask, Roll):
        raise TypeError("only a roll is rolled")
    return position.rolls + 1, position.ask.sides, _first(position)


COIN = CoinRound()
REST = RestRound()


# Rounds of shares, which open slots of sealed decks.

FEW: Final = 4
"""Cards of which an event's proof is made or verified in about the time that a thread takes to begin and to answer."""


class ShareRound(RoundKind):
    """Cards are dealt or opened: every seat gives the shares that others need.

    An event names all slots that are asked for, whoever owes what, and holds a batch of shares for each set of keys:
    ``[[[deck, position, seat or nil], ...], batches]``.
    """

    name = act = "share"
    slow = True
    after_echo = True

    def opened(self, position: Position) -> Position | None:
        """Open it where cards are to be seen; without those who could open them the game ends."""
        if not isinstance(position.ask, Open):
            return None
        if position.decks_state.can_open(position.ask.slots, position.seats):
            return replace(position, kind=self)
        return cannot_go_on(position)

    def check(self, position: Position, event: Event) -> Proved:
        """Return the shares of an event, with their proofs checked."""
        if pack(event.body[:1]) != pack((_named_shares(position),)):
            raise Illegal(sentences.OTHER_SLOTS)
        match event.body[1:]:
            case (batches,):
                slots = _owed(position, event.seat)
                return Proved(shares=position.decks_state.read_shares(event.seat, slots, batches))
        raise Malformed(sentences.NO_SHARES)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:  # noqa: ARG002
        """Return the position after the slots that the rules asked for are open."""
        return open_slots(closed)

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body]:
        """Return a function that makes the seat's shares and proves them."""
        slots = _owed(position, seat)
        return lambda: (_named_shares(position), prove_given(position.decks_state, secret, slots))

    def gives(self, position: Position, seat: Seat) -> tuple[GivenShare, ...]:
        """Return the shares that the others need of this seat, each with who sees the card."""
        to = dict(position.wanted)
        return given_by(position.decks_state, ((slot, to[slot]) for slot in _owed(position, seat)))

    def discloses(self, position: Position, seat: Seat) -> bool:
        """Tell whether the seat has shares to give."""
        return bool(_owed(position, seat))

    def is_brief(self, position: Position) -> bool:
        """Tell whether a few cards are to be seen."""
        return len(position.wanted) <= FEW


def is_shared(position: Position) -> bool:
    """Tell whether slots are to be opened in which everybody has given the share that others need."""
    wanted, decks_state = position.wanted, position.decks_state
    return (
        isinstance(position.ask, Open)
        and decks_state.can_open(wanted, position.seats)
        and not any(decks_state.due(seat, wanted) for seat in position.seats)
    )


def open_slots(position: Position) -> Position:
    """Return the position after the slots that the rules ask for are open; no move before that can be taken back."""
    decks_state = position.decks_state.deal(position.wanted)
    faces = tuple((slot, decks_state.public[slot] if to is None else None) for slot, to in position.wanted)
    state = position.rules.apply(position.state, Opened(faces))
    turned = tuple((slot, face) for slot, face in faces if face is not None)
    return replace(
        position, state=state, decks_state=decks_state, past=(), turned=(*position.turned, *turned)
    )


def _named_shares(position: Position) -> tuple[tuple[str, int, Seat | None], ...]:
    return tuple((deck, at, to) for (deck, at), to in position.wanted)


def _owed(position: Position, seat: Seat) -> tuple[Slot, ...]:
    return position.decks_state.due(seat, position.wanted)


SHARE = ShareRound()


# Rounds in which one seat moves: the move, and the cards it shows.


class TurnRound(RoundKind):
    """One seat moves: ``[move, shows, batches]``; or lets others leave.

    What it shows of hidden cards is ``[deck, position, number of the card]`` each, and the batches of shares open them.
    """

    name, act = "turn", "move"
    may_agree = True
    counted_as = "moves"

    def opened(self, position: Position) -> Position | None:
        """Open it where a seat is to choose."""
        if not isinstance(position.ask, Choose):
            return None
        # what is known of the position already need not be found out twice
        return position if position.kind is self else replace(position, kind=self)

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return the one seat that chooses."""
        return (position.ask.seat,) if isinstance(position.ask, Choose) else ()

    def check(self, position: Position, event: Event) -> Proved:
        """Every face that a move shows is opened with its author's shares before the rules see the move."""
        move, named, sent = read_move(event)
        shown = position.rules.reveals(position.state, event.seat, move)
        shares = _shares(position, event.seat, shown, named, sent) if shown or named or sent != () else ()
        return Proved(after=position.rules.apply(position.state, Moved(event.seat, move)), shares=shares)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position after the move, or after what all have agreed on.

        A move that showed no card can be taken back.
        """
        ((seat, given_here),) = given.items()
        event = given_here.event
        if (consent := CONSENTS.get(event.act)) is not None:
            return consent.apply(before, closed, consent.target(event.body))
        if event.act != self.act:
            return closed
        past = (*before.past, Made(before.round, seat, before.state)) if event.body[1] == () else ()
        return replace(closed, state=given_here.proved.after, past=past)


def _shares(
    position: Position, seat: Seat, shown: tuple[tuple[Slot, Face], ...], named: Body, sent: Plain
) -> tuple[DecryptionShare, ...]:
    """Return the shares that open what a move shows; raise `Illegal` if that is another card, or named otherwise."""
    slots = tuple(dict.fromkeys(slot for slot, _ in shown))
    owed = missing(position, seat, slots)
    if pack(beginnings(named, 2)) != pack(slots):
        raise Illegal(sentences.OTHER_CARDS)
    shares = position.decks_state.read_shares(seat, owed, sent)
    after = position.decks_state.with_shares(shares)
    for slot, face in shown:
        if after.public[slot] != face:
            raise Illegal(
                sentences.OTHER_FACE(
                    index=Count(slot[1]),
                    deck=Verbatim(slot[0]),
                    face=FaceName(after.public[slot]),
                    named=FaceName(face),
                )
            )
    if pack(named) != pack(tuple((*slot, after.card(slot)) for slot in slots)):
        raise Illegal(sentences.OTHER_CARDS)
    return shares


def missing(position: Position, seat: Seat, slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Return the slots in which a seat has to give its share to show them; raise `Illegal` for others' cards."""
    slots = tuple(slots)
    for slot in slots:
        position.decks_state.check_dealt(slot, seat)
    return position.decks_state.due(seat, ((slot, None) for slot in slots))


def read_move(event: Event) -> tuple[Move, Body, Plain]:
    """Return the move of an event, the cards that it names, and its batches; raise `Malformed` if it has none."""
    match event.body:
        case (move, tuple() as named, sent) if _is_wire(move):
            return move, named, sent  # type: ignore[return-value]
    raise Malformed(sentences.NO_MOVE)


def _is_wire(value: Plain) -> bool:
    return all(map(_is_wire, value)) if type(value) is tuple else value is not None


TURN = TurnRound()


# Rounds of shuffles, one seat after the other.


class ShuffleRound(RoundKind):
    """One seat shuffles all decks that are asked for, after the one before it.

    An event says of each ``[name, number of cards, five byte strings]``.
    """

    name = act = "shuffle"
    slow = True
    skipped = True

    def opened(self, position: Position) -> Position | None:
        """Open it where a shuffle is asked for, and all keys are of those who are in, or open to all."""
        ask, decks_state = position.ask, position.decks_state
        if not isinstance(ask, Shuffle) or not decks_state.serves(position.seats):
            return None
        if not decks_state.shuffling:
            decks_state = decks_state.start(ask).only(position.seats, same=True)
        return replace(position, kind=self, decks_state=decks_state)

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return the one seat whose turn it is to shuffle."""
        return tuple(deck.seat for deck in position.decks_state.unsealed[:1])

    def check(self, position: Position, event: Event) -> Proved:
        """Return the decks after the shuffle."""
        decks = position.decks_state.unsealed
        if pack(beginnings(event.body, 2)) != pack(deck_names(decks)):
            raise Illegal(sentences.OTHER_SHUFFLE)
        return Proved(
            decks=take_shuffles(decks, tuple(each[2:] for each in event.body if type(each) is tuple))
        )

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position after one seat's shuffle; the decks are sealed with the last one."""
        if not isinstance(before.ask, Shuffle):
            raise TypeError("only a shuffle is shuffled")
        decks_state = closed.decks_state
        for shuffled in given.values():
            decks_state = replace(decks_state, shuffling=shuffled.proved.decks)
        if decks_state.unsealed:
            return replace(closed, decks_state=decks_state)
        state = closed.rules.apply(closed.state, Shuffled())
        return replace(closed, state=state, decks_state=decks_state.seal(before.ask))

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body]:
        """Return a function that shuffles, with proofs."""
        make = self.prepared(position, seat, secret)
        return lambda: make()[0]

    def prepared(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Prepared]:  # noqa: ARG002
        """Return the same function, which also gives the decks afterwards: their maker need not verify the proofs."""
        decks = position.decks_state.unsealed

        def make() -> Prepared:
            shuffled = secret.shuffle(decks)
            body: Body = tuple(
                (*name, *sent) for name, (sent, _) in zip(deck_names(decks), shuffled, strict=True)
            )
            return body, Proved(decks=tuple(after for _, after in shuffled))

        return make


def deck_names(decks: Iterable[UnsealedDeck]) -> tuple[tuple[str, int], ...]:
    """Return what an event says of the decks before it shuffles them: name and number of cards."""
    return tuple((deck.id.name, len(deck.faces)) for deck in decks)


SHUFFLE = ShuffleRound()


# Rounds of fresh deck keys, after somebody has left.


class RekeyRound(RoundKind):
    """Cards are to be shuffled, and seats left with their keys: all give new ones: ``[epoch, key, proof]``."""

    name = act = "rekey"

    def opened(self, position: Position) -> Position | None:
        """Open it where a shuffle is asked for and the keys do not serve for it."""
        if not isinstance(position.ask, Shuffle):
            return None
        fresh = replace(position.decks_state, keys=None, epoch=position.decks_state.epoch + 1)
        return replace(position, kind=self, decks_state=fresh)

    def check(self, position: Position, event: Event) -> Proved:
        """Return the fresh key."""
        epoch = _epoch(position)
        if pack(event.body[:1]) != pack((epoch.number,)):
            raise Illegal(sentences.OTHER_EPOCH)
        return Proved(key=read_key(epoch, event.seat, event.body[1:]))

    def wrong_together(self, position: Position, given: Given) -> Message | None:  # noqa: ARG002
        """Return what is wrong with the fresh keys together."""
        return no_joint_keys(given)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:  # noqa: ARG002
        """Return the position with the fresh keys joined."""
        return replace(closed, decks_state=replace(closed.decks_state, keys=joint_keys(given)))

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body]:  # noqa: ARG002
        """Return a function that makes the seat's fresh key."""
        epoch = _epoch(position)
        return lambda: (epoch.number, *secret.deck_key(epoch).prove())


def _epoch(position: Position) -> Epoch:
    return Epoch(position.genesis.game_id, position.decks_state.epoch)


REKEY = RekeyRound()


# After the last round.


class DoneRound(RoundKind):
    """All seats have published their secrets, or nobody has committed to one; nothing is owed any more."""

    name, act = "done", ""
    carries = False
    after_end = True

    def opened(self, position: Position) -> Position | None:
        """Open it where the game has ended, and no secrets are to be shown."""
        return replace(position, kind=self) if position.ending is not None else None

    def due(self, position: Position) -> tuple[Seat, ...]:  # noqa: ARG002
        """Return nobody."""
        return ()

    def check(self, position: Position, event: Event) -> Proved:  # noqa: ARG002
        """Refuse every event: the game is over."""
        raise Illegal(sentences.ALL_IS_SAID)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:  # noqa: ARG002
        """Refuse, as a programming error: nobody owes this round anything, so it never closes."""
        raise TypeError("a game that is done does not go on")


DONE = DoneRound()


# All kinds of rounds.

ROUNDS: tuple[RoundKind, ...] = (KEYS, REVEAL, DONE, TURN, REST, COIN, SHARE, SHUFFLE, REKEY)
"""In the order in which they are asked whether they are due: the first that is, is opened."""

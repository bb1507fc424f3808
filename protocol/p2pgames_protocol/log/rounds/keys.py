"""The first round: commitments, coin tips and deck keys."""

from __future__ import annotations

from collections.abc import Callable

from p2pgames.contract import Seat
from p2pgames.replace import replace
from p2pgames.text import Message
from p2pgames_protocol.chance.coin import ChainHead
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.joint_key import Epoch, Keys, join_keys, read_key
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.position import Body, Given, Position, Proved, RoundKind
from p2pgames_protocol.log.records import Event
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.hashing import SIZE


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
        case (bytes(committed), bytes(tip), _, _) if len(committed) == len(tip) == SIZE:
            return committed, tip
    raise Malformed(sentences.NO_TIP)


KEYS = KeyRound()

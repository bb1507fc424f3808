"""Opening a round: what the rules ask for, and who owes it."""

from __future__ import annotations

from dataclasses import replace

from p2pgames.contract import Choose, Open, Over, Roll, Shuffle
from p2pgames_protocol.log.position import OF_WHY, Basis, Ending, Position, Step


def open_round(position: Position) -> Position:
    """Open the round that the rules ask for; a second half of a roll stays open unless somebody left."""
    ask = position.ask
    if position.ending is not None:
        # before all keys are there nobody has committed to a secret that could be revealed
        return replace(position, step=Step.REVEAL if position.commitments else Step.DONE)
    if isinstance(ask, Over):
        return replace(position, step=Step.REVEAL, ending=Ending(_basis(position), ask.result))
    if isinstance(ask, Choose):
        if position.step is Step.TURN and position.begun:
            return position
        return replace(position, step=Step.TURN, begun=True)
    if isinstance(ask, Roll):
        return position if position.first_value is not None else replace(position, step=Step.COIN)
    if isinstance(ask, Open):
        if position.dealing.can_open(ask.slots, position.seats):
            return replace(position, step=Step.SHARE)
        return _cannot_go_on(position)
    if isinstance(ask, Shuffle):
        return _to_shuffle(position, ask)
    raise NotImplementedError(f"{position.rules.name} asks for {type(ask).__name__}")


def _to_shuffle(position: Position, ask: Shuffle) -> Position:
    """Open the next round of a shuffle; where somebody who has a key has left, fresh keys come first."""
    dealing = position.dealing
    if dealing.keys is not None and dealing.keys.seats == position.seats:
        started = dealing if dealing.shuffling else dealing.start(ask)
        return replace(position, step=Step.SHUFFLE, dealing=started)
    if position.genesis.table["survive"] == "no":
        return _cannot_go_on(position)
    fresh = replace(dealing, keys=None, epoch=dealing.epoch + 1)
    return replace(position, step=Step.REKEY, dealing=fresh)


def _cannot_go_on(position: Position) -> Position:
    """Cards are to be drawn that nobody can open any more: the game ends without a result."""
    left = position.departures
    basis = OF_WHY[left[-1].why] if left else Basis.PLAYED
    return replace(position, step=Step.REVEAL, ending=Ending(basis, None))


def _basis(position: Position) -> Basis:
    left = position.departures
    if left and left[-1].round == position.round - 1:
        return OF_WHY[left[-1].why]
    return Basis.PLAYED

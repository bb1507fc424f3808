"""Advice on a position: where it may be given, and a search for it beside the event loop."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, TypeVar

import trio
from outcome import Outcome, capture

from p2pgames.contract import AnyRules, Illegal, Known, Move, Seat
from p2pgames_cli.table import sentences
from p2pgames_cli.table.bot import set_when_due
from p2pgames_cli.table.seat_handle import known_faces, seat_of
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.viewpoint import seen_faces
from p2pgames_protocol.local.hotseat import HotSeatHandle

if TYPE_CHECKING:
    from p2pgames.search.advice import Hint
    from p2pgames.search.evaluator import Evaluator

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Query:
    """A choice of a seat that advice is asked for: what it saw, and no more."""

    rules: AnyRules
    evaluator: Evaluator[Any]
    state: Any
    seat: Seat
    known: Known

    def answer(
        self,
        nodes: int = 0,
        stop: Callable[[], bool] = lambda: False,
        progress: Callable[[int], None] | None = None,
        must: Collection[Move] = (),
    ) -> Hint:
        """Return the advice, from this many nodes; 0 stands for the game's usual number for hints."""
        from p2pgames.search.advice import hint

        return hint(
            self.rules,
            self.evaluator,
            self.state,
            self.seat,
            self.known,
            nodes or self.evaluator.nodes,
            stop=stop,
            progress=progress,
            must=must,
        )


def advice_query(model: TableModel) -> Query:
    """Return what is to be chosen where the table is looked at; raise `Illegal` if advice would not be fair."""
    from p2pgames.search.search import evaluator_of

    if (evaluator := evaluator_of(model.game.bots)) is None:
        raise Illegal(sentences.NO_EVALUATOR)
    if not is_fair(model):
        raise Illegal(sentences.NO_HINT)
    if (handle := model.mine) is not None and not model.visibility.hand_hidden:
        if model.choices.sent:
            raise Illegal(sentences.HINT_AT_TURN)
        return Query(
            handle.replica.rules, evaluator, model.state, seat_of(handle) or 0, dict(known_faces(handle))
        )
    if (seat := model.timeline.choosing) is None:
        raise Illegal(sentences.NOTHING_TO_CHOOSE)
    if not model.replica.finished:
        raise Illegal(sentences.HINT_AT_TURN)
    position = model.position
    if any(slot not in model.replica.known for slot in position.decks_state.dealt_to(seat)):
        raise Illegal(sentences.HINT_UNSEEN)
    return Query(
        model.replica.rules, evaluator, position.state, seat, dict(seen_faces(model.replica, position, seat))
    )


def is_fair(model: TableModel) -> bool:
    """Tell whether nobody at another computer plays this game any more."""
    if (trial := model.what_if) is not None:
        return trial.of_finished
    return model.replica.finished or isinstance(model.timeline.handles[0], HotSeatHandle)


async def run_stoppable(work: Callable[..., Made]) -> Made:
    """Do work beside the event loop that ends when ``stop`` says so, which is as soon as this is cancelled."""
    return (await _ended(work)).unwrap()


async def _ended(work: Callable[..., Made]) -> Outcome[Made]:
    """Return what came of work, or what it raised: a nursery would raise that in a group, which nobody expects."""
    told = Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(set_when_due, told)
        ended = await trio.to_thread.run_sync(capture, partial(work, stop=told.is_set))
        nursery.cancel_scope.cancel()
    return ended


async def while_asked(model: TableModel, asked: Query) -> Hint | None:
    """Return the advice; None as soon as the table goes on, or another position is looked at."""
    ended, state, handle = None, model.state, model.handle

    async def outlive(scope: trio.CancelScope) -> None:
        while model.state is state:
            await handle.changed()
        scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(outlive, nursery.cancel_scope)
        ended = await _ended(partial(asked.answer, 0))
        nursery.cancel_scope.cancel()
    return ended.unwrap() if ended is not None and model.state is state else None

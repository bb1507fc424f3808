"""Doing work on proofs beside the event loop."""

from __future__ import annotations

from typing import Any, Final

import trio

from p2pgames_protocol.log.proof_jobs import ProofJob

_TURN: Final = trio.lowlevel.RunVar[trio.Lock]("turn of a proof")


async def done(job: ProofJob) -> Any:
    """Return what the job returns; the event loop goes on meanwhile, unless it takes but a moment.

    One is worked on at a time: what seats at one computer verify is then there for the second of them, and threads that
    compute beside each other mostly wait for the interpreter.
    """
    if job.brief:
        await trio.lowlevel.checkpoint()
        return job.run()
    async with _turn():
        return await trio.to_thread.run_sync(job.run)


def _turn() -> trio.Lock:
    try:
        return _TURN.get()
    except LookupError:
        _TURN.set(lock := trio.Lock())
        return lock

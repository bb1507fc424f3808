"""Work on proofs that takes longer than a frame of the screen, apart from the replica that needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from p2pgames_protocol.log.records.record import Record


@dataclass(frozen=True, slots=True)
class ProofJob:
    """Work on proofs: what ``run`` returns is for `complete_job`. It may run anywhere while the replica rests."""

    record: Record | None
    """The event that is validated; None for one's own that is made."""
    run: Callable[[], Any]

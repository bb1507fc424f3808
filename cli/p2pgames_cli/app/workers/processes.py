"""Worker processes on this computer, none of which outlives its work."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from threading import Thread
from types import FrameType
from typing import Final

_MOST: Final = 61 if os.name == "nt" else 256
"""Windows waits for no more at a time."""


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Give this many processes; on Ctrl-C or an error they are killed, whatever they do."""
    others = frozenset(active_children())
    pool = ProcessPoolExecutor(min(count, _MOST), initializer=_begin)
    try:
        yield pool
    except BaseException:
        for child in frozenset(active_children()) - others:
            child.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the process that started this one, and end with it, however it ends."""
    # a handler and not SIG_IGN, which programs that are started here would inherit
    signal.signal(signal.SIGINT, _leave)
    Thread(target=_end_with_parent, daemon=True).start()


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Do nothing."""


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)

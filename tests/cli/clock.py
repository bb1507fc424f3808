"""A clock that stands until it is set."""

from __future__ import annotations


class Clock:
    """Tells ``now``, in seconds."""

    now = 0.0

    def __call__(self):
        return self.now

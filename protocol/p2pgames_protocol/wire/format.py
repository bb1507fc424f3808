"""The number of the format that all records of a game have in common."""

from __future__ import annotations

from typing import Final

FORMAT: Final = 0
"""The format version of log and messages; 0 until the first release, from then on frozen."""

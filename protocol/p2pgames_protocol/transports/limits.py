"""How long a stranger may take to say who it is."""

from __future__ import annotations

from typing import Final

HELLO_TIME: Final = 10.0
"""Seconds for the whole hello; a stranger who is slower is dropped."""

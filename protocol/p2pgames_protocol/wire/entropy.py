"""Where random bytes come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Entropy: TypeAlias = Callable[[int], bytes]
"""Returns so many random bytes: `secrets.token_bytes`, but for a demo that is to repeat."""

"""What finders say."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Verbatim, message

A_VALUE: Final = message("discovery.a-value", "A value")()
FIELD = message("discovery.field", "{name}", name=Verbatim)

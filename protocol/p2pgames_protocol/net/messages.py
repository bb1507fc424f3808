"""What links, doors and tables across the network say."""

from __future__ import annotations

from typing import Final

from p2pgames.text import message

THE_NAMES: Final = message("net.names", "The names")()
A_NAME: Final = message("net.a-name", "A name")()
MESSAGE_COUNT: Final = message("net.message-count", "The count of messages")()

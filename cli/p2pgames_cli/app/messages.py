"""Why the client takes no seat at a table."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Message, Verbatim, message

BEGINS_ALONE: Final = message(
    "app.begins-alone",
    "The table says who begins but is not part of a series: outside a series the coin decides.",
)()
BEGINS_AFTER = message(
    "app.begins-after",
    "Who begins at this table depends on game {number}, which is not here, or not over: ask for a table outside"
    " the series.",
    number=Verbatim,
)
DOES_NOT_FOLLOW = message(
    "app.does-not-follow", "The table does not follow game {number}: {why}", number=Verbatim, why=Message
)

"""What the operating system says of files and connections, as messages."""

from __future__ import annotations

from typing import Final

from p2pgames.text import Count, Message, as_it_is, message
from p2pgames_protocol.store import messages
from p2pgames_protocol.store.intake import MAX_FILE

_KNOWN: Final = (
    message("os.permission-denied", "Permission denied"),
    message("os.is-a-directory", "Is a directory"),
    message("os.not-a-directory", "Not a directory"),
    message("os.no-space", "No space left on device"),
    message("os.read-only", "Read-only file system"),
    message("os.no-such-file", "No such file or directory"),
    message("os.connection-refused", "Connection refused"),
    message("os.network-unreachable", "Network is unreachable"),
    message("os.no-route", "No route to host"),
)
_BY_TEXT: Final = {
    str(said): said
    for said in (
        *(template() for template in _KNOWN),
        messages.TOO_LARGE(mib=Count(MAX_FILE >> 20)),
        messages.NOT_REGULAR,
    )
}


def os_error(wrong: Exception) -> Message:
    """Return what the system says of an error; as it says it where that is not known here."""
    return os_text(getattr(wrong, "strerror", None) or str(wrong))


def os_text(text: str) -> Message:
    """Return a sentence of the system as a message; as it is where it is not known here."""
    return _BY_TEXT.get(text) or as_it_is(text)

"""The clipboard, as far as the terminal lets programs write to it."""

from __future__ import annotations

from base64 import b64encode

from prompt_toolkit.output import Output


def copied(output: Output, text: str) -> None:
    """Give a text to the terminal, to be put on the clipboard (xterm's OSC 52); others show nothing of it."""
    output.write_raw(f"\x1b]52;c;{b64encode(text.encode()).decode()}\x1b\\")
    output.flush()

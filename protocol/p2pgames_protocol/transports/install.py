"""What to type so that a package is there that a way stands on."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

from p2pgames.text import Message, Verbatim
from p2pgames_protocol.transports import messages


def hint(what: Message, package: str) -> Message:
    """Return in a sentence what ``what`` needs, and the command that installs it for the Python that runs.

    It names the package and not an extra of ours: pip finds extras only where it finds the project.
    """
    words = [sys.executable or "python", "-m", "pip", "install", package]
    typed = subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
    return messages.NEEDS_PACKAGE(what=what, package=Verbatim(package), typed=Verbatim(typed))

"""The command that installs a package that a way needs."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, requires
from typing import Final

from p2pgames.text import Message, Verbatim
from p2pgames_protocol.transports import messages

WHERE_WHEELS_ARE: Final = ("iroh",)
"""What p2pgames requires where there is a wheel of it, and only there."""


def hint(what: Message, package: str) -> Message:
    """Return in a sentence what ``what`` needs, and the command that installs it for the Python that runs.

    It names the package and not an extra of ours: pip finds extras only where it finds the project. Where there is
    nothing that could be installed, that is said instead.
    """
    if package in WHERE_WHEELS_ARE and not is_required(package):
        return messages.NOT_MADE_FOR_HERE(what=what, package=Verbatim(package))
    words = [sys.executable or "python", "-m", "pip", "install", package]
    typed = subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
    return messages.NEEDS_PACKAGE(what=what, package=Verbatim(package), typed=Verbatim(typed))


def is_required(package: str) -> bool:
    """Tell whether p2pgames, as it was built for this system, requires a package: then there is a wheel of it."""
    try:
        return any(one.startswith(package) and ";" not in one for one in requires("p2pgames") or ())
    except PackageNotFoundError:  # a source tree that was never installed
        return True

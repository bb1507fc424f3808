"""The name and versions of the program that does some work: where these are equal, so are its results."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version

from p2pgames import registry


@cache
def program() -> str:
    """Return the version of p2pgames, and those of other packages that offer games or bots."""
    return ", ".join([f"p2pgames {version('p2pgames')}", *registry.guest_packages()])

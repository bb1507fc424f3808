"""How the rules of a log are found: by name and version."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from p2pgames.contract import AnyRules

RulesOf: TypeAlias = Callable[[str, int], AnyRules]
"""Returns one version of a game's rules, or raises `p2pgames.registry.Unknown`."""

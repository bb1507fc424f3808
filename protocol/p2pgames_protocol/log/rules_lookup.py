"""How the rules of a log are found: by name and version."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from p2pgames.contract import AnyRules
from p2pgames.registry import Unknown
from p2pgames_protocol.log.proposal import Proposal

RulesOf: TypeAlias = Callable[[str, int], AnyRules]
"""Returns one version of a game's rules, or raises `p2pgames.registry.Unknown`."""


def settled(proposal: Proposal, rules_of: RulesOf | None) -> dict[str, str]:
    """Return the options of a table that mean something; all of them where its rules are not known."""
    try:
        rules = rules_of(proposal.rules, proposal.version) if rules_of is not None else None
    except Unknown:
        rules = None
    return proposal.settled(rules)

"""An auditor written from SPEC.md alone: `audited(bytes, rules)` with the rules of a game, `audited(bytes)` without."""

from tests.independent import linja, six
from tests.independent.fast import fast
from tests.independent.full import full

RULES = {(rules.NAME, rules.VERSION): rules for rules in (linja, six)}


def audited(data, rules_of=None):
    """The verdict on any bytes; `rules_of` gives the rules by name and version, or None where it knows none."""
    return fast(data) if rules_of is None else full(data, rules_of)


def own_rules(name, version):
    """The games that are known here."""
    return RULES.get((name, version))


def judge(data):
    """The verdict of the full audit as the vectors write it."""
    verdict = audited(data, own_rules)
    return verdict.as_json() | {"why": verdict.why}

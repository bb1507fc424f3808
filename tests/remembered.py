"""What a process of tests works out once, however many tests ask: results that follow from what is given alone.

Tables of the same seed are laid again and again, and every seat verifies what every other one did. Nothing is
assumed of what is asked: a result is found by all that it depends on, byte for byte, and what fails is not kept.
"""

from functools import lru_cache, wraps

from p2pgames_protocol.chance import edwards

KEPT = 1 << 16


def remembered(function):
    """The function, which remembers; it stays a function of Python, so that whoever counts calls sees each."""
    kept = lru_cache(KEPT)(function)

    @wraps(function)
    def asked(scalar, *point):
        return kept(scalar, *point)

    return asked


# Before anything else is loaded: others take these by name.
edwards.multiply = remembered(edwards.multiply)
edwards.base = remembered(edwards.base)

from p2pgames_protocol.chance import deck  # noqa: E402
from p2pgames_protocol.wire import identity  # noqa: E402

# The product keeps these itself, only fewer.
deck.cards_after = lru_cache(1024)(deck.cards_after.__wrapped__)
identity._check = lru_cache(KEPT)(identity._check.__wrapped__)

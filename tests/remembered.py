"""What a process of tests works out once, however many tests ask: results that follow from what is given alone.

Tables of the same seed are laid again and again, and every seat verifies what every other one did. Nothing is
assumed of what is asked: a result is found by all that it depends on, byte for byte, and what fails is not kept.
Whoever measures work lets it be done `anew`.
"""

from contextlib import contextmanager
from functools import lru_cache, wraps

from p2pgames_protocol.chance import edwards

KEPT = 1 << 16
_measured = []


@contextmanager
def anew():
    """Within it nothing is remembered."""
    _measured.append(True)
    try:
        yield
    finally:
        _measured.pop()


def remembered(function):
    """The function, which remembers."""
    kept = lru_cache(KEPT)(function)

    @wraps(function)
    def asked(*given):
        return function(*given) if _measured else kept(*given)

    return asked


# Before anything else is loaded: others take these by name.
for name in ("multiply", "base", "add", "crypto_core_ed25519_is_valid_point"):
    setattr(edwards, name, remembered(getattr(edwards, name)))

from p2pgames_protocol.chance import deck  # noqa: E402
from p2pgames_protocol.wire import identity  # noqa: E402

# The product keeps these itself, only fewer.
deck.cards_after = lru_cache(1024)(deck.cards_after.__wrapped__)
identity._check = lru_cache(KEPT)(identity._check.__wrapped__)

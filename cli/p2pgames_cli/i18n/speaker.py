"""Messages said in the user's language, with the players' names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from p2pgames.text import Every, Joint, Message, Param, Speaker, Template, isolated
from p2pgames_cli.i18n.catalogue import N_, _, language, npgettext, pgettext

JOINTS = (N_(" and "), N_(" or "))
"""Marked for the catalogues; commas are the same in all of their languages."""


class UserSpeaker(Speaker):
    """Says messages in the language in use; names are put in last, and never translated."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        """Know the players by seat."""
        self.names = tuple(names)

    def form(self, template: Template, number: int | None) -> str:
        """Return the translation that a catalogue has under the sentence's id; the English where it has none."""
        if template.many and number is not None:
            return npgettext(template.id, template.one, template.many, number)
        return pgettext(template.id, template.one)

    def seat(self, seat: int) -> str:
        """Return the player's name; the number of the seat where none is known."""
        if seat < len(self.names):
            return isolated(self.names[seat])
        return _("Seat {number}").format(number=seat + 1)

    def param(self, param: Param) -> str:
        """Return what stands in a hole; right-to-left letters in it turn nothing round."""
        said = super().param(param)
        return said if isinstance(param, Message | Every) else isolated(said)

    def joint(self, joint: Joint) -> str:
        """Return what stands before the last of several things in the language."""
        return _(joint)


def speaker(names: Sequence[str] = ()) -> Callable[[Message], str]:
    """Return the function that says sentences; the same one for equal arguments, so that it can be a key of a cache."""
    return _speaker(language(), tuple(names))


@lru_cache(maxsize=16)
def _speaker(_language: str, names: tuple[str, ...]) -> Callable[[Message], str]:
    # Most of what a board says, it says again after every move.
    return lru_cache(maxsize=4096)(UserSpeaker(names).say)

"""What is chosen before a game begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from p2pgames import sentences
from p2pgames.text import BadValue, Message, Typed, Verbatim


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice made before the game; the first value is the default."""

    name: str
    values: tuple[str, ...]
    about: Message

    @property
    def default(self) -> str:
        """The value that holds when nobody chooses."""
        return self.values[0]


def resolve_options(game: str, options: Iterable[Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return a value for each option, the default where none is chosen; raise `BadValue` for any other choice."""
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in known:
            raise BadValue(sentences.no_option(game, tuple(known), name))
        if value not in known[name].values:
            values = sentences.words(known[name].values)
            raise BadValue(sentences.NO_VALUE(option=Verbatim(name), values=values, typed=Typed(value)))
    return {name: chosen.get(name, option.default) for name, option in known.items()}

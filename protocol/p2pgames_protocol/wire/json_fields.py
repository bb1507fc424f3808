"""Reading the fields of JSON that another process has written: each of the one type it may have, or ValueError."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final, TypeVar

from p2pgames.text import (
    TEMPLATES,
    Count,
    Every,
    FaceName,
    Joint,
    Message,
    Param,
    PlaceName,
    SeatName,
    Typed,
    Verbatim,
)

_Read = TypeVar("_Read")


def fields(value: Any, *names: str) -> tuple[Any, ...]:
    """Return the fields of an object that has these names, and no others."""
    if type(value) is not dict or value.keys() != {*names}:
        raise ValueError(f"no object with the fields {', '.join(names)}")
    return tuple(value[name] for name in names)


def number(value: Any) -> int:
    """Return a whole number."""
    if type(value) is not int:
        raise ValueError(f"no whole number: {type(value).__name__}")
    return value


def seconds(value: Any) -> float:
    """Return a number that is not below zero, nor infinite."""
    if type(value) not in (int, float) or not 0 <= value < inf:
        raise ValueError("no number of seconds")
    return float(value)


def text(value: Any) -> str:
    """Return a text."""
    if type(value) is not str:
        raise ValueError(f"no text: {type(value).__name__}")
    return value


def truth(value: Any) -> bool:
    """Return true or false."""
    if type(value) is not bool:
        raise ValueError(f"neither true nor false: {type(value).__name__}")
    return value


def binary(value: Any) -> bytes:
    """Return the bytes that are written in hexadecimal digits."""
    return bytes.fromhex(text(value))


def every(value: Any, each: Callable[[Any], _Read]) -> tuple[_Read, ...]:
    """Return the items of a list."""
    if type(value) is not list:
        raise ValueError(f"no list: {type(value).__name__}")
    return tuple(map(each, value))


def table(value: Any, each: Callable[[Any], _Read]) -> dict[str, _Read]:
    """Return the values of an object by name."""
    if type(value) is not dict:
        raise ValueError(f"no object: {type(value).__name__}")
    return {text(name): each(item) for name, item in value.items()}


def perhaps(value: Any, each: Callable[[Any], _Read]) -> _Read | None:
    """Return the value, or None for null."""
    return None if value is None else each(value)


# Reading a sentence from JSON, as `Message.as_data` writes it.

_SIMPLE: Final[dict[str, Callable[[Any], Param]]] = {
    "seat": lambda value: SeatName(number(value)),
    "face": lambda value: FaceName(text(value)),
    "place": lambda value: PlaceName(text(value)),
    "count": lambda value: Count(number(value)),
    "typed": lambda value: Typed(text(value)),
    "verbatim": lambda value: Verbatim(text(value)),
    "message": lambda value: read_message(value),  # noqa: PLW0108  # it stands below
}


def read_message(data: Any) -> Message:
    """Return the sentence; raise ValueError for anything that is none of the declared ones."""
    name, params = fields(data, "id", "params")
    template = TEMPLATES.get(text(name))
    if template is None:
        raise ValueError(f"no sentence: {name}")
    try:
        return template(**table(params, _param))
    except TypeError as wrong:
        raise ValueError(*wrong.args) from None


def _param(data: Any) -> Param:
    if type(data) is dict and "every" in data:
        items, joint = fields(data, "every", "joint")
        return Every(every(items, _param), _joint(joint))
    ((kind, value),) = table(data, lambda item: item).items()
    if kind not in _SIMPLE:
        raise ValueError(f"no parameter: {kind}")
    return _SIMPLE[kind](value)


def _joint(name: Any) -> Joint:
    found = {joint.name.lower(): joint for joint in Joint}.get(text(name))
    if found is None:
        raise ValueError(f"nothing that joins: {name}")
    return found

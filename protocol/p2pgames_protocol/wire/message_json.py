"""Reading a sentence from JSON, as `Message.as_data` writes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

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
from p2pgames_protocol.wire import json_fields as shape

_SIMPLE: Final[dict[str, Callable[[Any], Param]]] = {
    "seat": lambda value: SeatName(shape.number(value)),
    "face": lambda value: FaceName(shape.text(value)),
    "place": lambda value: PlaceName(shape.text(value)),
    "count": lambda value: Count(shape.number(value)),
    "typed": lambda value: Typed(shape.text(value)),
    "verbatim": lambda value: Verbatim(shape.text(value)),
    "message": lambda value: read_message(value),  # noqa: PLW0108  # it stands below
}


def read_message(data: Any) -> Message:
    """Return the sentence; raise ValueError for anything that is none of the declared ones."""
    name, params = shape.fields(data, "id", "params")
    template = TEMPLATES.get(shape.text(name))
    if template is None:
        raise ValueError(f"no sentence: {name}")
    try:
        return template(**shape.table(params, _param))
    except TypeError as wrong:
        raise ValueError(*wrong.args) from None


def _param(data: Any) -> Param:
    if type(data) is dict and "every" in data:
        items, joint = shape.fields(data, "every", "joint")
        return Every(shape.every(items, _param), _joint(joint))
    ((kind, value),) = shape.table(data, lambda item: item).items()
    if kind not in _SIMPLE:
        raise ValueError(f"no parameter: {kind}")
    return _SIMPLE[kind](value)


def _joint(name: Any) -> Joint:
    found = {joint.name.lower(): joint for joint in Joint}.get(shape.text(name))
    if found is None:
        raise ValueError(f"nothing that joins: {name}")
    return found

"""What one page has been sent already, so that it is sent only the differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final

MOST: Final = 20_000
"""Shapes of a drawing that a page keeps; with one more it begins anew."""


@dataclass
class Sent:
    """What the page has, part by part; of lists that only grow, only what is new is sent."""

    parts: dict[str, Any] = field(default_factory=dict)
    shapes: dict[str, dict[str, int]] = field(default_factory=dict)
    """The elements that the page has of each drawing, with their numbers."""

    def changes(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is to be sent of a view, and take it as sent."""
        changed: dict[str, Any] = {}
        for name, value in view.items():
            if name not in self.parts or self.parts[name] != value:
                changed[name] = self._as_sent(name, value)
                self.parts[name] = value
        for name in self.parts.keys() - view.keys():
            del self.parts[name]
            changed[name] = None
        return changed

    def _as_sent(self, name: str, value: Any) -> Any:
        if isinstance(value, Mapping) and "shapes" in value:
            return self._drawn(self.shapes.setdefault(name, {}), value)
        if isinstance(value, list) and name in ("events", "chat"):
            return _grown(self.parts.get(name) or [], value)
        return value

    def _drawn(self, shapes: dict[str, int], drawing: Mapping[str, Any]) -> dict[str, Any]:
        """Return a drawing whose shapes are numbers, with those elements that the page lacks."""
        if len(shapes) > MOST:
            shapes.clear()
        fresh = [shape for shape in dict.fromkeys(drawing["shapes"]) if shape not in shapes]
        first = len(shapes)
        shapes.update((shape, first + at) for at, shape in enumerate(fresh))
        return {
            **drawing,
            "shapes": [shapes[each] for each in drawing["shapes"]],
            "fresh": fresh,
            "first": first,
        }


def _grown(before: Sequence[Any], now: Sequence[Any]) -> dict[str, Any]:
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    return {"from": same, "add": list(now[same:])}

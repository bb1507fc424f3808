"""A game as lines for people."""

from __future__ import annotations

from typing import Any


def as_text(exported: dict[str, Any]) -> str:
    """Return an exported game as lines for people."""
    names = [seat["shown"] for seat in exported["seats"]]
    options = " ".join(f"{name}={value}" for name, value in exported["options"].items())
    lines = [f"{exported['game']} rules {exported['rules']}, {options}", f"game {exported['game_id']}"]
    lines += [f"seat {seat + 1} {name}" for seat, name in enumerate(names)]
    entries = [(m["round"], f"{names[m['seat']]:12} {m['move']}") for m in exported["moves"]]
    entries += [
        (r["round"], f"roll: {' '.join(map(str, r['values'] or ['void']))}") for r in exported["rolls"]
    ]
    entries += [(a["round"], a["text"]) for a in exported["agreed"]]
    entries += [(d["round"], f"{names[d['seat']]:12} leaves: {d['why']}") for d in exported["left"]]
    lines += [f"{number:4d}  {text}" for number, text in sorted(entries, key=lambda entry: entry[0])]
    result = exported["result"]
    if result is not None:
        lines.append(f"over ({result['basis']}): {result['why']}")
        for seat, name in enumerate(names):
            place = f"{result['places'][seat]}." if result["places"] else "-"
            lines.append(f"  {place} {name} {result['scores'][seat] if result['scores'] else ''}".rstrip())
    return "\n".join(lines) + "\n"

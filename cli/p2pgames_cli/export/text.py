"""A game as lines for people."""

from __future__ import annotations

from p2pgames.contract import Seat, together
from p2pgames.text import English, isolated
from p2pgames_cli.export.json import as_object
from p2pgames_cli.library.report import padded_name
from p2pgames_protocol.log.history import History, RollEntry
from p2pgames_protocol.log.replica import Replica


def as_text(replica: Replica) -> str:
    """Return a game as lines for people."""
    exported, came = as_object(replica), _came(replica)
    names = [isolated(seat["shown"]) for seat in exported["seats"]]
    columns = [padded_name(seat["shown"]) for seat in exported["seats"]]
    options = " ".join(f"{name}={value}" for name, value in exported["options"].items())
    lines = [f"{exported['game']} rules {exported['rules']}, {options}", f"game {exported['game_id']}"]
    lines += [f"seat {seat + 1} {name}" for seat, name in enumerate(names)]
    entries = [
        (m["round"], f"{columns[m['seat']]} {m['move']}{came['move', m['round'], m['seat']]}")
        for m in exported["moves"]
    ]
    entries += [
        (r["round"], f"roll: {' '.join(map(str, r['values'] or ['void']))}{came['roll', r['round'], None]}")
        for r in exported["rolls"]
    ]
    entries += [(a["round"], a["text"]) for a in exported["agreed"]]
    entries += [
        (d["round"], f"{columns[d['seat']]} leaves: {d['why']}{came['left', d['round'], d['seat']]}")
        for d in exported["left"]
    ]
    lines += [f"{number:4d}  {text}" for number, text in sorted(entries, key=lambda entry: entry[0])]
    result = exported["result"]
    if result is not None:
        lines.append(f"over ({result['basis']}): {result['why']}")
        for seat, name in enumerate(names):
            place = f"{result['places'][seat]}." if result["places"] else "-"
            lines.append(f"  {place} {name} {result['scores'][seat] if result['scores'] else ''}".rstrip())
    return "\n".join(lines) + "\n"


def _came(replica: Replica) -> dict[tuple[str, int, Seat | None], str]:
    """Return what came of each thing that happened, by its kind, round and seat; of a roll by no seat."""
    say = English(replica.names).say
    return {
        (entry.kind, entry.round, None if isinstance(entry, RollEntry) else entry.seat): f": {say(brought)}"
        if (brought := together(entry.effects))
        else ""
        for entry in History(replica).entries()
    }

"""``p2pgames export``: a game for reading, or for other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from p2pgames.contract import Seat, Wire
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flags, home
from p2pgames_cli.play import story
from p2pgames_cli.play.eyes import sealed
from p2pgames_cli.shelf import opened
from p2pgames_cli.translation import _, english
from p2pgames_protocol.disk import put
from p2pgames_protocol.ledger import Ledger
from p2pgames_protocol.message import Act, Event


@click.command(
    epilog="""\b
Examples:
  p2pgames export 7f3ac201    one of your games, as text
  p2pgames export game.p2pg --format html --out game.html"""
)
@click.argument("file", metavar="FILE|GAME-ID")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["text", "json", "svg", "html"]),
    default="text",
    help="Moves to read, data, the picture of a position, or a page that steps through the game.",
)
@click.option("--states", is_flag=True, help="With json: the public position after every move, in words.")
@click.option(
    "--step", type=click.IntRange(min=0), help="With svg: the position after this step, not the last."
)
@click.option(
    "--seat",
    type=click.IntRange(min=1),
    metavar="N",
    help="Pictures: only what this seat, 1 for the first, had seen.",
)
@click.option("--size", metavar="COLUMNSxROWS", help="With svg: the size, 120x36 if none is given.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write there, not to standard output."
)
@flags("home", "profile")
def command(
    file: str,
    kind: str,
    states: bool,
    step: int | None,
    seat: int | None,
    size: str | None,
    out: Path | None,
) -> None:
    """Write the game in FILE, or one of yours, as text, as JSON, a position of it as a picture, or all of it as a page.

    Pictures show the hidden cards too, once the game is over and they are revealed; with --seat only what that
    seat had seen.
    """
    _check(kind, {"--step": step, "--size": size}, "svg")
    _check(kind, {"--seat": seat}, "svg", "html")
    ledger = opened(home(), file)
    match kind:
        case "svg":
            text = _picture(ledger, step, seat, size or "120x36")
        case "html":
            from p2pgames_cli.page.page import page

            text = page(ledger, _eyes(ledger, seat))
        case "json":
            with english():
                text = json.dumps(as_object(ledger, states=states), indent=1) + "\n"
        case _:
            with english():
                text = _text(as_object(ledger))
    if out is None:
        click.echo(text, nl=False)
    else:
        put(out, text.encode())


def _check(kind: str, given: dict[str, object], *kinds: str) -> None:
    """Raise `Stop` for an option that says nothing in this format."""
    for name, value in given.items():
        if value is not None and kind not in kinds:
            said = _("{name} is for --format {names}.")
            raise Stop(Code.USAGE, said.format(name=name, names=" or ".join(kinds)))


def _picture(ledger: Ledger, step: int | None, seat: int | None, size: str) -> str:
    from p2pgames_cli.commands.replay import measures
    from p2pgames_cli.screen import still

    columns, rows = measures(size)
    if step is not None and step > len(ledger.log):
        said = _("The game has {count} steps, not {step}.")
        raise Stop(Code.USAGE, said.format(count=len(ledger.log), step=step))
    desk = still.desk_of(ledger, step)
    still.look_as(desk, _eyes(ledger, seat))
    return still.position(desk, columns, rows)


def _eyes(ledger: Ledger, seat: int | None) -> Seat | None:
    """Return the seat that was named; say so where what it had seen is not revealed."""
    seats = len(ledger.genesis.names)
    if seat is None:
        return None
    if seat > seats:
        raise Stop(Code.USAGE, _("The game has {seats} seats, not {seat}.").format(seats=seats, seat=seat))
    if sealed(ledger):
        click.echo(_("Not all hidden cards are revealed in this file: those stay hidden."), err=True)
    return seat - 1


def as_object(ledger: Ledger, *, states: bool = False) -> dict[str, Any]:
    """Return the game as plain data: moves in notation and as they stand in the log, rolls, result."""
    genesis, rules = ledger.genesis, ledger.rules
    moves: list[dict[str, Any]] = []
    rolls: list[dict[str, Any]] = []
    for number, given in enumerate(ledger.log):
        before, after = ledger.positions[number], ledger.positions[number + 1]
        if after.rolls > before.rolls:
            rolls.append({"round": number, "index": after.rolls, "values": _rolled(ledger, number)})
        for seat, record in sorted(given.items()):
            event = Event.read(record.body)
            if event.act == Act.MOVE and after.state is not before.state and _stands(ledger, number, seat):
                move = event.body[0]
                entry = {
                    "round": number,
                    "seat": seat,
                    "move": rules.text(before.state, seat, move),  # type: ignore[arg-type]
                    "data": _plain(move),  # type: ignore[arg-type]
                    "shown": [],
                }
                if states:
                    entry["state"] = list(map(str, rules.words(after.state, None, {})))
                moves.append(entry)
    ending = ledger.position.ending
    result = ending.result if ending else None
    return {
        "game": genesis.proposal.rules,
        "rules": genesis.proposal.version,
        "options": genesis.proposal.settled(ledger.rules),
        "game_id": genesis.game_id.hex(),
        "seats": [
            {"seat": s, "name": j.name, "shown": genesis.names[s], "key": j.key.hex()}
            for s, j in enumerate(genesis.joins)
        ],
        "moves": moves,
        "rolls": rolls,
        "agreed": [
            {"round": entry.round, "what": entry.kind, "to": entry.to, "text": entry.text}
            for number in range(len(ledger.log))
            for entry in story.agreed(ledger, number)
        ],
        "left": [{"seat": d.seat, "round": d.round, "why": d.why.value} for d in ledger.position.departures],
        "result": None
        if ending is None
        else {
            "basis": ending.basis.value,
            "places": list(result.places) if result else None,
            "scores": list(result.scores) if result and result.scores else None,
            "why": str(result.why) if result else "abandoned before anybody could move",
        },
    }


def _stands(ledger: Ledger, number: int, seat: int) -> bool:
    """Tell whether the event was in order: a fault stands in the log and is no move."""
    return not any(d.seat == seat and d.round == number and d.reason for d in ledger.position.departures)


def _rolled(ledger: Ledger, number: int) -> list[int] | None:
    """Return what was rolled in a round; None where the roll was void."""
    from p2pgames.contract import Roll
    from p2pgames_protocol.coin import outcome

    before, after = ledger.positions[number], ledger.positions[number + 1]
    if not isinstance(before.ask, Roll) or after.state is before.state or after.seats != before.seats:
        return None
    values = tuple((seat, after.purses[seat].last) for seat in after.seats)
    return list(outcome(ledger.genesis.game_id, after.rolls, values, before.ask.sides))


def _plain(value: Wire) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.hex() if isinstance(value, bytes) else value


def _text(exported: dict[str, Any]) -> str:
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

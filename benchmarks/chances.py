"""The page docs/chances.md, from games that `benchmarks.calibration` played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.calibration import MANY, MOST_OFF, Said, fitted, halves_of, read, rows, thinking
from benchmarks.measure import machine
from p2pgames import registry
from p2pgames.search.evaluator import Trust
from p2pgames.search.search import evaluator_of

PAGE = Path(__file__).parent.parent / "docs" / "chances.md"
HEAD = """# Do chances come true?

Written by `python -m benchmarks.calibration page` from games it had played, on
{machine}, beside other work.

A search judges positions by its game's `Evaluator`. What it then says of its best move is too confident in some games
and not confident enough in others, so `hint` and `analyse` correct it by a rising curve with two whole numbers for each
game: how far the odds are believed, and a shift. A third number does the same for leads.

{trusts}

Below, what is said after the correction is compared with what came of it, tenth by tenth; a shared win counts in
part. A search with few nodes played all seats, and about eight times per game one with more nodes looked at the
position, as for a hint. All numbers of seats took turns. Games of Linja began with eight random moves, since they
would all have begun alike.{earlier}

{rows}

No tenth with at least {many} looks should be off by more than 8. {missed}

The numbers were fitted to these games, or to earlier ones. Fitted to each half separately, they come out like this,
which says how certain they are:

{halves}

The chance stated is that among equals who think for a moment. Against stronger or weaker players it is different, and
the error of a hint is only that of its sampling.

```sh
{commands}
```
"""


def page(*files: str) -> None:
    """Write the page on what was said and what came of it; games that the files lack stay as they stand there."""
    found, before = read(files), PAGE.read_text("utf-8") if PAGE.exists() else ""
    trusts = {
        name: thinking(name).trust for name in registry.names() if evaluator_of(registry.game(name).bots)
    }
    halves = ((name, each) for name in found for each in map(fitted, halves_of(found[name])))
    tables = [
        _merged(before, number, rows_, found)
        for number, rows_ in enumerate((rows(found, trusts), _numbers(halves)))
    ]
    kept = sorted(name for name in trusts if name not in found)
    PAGE.write_text(
        HEAD.format(
            machine=machine(),
            trusts="\n".join(_numbers(trusts.items())),
            rows="\n".join(tables[0]),
            many=MANY,
            missed=_missed(tables[0]),
            halves="\n".join(tables[1]),
            earlier=f" Rows of {', '.join(kept)} are from an earlier run." if kept else "",
            commands="\n".join([*_earlier_commands(before, found), *_commands(found)]),
        ),
        encoding="utf-8",
        newline="\n",
    )


def _merged(before: str, number: int, fresh: Iterable[str], found: Mapping[str, Any]) -> list[str]:
    """Return a table with the rows that stand in the page for all games but these."""
    head, line, *mine = fresh
    part = before.partition("Below, what is said")[2].partition("The numbers were fitted")
    old = [row for row in part[0 if number == 0 else 2].splitlines() if row.startswith("| ")]
    others = [row for row in old if row != head and _name(row) not in found]
    # the tenths of a game stand in their order already
    return [head, line, *sorted([*others, *mine], key=_name)]


def _name(row: str) -> str:
    return row.split("|")[1].strip()


def _earlier_commands(before: str, found: Mapping[str, Any]) -> list[str]:
    played = (
        line for line in before.splitlines() if line.startswith("python -m benchmarks.calibration play ")
    )
    return [line for line in played if line.split()[4] not in found]


def _numbers(trusts: Iterable[tuple[str, Trust]]) -> Iterator[str]:
    yield "| game | odds, percent | shift, hundredths | leads, percent |"
    yield "|---|---|---|---|"
    yield from (f"| {name} | {each.spread} | {each.shift} | {each.points} |" for name, each in trusts)


def _missed(table: Sequence[str]) -> str:
    """Return which of the rows with many looks are off by more than they should."""
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table[2:]]
    off_by = [
        f"{row[0]} {row[2]} ({row[6]})"
        for row in cells
        if int(row[3]) >= MANY and abs(int(row[6])) > MOST_OFF
    ]
    return f"It is not so for {', '.join(off_by)}." if off_by else "It is so in all of them."


def _commands(found: Mapping[str, Sequence[Said]]) -> Iterator[str]:
    for name, looks in sorted(found.items()):
        seeds = {each.seed for each in looks}
        for start in sorted(seed for seed in seeds if seed - 1 not in seeds):
            count = next(number for number in range(1, len(seeds) + 1) if start + number not in seeds)
            yield f"python -m benchmarks.calibration play {name} FILE {count} {start}"
    yield "python -m benchmarks.calibration page FILE"

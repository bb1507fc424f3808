"""What holds at a table beside the options of its game: time to move, watchers, rematches, and their limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from p2pgames.option import Option
from p2pgames.sentences import NO_VALUE, words
from p2pgames.text import BadValue, Refusal, Typed, Verbatim
from p2pgames_protocol.log import table_sentences

MAX_OPTIONS: Final = 32

TABLE_OPTIONS: Final = (
    # The usual ones, for a form to offer; `settle_table` takes any number of minutes, hours or days.
    Option(
        "time",
        ("10m", "1h", "12h", "1d", "3d", "7d", "none"),
        table_sentences.TIME,
    ),
    Option("watchers", ("yes", "no"), table_sentences.WATCH),
)
TABLE_NAMES: Final = (*(option.name for option in TABLE_OPTIONS), "bots", "league")
"""The options of the table as a proposal lists them: those that one chooses, then what the host brings."""
_TIME = re.compile(r"none|[1-9][0-9]{0,3}[mhd]")


class Refused(Refusal, ValueError):
    """This is not a genesis anybody could play from; the message says why."""


def settle_table(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every table option; raise ValueError, naming what is possible, for a wrong one."""
    settled = {option.name: chosen.get(option.name, option.default) for option in TABLE_OPTIONS}
    if unknown := set(chosen) - set(settled):
        raise BadValue(
            table_sentences.NO_TABLE_OPTION(name=Typed(min(unknown)), names=Verbatim(", ".join(settled)))
        )
    for option in TABLE_OPTIONS:
        value = settled[option.name]
        if option.name == "time":
            if not _TIME.fullmatch(value):
                raise BadValue(table_sentences.TIME_IS(value=Typed(value)))
        elif value not in option.values:
            values = words(option.values)
            raise BadValue(NO_VALUE(option=Verbatim(option.name), values=values, typed=Typed(value)))
    return settled

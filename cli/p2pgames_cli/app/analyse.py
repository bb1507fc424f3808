"""Looking back on a game from its file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from p2pgames.contract import Illegal
from p2pgames.search.advice import Analysis, analysis_data
from p2pgames.text import with_message
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.library.stored_games import open_replica
from p2pgames_cli.table.analysing import analysis_lines, analysis_of, analysis_sentences
from p2pgames_protocol.log.replica import Replica


@dataclass(frozen=True, slots=True)
class AnalyseRequest:
    """A game that is to be looked back on."""

    user: User
    file: str
    """A game file, or the beginning of the id of a game of the home."""
    nodes: int = 0
    """What is looked at for each decision; 0 for what is usual."""


def analyse(
    request: AnalyseRequest, progress: Callable[[int, int], None] | None = None
) -> tuple[Replica, Analysis]:
    """Return the game and what is said of it; raise `Stop` if nothing can be said."""
    replica = open_replica(request.user, request.file)
    return replica, analyse_replica(request.user, replica, request.nodes, progress)


def analyse_replica(
    user: User, replica: Replica, nodes: int = 0, progress: Callable[[int, int], None] | None = None
) -> Analysis:
    """Return what is said of a game; raise `Stop` if nothing can be said."""
    try:
        found = analysis_of(replica, nodes, user.home.state, progress=progress)
    except Illegal as refusal:
        raise Stop(Code.USAGE, named(refusal.message)) from None
    if found is None:
        raise RuntimeError("Nobody told the analysis to stop.")
    return found


def lines_for_people(replica: Replica, found: Analysis, *, ascii: bool = False) -> list[str]:  # noqa: A002
    """Return what is said of a game, for people: a paragraph, the losses, and everybody's chances as curves."""
    return list(analysis_lines(replica, found, ascii=ascii))


def as_object(replica: Replica, found: Analysis) -> dict[str, Any]:
    """Return what is said of a game, for programs."""
    said = with_message("lines", analysis_sentences(replica, found))
    return {"game_id": replica.game_id.hex(), **analysis_data(found), **said}

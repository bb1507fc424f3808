"""Writing a game for reading, or for other programs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

from p2pgames.contract import Seat
from p2pgames.search.advice import Analysis
from p2pgames_cli.app.analyse import analyse_replica, lines_for_people
from p2pgames_cli.app.analyse import as_object as analysis_object
from p2pgames_cli.app.picture import Picture
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.export.json import as_object
from p2pgames_cli.export.text import as_text
from p2pgames_cli.i18n.catalogue import _, english
from p2pgames_cli.library.stored_games import open_replica
from p2pgames_cli.table.viewpoint import has_sealed
from p2pgames_protocol.log.replica import Replica

USUAL = Picture("dark", 120, 36, cells=False)
"""A picture of a game is looked at by itself: as wide as a large terminal, and all of the board in it."""
Format: TypeAlias = Literal["text", "json", "svg", "html"]


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """A game, and as what it is to be written."""

    user: User
    file: str
    """A game file, or the beginning of the id of a game of the home."""
    format: Format = "text"
    states: bool = False
    """Whether JSON has the public position after every move in words."""
    step: int | None = None
    """After which step the picture is; None for the last one."""
    seat: Seat | None = None
    """Whose eyes saw what pictures show; None for all that was revealed."""
    picture: Picture = USUAL
    moving: bool = False
    """Whether the picture shows the whole game, one position after the other."""
    analysis: bool = False
    """Whether text and JSON have what a search makes of the game."""


def export(request: ExportRequest) -> tuple[str, str]:
    """Return the game as a text, and what there is to say of it; raise `Stop` if it cannot be written so."""
    replica = open_replica(request.user, request.file)
    match request.format:
        case "svg":
            text = _draw(replica, request)
        case "html":
            from p2pgames_cli.export.html import page

            text = page(replica, _seat(replica, request))
        case "json":
            with english():
                looked = (
                    {"analysis": analysis_object(replica, _analysed(request, replica))}
                    if request.analysis
                    else {}
                )
                return json.dumps(
                    {**as_object(replica, states=request.states), **looked}, indent=1
                ) + "\n", ""
        case _:
            with english():
                said = lines_for_people(replica, _analysed(request, replica)) if request.analysis else []
                return as_text(replica) + "".join(f"{line}\n" for line in said), ""
    if request.seat is not None and has_sealed(replica):
        return text, _("Not all hidden cards are revealed in this file: those stay hidden.")
    return text, ""


def _analysed(request: ExportRequest, replica: Replica) -> Analysis:
    return analyse_replica(request.user, replica)


def _draw(replica: Replica, request: ExportRequest) -> str:
    from p2pgames_cli.export import picture as still

    step, drawn = request.step, request.picture
    if step is not None and step > len(replica.log):
        said = _("The game has {count} steps, not {step}.")
        raise Stop(Code.USAGE, said.format(count=len(replica.log), step=step))
    model = still.stepped(replica, step)
    still.look_as(model, _seat(replica, request))
    if not drawn.cells:
        in_lines = still.moving_board if request.moving else still.board
        if board := in_lines(model, drawn.theme):
            return board
    from p2pgames_cli.screen import frame
    from p2pgames_cli.screen.actions import presenter_of

    in_cells = frame.moving_position if request.moving else frame.position
    return in_cells(presenter_of(model), drawn.columns, drawn.rows)


def _seat(replica: Replica, request: ExportRequest) -> Seat | None:
    """Return the seat that was named; raise `Stop` if the game has none such."""
    seat, seats = request.seat, len(replica.genesis.names)
    if seat is not None and seat >= seats:
        said = _("The game has {seats} seats, not {seat}.")
        raise Stop(Code.USAGE, said.format(seats=seats, seat=seat + 1))
    return seat

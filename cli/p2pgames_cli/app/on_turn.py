"""The player's own command, run whenever it is their turn."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

import trio

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.seat_handle import SeatHandle, at_turn, seat_of


def check_command(command: str) -> None:
    """Raise `Stop` for a command that cannot be run."""
    try:
        program = shlex.split(command, posix=sys.platform != "win32")[0].strip('"')
    except (ValueError, IndexError):
        program = ""
    if shutil.which(program) is None:
        said = _("There is no such command: {command}. For what only a shell knows, type: sh -c '...'")
        raise Stop(Code.USAGE, said.format(command=command))


async def call_on_turn(handles: Sequence[SeatHandle], command: str) -> None:
    """Run the command whenever somebody here is to move, until cancelled; what it prints goes nowhere.

    No shell reads it, and nothing that others wrote is part of it: the environment has the game's name in the rules,
    its id, and the seat counted from 1. A client that is closed meanwhile leaves it running: it may be what tells the
    player. One that can be run no longer is not run.
    """
    called = -1
    while True:
        handle = at_turn(handles)
        if handle is not None and handle.replica.round != called:
            called = handle.replica.round
            with suppress(OSError):
                await _run(command, handle)
        else:
            await handles[0].changed()


async def _run(command: str, handle: SeatHandle) -> None:
    genesis = handle.replica.genesis
    about = {
        "P2PGAMES_GAME": genesis.game,
        "P2PGAMES_GAME_ID": genesis.game_id.hex(),
        "P2PGAMES_SEAT": str((seat_of(handle) or 0) + 1),
    }
    with trio.CancelScope(shield=True):
        process = await trio.lowlevel.open_process(
            _arguments(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **about},
        )
    await process.wait()


def _arguments(command: str) -> list[str] | str:
    """Return the command as the system starts it: on Windows programs take their command line apart themselves."""
    return command if sys.platform == "win32" else shlex.split(command)

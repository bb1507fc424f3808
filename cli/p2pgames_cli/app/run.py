"""Playing a game that has begun, in whatever way the player chose, to its end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

import trio

from p2pgames.game import Bot, Game
from p2pgames_cli.app.outlet import unhurried
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.lines.player import Plain
from p2pgames_cli.table import history_text
from p2pgames_cli.table.bot import autoplay
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.play_options import Mode, PlayOptions
from p2pgames_cli.table.seat import SeatHandle, at_turn, seat_of
from p2pgames_protocol.log.position import Basis

T = TypeVar("T")


def started(how: PlayOptions, main: Callable[..., Awaitable[T]], *arguments: object) -> T:
    """Run a trio function to its end, with the loop beneath it that the way of playing needs."""
    if how.mode is not Mode.SCREEN:
        with unhurried(how.mode):
            return trio.run(main, *arguments)
    from p2pgames_cli.ui import guest

    return guest.run(lambda: main(*arguments))


async def play(places: Sequence[SeatHandle], game: Game, play_options: PlayOptions) -> Code:
    """Play until the game is over or the player quits, and return what the shell is told.

    Seats with a bot play by themselves; ``places`` are all the seats of this computer.
    """
    people = [place for place in places if _bot(game, play_options, place, len(places)) is None]
    planning = Planning(places[0])
    async with trio.open_nursery() as nursery:
        if people and places[0].talk is not None:
            await planning.look()
            nursery.start_soon(planning.run)
        for place in places:
            if (bot := _bot(game, play_options, place, len(places))) is not None:
                nursery.start_soon(autoplay, place, bot, Random())
        if play_options.on_turn and people:
            nursery.start_soon(_call, people, play_options.on_turn)
        passive = not people or seat_of(places[0]) is None
        screen = Screen(
            people or places[:1], game, play_options, planning, passive=passive, local=len(places) > 1
        )
        await _show(screen)
        nursery.cancel_scope.cancel()
    return verdict(places[0])


def _bot(game: Game, play_options: PlayOptions, place: SeatHandle, number: int) -> Bot | None:
    """Return the bot of a place: named for its seat, or for the only seat there is."""
    seat = seat_of(place)
    if seat is None:
        return None
    name = play_options.bots.get(seat) or (play_options.bots.get(None) if number == 1 else None)
    return game.bots[name] if name else None


@dataclass(frozen=True, slots=True)
class Screen:
    """All that is needed to show a game, in whatever way."""

    places: Sequence[SeatHandle]
    game: Game
    play_options: PlayOptions
    planning: Planning
    passive: bool
    local: bool


async def _show(it: Screen) -> None:
    places, play_options, passive = it.places, it.play_options, it.passive
    match play_options.mode:
        case Mode.JSON:
            from p2pgames_cli.json.player import Machine

            machine = Machine(places, play_options, it.game, passive=passive)
            machine.model.planning = it.planning
            await machine.run()
        case Mode.PLAIN:
            plain = Plain(places, play_options, it.game, not sys.stdin.isatty(), passive=passive)
            plain.model.planning = it.planning
            await plain.run()
        case Mode.SCREEN:
            from p2pgames_cli.screen import app
            from p2pgames_cli.screen.typed_presenter import presenter_at

            presenter = presenter_at(places, it.game, play_options, passive=passive, local=it.local)
            presenter.planning = it.planning
            await app.run(presenter)
            if not play_options.within and play_options.trial is None:
                _farewell(places[0])


def _farewell(place: SeatHandle) -> None:
    """Say, once the screen is gone, how the game ended, or how to go on with it."""
    replica = place.replica
    if not replica.finished:
        game = replica.genesis.game_id.hex()[:8]
        console.tell(_("The game is kept: go on with p2pgames resume {game}").format(game=game))
        return
    for line in history_text.end_lines(replica):
        console.tell(line)


async def _call(places: Sequence[SeatHandle], command: str) -> None:
    """Run the player's command whenever one of the places is to move; what it prints goes nowhere.

    A client that is closed meanwhile leaves it running: it may be what tells the player.
    """
    called = -1
    while True:
        place = at_turn(places)
        if place is not None and place.replica.position.round != called:
            called = place.replica.position.round
            genesis = place.replica.genesis
            about = {
                "P2PGAMES_GAME": genesis.proposal.rules,
                "P2PGAMES_GAME_ID": genesis.game_id.hex(),
                "P2PGAMES_SEAT": str((seat_of(place) or 0) + 1),
            }
            with trio.CancelScope(shield=True):
                process = await trio.lowlevel.open_process(  # noqa: S604  # the player's own command
                    command,
                    shell=True,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env={**os.environ, **about},
                )
            await process.wait()
        else:
            await places[0].changed()


def verdict(place: SeatHandle) -> Code:
    """Return what the shell is told about a game that is over."""
    replica = place.replica
    if replica.accusations.equivocation is not None:
        return Code.DECIDED
    ending = replica.position.ending
    if ending is not None and ending.basis in (Basis.VOTED, Basis.CLAIMED, Basis.FAULT):
        return Code.DECIDED
    return Code.FINE

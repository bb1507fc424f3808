"""Taking a seat over that somebody hands over, by a line, or by a line and a file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from p2pgames_cli.app.bundles import open_peer
from p2pgames_cli.app.network import NetworkOptions, agreed_transports
from p2pgames_cli.app.player import player
from p2pgames_cli.app.resume import ResumeRequest, resume
from p2pgames_cli.app.run import run_aside
from p2pgames_cli.app.stderr_capture import capture_stderr
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.library.stored_games import find_game
from p2pgames_cli.table.lobby import LobbyFrontEnd, Openings, unless_left
from p2pgames_cli.table.session import Client
from p2pgames_protocol.discovery.registry import named_by
from p2pgames_protocol.net.peer import keep_seat
from p2pgames_protocol.net.session import PATIENCE, take_over_seat
from p2pgames_protocol.store import disk, handover
from p2pgames_protocol.store.handover import BadHandover, Handover
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.transports.transport import Unreachable
from p2pgames_protocol.wire.invite import Invite


@dataclass(frozen=True, slots=True)
class TakeRequest:
    """A seat that is handed over, and how one plays on."""

    user: User
    line: Invite
    client: Client
    network: NetworkOptions
    file: Path | None = None
    """The file that came with the line, where the game goes by mail."""


def take(request: TakeRequest, ui: Openings) -> int:
    """Take the seat over and go on with its game; by mail only take it over. Return the exit code."""
    user, client = request.user, request.client
    opening = ui(client)
    taken = take_by_mail(request, request.file) if request.file else _take(request, opening)
    genesis = taken.genesis
    game_id = genesis.game_id.hex()
    for sentence in taken_lines(taken):
        opening.tell(sentence)
    if request.file:
        opening.tell(_("Go on with it: p2pgames resume {game} --offline").format(game=game_id[:8]))
        return Code.FINE
    return resume(ResumeRequest(user, client, request.network, game_id), ui)


def take_by_mail(request: TakeRequest, file: Path) -> Handover:
    """Return the seat that a file holds, which the line opens; it is kept in the home. Raises `Stop`."""
    user = request.user
    with user.home.locked():
        try:
            taken = handover.read_handover(handover.unseal(disk.read_file(file), request.line.token))
            own = player(user)
            run_aside(None, keep_seat, own, request.line, taken)
            # The others learn of it, and by which name, from the first pack: so it is signed now.
            genesis = taken.genesis
            run_aside(None, open_peer, own, find_game(user.home, genesis.game_id.hex()))
        except BadHandover as wrong:
            raise Stop(Code.INVALID, sentence_of(wrong)) from None
    return taken


def _take(request: TakeRequest, opening: LobbyFrontEnd) -> Handover:
    """Return the seat as the player sends it who hands it over."""
    home = request.user.home
    with home.locked():
        try:
            return _by_link(player(request.user), request, opening)
        except BadHandover as wrong:
            raise Stop(Code.INVALID, _again(sentence_of(wrong))) from None
        except Unreachable as wrong:
            raise Stop(Code.NO_CONTACT, _again(sentence_of(wrong))) from None


def _again(why: str) -> str:
    """Return why a seat did not come, and what helps if it was half on its way."""
    helps = _(
        "If the seat was on its way here when this was interrupted, whoever hands it over can do so again: "
        "p2pgames give and the number of the game."
    )
    return f"{why} {helps}"


def taken_lines(taken: Handover) -> tuple[str, ...]:
    """Return whose seat the player has now, and what to know about it."""
    name = taken.genesis.names[taken.number]
    return (
        _("You play on for {name}, seat {seat}, from now on; all players are told.").format(
            name=name, seat=taken.number + 1
        ),
        _(
            "{name} still knows the seat's cards and rolls, also those to come, and could end the game by signing for"
            " it once more: you have to trust them."
        ).format(name=name),
    )


def _by_link(own: Player, request: TakeRequest, opening: LobbyFrontEnd) -> Handover:
    line, network = request.line, request.network
    if not line.addresses:
        raise Stop(Code.USAGE, _("This line goes with a file: p2pgames take LINE --file FILE"))
    meant = agreed_transports(network, named_by(line.addresses), opening.asks)
    opening.tell(_("Looking for the player who hands the seat over ..."))

    async def main() -> Handover:
        options = request.client.options
        patience = PATIENCE if options.timeout is None else options.timeout
        return await take_over_seat(own, line, ways=network.ways(own, meant), patience=patience)

    with capture_stderr(request.user.home):
        return run_aside(request.client, partial(unless_left, opening.hear, main))

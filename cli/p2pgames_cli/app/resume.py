"""Going on with a game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import trio

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames_cli.app.bots import check_bots
from p2pgames_cli.app.bundles import open_peer, what_next
from p2pgames_cli.app.game_index import GameIndex
from p2pgames_cli.app.host_bots import play_bots
from p2pgames_cli.app.hotseat import at_table, hot_seat_of
from p2pgames_cli.app.network import NetworkOptions, agreed_transports
from p2pgames_cli.app.pick_game import check_any_game, only_game, pick_running_game, to_fetch
from p2pgames_cli.app.player import player
from p2pgames_cli.app.rematch import Next, Series
from p2pgames_cli.app.run import play, run_aside, run_table, run_to_end
from p2pgames_cli.app.stderr_capture import capture_stderr
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import placed, sentence_of
from p2pgames_cli.library.stored_games import BrokenGame, Stored, find_game, find_readable, unsound_game
from p2pgames_cli.table import offers
from p2pgames_cli.table.lobby import LobbyFrontEnd, Openings, at_open_table, unless_left
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.seat_handle import SeatHandle, at_turn, seat_of
from p2pgames_cli.table.session import Client, Mode, TableSession
from p2pgames_cli.table.waiting import spoken_duration
from p2pgames_protocol.discovery.registry import named_by
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Genesis, Refused
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import (
    PATIENCE,
    Session,
    find_lost_game,
    mapped_before,
    resume_game,
    ways_before,
)
from p2pgames_protocol.store.game_store import put_aside
from p2pgames_protocol.store.handover import TakenSeat
from p2pgames_protocol.store.home import Home, OpenTables
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.transports.transport import Unreachable
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import Invite

REUNION: Final = 15.0
"""Seconds to wait for somebody who may lack the end of a game."""


@dataclass(frozen=True, slots=True)
class ResumeRequest:
    """A game that is to go on, and how."""

    user: User
    client: Client
    network: NetworkOptions
    game_id: str | None = None
    """The beginning of its id; None for the only one that is not over."""
    invite: Invite | None = None
    """Where one of the others is now."""
    take_over: bool = False
    """Whether a copy plays on at once."""
    fetch: bool = False
    """Whether a game goes on whose file is damaged or gone, or never was here."""


def resume(request: ResumeRequest, ui: Openings) -> int:
    """Go on with a game; return the exit code."""
    user, client, network = request.user, request.client, request.network
    with ExitStack() as held:
        tables = held.enter_context(user.home.at_tables())
        own, game = _chosen(request, tables, ui(client).asks)
        if is_local(own.identity, game.genesis):
            return run_table(client, held.pop_all(), _at_one_computer, game, own.identity, user.home, client)
        ways = _ways(request, ways_before(own, game.genesis), ui)
        if not network.via and mapped_before(own, game.genesis):
            network = replace(network, quiet_port=True)
        series = Series(own, network, ui, tables, user.home.token(game.genesis))
        held.enter_context(capture_stderr(user.home))
        return run_table(client, held.pop_all(), _between_computers, series, game, ways, request)


def resume_by_mail(request: ResumeRequest) -> tuple[int, str]:
    """Make the moves that are due, without any connection; return the exit code, and what to do next in words.

    A game at one computer just goes on.
    """
    user, client = request.user, request.client
    with user.home.at_tables() as tables:
        own, game = _chosen(request, tables, lambda _: False)
        if is_local(own.identity, game.genesis):
            return run_to_end(client, _at_one_computer, game, own.identity, user.home, client), ""
        return run_to_end(client, _by_mail, own, game, request)


def _chosen(request: ResumeRequest, tables: OpenTables, asks: Callable[[str], bool]) -> tuple[Player, Stored]:
    """Return who plays, and the game that is meant, taken for this process.

    Raises `Stop` if there is none, or no bot as was asked for.
    """
    user, home = request.user, request.user.home
    if not request.fetch or request.invite is None:
        check_any_game(home)
    own = player(user)
    if request.fetch:
        game = _fetched(request, own, tables, asks)
    else:
        game = (
            find_game(home, request.game_id)
            if request.game_id
            else pick_running_game(GameIndex(home, own.identity))
        )
        _take(request, game.genesis, own, tables)
    return (own if user.name else _as_at(own, game)), game


def _take(request: ResumeRequest, genesis: Genesis, own: Player, tables: OpenTables) -> None:
    """Take a game for this process; raise `Stop` if it is not played here, or there is no bot as was asked for."""
    options = request.client.options
    if TakenSeat(request.user.home, genesis).is_given:
        said = _(
            "You have handed this seat over: nothing is signed for it here. If its file or line never arrived, "
            "p2pgames give {game} hands it out again. Look at the game: p2pgames replay {game}"
        )
        raise Stop(Code.USAGE, said.format(game=genesis.game_id.hex()[:8]))
    is_here = is_local(own.identity, genesis)
    check_bots(registry.game(genesis.game), options.bots, at_one_computer=is_here)
    tables.acquire(genesis.proposal.nonce)


def _fetched(request: ResumeRequest, own: Player, tables: OpenTables, asks: Callable[[str], bool]) -> Stored:
    """Return the game that is meant, its file begun anew where it was damaged, or gone, or never here.

    What is damaged is kept aside. Raises `Stop` if all is sound.
    """
    home, line, genesis = request.user.home, request.invite, None
    game: Stored | BrokenGame | None
    if request.game_id:
        game = find_readable(home, request.game_id)
    else:
        lost = to_fetch(GameIndex(home, own.identity))
        game = only_game(lost) if lost and (line is None or len(lost) == 1) else None
    genesis = game.genesis if game is not None else None
    if genesis is None and line is not None:
        genesis = _asked(request, line, own, asks)
    if genesis is None:
        game = (
            find_game(home, request.game_id)
            if request.game_id
            else pick_running_game(GameIndex(home, own.identity))
        )
        genesis = game.genesis
    _take(request, genesis, own, tables)
    _put_aside(home, genesis)
    return find_game(home, genesis.game_id.hex())


def _asked(request: ResumeRequest, line: Invite, own: Player, asks: Callable[[str], bool]) -> Genesis:
    """Return how a game began of which nothing is here, as the player knows it who made the line; raise `Stop`."""
    options = request.client.options
    meant = agreed_transports(request.network, named_by(line.addresses), asks)
    patience = PATIENCE if options.timeout is None else options.timeout

    async def main() -> Genesis:
        return await find_lost_game(own, line, ways=request.network.ways(own, meant), patience=patience)

    try:
        with capture_stderr(request.user.home):
            genesis = run_aside(request.client, main)
    except (Turned, Unreachable) as wrong:
        code = Code.NO_CONTACT if isinstance(wrong, Unreachable) else Code.FAILURE
        raise Stop(code, sentence_of(wrong)) from None
    if not genesis.game_id.hex().startswith((request.game_id or "").lower()):
        said = _("The line is of another game: {game}.").format(game=genesis.game_id.hex()[:8])
        raise Stop(Code.USAGE, said)
    GameIndex(request.user.home, own.identity).check_only(genesis)
    return genesis


def _as_at(own: Player, game: Stored) -> Player:
    """Return the player by the name they have in a game: at the next table of a series they keep it."""
    genesis, key = game.genesis, own.identity.key
    at = genesis.identities.index(key) if key in genesis.identities else None
    return own if at is None else replace(own, name=genesis.given[at])


def _put_aside(where: Home, genesis: Genesis) -> None:
    """Keep the damaged files of a game aside, and begin it anew with what is sound; raise `Stop` if all is sound."""
    store = where.store(genesis)
    try:
        kept = put_aside(store, genesis, registry.rules)
    except registry.Unknown as unknown:
        raise Stop(Code.USAGE, sentence_of(unknown)) from None
    except Refused as wrong:
        raise Stop(Code.INVALID, placed(store.path, sentence_of(wrong))) from None
    if kept is None:
        raise Stop(Code.USAGE, _("Nothing of this game is damaged: resume it without --fetch."))
    for file in kept:
        console.warn(_("The damaged file is kept: {file}").format(file=file))


def _ways(request: ResumeRequest, before: tuple[str, ...], ui: Openings) -> tuple[str, ...]:
    """Return the ways of the game before, and those of an invite that the player allows."""
    if request.invite is None:
        return before
    named = named_by(request.invite.addresses)
    return before + agreed_transports(request.network, named, ui(request.client).asks, before)


async def _at_one_computer(game: Stored, identity: Identity, where: Home, client: Client) -> int:
    """Go on with a hot-seat game; return the exit code."""
    hot = hot_seat_of(game.genesis, identity, where, client)
    try:
        records, _ = hot.store.open()
        await hot.resume(records)
    except Damaged as wrong:
        raise unsound_game(game, wrong, here=True) from None
    return await at_table(hot, identity, where, client)


async def _by_mail(own: Player, game: Stored, request: ResumeRequest) -> tuple[int, str]:
    """Make the moves that are due; return the exit code, and what to do next."""
    peer = await open_peer(own, game)
    if request.take_over and peer.must_show:
        await peer.take_over()
    before = len(peer.replica.log)
    code = await play(TableSession([peer], registry.game(game.genesis.game), request.client))
    news = len(peer.replica.log) > before
    return code, what_next(peer, news=news, at_home=request.client.within)


async def share_the_end(peer: Peer, opening: LobbyFrontEnd, mode: Mode) -> None:
    """Wait a while for the others where the game is over here: they may not have its end yet; tell how that went.

    Plain lines and programs leave a game that is over, so they wait until all have it, too; the others show it. Nobody
    confirms evidence, so where that has ended the game they wait until all are linked, and leaving gives them time.
    """
    replica = peer.replica
    if not replica.finished or (replica.accusations.verdict is None and replica.complete):
        return
    opening.tell(
        _("The game is over here. Waiting a moment for the others, who may not have its end yet.") + "\n"
    )
    with trio.move_on_after(REUNION) as waiting:
        await peer.wait_until(lambda: bool(peer.links.connected))
        if mode in (Mode.PLAIN, Mode.JSON):
            by_evidence, others = replica.accusations.verdict is not None, len(replica.names) - 1
            await peer.wait_until(
                lambda: len(peer.links.connected) >= others if by_evidence else replica.complete
            )
    if waiting.cancelled_caught:
        said = _(
            "Not all of the others came. While p2pgames serve runs, they get the end whenever they come."
        )
        opening.tell(said + "\n")
    elif replica.complete and replica.accusations.verdict is None:
        opening.tell(_("All have the end now.") + "\n")


def _tell_what_is_missing(peer: Peer | None, opening: LobbyFrontEnd) -> None:
    """Say so where the notes of where the others are cannot be read, or our key has no seat."""
    if peer is None:
        return
    if peer.address_book is not None and peer.address_book.damaged:
        said = _(
            "The file with the others' addresses is damaged: {file}. Players who still know where you are "
            "will find you; otherwise ask one of them for the line their client shows: p2pgames resume "
            "--at LINE"
        )
        opening.warn(said.format(file=peer.address_book.path))
    if seat_of(peer) is None:
        opening.warn(_("Your key has no seat in this game: you can only watch."))


# Waiting for one's turn without the game on the screen: for games that take days.


async def until_turn(handle: SeatHandle, client: Client, opening: LobbyFrontEnd) -> None:
    """Stay connected until the player is to move or to answer an offer, or the game is over.

    Raises `Stop` if that is not so in time.

    Meanwhile the player's plans are carried out.
    """
    limit, planning = client.options.timeout, Planning(handle)
    with trio.move_on_after(float("inf") if limit is None else limit):
        await unless_left(opening.hear, partial(_wait, handle, planning, opening))
        return
    raise Stop(
        Code.NO_CONTACT, _("It was not your turn within {time}.").format(time=spoken_duration(limit or 0))
    )


async def _wait(handle: SeatHandle, planning: Planning, opening: LobbyFrontEnd) -> None:
    told: tuple[Seat, ...] = ()
    while True:
        opening.carried(handle.links.transports)
        await planning.carry_out()
        for report in planning.fresh():
            opening.planned(report)
        if handle.replica.finished or at_turn([handle]) is not None or offers.answerable(handle):
            return
        if handle.replica.waiting_for not in ((), told):
            told = handle.replica.waiting_for
            others = [handle.replica.names[seat] for seat in told if seat != seat_of(handle)]
            opening.waits(others, told)
        await handle.changed()


async def _between_computers(
    series: Series, game: Stored, ways: tuple[str, ...], request: ResumeRequest
) -> int:
    """Find the others again and go on; return the exit code."""
    own, network, client = series.player, series.network, request.client
    opening, table_game = series.ui(client), registry.game(game.genesis.game)

    async def use(session: Session) -> tuple[int, Next | None]:
        if session.invite is not None:
            opening.whereabouts(session.invite)
        opening.ways(session.network)
        _tell_what_is_missing(session.peer, opening)
        watch = session.watch_invite.text() if session.watch_invite is not None else ""
        peer = await opening.begun(session)
        if request.take_over and peer.must_show:
            await peer.take_over()
        share = partial(share_the_end, peer, opening, client.options.mode)
        if client.options.mode is Mode.JSON and peer.replica.finished:
            # The end of what it says is no wish to leave: a finished game needs nobody to play it.
            client.input.early = True
            opening.waits((), tuple(s for s in range(len(peer.replica.names)) if s != seat_of(peer)))
            await unless_left(opening.hear, share)
        else:
            await share()
        if client.options.shown_on_turn and seat_of(peer) is not None:
            await until_turn(peer, client, opening)
        return await series.play(session, peer, client, watch)

    table = resume_game(
        own,
        game.genesis,
        invite=request.invite,
        listen=network.listen,
        addresses=network.addresses,
        ways=network.ways(own, ways, series.token),
        beside=partial(play_bots, own, table_game, request.client.settings, take_over=request.take_over),
    )
    try:
        code, after = await at_open_table(opening, table, use)
    except (Damaged, Malformed, Refused) as wrong:
        raise unsound_game(game, wrong) from None
    return await series.go_on(after, client, code)

"""Playing at one computer: a game, or a lesson."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.game import Game
from p2pgames_cli.app.bots import bot_name, check_bots, without_bot_names
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import play, run_table, run_to_end
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.table.actions.looking import phone_lines, phones_as_data
from p2pgames_cli.table.session import Client, Mode, Phone, TableSession
from p2pgames_protocol.audit.series import ended_game
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.genesis import Genesis, Proposal, Refused
from p2pgames_protocol.store.home import Home, clean_name
from p2pgames_protocol.wire.identity import Identity

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


@dataclass(frozen=True, slots=True)
class HotseatRequest:
    """A game that is to be played at this computer."""

    user: User
    table: TableRequest
    client: Client
    names: tuple[str, ...] = ()
    """Those of the players, in the order of seats; others are made up."""


def hotseat(request: HotseatRequest) -> int:
    """Play a game at this computer; return the exit code."""
    options = request.client.options
    user = request.user
    check_bots(request.table.game, options.bots, at_one_computer=True)
    with ExitStack() as held:
        genesis, identity = _opened(request, held)
        return run_table(request.client, held.pop_all(), _begin, genesis, identity, user.home, request.client)


def _opened(request: HotseatRequest, held: ExitStack) -> tuple[Genesis, Identity]:
    """Return the genesis of the game, and who signs it; no other process opens its table while it is held."""
    table = request.table
    user = request.user
    tables = held.enter_context(user.home.at_tables())
    identity = player(user).identity
    given = _names(request)
    nonce = secrets.token_bytes(32)
    try:
        proposal = Proposal.of(identity.key, table.game.rules, len(given), nonce, dict(table.options))
        genesis = local_genesis(identity, proposal, given, secrets.token_bytes)
    except (ValueError, Refused) as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None
    tables.acquire(proposal.nonce)
    return genesis, identity


def _names(request: HotseatRequest) -> tuple[str, ...]:
    """Return a name for every seat: those given, else the player's own, bots' and usual ones."""
    options = request.client.options
    given, own, table = list(request.names), request.user.called, request.table
    last = max((seat + 1 for seat in options.bots if seat is not None), default=0)
    rules = table.game.rules
    seats = table.seats or max(rules.players[0], len(given), last)
    if last > seats:
        said = _("A bot is to sit at seat {last} of {seats}; use --seats {last} if the game allows it.")
        raise Stop(Code.USAGE, said.format(last=last, seats=seats))
    if len(given) > seats:
        said = _("{count} names for {seats} seats; use --seats {count} if the game allows it.")
        raise Stop(Code.USAGE, said.format(count=len(given), seats=seats))
    usual = usual_names(own)
    bots = options.bots
    named = named_bots(bots)
    given += [named.get(seat, usual[seat % len(usual)]) for seat in range(len(given), seats)]
    try:
        return tuple(clean_name(name) for name in given)
    except ValueError as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None


def named_bots(bots: Mapping[Seat | None, str]) -> dict[Seat, str]:
    """Return how the bots at a table of this computer are called, by seat; which bot that is, is kept beside it."""
    seats = sorted(seat for seat in bots if seat is not None)
    return {seat: without_bot_names(bot_name(at, bots[seat])) for at, seat in enumerate(seats)}


def usual_names(called: str) -> tuple[str, ...]:
    """Return names for those who have none, the player's own first."""
    first = called if called != "Player" else NAMES[0]
    return (first, *(name for name in NAMES if name != first))


async def _begin(genesis: Genesis, identity: Identity, where: Home, client: Client) -> int:
    hot = hot_seat_of(genesis, identity, where, client)
    return await at_table(hot, identity, where, client, begins=True)


def hot_seat_of(genesis: Genesis, identity: Identity, where: Home, client: Client) -> HotSeat:
    """Return the table of a game at this computer, with the bots that were asked for."""
    bots = {
        seat: name
        for seat, name in client.options.bots.items()
        if seat is not None and seat < len(genesis.keys)
    }
    store = where.store(genesis)
    apart = client.options.phones
    return HotSeat(genesis, identity, registry.rules, store, secrets.token_bytes(32), bots, apart=apart)


def tell_phones(client: Client, phones: Sequence[Phone]) -> None:
    """Print the codes that lead phones to the table, for people or programs; the full screen has a page for them."""
    if client.options.mode is Mode.JSON:
        from p2pgames_cli.json.output import say

        say("phone", phones=phones_as_data(phones))
    elif client.options.mode is not Mode.SCREEN:
        for line in phone_lines(client, phones):
            console.tell(wrapped(line) if " " in line else line)


async def at_table(
    hot: HotSeat, identity: Identity, where: Home, client: Client, *, begins: bool = False
) -> int:
    """Play at a hot-seat table, then as long as another game is wanted; return the exit code.

    Raises `Stop` if a bot of the game is no longer there, since nobody shall see its hand instead, or if no phone can
    reach this computer: a game that only ``begins`` is not kept then.
    """
    check_bots(registry.game(hot.handles[0].replica.genesis.game), dict(hot.bots.items()))
    client = client.with_options(bots=dict(hot.bots.items()))
    phones: dict[Seat, Phone] = {}
    try:
        if client.options.phones and client.window is not None:
            for seat, name in enumerate(hot.handles[0].replica.names):
                if seat not in hot.bots:
                    phones[seat] = await client.window.phone_for(name)
            tell_phones(client, list(phones.values()))
        if begins:
            await hot.begin()
        return await _one_after_another(hot, identity, where, client, phones)
    finally:
        for phone in phones.values():
            phone.close()


async def _one_after_another(
    hot: HotSeat, identity: Identity, where: Home, client: Client, phones: Mapping[Seat, Phone]
) -> int:
    game = registry.game(hot.handles[0].replica.genesis.game)
    while True:
        replica = hot.handles[0].replica
        session = TableSession(hot.handles, game, client, phones=phones, common=hot.common)
        code = await play(session)
        before = ended_game(replica) if session.rematch.opens else None
        if before is None:
            return code
        from p2pgames_cli.app.rematch_check import proposal_after

        proposal = proposal_after(before, identity.key, secrets.token_bytes(32))
        genesis = local_genesis(identity, proposal, replica.genesis.given, secrets.token_bytes)
        hot = hot_seat_of(genesis, identity, where, client)
        await hot.begin()


# Learning a game by playing, step by step.


@dataclass(frozen=True, slots=True)
class LearnRequest:
    """A game that is to be learnt."""

    user: User
    game: Game
    client: Client


def learn(request: LearnRequest) -> int:
    """Teach a game until its lesson is over or left, which nothing is kept of; return the exit code.

    Whoever wants to plays a game against bots at once, as few as there can be.
    """
    from p2pgames_protocol.local.course import Course

    game, lesson = request.game, request.game.lesson
    if lesson is None:
        raise Stop(
            Code.USAGE,
            _("{title} has no lesson; its rules: p2pgames rules {game}").format(
                title=game.title, game=game.name
            ),
        )
    names = usual_names(request.user.called)[: lesson.seats]
    course = Course(game.rules, lesson, names)
    session = TableSession([course.handle], game, request.client, what_if=course)
    if request.client.live is None:
        return run_to_end(request.client, _lesson, request, session)
    code = run_to_end(request.client, play, session)
    return hotseat(_against_bots(request)) if session.rematch.opens else code


async def _lesson(request: LearnRequest, session: TableSession) -> int:
    """Play a lesson, and a game against bots if that is wanted after it, in the same window."""
    code = await play(session)
    if not session.rematch.opens:
        return code
    after = _against_bots(request)
    with ExitStack() as held:
        genesis, identity = _opened(after, held)
        return await _begin(genesis, identity, request.user.home, after.client)


def _against_bots(request: LearnRequest) -> HotseatRequest:
    game = request.game
    count = game.rules.players[0]
    bots: dict[Seat | None, str] = dict.fromkeys(range(1, count), next(iter(game.bots)))
    return HotseatRequest(request.user, TableRequest(game, count), request.client.with_options(bots=bots))

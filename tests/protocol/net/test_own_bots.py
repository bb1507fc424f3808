"""A host's bots decide with the others as their host does: nobody has to wait for them."""

from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import trio

from p2pgames_protocol.log.consents import PAUSE
from p2pgames_protocol.net.host_bots import bot_players, run_bots
from p2pgames_protocol.net.session import host_table, join_table
from tests.protocol.meetings import HERE, player, propose


async def roller(peer):
    """Roll for ever."""
    while not peer.replica.finished:
        if peer.signer.my_turn:
            await peer.act("roll")
        else:
            await peer.changed()


@asynccontextmanager
async def table(tmp_path):
    """A table of a host, its bot, and a guest; yields the peers of the two people."""
    host = player(0, tmp_path)
    proposal = replace(propose(3, aim="300"), bots=1)
    bots = bot_players(host, proposal.nonce, ["Cleo, bot (roller)"])
    beside = partial(run_bots, host, play=roller)
    with trio.fail_after(30):
        async with (
            host_table(host, proposal, listen=HERE, bots=bots, beside=beside) as hosting,
            join_table(player(1, tmp_path), hosting.invite, listen=HERE) as joining,
        ):
            yield await hosting.begun(), await joining.begun()


async def until_turn(host, guest):
    """Let host and bot roll until it is the guest's turn."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(roller, host)
        await guest.wait_until(lambda: guest.signer.my_turn)
        await host.wait_until(lambda: len(host.replica.log) == len(guest.replica.log))
        nursery.cancel_scope.cancel()


async def voted_out(tmp_path):
    async with table(tmp_path) as people:
        host, guest = people
        assert guest.replica.genesis.given[1] == "Cleo, bot (roller)"
        await until_turn(host, guest)
        await host.vote(2)
        await host.wait_until(lambda: 2 not in host.replica.position.seats)


def test_a_bot_votes_as_its_host_does(tmp_path):
    trio.run(voted_out, tmp_path)


async def agreed(tmp_path, says):
    async with table(tmp_path) as people:
        host, guest = people
        await until_turn(host, guest)
        await host.offer(says)
        await guest.wait_until(lambda: any(1 in offer.seats for offer in guest.replica.offers))
        await guest.offer(says)
        await host.wait_until(lambda: not host.replica.offers)


def test_a_bot_agrees_to_what_its_host_agrees_to(tmp_path):
    trio.run(agreed, tmp_path, PAUSE.name)


def test_a_bot_is_one_player_at_all_tables_of_its_host_and_no_others(tmp_path):
    host, guest = player(0, tmp_path), player(1, tmp_path)
    one, again, others = (
        bot_players(who, nonce * 32, ["Cleo"])[0]
        for who, nonce in ((host, b"1"), (host, b"2"), (guest, b"1"))
    )
    assert one.identity.key == again.identity.key != others.identity.key
    assert one.home != again.home

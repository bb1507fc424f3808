"""What a guest is told of a table before anything is signed."""

from dataclasses import replace

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.app.rematch_check import RematchCheck
from p2pgames_protocol.log.proposal import Proposal
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.table import identity

LEAGUE = bytes.fromhex("3f" * 32)


def told(folder, game, **brings):
    """All sentences that a guest is told of a table of this game."""
    said = []
    guest = Player(identity(1), "Ben", Home(folder), bytes, registry.rules)
    proposal = replace(Proposal.of(identity(0).key, registry.game(game).rules, 3, bytes(32)), **brings)
    trio.run(RematchCheck(guest, said.append), Proposal.read(proposal.body()))
    return said


@pytest.mark.parametrize(
    ("game", "bots", "what"),
    [
        ("bus", 1, "The host brings 1 bot."),
        ("metro", 1, "The host brings 1 bot; the host's computer knows its cards."),
        ("metro", 2, "The host brings 2 bots; the host's computer knows their cards."),
    ],
)
def test_a_guest_hears_of_bots_and_of_a_league_before_joining(tmp_path, game, bots, what):
    assert len(told(tmp_path, game)) == 1
    table, *more = told(tmp_path, game, bots=bots, league=LEAGUE)
    assert f"bots={bots} league={'3f' * 32}." in table
    assert more == [what, "It counts in league 3f3f3f3f3f3f3f3f, and nowhere else."]


def test_who_begins_is_not_for_the_host_to_say(tmp_path):
    with pytest.raises(Refused, match="outside a series the coin decides"):
        told(tmp_path, "bus", first=1)
    with pytest.raises(Refused, match="begins"):
        told(tmp_path, "bus", first=1, previous=(bytes(32), bytes(32)))

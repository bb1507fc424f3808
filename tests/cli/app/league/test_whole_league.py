"""A whole league: eight bots and sixty games of all five, played over the network, audited, paired and rated."""

import json
from dataclasses import replace
from itertools import cycle
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import resolve_options
from p2pgames_cli.app.demo import HERE, make_plan
from p2pgames_cli.table.bot import autoplay
from p2pgames_protocol.league.league import (
    League,
    LeagueTerms,
    Scoring,
    in_order,
    sign_enrolment,
    sign_league,
)
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.net.session import host_table, join_table
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity
from tests.cli.homes import ran

PLAYERS = 8
SEATS = {"linja": 2, "metro": 2, "bus": 3, "socks": 2, "line1": 2}
KEYS = {identity(number).key.hex(): number for number in range(PLAYERS)}
HERE_ALREADY = "the same game is here already."


def league(scoring):
    terms = [
        LeagueTerms(g, n, tuple(resolve_options(registry.game(g).rules, n, {}).items()))
        for g, n in SEATS.items()
    ]
    signed = League(identity(0).key, "Bots", None, in_order(tuple(terms)), 0, scoring, ())
    return sign_league(identity(0), signed)


def bot(number, game):
    """Those with even numbers think a little, the others play at random."""
    found = registry.game(game)
    return found.bots["random" if number % 2 else found.usual]


class Table:
    """A game of the league between some of the players, each in a home of its own."""

    def __init__(self, folder, signed, game, who, number):
        self.plan = make_plan(registry.game(game), len(who), {}, None, f"{game} {number}")
        self.folder, self.signed, self.game, self.who = folder, signed, game, who
        self.files = []

    def player(self, seat):
        number = self.who[seat]
        home = Home(self.folder / f"home{number}")
        home.make()
        return Player(
            identity(number), f"Bot{number}", home, self.plan.entropy(f"player {seat}"), registry.rules
        )

    async def play(self):
        host = self.player(0)
        proposal = Proposal.of(
            host.identity.key, self.plan.game.rules, len(self.who), self.plan.entropy("table")(32), {}
        )
        proposal = replace(proposal, league=self.signed.id)
        async with host_table(host, proposal, listen=HERE) as table, trio.open_nursery() as games:
            for seat in range(1, len(self.who)):
                games.start_soon(self._join, seat, table.invite)
                while len(table.names) <= seat:
                    await table.changed()
            await self._play(await table.begun(), host)

    async def _join(self, seat, invite):
        player = self.player(seat)
        async with join_table(player, invite, listen=HERE) as table:
            await self._play(await table.begun(), player)

    async def _play(self, peer, player):
        key = peer.replica.genesis.identities[peer.signer.seat].hex()
        await autoplay(peer, bot(KEYS[key], self.game), Random(f"{self.plan.seed} {key}"))
        self.files.append(player.home.store(peer.replica.genesis).path)


def play(tables):
    """Play some tables side by side; return the files that everybody has of them."""

    async def every():
        async with trio.open_nursery() as nursery:
            for table in tables:
                nursery.start_soon(table.play)

    trio.run(every)
    return [file for table in tables for file in table.files]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_eight_bots_play_sixty_games_over_the_network(tmp_path, capsys):
    pytest.importorskip("choix", reason="the extra for ratings is not installed")
    signed, winter = league(Scoring.RATING), tmp_path / "winter"
    winter.mkdir()
    (winter / "league.p2pl").write_bytes(signed.file)
    for number in range(PLAYERS):
        enrolment = sign_enrolment(identity(number), signed.id, f"Bot{number}")
        (winter / f"{number}.p2pe").write_bytes(enrolment)

    def asked(*arguments):
        return ran(capsys, tmp_path / "ada", "league", *arguments)

    def add(files, jobs):
        code, out, _err = asked("add", winter, *files, "--jobs", jobs)
        assert (code, {line.partition(": ")[2] for line in out.splitlines()} - {HERE_ALREADY}) == (
            0,
            {"counts."},
        )

    met, games = [], cycle(game for game, seats in SEATS.items() if seats == 2)
    for number, game in zip(range(12), games, strict=False):
        pairs = json.loads(asked("pair", winter, "--json")[1])["pairs"]
        met += [frozenset(KEYS[key] for key in pair) for pair in pairs]
        tables = [Table(tmp_path, signed, game, [KEYS[key] for key in pair], number) for pair in pairs]
        add(play(tables), 1 + number % 2)
        if number == 6:
            assert len(set(met)) == len(met) == 28, "somebody met somebody again before having met all"
    assert [len(set(met)), len(met)] == [28, 48]
    for number in range(6):
        who = [[(number + place) % PLAYERS for place in places] for places in ((0, 1, 3), (4, 5, 7))]
        add(play([Table(tmp_path, signed, "bus", some, f"{number} {some}") for some in who]), 2)
    assert len(list(winter.glob("*.p2pg"))) == 60
    said = json.loads(asked("standings", winter, "--json")[1])
    assert len(said["counted"]) == 60
    assert sum(one["points"] for one in said["standings"]) == 2 * 48 + 6 * 12
    assert {one["games"] for one in said["standings"]} <= {16, 17}
    assert [KEYS[one["key"]] % 2 for one in said["standings"]] == [0] * 4 + [1] * 4, "who thinks comes first"
    for more in (("--jobs", "2"), ()):
        other = ran(capsys, tmp_path / "ben", "league", "standings", winter, "--json", *more)[1]
        assert json.loads(other) == said

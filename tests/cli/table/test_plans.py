"""Conditional moves: made in the planned state and in no other, kept over a restart, dropped by a surprise."""

from __future__ import annotations

from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Choose, Illegal, Moved
from p2pgames_cli.table import plans
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.seat_handle import at_turn
from p2pgames_protocol.log.consents import DRAW
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.net.peer import open_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.memory import clocked
from p2pgames_protocol.testing.room import identity, make_genesis
from tests.protocol.peers import linked


def opened(tmp_path, genesis, seat):
    """The peer of a seat, in a home of its own."""
    home = Home(tmp_path / f"home{seat}")
    home.make()
    return open_game(
        Player(identity(seat), f"P{seat}", home, Random(seat).randbytes, registry.rules), genesis
    )


async def seated(tmp_path, game="linja", seats=2, first=0, **options):
    """Running peers of one game, the first to move being known."""
    genesis = make_genesis(registry.game(game).rules, seats, options, first=first)
    peers = [opened(tmp_path, genesis, seat) for seat in range(seats)]
    for peer in peers:
        await peer.live.start()
    return peers


def texts(peer):
    """The legal moves as they are typed."""
    rules, state, seat = peer.replica.rules, peer.replica.position.state, peer.signer.seat
    return [rules.text(state, seat, move) for move in rules.moves(state, seat, peer.replica.known)]


async def makes(peer, text):
    """Make a move when it is this seat's turn."""
    replica, signer = peer.replica, peer.signer
    await peer.wait_until(lambda: signer.my_turn)
    await peer.act(replica.rules.parse(replica.position.state, signer.seat, replica.known, text))


def line(planner, mover, depth, seed=0):
    """A run of legal moves from here on, chosen at random, as texts in order."""
    rules, state, seat = planner.replica.rules, planner.replica.position.state, mover.signer.seat
    random, found = Random(seed), []
    for _ in range(depth):
        move = random.choice(rules.moves(state, seat, {}))
        found.append(rules.text(state, seat, move))
        state = rules.apply(state, Moved(seat, move))
        seat = rules.ask(state).seat
    return found


def as_typed(moves):
    """A plan of alternating moves as a player types it."""
    pairs = zip(moves[::2], moves[1::2], strict=True)
    return "; ".join(f"if {theirs} then {own}" for theirs, own in pairs)


def test_a_plan_of_several_steps_is_carried_out_move_by_move(tmp_path):
    async def test():
        ada, ben = await seated(tmp_path)
        async with linked((ada, ben)), trio.open_nursery() as nursery:
            await ada.wait_until(lambda: ada.signer.my_turn)
            await ben.wait_until(lambda: len(ben.replica.log) == len(ada.replica.log))
            planning, planned = Planning(ben), line(ben, ada, 6)
            made = await planning.add(plans.read_plan(as_typed(planned)))
            assert made.text == as_typed(planned)
            nursery.start_soon(planning.run)
            for number in (0, 2, 4):
                await makes(ada, planned[number])
                await ada.wait_until(lambda: ada.signer.my_turn)
            assert [report.text for report in planning.fresh()] == planned[1::2]
            assert not planning.plans
            assert at_turn([ben]) is None
            nursery.cancel_scope.cancel()

    clocked(test)


def test_a_surprise_drops_the_plan_and_moves_nothing(tmp_path):
    async def test():
        ada, ben = await seated(tmp_path)
        async with linked((ada, ben)), trio.open_nursery() as nursery:
            await ada.wait_until(lambda: ada.signer.my_turn)
            await ben.wait_until(lambda: len(ben.replica.log) == len(ada.replica.log))
            planning, first, second = Planning(ben), line(ben, ada, 4), line(ben, ada, 4, seed=5)
            assert first[0] != second[0]
            await planning.add(plans.read_plan(as_typed(first)))
            await planning.add(plans.read_plan(as_typed(second)))
            nursery.start_soon(planning.run)
            await makes(ada, first[0])
            await ada.wait_until(lambda: ada.signer.my_turn)
            told = planning.fresh()
            assert [(one.kind, one.text) for one in told] == [
                ("dropped", as_typed(second)),
                ("played", first[1]),
            ]
            other = next(text for text in texts(ada) if text != first[2])
            await makes(ada, other)
            await ben.wait_until(lambda: at_turn([ben]) is not None and not planning.plans)
            assert [(one.kind, one.text) for one in planning.fresh()] == [("dropped", as_typed(first[2:]))]
            log = len(ben.replica.log)
            await trio.sleep(5)
            assert len(ben.replica.log) == log
            nursery.cancel_scope.cancel()

    clocked(test)


def test_plans_survive_a_restart_and_nobody_else_gets_them(tmp_path):
    async def test():
        ada, ben = await seated(tmp_path)
        async with linked((ada, ben)):
            await ada.wait_until(lambda: ada.signer.my_turn)
            await ben.wait_until(lambda: len(ben.replica.log) == len(ada.replica.log))
            planned = line(ben, ada, 2)
            await Planning(ben).add(plans.read_plan(as_typed(planned)))
            await trio.sleep(2)
        state = Planning(ben).plans[0].answers[0].state
        files = {path.suffix for path in tmp_path.rglob("*") if path.is_file() and state in path.read_bytes()}
        assert files == {".local"}
        assert (ben.store.local.stat().st_mode & 0o077) == 0
        again = opened(tmp_path, ben.replica.genesis, 1)
        records, _ = again.store.open()
        await again.live.resume(records)
        assert [plan.text for plan in Planning(again).plans] == [as_typed(planned)]
        planning = Planning(again)
        async with linked((ada, again)):
            await makes(ada, planned[0])
            await again.wait_until(lambda: again.signer.my_turn)
            # before the plan is carried out nobody is asked for a move
            assert at_turn([again]) is None
            await planning.carry_out()
            await ada.wait_until(lambda: ada.signer.my_turn)
        assert planning.fresh()[0].text == planned[1]
        assert not Planning(again).plans

    clocked(test)


def test_what_cannot_be_planned_is_refused_with_the_reason(tmp_path):
    async def test():
        ada, ben = await seated(tmp_path)
        async with linked((ada, ben)):
            await ada.wait_until(lambda: ada.signer.my_turn)
            await ben.wait_until(lambda: len(ben.replica.log) == len(ada.replica.log))
            planning, moves = Planning(ben), line(ben, ada, 4)
            for text, why in (
                ("", "A plan reads"),
                (moves[0], "A plan reads"),
                (f"{moves[0]} then 9-9", "9-9: "),
                (f"if {moves[0]} then {moves[1]}; if {moves[2]}", "ends with a move of your own"),
                (f"if {moves[0]}; {moves[1]} then {moves[2]}", "it is Player1's turn"),
                (f"then {moves[0]}; {moves[1]}", "it is Player0's turn"),
            ):
                with pytest.raises(Illegal, match=why):
                    await planning.add(plans.read_plan(text))
            with pytest.raises(Illegal, match="It is your turn"):
                await Planning(ada).add(plans.read_plan(as_typed(moves)))
            await planning.add(plans.read_plan(as_typed(moves)))
            table, (plan,) = ben.replica, planning.plans
            after = table.rules.apply(
                table.position.state,
                Moved(0, table.rules.parse(table.position.state, 0, {}, moves[0])),
            )
            others = [table.rules.text(after, 1, move) for move in table.rules.moves(after, 1, {})]
            other = next(text for text in others if text != moves[1])
            with pytest.raises(Illegal, match="already"):
                await planning.add(plans.read_plan(f"if {moves[0]} then {other}"))
            assert planning.plans == (plan,)
            with pytest.raises(Illegal, match="no plan 2"):
                await planning.forget(2)
            await planning.forget(1)
            assert not planning.plans

    clocked(test)


def chosen_now(peer):
    """Whether somebody is to choose, as far as this peer has heard."""
    return peer.replica.position.kind is TURN and bool(peer.replica.waiting_for)


@pytest.mark.parametrize(("game", "seats"), [("bus", 3), ("bus", 4), ("socks", 2)])
def test_a_plan_waits_for_the_moves_of_all_the_others(tmp_path, game, seats):
    async def test():
        peers = await seated(tmp_path, game, seats)
        pairs = [(one, other) for one in peers for other in peers if one is not other and id(one) < id(other)]
        async with linked(*pairs), trio.open_nursery() as nursery:
            for peer in peers:
                await peer.wait_until(lambda peer=peer: chosen_now(peer))
            mover = next(peer for peer in peers if peer.signer.my_turn)
            rules, state = mover.replica.rules, mover.replica.position.state
            seat, moves, me = mover.signer.seat, [], None
            while me is None or me == mover.signer.seat or len(moves) < 2:
                move = rules.moves(state, seat, {})[0]
                moves.append((seat, rules.text(state, seat, move)))
                me, state = seat, rules.apply(state, Moved(seat, move))
                seat = rules.ask(state).seat
            planning = Planning(peers[me])
            await planning.add([(None, text) for _, text in moves])
            nursery.start_soon(planning.run)
            for seat, text in moves:
                if seat != me:
                    await makes(peers[seat], text)
            await mover.wait_until(lambda: me not in mover.replica.waiting_for or len(planning.reports) > 0)
            await peers[me].wait_until(lambda: not planning.plans)
            assert {report.kind for report in planning.fresh()} == {"played"}
            nursery.cancel_scope.cancel()

    clocked(test)


def test_where_chance_decides_nothing_can_be_planned(tmp_path):
    async def test():
        peers = await seated(tmp_path, "line1")
        async with linked(tuple(peers)):
            for peer in peers:
                await peer.wait_until(lambda peer=peer: chosen_now(peer))
            mover = next(peer for peer in peers if peer.signer.my_turn)
            other = next(peer for peer in peers if peer is not mover)
            await other.wait_until(lambda: len(other.replica.log) == len(mover.replica.log))
            rules, state, seat, moves = (
                mover.replica.rules,
                mover.replica.position.state,
                mover.signer.seat,
                [],
            )
            while rules.ask(state) == Choose(seat):
                move = rules.moves(state, seat, mover.replica.known)[0]
                moves.append((None, rules.text(state, seat, move)))
                state = rules.apply(state, Moved(seat, move))
            with pytest.raises(Illegal, match=f"After {moves[-1][1]} dice or cards decide"):
                await Planning(other).add([*moves, (None, "anything")])

    clocked(test)


def test_unreadable_plans_are_none():
    for kept in (7, "x", ((),), (((b"x",),),), ((1, 2),)):
        assert plans.read_plans({"plans": kept}) in ((), (plans.Plan(()),))


def test_no_plan_declines_what_its_player_has_agreed_to(tmp_path):
    """Of three players two have agreed to a draw: the plan of one of them waits for the third."""

    async def test():
        peers = await seated(tmp_path, "bus", 3)
        pairs = [(peers[0], peers[1]), (peers[1], peers[2]), (peers[0], peers[2])]
        async with linked(*pairs), trio.open_nursery() as nursery:
            for peer in peers:
                await peer.wait_until(lambda peer=peer: chosen_now(peer))
            mover = next(peer for peer in peers if peer.signer.my_turn)
            rules, state = mover.replica.rules, mover.replica.position.state
            before, seat = [], mover.signer.seat
            while seat == mover.signer.seat:
                move = rules.moves(state, seat, {})[0]
                before.append(rules.text(state, seat, move))
                state = rules.apply(state, Moved(seat, move))
                seat = rules.ask(state).seat
            me, own = peers[seat], rules.text(state, seat, rules.moves(state, seat, {})[0])
            planning = Planning(me)
            await planning.add([(None, text) for text in [*before, own]])
            for text in before:
                await makes(mover, text)
            await me.wait_until(lambda: me.signer.my_turn)
            await mover.wait_until(lambda: me.signer.seat in mover.replica.waiting_for)
            await mover.offer(DRAW.name)
            await me.wait_until(lambda: bool(me.replica.offers))
            await planning.carry_out()
            await me.offer(DRAW.name)
            await planning.carry_out()
            assert me.signer.my_turn
            assert planning.plans
            assert at_turn([me]) is me
            third = next(peer for peer in peers if peer not in (me, mover))
            await third.wait_until(lambda: any(len(offer.seats) == 2 for offer in third.replica.offers))
            await third.offer(DRAW.name)
            await me.wait_until(lambda: me.replica.finished)
            assert me.replica.position.ending.basis is Basis.AGREED
            nursery.cancel_scope.cancel()

    clocked(test)


def test_a_move_that_was_chosen_for_another_state_is_not_made(tmp_path):
    async def test():
        ada, ben = await seated(tmp_path)
        async with linked((ada, ben)):
            await ada.wait_until(lambda: ada.signer.my_turn)
            replica, signer = ada.replica, ada.signer
            here, log = replica.position.state_digest, len(replica.log)
            move = replica.rules.moves(replica.position.state, signer.seat, replica.known)[0]
            with pytest.raises(Illegal, match="gone on"):
                await ada.act(move, at=bytes(32))
            assert (len(replica.log), signer.my_turn) == (log, True)
            await ada.act(move, at=here)
            assert len(replica.log) > log

    clocked(test)

"""Plain lines: everything that others see can be asked for in words, in every game, and nothing is said twice."""

from inspect import iscoroutinefunction

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.i18n.catalogue import _, english, use
from p2pgames_cli.lines.player import LinePlayer
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Front
from p2pgames_cli.table.actions.position import beginnings
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from tests.cli import presenter
from tests.cli.presenter import hot_seat

GAMES = ("bus", "line1", "linja", "metro", "socks")


class Reader:
    """Somebody who listens to a hot-seat table."""

    def __init__(self, hot, capsys):
        game = registry.game(hot.handles[0].replica.genesis.game)
        self.hot, self.capsys = hot, capsys
        self.plain = LinePlayer(TableSession(hot.handles, game, Client(PlayOptions(Mode.PLAIN))), piped=True)

    async def hear(self, *typed):
        """Type lines; return what is said since the last time."""
        self.plain.typed.waiting.extend(typed)
        await self.plain._turn()
        return self.capsys.readouterr().out.splitlines()


def reading(folder, capsys, scenario, name="linja"):
    async def main():
        seats = registry.game(name).rules.players[0]
        await scenario(Reader(await hot_seat(folder, name, seats), capsys))

    trio.run(main)


def test_names_and_what_players_write_are_never_translated(tmp_path, monkeypatch, capsys):
    """Also where they are words that games use."""
    monkeypatch.setattr(presenter, "NAMES", ("full", "free"))

    async def scenario(reader):
        reader.plain._greet()
        assert "linja: full gegen free." in reader.capsys.readouterr().out
        reader.plain.say(_("Planned: {plan}").format(plan="full, free"))
        assert "full, free" in reader.capsys.readouterr().out

    with english():
        use("de")
        reading(tmp_path, capsys, scenario)


def test_beside_bots_at_one_computer_nobody_is_connected_or_has_words_to_compare(tmp_path, capsys):
    async def scenario(reader):
        one = reader.hot.handles[:1]
        plain = LinePlayer(
            TableSession(one, reader.plain.session.game, Client(PlayOptions(Mode.PLAIN))), piped=True
        )
        plain._greet()
        plain._tell()
        out = capsys.readouterr().out
        assert "Game " in out
        assert "Words to compare" not in out
        assert " is connected." not in out

    reading(tmp_path, capsys, scenario)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_is_answered_in_every_game_without_moving_the_cursor(tmp_path, capsys, name):
    async def scenario(reader):
        await reader.hear()
        for action in everything.seen_in(Front.LINES):
            if action.id != "quit" and not iscoroutinefunction(action.perform):
                said = await reader.hear(action.typed[0])
                assert any(said), action.id
                assert all(line.isprintable() for line in said)

    reading(tmp_path, capsys, scenario, name)


@pytest.mark.parametrize("name", GAMES)
def test_moves_can_be_made_by_their_numbers_alone(tmp_path, capsys, name):
    async def scenario(reader):
        await reader.hear()
        for turn in range(6):
            round_ = reader.plain.handle.replica.position.round
            said = await reader.hear("moves all")
            listed = [line for line in said if line[:1].isdigit()]
            assert listed[0].startswith("1 ")
            assert len(listed) == len(reader.plain.model.choices.numbered)
            assert not any(line.startswith("No:") for line in await reader.hear(str(1 + turn % len(listed))))
            assert reader.plain.handle.replica.position.round > round_

    reading(tmp_path, capsys, scenario, name)


def test_a_name_that_looks_like_a_seat_is_said_as_it_is(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("tests.cli.presenter.NAMES", ("Seat 2", "Ben"))

    async def scenario(reader):
        assert any(line.startswith("Your turn, Seat 2.") for line in await reader.hear())
        move = await reader.hear("moves 1-2", "1")
        assert any(line.startswith("Seat 2: 1-2") for line in move)
        assert not any(line.startswith("Ben: ") for line in move)
        assert any(line.startswith("Seat 2, seat 1: ") for line in await reader.hear("who"))

    reading(tmp_path, capsys, scenario)


def test_a_slip_of_a_word_is_answered_with_the_word(tmp_path, capsys):
    async def scenario(reader):
        await reader.hear()
        assert (await reader.hear("hlep"))[0].startswith("No: Did you mean help? ")
        assert not (await reader.hear("curv a1"))[0].startswith("No: Did you mean")

    reading(tmp_path, capsys, scenario, "line1")


def test_what_stands_at_a_place_can_be_asked_for(tmp_path, capsys):
    async def scenario(reader):
        await reader.hear()
        assert await reader.hear("look M") == [
            "M: Museum; no stop sign yet: the first tile beside it gets one.",
        ]
        assert await reader.hear("look B1") == ["b1: empty; terminal 5N opens to it."]
        refused = "No: No place on this board is called 'z99'. Type look and a place, named as in moves."
        assert " ".join(await reader.hear("look z99")) == refused

    reading(tmp_path, capsys, scenario, "line1")


def test_many_moves_are_told_by_how_they_begin(tmp_path, capsys):
    async def scenario(reader):
        assert any(line.startswith("Your turn, ") for line in await reader.hear())
        said = await reader.hear("moves")
        assert len(said) == 2
        assert said[0] == "548 moves. They begin: curve (364), straight (184)."
        assert said[1] == "Say more, as in moves curve; moves all lists everything."
        deeper = await reader.hear("moves curve")
        assert deeper[0].startswith("364 moves. After curve: a1, b1 (2), ")
        assert await reader.hear("moves curve b1") == ["1 curve b1 r1", "2 curve b1 r2"]
        assert await reader.hear("moves tunnel") == ["No legal move begins with tunnel."]
        assert "Ada: curve b1 r2" in await reader.hear("moves curve b1", "2")

    reading(tmp_path, capsys, scenario, "line1")


def test_a_beginning_that_is_a_move_itself_is_not_lost():
    assert beginnings(["0-1", "0-1 2-3", "0-1 2-4"])[0] == "3 moves. After 0-1: (nothing more), 2-3, 2-4."


def test_what_a_turn_is_about_is_said_when_it_changes(tmp_path, capsys):
    async def scenario(reader):
        first = await reader.hear()
        assert "Red is to move: that is you." in first
        assert "Black is to move: that is you." in await reader.hear("moves 1-2", "1")
        assert not any("is to move" in line for line in await reader.hear("moves all", "1"))

    reading(tmp_path, capsys, scenario)


def test_the_board_can_be_asked_for_in_part(tmp_path, capsys):
    async def scenario(reader):
        await reader.hear()
        assert await reader.hear("board row 6") == ["Row 6: 1 Red and 1 Black."]
        assert await reader.hear("board tunnel") == ["Nothing on the board is called tunnel."]

    reading(tmp_path, capsys, scenario)


def test_the_hand_is_told_and_nothing_else(tmp_path, capsys):
    async def scenario(reader):
        await reader.hear()
        table = reader.plain.handle.replica
        mine, others = (
            [
                face
                for slot, face in handle.replica.known.items()
                if slot not in table.position.decks_state.public
            ]
            for handle in reader.hot.handles
        )
        said = await reader.hear("hand")
        assert said[0] == f"You hold tile 1: {mine[0]}."
        assert len(said) == 2
        assert others[0] == mine[0] or others[0] not in said[0]

    reading(tmp_path, capsys, scenario, "metro")


def test_last_goes_back_to_ones_own_move(tmp_path, capsys):
    async def scenario(reader):
        await reader.hear()
        assert await reader.hear("last") == ["Nothing has happened yet."]
        said = []
        for _turn in range(3):
            said += await reader.hear("moves all", "1")
        made = [line for line in said if line.startswith(("Ada: ", "Ben: "))]
        assert len(made) == 3
        assert await reader.hear("last") == made[1:]
        assert await reader.hear("last 1") == made[2:]

    reading(tmp_path, capsys, scenario)


def test_why_alone_says_what_the_game_waits_for(tmp_path, capsys):
    async def scenario(reader):
        await reader.hear()
        assert await reader.hear("why") == ["Waiting for you."]
        refused = await reader.hear("why 5-4")
        assert len(refused) == 1
        assert refused[0].startswith("No: ")
        assert (await reader.hear("why 1-2"))[0].startswith("It is legal: ")

    reading(tmp_path, capsys, scenario)


def test_a_legal_move_is_made_also_where_an_action_has_its_name(tmp_path, capsys):
    """In Metro one draws a tile; at any other time draw is the word for a draw, which asks first."""

    async def scenario(reader):
        said = await reader.hear("draw")
        assert not any("?" in line or "agreed" in line for line in said)
        assert not reader.plain.handle.replica.finished
        said = await reader.hear("draw", "no")  # a second one cannot be drawn
        assert "End the game as a draw? Type yes or no." in said
        assert "Not done." in said
        assert not reader.plain.handle.replica.finished
        await reader.hear("draw", "yes")
        assert reader.plain.handle.replica.finished

    reading(tmp_path, capsys, scenario, "metro")


@pytest.mark.parametrize(
    "word", sorted({word for each in everything.seen_in(Front.LINES) for word in each.typed})
)
def test_whatever_a_game_calls_a_move_is_that_move(tmp_path, capsys, monkeypatch, word):
    async def scenario(reader):
        rules = type(reader.plain.handle.replica.rules)
        read = rules.read
        monkeypatch.setattr(
            rules, "read", lambda self, *at: read(self, *at[:-1], "0-1" if at[-1] == word else at[-1])
        )
        await reader.hear()
        before = reader.plain.handle.replica.position.round
        await reader.hear(word)
        assert reader.plain.handle.replica.position.round > before
        assert not reader.plain.handle.replica.finished

    reading(tmp_path, capsys, scenario)


def test_a_move_with_the_name_of_an_action_waits_in_a_pipe_for_its_turn(tmp_path, capsys):
    async def scenario(reader):
        reader.plain = LinePlayer(
            TableSession(reader.hot.handles[:1], reader.plain.session.game, reader.plain.session.client),
            piped=True,
        )
        await reader.hear()
        await reader.hear("draw", "1 f1", "f1")
        while reader.plain.model.mine is not None:
            await reader.plain.model.mine.act(
                reader.plain.model.mine.replica.rules.moves(
                    reader.plain.model.state, 0, reader.plain.model.mine.replica.known
                )[0]
            )
        assert not await reader.hear("draw")
        assert list(reader.plain.typed.waiting) == ["draw"]

    reading(tmp_path, capsys, scenario, "metro")


FINAL = {"resign": "leaves the game for good.", "draw": "End the game as a draw?", "takeback": "Take back "}


@pytest.mark.parametrize("word", FINAL)
@pytest.mark.parametrize("answer", ["no", "", "7-6", "what", "resin"])
def test_what_cannot_be_undone_asks_first(tmp_path, capsys, word, answer):
    async def scenario(reader):
        await reader.hear("0-1")
        replica = reader.plain.handle.replica
        round_ = replica.position.round
        asked = await reader.hear(word)
        assert FINAL[word] in asked[-1]
        assert asked[-1].endswith("Type yes or no.")
        said = await reader.hear(answer)
        assert said[0] == "Not done."
        assert (replica.position.round > round_) == (answer == "7-6"), "a move is made, and no answer"
        assert not replica.finished
        round_ = replica.position.round
        await reader.hear(word, "yes")
        assert replica.finished or replica.position.round > round_

    reading(tmp_path, capsys, scenario)


def test_who_has_resigned_is_told_what_happened(tmp_path, capsys):
    async def scenario(reader):
        said = await reader.hear("resign", "yes")
        assert "You have resigned." in said
        assert not any("would" in line for line in said)
        assert any("has left the game" in line for line in said)

    reading(tmp_path, capsys, scenario)


@pytest.mark.parametrize(
    "typed", ["０－１", "0–1", "0—1", "0−1", "0‑1", "٠-١", "\u20660-1\u2069", "\u200b0-1"]
)
def test_digits_and_dashes_of_phones_are_understood(tmp_path, capsys, typed):
    async def scenario(reader):
        said = await reader.hear(f"moves {typed}")
        assert said[-1].startswith("20 0-1 6-7")
        assert (await reader.hear(typed))[0].startswith("Ada: 0-1")

    reading(tmp_path, capsys, scenario)

"""Names of scripts that run from right to left turn nothing round in sentences, and terminals get no marks for it."""

import re
from inspect import iscoroutinefunction

import pytest
import trio

from p2pgames import registry
from p2pgames.text import Verbatim, message
from p2pgames_cli.config import console
from p2pgames_cli.export.html import page
from p2pgames_cli.export.text import as_text
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import both, headed, named, with_commas
from p2pgames_cli.library.report import show
from p2pgames_cli.table import history_text
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Front
from p2pgames_cli.table.seat_handle import at_turn, known_faces, seat_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.ui.render import fragments
from p2pgames_cli.window.page_model import PageModel
from p2pgames_cli.window.table_page import TablePage
from p2pgames_protocol.audit.full import full
from tests.cli import presenter
from tests.cli.presenter import hot_seat

NAMES = ("שלום 12 עולם", "امیر 7 حسین", "Cleo", "ܫܠܡܐ", "Eva", "Finn")
GAMES = ("linja", "metro", "bus", "line1", "socks")
CALLS = message("test.calls", "{who:verbatim} calls {what:verbatim}")


def strings(it):
    """Every string in what a page is told."""
    if isinstance(it, str):
        yield it
    elif isinstance(it, dict | list | tuple):
        for one in it.values() if isinstance(it, dict) else it:
            yield from strings(one)


def bare(texts):
    """The sentences in which one of the names stands without marks around it, beside something else."""
    for text in texts:
        rest = text
        for name in NAMES:
            rest = rest.replace(f"\u2068{name}\u2069", "").replace(f"<bdi>{name}</bdi>", "")
        if any(
            name in rest and re.search(r"\w", text.replace(name, "")) for name in NAMES if not name.isascii()
        ):
            yield text


@pytest.mark.parametrize("game", GAMES)
def test_names_are_isolated_in_all_that_is_said_of_a_table(tmp_path, monkeypatch, capsys, game):
    monkeypatch.setattr(presenter, "NAMES", NAMES)

    async def main():
        rules = registry.game(game).rules
        hot = await hot_seat(tmp_path, game, rules.players[0])
        model = TableModel(
            TableSession(hot.handles, registry.game(game), Client(PlayOptions(Mode.WINDOW)), local=True),
            guarded=False,
        )
        for _turn in range(2 * rules.players[0]):
            handle = at_turn(hot.handles)
            moves = handle.replica.rules.moves(
                handle.replica.position.state, seat_of(handle), known_faces(handle)
            )
            await handle.act(moves[0])
        replica = hot.handles[0].replica
        on_page = PageModel(model)
        on_page.catch_up()
        said = [*strings(TablePage(on_page).parts())]
        for action in everything.seen_in(Front.WINDOW):
            if action.id != "quit" and not iscoroutinefunction(action.perform) and not action.argument:
                said += action.perform(model, None).lines
        entries = [*hot.handles[0].history.entries()]
        said += [line for entry in entries for line in history_text.lines(replica, entry)]
        said += as_text(replica).splitlines()
        (file,) = (tmp_path / "games").glob("*.p2pg")
        said += show(full(file.read_bytes(), registry.rules), "game.p2pg").splitlines()
        assert "\n".join(bare(said)) == ""
        assert any(f"\u2068{NAMES[0]}\u2069" in text for text in said)
        exported = page(replica)
        assert [*bare(re.findall(r"<(?:li|p|h1|title)[^>]*>(.*?)</(?:li|p|h1|title)>", exported))] == []
        for text in said:
            console.tell(text)
        printed = capsys.readouterr().out
        assert NAMES[0] in printed
        assert not re.search("[\u2066-\u2069]", printed)

    trio.run(main)


def test_what_comes_from_outside_is_isolated_wherever_it_is_put_into_a_sentence():
    name, file = NAMES[:2]
    marked = [f"\u2068{one}\u2069" for one in (name, file)]
    assert headed(name, "0-1") == f"{marked[0]}: 0-1"
    assert headed(headed(name, "0-1"), "2-3") == f"{marked[0]}: 0-1: 2-3"
    assert both([name, "Ada", file]) == f"{marked[0]} and Ada and {marked[1]}"
    assert with_commas([name, "Ada"]) == f"{marked[0]}, Ada"
    assert named(CALLS(who=Verbatim(name), what=Verbatim("0-1"))) == f"{marked[0]} calls 0-1"
    assert _("{what}: {said}").format(what="Ada", said="Zoë") == "Ada: Zoë"


def test_terminals_get_no_marks():
    marked = f"\u2068{NAMES[0]}\u2069: 0-1"
    assert fragments((("", marked),)) == [("", f"{NAMES[0]}: 0-1")]
    assert fragments((("", marked),), narrow=True) == [("", f"{NAMES[0]}: 0-1")]
    assert "??" in fragments((("", marked),), ascii_only=True)[0][1]
    assert len(fragments((("", marked),), ascii_only=True)[0][1]) == len(f"{NAMES[0]}: 0-1")

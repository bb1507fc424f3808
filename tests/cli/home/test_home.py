"""The client's home: its pages at every size, and a newcomer's path through real terminals."""

import os
import re
import threading
from pathlib import Path

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.app import game_index
from p2pgames_cli.app.export import ExportRequest
from p2pgames_cli.app.host import HostRequest
from p2pgames_cli.app.hotseat import HotseatRequest, LearnRequest
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.pack import Packed, PackRequest
from p2pgames_cli.app.replay import ReplayRequest
from p2pgames_cli.app.resume import ResumeRequest
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.app.unpack import UnpackRequest
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.home.context import new_file_path
from p2pgames_cli.home.main import Standings
from p2pgames_cli.pages.field import ChoiceField, TextField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.text_page import QuestionPage, TextPage
from p2pgames_cli.pages.waiting_page import WaitingPage
from p2pgames_cli.table.lobby import Asked, Lobby
from p2pgames_cli.ui.app import compose
from p2pgames_cli.window.lobby import LobbyScene
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.series import ended_game
from p2pgames_protocol.store.disk import HomeError
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing import room as tables
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire import invite as invites
from tests.cli.at_home import AtHome, text
from tests.cli.presenter import seated
from tests.cli.terminal import typed
from tests.cli.terminal_window import newcomer

posix = pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")
SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize(("columns", "rows"), [(60, 20), *SIZES])
def test_every_page_fits(tmp_path, columns, rows):
    at = AtHome(tmp_path)
    for page, said in {
        "3f": "Linja with friends",
        "3b": "moves at once",
        "j": "invite",
        "m2": "At one computer",
        "m7": "[ Audit ]",
        "m1": "Metro",
        "m8": "[ Take it ]",
        "m9": "2 Screen and notices",
        "m91": "has no passphrase",
        "m92": "language",
        "m93": "which key does what",
    }.items():
        assert "[Join a table] [More]" in text(at.stack, columns, rows)
        at.press(*page)
        assert said in text(at.stack, columns, rows)
        at.press("\x1b", "\x1b", "\x1b")
    assert "--plain" in text(at.stack, 59, rows)


def test_the_first_page(tmp_path):
    at = AtHome(tmp_path)
    assert text(at.stack).split("\n")[:14] == [
        f" p2pgames{'':67}Ada",
        "",
        " ▸ 1 Bus                [Learn] [Play a bot] [With friends]",
        "     3-5 players · Build a bus line, carry the passengers.",
        "   2 Line 1             [Learn] [Play a bot] [With friends]",
        "     2-5 players · Lay a tram route and ride it home first.",
        "   3 Linja              [Learn] [Play a bot] [With friends]",
        "     2 players · Race your pawns past the other side.",
        "   4 Metro              [Learn] [Play a bot] [With friends]",
        "     2-6 players · Make your trains take the longest way.",
        "   5 Socks in the City  [Learn] [Play a bot] [With friends]",
        "     2 players · Join pairs of socks across the city.",
        "",
        "   [Join a table] [More] [In the browser]",
    ]


def test_every_game_is_begun_by_letters_by_arrows_and_by_clicks(tmp_path):
    at = AtHome(tmp_path)
    for number, name in enumerate(registry.names(), 1):
        lesson = LearnRequest(at.user, registry.game(name), at.stack.client)
        at.press(str(number), "l")
        at.stack.page.chosen, at.stack.page.at = 0, 0
        at.press(*"v" * (number - 1), "\r")
        click(at, registry.game(name).title, "[Learn]")
        assert at.ran == [lesson] * 3
        at.ran.clear()
        titles = []
        for keys in (("f",), (">", ">", "\r"), ()):
            at.stack.page.chosen, at.stack.page.at = number - 1, 0
            at.press(*keys)
            if not keys:
                click(at, registry.game(name).title, "[With friends]")
            titles.append(at.stack.page.title)
            at.press("\x1b")
        assert titles == [f"{registry.game(name).title} with friends"] * 3


def click(at, line, label):
    """Click on a label in the line that holds a text."""
    shown = text(at.stack).split("\n")
    row = next(row for row, part in enumerate(shown) if line in part)
    compose(at.stack, 80, 24).region_at(row, shown[row].index(label)).do()
    at.settle()


def test_more_and_join_are_found_by_all_three_as_well(tmp_path):
    at = AtHome(tmp_path)
    for label, key, title in (("[Join a table]", "j", "Join a table"), ("[More]", "m", "More")):
        at.press(key)
        assert at.stack.page.title == title
        at.press("\x1b", "1")
        click(at, "[More]", label)
        assert at.stack.page.title == title
        at.press("\x1b", "\r")
        assert at.stack.page.title == title
        at.press("\x1b")
    at.stack.page.at = 0
    at.press("1", "^", "\r")
    assert at.stack.page.title == "Join a table"


def test_a_letter_for_a_game_says_that_one_is_to_be_chosen(tmp_path):
    at = AtHome(tmp_path).press("1", "^", "b")
    assert at.stack.notice == "Choose a game first: 1 to 5."


def test_a_game_against_a_bot_is_three_keys_away_and_says_how_strong(tmp_path):
    at = AtHome(tmp_path)
    for number, name in enumerate(registry.names(), 1):
        at.press("\x1b", str(number), "b")
        assert "easy" in text(at.stack)
        at.press("\r")
        request = at.ran.pop()
        seats = registry.game(name).rules.players[0]
        assert request.client.options.bots == dict.fromkeys(range(1, seats), "easy")
        assert (len(request.names), request.names[:2]) == (seats, ("Ada", "Cleo"))
        assert request.table == TableRequest(registry.game(name), seats)
    at = AtHome(tmp_path).press("3", "b")
    assert "strong  for those who play often; about 0.2 s a move" in text(at.stack)
    at.press("3")
    assert at.ran.pop().client.options.bots == {1: "strong"}


def test_a_hot_seat_says_what_bots_look_at_and_how_long_that_takes(tmp_path):
    at = AtHome(tmp_path).press("m", "2", "3")
    about = at.stack.page.fields[1].about
    assert (
        "Positions per move: easy 16, fair 100, strong 4000 (about 0.2 s), master 12000 (about 0.8 s)."
        in about
    )


def test_a_table_is_opened_with_what_was_chosen(tmp_path):
    at = AtHome(tmp_path).press("3", "f")
    form = at.stack.page
    assert [field.name for field in form.fields] == ["seat 2", "time per move", "more options"]
    at.press("v", ">", "v", ">", ">")
    assert [field.name for field in form.fields][2:] == [
        *("bonus", "watchers", "friends come", "who may sit down", "ways", "your seat is played by")
    ]
    named = {field.name: field for field in form.fields}
    for name in ("who may sit down", "your seat is played by"):
        named[name].step(1)
    form.chosen = len(form.fields)
    at.press("\r")
    options = {"bonus": _second_bonus(), "time": "1h", "watchers": "yes"}
    table = TableRequest(registry.game("linja"), 2, options)
    how = at.stack.client.with_options(bots={None: _first_bot()})
    assert at.ran == [HostRequest(at.user, table, how, NetworkOptions(), asked=True)]


def test_friends_and_bots_take_the_seats_that_they_are_given(tmp_path):
    at = AtHome(tmp_path).press("1", "f")
    form = at.stack.page
    assert [field.name for field in form.fields][:3] == ["seats", "seat 2", "seat 3"]
    form.fields[2].step(1)
    form.chosen = len(form.fields)
    at.press("\r")
    (request,) = at.ran
    assert (request.table.seats, request.table.bots) == (3, ("easy",))
    form.fields[1].step(2)
    form.chosen = len(form.fields)
    at.press("\r")
    alone = at.ran[1]
    assert isinstance(alone, HotseatRequest), "with bots alone nobody is waited for"
    assert (alone.names, alone.client.options.bots) == (("Ada", "Cleo", "Otto"), {1: "fair", 2: "easy"})


def test_settings_are_kept_from_the_home(tmp_path):
    at = AtHome(tmp_path)
    at.press("m", "9", "2", "v", ">", ">", "v", "v", ">")
    at.stack.page.chosen = len(at.stack.page.fields)
    at.press("\r")
    assert 'theme = "contrast"' in (tmp_path / "settings.toml").read_text(encoding="utf-8")
    assert (at.stack.client.settings["theme"], at.stack.client.in_ascii) == ("contrast", True)
    assert "Kept in" in text(at.stack)


def _second_bonus():
    return next(o for o in registry.game("linja").rules.options if o.name == "bonus").values[1]


def _first_bot():
    return next(iter(registry.game("linja").bots))


def test_a_hot_seat_with_a_bot(tmp_path):
    at = AtHome(tmp_path).press("m", "2", "3")
    form = at.stack.page
    form.fields[3].step(1)
    assert [field.name for field in form.fields][:4] == ["seats", "seat 1", "name at seat 1", "seat 2"]
    form.chosen = len(form.fields)
    at.press("\r")
    options = {option.option: option.value for option in form.fields[4:-1]}
    table = TableRequest(registry.game("linja"), 2, options)
    how = at.stack.client.with_options(bots={1: _first_bot()})
    assert at.ran == [HotseatRequest(at.user, table, how, ("Ada", "Cleo"))]


def test_a_hot_seat_with_a_phone_each(tmp_path):
    at = AtHome(tmp_path).press("m", "2", "3")
    form = at.stack.page
    assert form.fields[-1].name == "people play at"
    form.fields[-1].step(1)
    form.chosen = len(form.fields)
    at.press("\r")
    assert [request.client.options.phones for request in at.ran] == [True]


def test_a_game_that_cannot_be_read_says_so(tmp_path):
    begun(tmp_path / "home", 1)
    at = AtHome(tmp_path / "home")
    (game,) = at.games.found
    game.path.unlink()
    at.press("own", "\r")
    assert "Its file is gone" in text(at.stack)
    assert "cannot be used" in text(at.stack)
    assert at.ran == []


def test_a_name_with_a_comma_is_refused_before_anything_begins(tmp_path):
    at = AtHome(tmp_path).press("m", "2", "3")
    form = at.stack.page
    form.fields[2].type(",B")
    form.chosen = len(form.fields)
    at.press("\r")
    assert at.ran == []
    assert "comma" in at.stack.notice
    assert at.stack.page is form


def test_what_is_no_invite_is_refused_and_stays(tmp_path):
    at = AtHome(tmp_path).press("j", "P", "2", "P", "\r")
    assert "This is not an invite" in text(at.stack)
    assert "P2P" in text(at.stack)
    at.press("\x1b", "j")
    assert "P2P" in text(at.stack), "what was typed is still there"
    assert at.ran == []


def test_a_newcomer_is_asked_for_a_name_and_nothing_else(tmp_path):
    at = AtHome(tmp_path, new=True)
    assert "Welcome" in text(at.stack)
    assert [field.name for field in at.stack.page.fields] == ["your name"]
    at.press("\r")
    assert "name is empty" in at.stack.notice
    assert not at.where.has_identity()
    at.press(*"Zoë", "\r")
    assert (at.where.name(), at.where.has_identity()) == ("Zoë", True)
    assert at.stack.page is at.pages.first
    assert text(at.stack).split("\n")[0].endswith(" Zoë")


def test_a_name_that_was_given_at_the_start_is_kept_and_not_asked_for(tmp_path):
    at = AtHome(tmp_path, new=True, name="Zoë")
    assert at.stack.page is at.pages.first
    assert (at.where.name(), at.where.has_identity()) == ("Zoë", True)
    AtHome(tmp_path, new=True, name="Ada")
    assert at.where.name() == "Zoë", "for one start somebody may be called otherwise"


def test_who_has_a_key_and_no_name_is_asked_and_keeps_the_key(tmp_path):
    Home(tmp_path).keep_identity(identity(3))
    at = AtHome(tmp_path, new=True).press(*"Zoë", "\r")
    assert (at.where.name(), at.where.identity(None).key) == ("Zoë", identity(3).key)


def test_the_passphrases_have_to_agree(tmp_path):
    at = AtHome(tmp_path).press("m", "9", "1")
    at.stack.page.fields[1].type("secret")
    assert "secret" not in text(at.stack)
    at.stack.page.chosen = 3
    at.press("\r")
    assert "differ" in at.stack.notice
    assert b"ENCRYPTED" not in at.where.pem()


def test_leaving_asks_and_escape_never_leaves(tmp_path):
    at = AtHome(tmp_path)
    at.press("\x1b", "\x1b")
    assert at.stack.overlay is None
    assert not at.stack.closed
    at.press("q", "n")
    assert not at.stack.closed
    at.press("q", "\x1b")
    assert not at.stack.closed
    at.press("q", "y")
    assert at.stack.closed


def test_the_list_of_keys_can_be_searched_and_run(tmp_path):
    at = AtHome(tmp_path).press("?", "r", "u", "l")
    assert "Rules" in text(at.stack)
    at.press("\r")
    assert at.stack.page.title == "Rules"


def begun(folder, plies, name="linja"):
    """Keep a game of so many moves in a home, or one that ended at once for none."""

    async def main():
        async with seated(folder, name) as table:
            if plies:
                await table.play(plies)
            else:
                await table.hot.handles[0].resign()

    trio.run(main)


def going_on(at, **more):
    """What asks to go on with the only game."""
    return ResumeRequest(at.user, at.stack.client, NetworkOptions(), at.games.found[0].id, **more)


def replayed(at, file=None):
    """What asks to step through a file, else through the only game."""
    return ReplayRequest(at.user, str(file or at.games.found[0].path), at.stack.client)


def test_games_are_listed_and_opened(tmp_path):
    begun(tmp_path / "home", 3)
    at = AtHome(tmp_path / "home")
    assert "Linja with Ben" in text(at.stack)
    assert at.games.found[0].id[:8] not in text(at.stack), "no ids"
    assert "to move" not in text(at.stack), "nothing is replayed before the first paint"
    at.games.row(at.games.found[0])
    row = next(line for line in text(at.stack).splitlines() if "to move" in line)
    assert re.search(r"to move, last news \d+ s ago$", row), (
        "since when is told whole where the names are short"
    )
    at.press("own", "\r")
    assert at.ran == [going_on(at)]
    at.press("own", ">", "\r", "2")
    assert at.ran[1] == replayed(at)
    at.press("3")
    assert isinstance(at.stack.page, TextPage)
    assert any("valid so far" in line for line in at.stack.page.lines)


def test_what_is_known_to_wait_for_the_player_is_on_top_and_chosen(tmp_path, monkeypatch):
    monkeypatch.setattr(game_index, "SETTLED", -1)
    home = tmp_path / "home"
    for hours, (plies, name) in enumerate(((0, "metro"), (3, "linja"), (0, "socks"))):
        begun(home, plies, name)
        for file in (home / "games").iterdir():
            if file.stat().st_mtime > 1.5e9:
                os.utime(file, (0, 10**9 + 3600 * hours))
    at = AtHome(home)
    at.pages.go_to_waiting_game()
    assert at.stack.page.chosen == 0, "nothing is known yet"
    at.games.follow(lambda: None, threading.Event()).join()
    before = [game.id for game in at.games.found]
    again = AtHome(home)
    again.pages.go_to_waiting_game()
    assert [game.id for game in at.games.found] == before, "no line moves under the cursor"
    (waits,) = [line for line in text(again.stack).splitlines() if "to move" in line]
    assert waits.lstrip(" ").startswith("▸")
    assert [again.games.waits(game) for game in again.games.found] == [True, False, False]
    assert sorted(game.id for game in again.games.found) == sorted(before)
    again.press("\r")
    assert again.ran == [going_on(again)]


def test_a_finished_game_is_replayed(tmp_path):
    begun(tmp_path / "home", 0)
    at = AtHome(tmp_path / "home")
    at.games.row(at.games.found[0])
    assert "over: Ben won, " in text(at.stack)
    at.press("own", "\r")
    assert at.ran == [replayed(at)]


def test_a_file_that_is_not_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the page offers the game files of the folder that one is in
    at = AtHome(tmp_path).press("m", "7", *"/nowhere", "\r")
    assert "There is no file" in at.stack.notice


def room(code=(), **ways):
    answers = []
    lobby = Lobby("linja", line="P2PGAMES:" + "A" * 240, names=("Ada",), seats=3, **ways)
    lobby.asked.append(Asked("Ben (key 1234-abcd) wants to sit down. Let them in?", answers.append))
    return WaitingPage(lobby, lambda _line: code), answers


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_room_shows_invite_seats_and_who_knocks(columns, rows):
    full, _ = room(code=("█" * 51,) * 26)
    shown = text(PageStack([full]), columns, rows)
    assert "Ben (key 1234-abcd) wants to sit down" in shown
    assert shown.count(" open") == 2
    whole = "".join(line for line in shown.split("\n") if "AAAA" in line)
    assert whole == full.lobby.line, "nothing stands beside the line that is to be copied"
    assert ("█" * 51 in shown) == (rows == 40), "a QR code is shown only where all of it fits"


def test_the_room_says_what_is_tried_and_for_how_long_and_the_page_the_same():
    now = [100.0]
    lobby = LobbyScene(clock=lambda: now[0])
    stack = PageStack([WaitingPage(lobby)])
    for change, tried in (
        (lambda: None, "This has taken 7 seconds so far."),
        (lambda: lobby.leads("P2PGAMES:A", "linja"), "Waiting for friends for 7 seconds."),
        (lambda: lobby.sit(("Ada",)), "Waiting for friends for 7 seconds."),
        (lambda: lobby.leads("", "linja"), "Waiting for the others for 7 seconds."),
    ):
        change()
        now[0] += 7
        assert tried in text(stack)
        assert lobby.parts()["lobby"]["trying"] == [tried]
    now[0] += 300
    assert "for 5 minutes." in text(stack)


def test_what_a_friend_has_to_know_is_one_message():
    lobby = LobbyScene(line="P2PGAMES:AAAA", words="one two three four five", game="linja")
    said = lobby.parts()["lobby"]["message"]
    assert said == lobby.view().message
    for part in (
        "play Linja",
        "Download p2pgames",
        "Join a table",
        "one two three four five",
        "P2PGAMES:AAAA",
    ):
        assert part in said
    lobby.leads("P2PGAMES:AAAA", "linja", again=True)
    assert lobby.view().message == "", "those who sit there already have it"


@pytest.mark.parametrize("settled", [{"wide-glyphs": True}, {"ascii": True}])
def test_no_code_is_shown_where_its_blocks_are_drawn_in_ascii(settled):
    page = room(code=("█" * 51,) * 26)[0]
    stack = PageStack([page])
    page.blocks = lambda: stack.client.blocks
    stack.client.settings.now.values.update(settled)
    assert "█" not in text(stack, 120, 40)


def test_the_code_is_drawn_for_paper_and_for_a_dark_screen():
    """The finder pattern of ISO/IEC 18004, 6.3.3, at its upper left corner within a border of one module."""
    from p2pgames_cli.table.invites import code

    dark, light = code("P2PGAMES:A", paper=True), code("P2PGAMES:A", paper=False)
    assert [line[:9] for line in dark[:4]] == [" ▄▄▄▄▄▄▄ ", " █ ▄▄▄ █ ", " █ ███ █ ", " █▄▄▄▄▄█ "]
    assert [line[:9] for line in light[:4]] == ["█▀▀▀▀▀▀▀█", "█ █▀▀▀█ █", "█ █   █ █", "█ ▀▀▀▀▀ █"]


def test_leaving_from_the_list_of_keys_asks_too(tmp_path):
    at = AtHome(tmp_path).press("?")
    at.stack.type("leave")
    at.press("\r")
    assert isinstance(at.stack.overlay, QuestionPage)
    assert not at.stack.closed


def test_only_y_and_n_answer_a_knock():
    full, answers = room()
    stack = PageStack([full])
    stack.press("enter")
    stack.type(" ")
    assert answers == []
    stack.type("n")
    assert answers == [False]
    assert full.lobby.asked == []


def keys(page):
    """The keys that a page says it knows."""
    known = page.keys()
    return [key for key, _about, _press in known]


def test_what_leads_to_a_table_is_copied_by_a_key():
    full, _ = room(words="one two three four five", watch="P2PGAMES:WATCH")
    assert keys(full) == ["y", "n"], "nothing where there is no clipboard"
    copied = []
    full.copy = copied.append
    stack = PageStack([full])
    for key in "clwx":
        stack.type(key)
    assert copied == [full.lobby.words, full.lobby.line, "P2PGAMES:WATCH"]
    full.lobby.words = full.lobby.watch = ""
    assert keys(full) == ["y", "n", "l"]


def test_escape_in_the_room_asks():
    stack = PageStack([WaitingPage(Lobby())], "Close the table")
    stack.press("escape")
    assert isinstance(stack.overlay, QuestionPage)
    stack.press("escape")
    assert not stack.closed


def test_a_click_on_a_line_does_it(tmp_path):
    at = AtHome(tmp_path)
    at.press("m")
    compose(at.stack, 80, 24).region_at(2, 5).do()
    assert at.stack.page.title == "Rules"
    compose(at.stack, 80, 24).region_at(23, 30).do()


def test_a_click_on_a_choice_turns_it():
    choice, done = ChoiceField("game", ("a", "b")), []
    form = Form("f", lambda: [TextField("t"), choice], (("Do", lambda: done.append(1)),))
    stack = PageStack([form])
    compose(stack, 80, 24).region_at(3, 5).do()
    assert choice.value == "b"
    assert done == []
    compose(stack, 80, 24).region_at(5, 5).do()
    assert done == [1]


def test_a_text_is_edited_at_its_caret():
    field = TextField("t", value="Ada")
    field.go(-1)
    field.type("n\nn")
    field.erase()
    assert field.value == "Adn a"
    field.go(-99)
    field.erase()
    assert field.value == "Adn a"


def test_a_refused_deed_is_a_notice_and_a_mistake_is_not():
    stack = PageStack([WaitingPage(Lobby())])

    def refuse():
        raise Stop(1, "No.")

    def fail():
        raise ZeroDivisionError

    stack.attempt(refuse)
    assert stack.notice == "No."
    with pytest.raises(ZeroDivisionError):
        stack.attempt(fail)


# -- in real terminals --

DOWN, UP, ESCAPE, CONTROL_C = "\x1b[B", "\x1b[A", "\x1b", "\x03"


def invited(window):
    """Return the invite that is shown while a table fills up."""
    lines = window.until("P2PGAMES:", "at the table", "open")
    first = next(at for at, line in enumerate(lines) if line.startswith("P2PGAMES:"))
    return "".join(lines[first : lines.index("", first)])


def places(invite):
    """Return the hosts and ports that an invite leads to."""
    return [
        address.removeprefix("tls:").partition("#")[0] for address in invites.read_invite(invite).addresses
    ]


@posix
def test_who_waits_is_told_when_the_table_is_closed_and_an_invite_outlives_other_ways(tmp_path):
    from tests.cli.terminal_window import Window

    homes = [{"P2PGAMES_HOME": str(tmp_path / name)} for name in ("a", "b")]
    with Window(**homes[0]) as ada, Window(**homes[1]) as ben:
        newcomer(ada, "Ada")
        newcomer(ben, "Ben")
        ada.press("1f")
        ada.until("time per move")
        ada.press("\x1b[A\r")
        ada.until("Is that all right?")
        ada.press("n\r")
        invite = invited(ada)
        ada.press("r")
        ada.until("Whoever has joined stays", "tell address")
        ada.press(UP, UP, "127.0.0.1")
        ada.until("127.0.0.1_")
        ada.press("\r\r")
        ada.until(" Only this computer")
        assert {place.partition(":")[0] for place in places(invited(ada))} == {"127.0.0.1"}
        ben.press("j")
        ben.until("paste the line")
        ben.paste(invite)
        ben.until(invite[-20:])
        ben.press("\r")
        ada.until("▲ Ben")
        ada.press("q")
        ada.until("Close the table? Those waiting are told.")
        ada.press("y")
        ada.until("The table is closed.", "[Join a table]")
        ben.until("The host has closed the table.")


@posix
def test_a_newcomer_plays_with_another(tmp_path):
    from tests.cli.terminal_window import Window

    homes = [{"P2PGAMES_HOME": str(tmp_path / name)} for name in ("a", "b")]
    with Window(**homes[0]) as ada, Window("--ascii", columns=80, rows=24, **homes[1]) as ben:
        newcomer(ada, "Ada")
        newcomer(ben, "Ben")
        ada.press("3f")
        ada.until("more options")
        ada.press(DOWN * 2, "\x1b[C")
        ada.until("who may sit down")
        ada.press(DOWN * 3, " ", UP * 6, "\r")
        ada.until("Is that all right?")
        ada.press("n\r")
        invite = invited(ada)
        ben.press("j")
        ben.until("paste the line")
        ben.paste(invite)
        ben.until(invite[-20:])
        ben.press("\r")
        ada.until("Ben (key")
        ada.press("y")
        ada.until("players", "Ben", "here")
        ben.until("Linja", "Ada")
        mover = ada if any("Ada begins" in line for line in ada.until("begins")) else ben
        mover.until("move>")
        mover.press(CONTROL_C)
        mover.until("Leave the table? The game is saved.")
        mover.press("y")
        mover.until("your games", "Linja with", "your turn")
        mover.press("\x1b[C\r")
        mover.until("Take over")
        mover.press(ESCAPE)
        mover.until("[Join a table]")
        mover.press("\x1b[D")
        mover.press("\r")
        mover.until("move>")
        mover.press(CONTROL_C)
        mover.until("The game is saved.")
        mover.press("y")
        mover.until("your turn")
        mover.press("q")
        mover.until("Leave p2pgames?")
        mover.press("y")
        assert mover.ended() == 0
    assert len(list(Path(tmp_path).glob("*/games/*.p2pg"))) == 2


@posix
def test_the_mouse_and_no_colours(tmp_path):
    from tests.cli.terminal_window import Window

    with Window(P2PGAMES_HOME=str(tmp_path), NO_COLOR="1", columns=80, rows=24) as window:
        newcomer(window, "Ada")
        assert any(cell.reverse for cell in window.screen.buffer[2].values())
        assert {cell.fg for row in window.screen.buffer.values() for cell in row.values()} == {"default"}
        row, line = next((at, line) for at, line in enumerate(window.lines) if "[More]" in line)
        window.click(row, line.index("[More]") + 1)
        # The row of keys is drawn last: before that, the games of the first page may still stand below.
        row = next(at for at, line in enumerate(window.until("1 Rules", "Esc  back")) if "1 Rules" in line)
        window.click(row, 20)
        row = next(at for at, line in enumerate(window.until("Socks in the City")) if "Linja" in line)
        window.click(row, 5)
        window.until("the rules of Linja")
        window.press(CONTROL_C)
        window.until("Leave p2pgames?")
        window.press("y")
        assert window.ended() == 0


@posix
def test_a_passphrase_is_asked_for_once(tmp_path):
    from tests.cli.terminal_window import Window

    Home(tmp_path).keep_identity(identity(0), b"secret")
    with Window(P2PGAMES_HOME=str(tmp_path)) as window:
        window.until("Passphrase of the key:")
        window.press("secret\r")
        window.until("What shall the others call you?")
        window.press("Ada\r")
        window.until("[More]")
        window.press("m2")
        window.until("3 Linja")
        window.press("3")
        window.until("[ Begin ]")
        window.press("\x1b[A\r")
        window.until("move>", "players")
        window.press(CONTROL_C)
        window.until("Leave the table")
        window.press("y")
        window.until("your games", "Linja with Ben")


@posix
def test_with_plain_there_is_help(tmp_path):
    code, shown = typed(["--plain"], P2PGAMES_HOME=str(tmp_path))
    assert code == 0
    assert "Exit codes" in shown
    assert list(tmp_path.iterdir()) == []


# -- one game, and files --


def more(tmp_path, plies=3):
    """The page of a game of so many moves, or of one that is over."""
    begun(tmp_path / "home", plies)
    at = AtHome(tmp_path / "home").press("own", ">", "\r")
    return at, at.games.found[0]


def test_all_that_can_be_done_with_a_game_at_one_computer(tmp_path):
    at, _game = more(tmp_path)
    assert [item.name for item in at.stack.page.items] == ["Go on", "Replay", "Audit", "Export"]
    at.press("1", "2")
    assert at.ran == [going_on(at), replayed(at)]
    at.press("3")
    assert any("valid so far" in line for line in at.stack.page.lines)


def test_all_that_can_be_done_with_a_game_with_others(tmp_path):
    at, game = more(tmp_path)
    at.games.row(game)["hotseat"] = False
    at.press("\x1b", "own", ">", "\r")
    names = [item.name for item in at.stack.page.items]
    assert names[:6] == ["Go on", "Go on at", "Play by mail", "Take over", "Pack", "Hand over"]
    at.press("5", "\x1b", "4")
    assert "looks like cheating" in text(at.stack)
    at.press("n")
    assert at.ran == []
    at.press("4", "y")
    assert at.ran == [going_on(at, take_over=True)]
    at.press("2", "x", "\r", "\r")
    assert "This is not an invite" in text(at.stack)


def test_a_game_is_packed_into_a_file_or_shown_as_text(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    at, game = more(tmp_path)
    packed = Packed("linja.pack", b"all of it")
    at.pages.here.do = lambda _use_case, request: (at.ran.append(request), packed)[1]
    page = at.stack.page
    for keys in (["v", "v", "v", "\r"], [">", "v", ">", "v", "\r"]):
        at.stack.open(at.pages.game_page.mail.pack(game))
        at.press(*keys)
        assert at.stack.page is page, "one is back where it was asked for"
    assert at.ran == [PackRequest(at.user, game.id), PackRequest(at.user, game.id, everything=True)]
    assert Path(f"linja-{game.id[:8]}.pack").read_bytes() == packed.data
    (text,) = packed.parts()
    assert text in capsys.readouterr().out, "it stands on the terminal, where all of it can be copied"
    at.stack.open(at.pages.game_page.mail.pack(game))
    assert "◁ text to paste into a mail ▷" in "".join(
        part for row in compose(at.stack, 80, 24).rows for _, part in row
    ), "it is packed as the one before"


def test_what_came_by_mail_is_taken(tmp_path):
    at = AtHome(tmp_path)

    def do(use_case, request):
        at.ran.append(request)
        use_case.keywords["voice"].show("linja 1234: 2 new steps.")
        return Code.FINE, ""

    at.pages.here.do = do
    at.press("m", "8")
    at.stack.type("-----BEGIN P2PGAMES PACK 1/1 AB-----\nQUJD\n-----END P2PGAMES PACK 1/1 AB-----")
    at.press("\r")
    pasted = b"-----BEGIN P2PGAMES PACK 1/1 AB----- QUJD -----END P2PGAMES PACK 1/1 AB-----"
    assert at.ran == [UnpackRequest(at.user, (pasted,))]
    assert at.stack.page.lines == ["linja 1234: 2 new steps."]


def test_an_export_is_asked_for_and_never_overwrites(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    at, game = more(tmp_path)
    at.pages.here.do = lambda use_case, request: (at.ran.append(request), use_case(request))[1]
    at.press("4")
    assert f"{game.id[:24]}.html" in text(at.stack)
    at.press(">", ">", ">")
    assert f"{game.id[:24]}.svg" in text(at.stack), "the ending follows the format"
    at.press("v", ">", "v", "v", "v", "\r")
    out = f"{game.id[:24]}.svg"
    last = len(game.replica().log)
    assert at.ran == [ExportRequest(at.user, str(game.path), "svg", step=last, seat=0)]
    assert "Written: " in at.stack.notice
    assert Path(out).read_text(encoding="utf-8").startswith("<svg")
    at.press("4", ">", ">", ">", "v", "v", "9", "v", "v", "\r")
    assert at.stack.notice == f"From 0 to {last}.", "no game has so many steps"
    at.press("\x1b")
    (tmp_path / f"{game.id[:24]}.html").touch()
    at.press("4", "v", "v", "v", "\r")
    assert "already" in at.stack.notice
    assert len(at.ran) == 1


def test_files_of_this_folder_are_offered_and_a_folder_is_audited(tmp_path, monkeypatch, capsys):
    begun(tmp_path / "home", 3)
    monkeypatch.chdir(tmp_path / "home" / "games")
    at = AtHome(tmp_path / "home").press("m", "7")
    (file,) = Path().glob("*.p2pg")
    assert file.name in text(at.stack)
    at.press("v", "\r")
    assert at.ran == [replayed(at, file)]
    Path("copy.p2pg").write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    at = AtHome(tmp_path / "home").press("m", "7", *"home/games", "v", "v", "\r")
    assert sum("valid so far" in line for line in at.stack.page.lines) == 2
    assert "2 of 2" in capsys.readouterr().out


def test_results_are_shown_with_series(tmp_path):
    """Three games with another, the second and third of which follow one another."""
    at = AtHome(tmp_path)
    assert "None of your games with others is over yet." in text(at.press("m", "5").stack)
    before = None
    for seed in range(3):
        before = followed(at.where, seed, before if seed == 2 else None)
    at.games.refresh()
    at.press("\x1b", "5")
    at.read_games()
    shown = text(at.stack)
    assert "in 3 games" in shown
    assert "against Player1 (key " in shown
    assert "Series of 2 games of linja" in shown
    assert shown.index("against") < shown.index("Series")


def test_results_grow_while_games_are_read(tmp_path):
    at = AtHome(tmp_path)
    for seed in range(3):
        followed(at.where, seed, None)
    (at.where.games / "broken.p2pg").write_bytes(b"nothing")
    at.games.refresh()
    shown = text(at.press("m", "5").stack)
    assert "None of your games with others is over yet." in shown
    assert "Games still to be read: 3" in shown
    at.games.row(at.games.found[0])
    at.games.unread = 2
    shown = text(at.stack)
    assert "in 1 game" in shown
    assert "Games still to be read: 2" in shown
    at.read_games()
    shown = text(at.stack)
    assert "in 3 games" in shown
    assert "to be read" not in shown


def test_results_are_counted_a_few_times_however_many_games_are_read(tmp_path, monkeypatch):
    at = AtHome(tmp_path)
    counts = []
    monkeypatch.setattr(Standings, "_count", lambda _, unread: counts.append(unread) or [])
    at.games.found = tuple(range(1000))
    page = Standings(at.games)
    for unread in reversed(range(1000)):
        at.games.unread = unread
        page.rows(80, 24)
        page.plain()
    assert counts[-1] == 0
    assert len(counts) < 50


def followed(where, seed, before):
    """Keep a game of two in a home, played out; it follows another one if there is one."""
    more = (
        {}
        if before is None
        else {"previous": (before.replica.genesis.game_id, ended_game(before.replica).end)}
    )
    room = tables.Room(registry.game("linja").rules, 2, seed=seed, nonce=seed, **more)
    room.play()
    table = room.signers[0]
    where.make()
    (where.games / f"{table.replica.genesis.game_id.hex()}.p2pg").write_bytes(canonical(table.replica))
    return table


@pytest.mark.parametrize("typed", ["~no-such-user/game.html", "~no-such-user"])
def test_a_path_of_nobody_is_refused_in_a_sentence(typed):
    with pytest.raises(HomeError, match="There is no such user"):
        new_file_path(typed)

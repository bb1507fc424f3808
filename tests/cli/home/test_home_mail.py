"""Games by mail from the client's home alone, with all that it does."""

import re
from dataclasses import replace

import pytest

from p2pgames_cli.app.mail_table import HostByMailRequest
from p2pgames_cli.app.resume import ResumeRequest
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.table.session import Mode
from p2pgames_protocol.testing.room import identity
from tests.cli.at_home import AtHome, text


class Player(AtHome):
    """A home at which everything is carried out; moves are made by a bot."""

    def __init__(self, folder, seat, name, capsys):
        super().__init__(folder, new=True)
        self.where.keep_identity(identity(seat))
        self.where.keep_name(name)
        self.games.identity = identity(seat)
        self.stack.pages[1:] = []
        self.capsys = capsys
        self.pages.here.do = self.do

    def do(self, use_case, request):
        """Do what is asked for, with a bot and without a screen."""
        if isinstance(request, ResumeRequest):
            client = request.client.with_options(bots={None: "random"}, mode=Mode.PLAIN)
            request = replace(request, client=replace(client, within=True))
        return use_case(request)

    def sent(self):
        """The newest text that was printed for others."""
        self.games.refresh()
        return "-----BEGIN" + self.capsys.readouterr().out.rpartition("-----BEGIN")[2]

    def packed(self):
        """Pack what the others lack of the game whose page is open, as text."""
        assert re.search(r"▸ \d Pack", text(self.stack)), "it is what comes next"
        self.press("\r")
        self.stack.page.fields[0].at = 1
        self.stack.page.chosen = len(self.stack.page.fields)
        self.press("\r")
        return self.sent()

    def unpacks(self, letter):
        """Paste what came; return the page that is seen then."""
        self.press("\x1b", "\x1b", "\x1b", "\x1b", "m", "8")
        self.press(letter)
        self.stack.page.chosen = 0
        self.press("\r")
        return text(self.stack)


@pytest.fixture
def pair(tmp_path, capsys):
    return Player(tmp_path / "a", 0, "Ada", capsys), Player(tmp_path / "b", 1, "Ben", capsys)


def by_mail(at):
    """Go to where it is chosen for a new table that it fills up by mail."""
    at.press("3", "f", "v", "v", ">")
    at.stack.page.chosen = [field.name for field in at.stack.page.fields].index("friends come")
    return at


def letter_of(ada):
    by_mail(ada).press(">")
    ada.stack.page.chosen = len(ada.stack.page.fields)
    ada.press("\r")
    assert "by mail: 1 of 2 seats taken" in text(ada.stack)
    return ada.sent()


def test_a_table_by_mail_waits_for_ever_and_asks_for_no_way(tmp_path):
    at = by_mail(AtHome(tmp_path))
    names = {field.name: field for field in at.stack.page.fields}
    assert names["time per move"].value == "10m"
    at.press(">")
    left = [field.name for field in at.stack.page.fields]
    assert names["time per move"].value == "none"
    assert not {"seat 2", "who may sit down", "ways", "your seat is played by"} & set(left)
    at.stack.page.chosen = len(left)
    at.press("\r")
    (request,) = at.ran
    assert isinstance(request, HostByMailRequest)
    assert request.table.options["time"] == "none"
    at.press(">")
    at.stack.page.chosen = left.index("friends come")
    at.press(">")
    assert "ways" in text(at.stack)
    assert names["time per move"].value == "10m"


def test_a_whole_game_by_mail_with_the_home_alone(pair):
    ada, ben = pair
    shown = ben.unpacks(letter_of(ada))
    assert "Ada (key" in shown
    assert "Take a seat?" in shown
    ben.press("\r")
    answer = ben.sent()
    assert "answered, waiting" in text(ben.stack)
    assert "Ben (key" in ada.unpacks(answer)
    ada.press("\r")
    assert "The game begins" in text(ada.stack)
    mover, other = ada, ben
    ada.press("\r")
    for _mail in range(200):
        shown = other.unpacks(mover.packed())
        assert "what came" in shown
        other.press("\r")
        assert text(other.stack).split("\n")[0].startswith(" linja ")
        if "The game is over" in shown and "choose Pack" not in shown:
            break
        if "▸ 3 Play by mail" in text(other.stack):
            other.press("\r")
            assert "▶" in text(other.stack)
        mover, other = other, mover
    ends = [replay_file(player.games.found[0].path) for player in pair]
    assert all(replica.finished for replica in ends)
    assert len({replica.position.previous for replica in ends}) == 1
    for player in pair:
        player.press("\x1b", "\x1b", "\x1b", "m", "5")
        assert "in 1 game" in text(player.stack)


def test_nothing_is_answered_without_a_yes(pair):
    ada, ben = pair
    letter = letter_of(ada)
    ben.unpacks(letter)
    ben.press("v", "\r")
    ben.games.refresh()
    assert ben.games.tables == ()
    assert letter.split("-----")[2][:40] in "".join(f.value for f in ben.stack.page.fields).replace(" ", "\n")
    ben.press("\x1b", "\x1b")
    assert ben.stack.page is ben.pages.first


def test_a_letter_is_written_once_more_from_the_list(pair, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ada, ben = pair
    letter = letter_of(ada)
    ada.choose(-1)
    ada.press("\r", "v", "v", "\r")
    assert "Written: linja-" in ada.stack.notice
    (file,) = tmp_path.glob("*.letter")
    assert "Take a seat?" in ben.unpacks(str(file))
    ben.press("\r")
    answer = ben.sent()
    assert answer.startswith("-----BEGIN P2PGAMES PACK")
    assert answer.split("-----")[1] != letter.split("-----")[1]
    ben.choose(-1)
    ben.press("\r", ">", "v", "\r")
    assert ben.sent().split("-----")[1:4] == answer.split("-----")[1:4]


def test_what_is_no_mail_is_refused_with_a_sentence(pair, tmp_path):
    ada, ben = pair
    letter = letter_of(ada)
    ben.press("m", "8", "\r")
    assert "Paste the text of a mail" in ben.stack.notice
    for given, said in {
        "/nowhere": "There is no file /nowhere.",
        letter[:200]: "damaged or cut off",
        letter.replace(letter[90:94], "AAAA"): "damaged",
    }.items():
        assert said in ben.unpacks(given), "what is pasted takes the place of what was there"
    assert "This is your own letter" in ada.unpacks(letter)


def test_a_seat_is_handed_over_by_mail_and_taken_at_home(pair, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    ada, ben = pair
    ben.unpacks(letter_of(ada))
    ben.press("\r")
    ada.unpacks(ben.sent())
    ada.press("\r", "\r")
    hand_over = next(at for at, item in enumerate(ada.stack.page.items) if item.name == "Hand over")
    ada.press(str(hand_over + 1))
    assert "You still know the seat's cards" in text(ada.stack)
    ada.press("v", "\r")
    line = re.search(r"P2PGAMES-SEAT:\w+", re.sub(r"\s*\n\s*", "", text(ada.stack)))[0]
    (file,) = tmp_path.glob("*.seat")
    assert ada.games.row(ada.games.found[0])["handed_over"]
    cleo = Player(tmp_path / "c", 2, "Cleo", capsys)
    cleo.press("j")
    cleo.press(line)
    assert cleo.stack.page.fields[-1].name == "file"
    cleo.stack.page.fields[-1].type("nowhere.seat")
    cleo.stack.page.chosen = len(cleo.stack.page.fields)
    cleo.press("\r")
    assert "There is no file nowhere.seat." in cleo.stack.notice
    cleo.stack.page.fields[-1].clear()
    cleo.stack.page.fields[-1].type(str(file))
    cleo.press("\r")
    cleo.games.refresh()
    (game,) = cleo.games.found
    assert "You play on for Ada" in text(cleo.stack)
    assert cleo.games.row(game)["you"] == 0

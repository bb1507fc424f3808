"""A key file that is damaged or gone, and notes of addresses that are: said at once, with the next step."""

import base64
import json

import pytest

from p2pgames_cli.main import run
from p2pgames_protocol.store.home import Home
from tests.cli.at_home import AtHome
from tests.cli.client import Client, game_file, host, join, resume
from tests.cli.homes import ran


def flip_a_bit_of(file):
    """Change one bit of the secret in a key file: it is a sound key file still, of another key."""
    first, body, *rest = file.read_text().splitlines()
    der = bytearray(base64.b64decode(body))
    der[-1] ^= 1
    file.write_text("\n".join([first, base64.b64encode(bytes(der)).decode(), *rest]) + "\n")


@pytest.mark.parametrize(
    "command", [["list"], ["list", "--json"], ["resume"], ["resume", "--json"], ["id"], ["pack"]]
)
def test_a_flipped_bit_is_not_taken_for_another_player(home, capsys, command):
    flip_a_bit_of(home / "identity.pem")
    code, _, err = ran(capsys, home, *command)
    assert code == 1
    assert f"{home / 'identity.pem'} holds another key than before" in err
    assert "p2pgames id import FILE --force" in err


@pytest.mark.parametrize("command", [["resume"], ["host", "linja"], ["hotseat", "linja"], ["id"]])
def test_no_new_key_is_made_in_place_of_one_that_is_gone(home, capsys, command):
    (home / "identity.pem").unlink()
    code, _, err = ran(capsys, home, *command)
    assert code == 1
    assert f"The key file {home / 'identity.pem'} is gone" in err
    assert not (home / "identity.pem").exists()


def test_the_games_are_listed_without_the_key_and_the_home_says_so(home, capsys):
    (home / "identity.pem").unlink()
    code, out, err = ran(capsys, home, "list", "--json")
    assert (code, json.loads(out)["game_id"]) == (0, game_file(home).stem)
    assert "is gone" in err
    assert "is gone" in AtHome(home, new=True).stack.notice


def test_the_copy_of_the_key_mends_it_and_a_new_one_can_be_made(home, capsys):
    copy = home.parent / "copy.pem"
    assert ran(capsys, home, "id", "export", copy)[0] == 0
    (home / "identity.pem").unlink()
    assert ran(capsys, home, "id", "import", copy)[0] == 0
    flip_a_bit_of(home / "identity.pem")
    assert ran(capsys, home, "id", "import", copy, "--force")[0] == 0
    assert ran(capsys, home, "list")[0] == 0
    assert ran(capsys, home, "id", "new", "--force")[0] == 0
    assert ran(capsys, home, "id")[0] == 0
    assert Home(home).identity()


def test_a_home_of_before_the_note_goes_on(home, capsys):
    (home / "state" / "key").unlink()
    assert ran(capsys, home, "list")[0] == 0
    flip_a_bit_of(home / "identity.pem")
    assert ran(capsys, home, "list")[0] == 1


@pytest.mark.parametrize("mode", ["--json", "--plain"])
def test_damaged_addresses_are_said_at_once(tmp_path, mode):
    with host(tmp_path / "a") as ada, join(tmp_path / "b", ada.until("invite")["invite"]) as ben:
        ada.until("event")
        ben.until("event")
    book = game_file(tmp_path / "b").with_suffix(".addresses")
    book.write_bytes(b"\xc1" + book.read_bytes()[1:])
    with resume(tmp_path / "b", mode=mode) as ben:
        said = ""
        for line in ben.lines():
            said += line
            if '"table"' in line or "You are" in line:
                break
        said += ben.complaints()
    assert "The file with the others' addresses is damaged:" in " ".join(said.split())
    assert str(book) in said
    assert run(["--home", str(tmp_path / "b"), "list"]) == 0


def test_a_key_without_a_seat_is_told_so(tmp_path, capsys):
    with host(tmp_path / "a") as ada, join(tmp_path / "b", ada.until("invite")["invite"]) as ben:
        ada.until("event")
        ben.until("event")
    assert run(["--home", str(tmp_path / "b"), "id", "new", "--force"]) == 0
    with Client(tmp_path / "b", "resume") as ben:
        assert ben.until("table")["you"] == []
        assert "Your key has no seat in this game: you can only watch." in ben.complaints()

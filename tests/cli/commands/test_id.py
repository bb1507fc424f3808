"""``p2pgames id``: keys are made, shown, moved, protected, and never lost by accident."""

import json
import os
import subprocess
import sys
from pathlib import Path
from unicodedata import normalize

import pytest

from p2pgames_cli.main import run
from p2pgames_protocol.store.home import Home, from_pem
from p2pgames_protocol.testing.room import identity
from tests.cli.terminal import typed

MAIN = [sys.executable, "-c", "from p2pgames_cli.main import main; main()"]
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no modes and no pty")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home that the commands use by themselves."""
    monkeypatch.setenv("P2PGAMES_HOME", str(tmp_path / "home"))
    return Home.at()


@pytest.fixture
def p2pgames(capsys):
    """Run a command: exit code, standard output, standard error."""

    def ran(*arguments):
        code = run([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return code, printed.out, printed.err

    return ran


def key(shown):
    code, out, _ = shown
    assert code == 0
    return json.loads(out)["key"]


def test_flags_stand_before_or_after_the_command_and_the_last_one_counts(p2pgames, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    made = key(p2pgames("id", "new", "--home", one, "--json"))
    for arguments in (
        ("id", "--home", one, "--json"),
        ("--home", one, "id", "--json", "show"),
        ("--home", two, "id", "show", "--home", one, "--json"),
    ):
        assert key(p2pgames(*arguments)) == made
    other = key(p2pgames("--home", one, "--profile", "other", "id", "new", "--json"))
    assert other != made
    assert key(p2pgames("id", "--home", one / "profiles" / "other", "--json")) == other
    assert not two.exists()


def test_showing_creates_nothing(p2pgames, home):
    for arguments in (["id"], ["id", "show"], ["id", "export", "-"]):
        code, out, err = p2pgames(*arguments)
        assert (code, out) == (1, "")
        assert "p2pgames id new" in err
    assert not home.folder.exists()


def test_what_is_shown_is_for_people_too(p2pgames, home):
    made = key(p2pgames("id", "new", "--name", "Zoë", "--json"))
    code, out, err = p2pgames("id")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "name  Zoë",
        f"key   {made[:4]}-{made[4:8]} ({made})",
        f"file  {home.folder / 'identity.pem'}",
    ]


def test_a_key_is_replaced_only_by_force_and_the_loss_is_said(p2pgames, home, tmp_path):
    first = key(p2pgames("id", "new", "--json"))
    (home.games / ("ab" * 32 + ".p2pg")).write_bytes(b"")
    assert p2pgames("id", "export", tmp_path / "copy")[0] == 0
    for arguments in (["new"], ["import", tmp_path / "copy"]):
        code, out, err = p2pgames("id", *arguments)
        assert (code, out) == (1, "")
        assert "can go on (stored here: 1)" in err
        assert "id export" in err
        assert "--force" in err
    assert key(p2pgames("id", "--json")) == first
    assert key(p2pgames("id", "new", "--force", "--json")) != first
    assert key(p2pgames("id", "import", tmp_path / "copy", "--force", "--json")) == first


def test_a_bad_name_costs_no_key(p2pgames, home):
    first = key(p2pgames("id", "new", "--name", "Ada", "--json"))
    code, _, err = p2pgames("id", "new", "--force", "--name", "a\nb")
    assert code == 2
    assert "cannot see" in err
    assert key(p2pgames("id", "--json")) == first
    assert p2pgames("id", "name", "x" * 33)[0] == 2
    assert p2pgames("id", "name", "Ben")[0] == 0
    assert home.name() == "Ben"
    assert key(p2pgames("id", "--json")) == first


def test_an_export_is_a_whole_key_for_its_owner_alone(p2pgames, home, tmp_path):
    made, file = key(p2pgames("id", "new", "--json")), tmp_path / "key.pem"
    code, out, err = p2pgames("id", "export", file)
    assert (code, out) == (0, "")
    assert "can play as you" in err
    assert from_pem(file.read_bytes()).key.hex() == made
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
    code, _, err = p2pgames("id", "export", file)
    assert code == 1
    assert "there already" in err
    code, out, err = p2pgames("id", "export", "-")
    assert (code, out, err) == (0, file.read_text(), "")
    code, _, err = p2pgames("id", "export", tmp_path / "none" / "key.pem")
    assert code == 1
    assert str(tmp_path / "none") in err


def test_an_import_takes_a_file_or_standard_input_and_refuses_the_rest(p2pgames, home, tmp_path):
    made = key(p2pgames("id", "new", "--home", tmp_path / "old", "--json"))
    pem = (tmp_path / "old" / "identity.pem").read_bytes()
    (tmp_path / "junk").write_text("junk")
    for file, says in (("junk", "not a key file"), ("none", "No such file"), (".", "Cannot read")):
        code, out, err = p2pgames("id", "import", tmp_path / file)
        assert (code, out) == (1, "")
        assert says in err
    assert not home.has_identity()
    done = subprocess.run([*MAIN, "id", "import", "-", "--json"], input=pem, capture_output=True)
    assert json.loads(done.stdout)["key"] == made
    assert p2pgames("id", "import", tmp_path / "old" / "identity.pem", "--force")[0] == 0


def test_a_passphrase_goes_along_and_can_be_added(p2pgames, home, tmp_path):
    words, plain, locked = (tmp_path / name for name in ("words", "plain", "locked"))
    words.write_bytes(b"open sesame\r\nsecond line\r\n")
    made = key(p2pgames("id", "new", "--json"))
    assert p2pgames("id", "export", plain)[0] == 0
    assert key(p2pgames("id", "import", plain, "--force", "--passphrase-file", words, "--json")) == made
    assert from_pem(home.pem(), b"open sesame").key.hex() == made
    assert p2pgames("id", "export", locked)[0] == 0
    assert locked.read_bytes() == home.pem()
    assert b"ENCRYPTED" in locked.read_bytes()
    assert p2pgames("--home", tmp_path / "new", "id", "import", locked)[0] == 1
    code, _, _ = p2pgames("--home", tmp_path / "new", "id", "--passphrase-file", words, "import", locked)
    assert code == 0
    assert b"ENCRYPTED" in Home(tmp_path / "new").pem()


@pytest.mark.parametrize("made", ["NFC", "NFD"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_passphrase_file_is_understood_however_it_was_written(
    p2pgames, home, tmp_path, made, form, encoding
):
    words = tmp_path / "words"
    words.write_bytes(normalize(made, "sésame\n").encode())
    own = key(p2pgames("id", "new", "--passphrase-file", words, "--json"))
    words.write_bytes(normalize(form, "sésame\r\nsecond line").encode(encoding))
    assert key(p2pgames("id", "--passphrase-file", words, "--json")) == own


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_key_that_was_made_with_the_mark_of_windows_still_opens(p2pgames, home, tmp_path, encoding):
    words = tmp_path / "words"
    words.write_bytes("sésame\r\n".encode(encoding))
    home.keep_identity(identity(0), words.read_bytes().splitlines()[0])  # as versions before took it
    assert key(p2pgames("id", "--passphrase-file", words, "--json")) == identity(0).key.hex()
    words.write_text("sesame")
    assert p2pgames("id", "--passphrase-file", words)[0] == 1


def test_passphrase_files_that_hold_none(p2pgames, home, tmp_path):
    for data, expected in (
        (b"", 2),
        (b"\nsecond\n", 2),
        (b"\xef\xbb\xbf\r\n", 2),
        ("\n".encode("utf-16"), 2),
        (b"x" * 1024, 1),
    ):
        (tmp_path / "words").write_bytes(data)
        code, _, err = p2pgames("id", "new", "--passphrase-file", tmp_path / "words")
        assert code == expected
        assert "passphrase" in err
    assert p2pgames("id", "new", "--passphrase-file", tmp_path / "none")[0] == 1
    assert not home.has_identity()


def test_nobody_is_asked_without_a_terminal(home):
    done = subprocess.run(
        [*MAIN, "id", "new", "--passphrase"], capture_output=True, input=b"x\nx\n", timeout=120
    )
    assert done.returncode == 1
    assert b"--passphrase-file" in done.stderr
    assert not home.has_identity()


@posix
def test_a_passphrase_is_asked_for_on_a_terminal_and_not_shown(home):
    code, screen = typed(["id", "new", "--passphrase", "--name", "Ada"], ["sesame", "sesame"])
    assert code == 0, screen
    assert "name  Ada" in screen
    assert "sesame" not in screen
    shown = typed(["id"], ["sesame"])
    assert shown[0] == 0
    assert from_pem(home.pem(), b"sesame").key.hex() in shown[1]
    code, screen = typed(["id"], ["simsalabim"] * 3)
    assert (code, screen.count("wrong passphrase")) == (1, 3)
    code, screen = typed(["id"], ["simsalabim", "sesame"])
    assert (code, screen.count("wrong passphrase")) == (0, 1)
    assert typed(["id"], ["\x03"])[0] == 130


@posix
def test_an_exposed_key_is_warned_of_and_used(p2pgames, home):
    made = key(p2pgames("id", "new", "--json"))
    home.key_file.chmod(0o644)
    code, out, err = p2pgames("id", "--json")
    assert key((code, out, err)) == made
    assert f"chmod 600 {home.key_file}" in err


def test_a_home_in_use_is_left_alone(p2pgames, home):
    with home.locked():
        for arguments in (["new"], ["name", "Ada"]):
            code, out, err = p2pgames("id", *arguments)
            assert (code, out) == (1, "")
            assert "Another p2pgames" in err
    assert not home.has_identity()


def test_a_home_that_is_no_folder(p2pgames, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = p2pgames("id", "new", "--home", tmp_path / "file")
    assert code == 1
    assert err.startswith(f"p2pgames: {tmp_path / 'file'} is a file")
    assert err.count("\n") == 1
    code, _, err = p2pgames("id", "--profile", Path("a") / "b")
    assert code == 2
    assert "profile" in err

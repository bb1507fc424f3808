"""The player's folder: where it is, what it keeps, and what it says when it cannot."""

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization as ser
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519
from hypothesis import given
from hypothesis import strategies as st

from p2pgames_protocol.store.disk import HomeError, HomeLocked, PassphraseNeeded, write_secret
from p2pgames_protocol.store.home import MAX_KEY_FILE, Home, clean_name, from_pem, to_pem
from p2pgames_protocol.testing.room import identity, make_genesis
from p2pgames_protocol.wire.identity import Identity
from tests.dice import DICE

posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no modes")
PLAIN = (ser.Encoding.PEM, ser.PrivateFormat.PKCS8, ser.NoEncryption())


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


def mode(path):
    return path.stat().st_mode & 0o777


# -- where ----------------------------------------------------------------------------------------


def test_a_folder_given_beats_the_environment_which_beats_the_system(monkeypatch, tmp_path):
    monkeypatch.setenv("P2PGAMES_HOME", str(tmp_path / "env"))
    assert Home.at(tmp_path / "given").folder == tmp_path / "given"
    assert Home.at().folder == tmp_path / "env"
    assert Home.at().state == tmp_path / "env" / "state"
    monkeypatch.delenv("P2PGAMES_HOME")
    assert tmp_path not in Home.at().folder.parents


@pytest.mark.skipif(sys.platform != "linux", reason="XDG folders are Linux's")
def test_the_systems_folders_keep_games_and_instance_ids_apart(monkeypatch, tmp_path):
    monkeypatch.delenv("P2PGAMES_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for profile, end in ((None, "p2pgames"), ("work", "p2pgames/profiles/work")):
        home = Home.at(profile=profile)
        assert home.games == tmp_path / "data" / end / "games"
        assert home.state == tmp_path / "state" / end
        store = home.store(make_genesis(DICE))
        assert store.path.parent == home.games
        assert store.instance.parent == home.state
        assert store.path.name == make_genesis(DICE).game_id.hex() + ".p2pg"


def test_profiles_are_homes_of_their_own(tmp_path):
    first, second = (Home.at(tmp_path, name) for name in ("one", "two"))
    first.keep_identity(identity(0))
    second.keep_identity(identity(1))
    assert first.identity().key != second.identity().key
    assert not Home.at(tmp_path).has_identity()


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "a\\b", "a b", "ä", "x" * 33, "a\0", "a\n"])
def test_a_profile_stays_within_the_home(tmp_path, name):
    with pytest.raises(ValueError, match="profile"):
        Home.at(tmp_path, name)


def test_a_tilde_is_the_users_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert Home.at(Path("~/games")).folder == tmp_path / "games"
    if os.name == "posix":
        with pytest.raises(HomeError, match="in full"):
            Home.at(Path("~no-such-user-here/games"))


def test_looking_creates_nothing(home):
    assert home.name() == "Player"
    assert not home.has_identity()
    assert home.exposed() is None
    home.store(make_genesis(DICE))
    with pytest.raises(HomeError, match="p2pgames id new"):
        home.identity()
    assert not home.folder.exists()


# -- the key --------------------------------------------------------------------------------------


def test_the_key_that_is_kept_is_the_key_that_is_read(home):
    for passphrase in (None, b"sesame", "sésame".encode()):
        home.keep_identity(identity(3), passphrase)
        assert home.identity(passphrase).seed() == identity(3).seed()
    assert home.identity_or_new("sésame".encode()).key == identity(3).key


def test_a_new_key_is_made_once(home):
    made = home.identity_or_new()
    assert home.identity_or_new().key == made.key
    assert made.key != Home(home.folder / "other").identity_or_new().key


@posix
def test_the_key_is_for_its_owner_alone_whatever_the_umask_and_what_lay_there(home):
    home.make()
    left_over = home.key_file.with_suffix(".new")
    left_over.write_text("old")
    left_over.chmod(0o666)
    before = os.umask(0)
    try:
        home.keep_identity(identity(0))
    finally:
        os.umask(before)
    assert mode(home.key_file) == 0o600
    assert mode(home.folder) == 0o700
    assert not left_over.exists()
    assert home.exposed() is None
    home.key_file.chmod(0o640)
    assert "chmod 600" in str(home.exposed())
    assert home.identity().key == identity(0).key


def test_a_key_written_over_is_replaced_whole_or_not_at_all(home, monkeypatch):
    home.keep_identity(identity(0))

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(HomeError, match="No space left"):
        home.keep_identity(identity(1))
    monkeypatch.undo()
    assert home.identity().key == identity(0).key
    assert sorted(path.name for path in home.folder.iterdir()) == ["games", "identity.pem", "state"]


def test_a_secret_never_replaces_a_file_nor_follows_a_link(tmp_path):
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_text("mine")
    with pytest.raises(FileExistsError):
        write_secret(there, b"secret")
    if os.name == "posix":
        link.symlink_to(tmp_path / "elsewhere")
        with pytest.raises(FileExistsError):
            write_secret(link, b"secret")
    assert there.read_text() == "mine"
    assert not (tmp_path / "elsewhere").exists()


def test_a_wrong_or_missing_passphrase_is_told_apart(home):
    home.keep_identity(identity(0), b"right")
    with pytest.raises(PassphraseNeeded, match="--passphrase-file"):
        home.identity()
    for wrong in (b"wrong", b"right ", b"x" * 2000):
        with pytest.raises(HomeError, match="wrong passphrase") as refused:
            home.identity(wrong)
        assert not isinstance(refused.value, PassphraseNeeded)
    home.keep_identity(identity(0))
    assert home.identity(b"needless").key == identity(0).key


@pytest.mark.parametrize("passphrase", [b"", b"x" * 1024])
def test_a_passphrase_that_cannot_be_is_refused_before_anything_is_written(home, passphrase):
    with pytest.raises(HomeError, match="1 to 1023"):
        home.keep_identity(identity(0), passphrase)
    assert not home.has_identity()


def other_keys():
    pem = to_pem(identity(0))
    yield "empty", b"", "not a key file"
    yield "binary", b"\xff\x00" * 50, "not a key file"
    yield "large", pem + b"\n" * MAX_KEY_FILE, "not a key file"
    yield "text in the key", pem.replace(b"MC4C", b"!!!!"), "damaged"
    yield "cut", pem[:60], "damaged"
    yield (
        "short seed",
        b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n",
        "damaged",
    )
    unknown = b"MC4CAQAwBQYDK2V3BCIEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    yield (
        "unknown kind",
        b"-----BEGIN PRIVATE KEY-----\n" + unknown + b"\n-----END PRIVATE KEY-----\n",
        "kind",
    )
    yield "Ed448", ed448.Ed448PrivateKey.generate().private_bytes(*PLAIN), "kind"
    yield "elliptic", ec.generate_private_key(ec.SECP256R1()).private_bytes(*PLAIN), "kind"
    key = ed25519.Ed25519PrivateKey.generate()
    ssh = key.private_bytes(ser.Encoding.PEM, ser.PrivateFormat.OpenSSH, ser.NoEncryption())
    yield "OpenSSH", ssh, "not a key file"
    public = key.public_key().public_bytes(ser.Encoding.PEM, ser.PublicFormat.SubjectPublicKeyInfo)
    yield "public", public, "not a key file"


@pytest.mark.parametrize(("pem", "says"), [pytest.param(*rest, id=name) for name, *rest in other_keys()])
@pytest.mark.parametrize("passphrase", [None, b"sesame"])
def test_what_is_no_key_is_refused_with_a_sentence(home, pem, says, passphrase):
    home.make()
    home.key_file.write_bytes(pem)
    with pytest.raises(HomeError, match=says) as refused:
        home.identity(passphrase)
    assert str(home.key_file) in str(refused.value)
    assert str(refused.value).endswith(".")


@given(st.integers(0, 200), st.binary(max_size=3))
def test_a_changed_key_file_is_another_key_or_a_home_error(place, splice):
    pem = to_pem(identity(0), b"sesame")
    with suppress(HomeError):
        from_pem(pem[:place] + splice + pem[place + len(splice) :], b"sesame")


def test_secrets_are_in_no_message(home):
    home.keep_identity(Identity(b"S" * 32), b"right")
    with pytest.raises(HomeError) as refused:
        home.identity(b"hush-hush")
    told = repr(refused.value) + repr(home) + repr(home.identity(b"right"))
    assert "hush" not in told
    assert "right" not in told
    assert "SSSS" not in told
    assert refused.value.__suppress_context__


# -- the name -------------------------------------------------------------------------------------


def test_a_name_is_kept_in_normal_form(home):
    home.keep_name("  Zoe\u0308 ")
    assert home.name() == "Zo\u00eb"
    assert (home.folder / "name.txt").read_text(encoding="utf-8") == "Zo\u00eb\n"


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 33, "a\x1b[31m", "a\u202eb", "\udcff", "\u200b"])
def test_names_that_others_cannot_read_are_refused(home, name):
    with pytest.raises(ValueError, match="name"):
        home.keep_name(name)
    assert home.name() == "Player"


@given(st.text())
def test_a_clean_name_stays_as_it_is(name):
    try:
        clean = clean_name(name)
    except ValueError:
        return
    assert clean_name(clean) == clean


def test_a_damaged_name_is_no_reason_to_stop(home):
    home.keep_name("Ada")
    (home.folder / "name.txt").write_bytes(b"\xff\xfe")
    assert home.name() == "Player"


# -- the lock -------------------------------------------------------------------------------------


def test_one_home_serves_one_at_a_time(home):
    with home.locked():
        with pytest.raises(HomeLocked, match="--profile or --home"), home.locked():
            pass
        with Home(home.folder / "profiles" / "other").locked():
            pass
    with home.locked():
        pass


def test_the_lock_is_free_again_when_its_process_is_killed(home):
    program = (
        "import sys, pathlib; from p2pgames_protocol.store.home import Home\n"
        "with Home(pathlib.Path(sys.argv[1])).locked():\n    print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(home.folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout.readline() == b"held" + os.linesep.encode()
        with pytest.raises(HomeLocked), home.locked():
            pass
        holder.kill()
        holder.wait()
    with home.locked():
        pass


def test_tables_are_taken_one_by_one_and_what_needs_the_whole_home_waits_for_all(home, monkeypatch):
    monkeypatch.setattr("p2pgames_protocol.store.home.STARTING", 0.05)
    with home.at_tables() as first:
        with pytest.raises(HomeLocked), home.at_tables():
            pass
        first.acquire(b"a" * 32)
        first.acquire(b"a" * 32)
        with home.at_tables() as second:
            with pytest.raises(HomeLocked, match="open in another window"):
                second.acquire(b"a" * 32)
            second.acquire(b"b" * 32)
            with pytest.raises(HomeLocked, match="--profile or --home"), home.locked():
                pass
        with pytest.raises(HomeLocked), home.locked():
            pass
    with home.locked(), pytest.raises(HomeLocked), home.at_tables():
        pass
    with home.at_tables() as again:
        again.acquire(b"a" * 32)


def test_a_table_is_free_again_when_its_process_is_killed(home):
    program = (
        "import sys, pathlib; from p2pgames_protocol.store.home import Home\n"
        "with Home(pathlib.Path(sys.argv[1])).at_tables() as tables:\n"
        "    tables.acquire(b'a'); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(home.folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout.readline() == b"held" + os.linesep.encode()
        with home.at_tables() as tables, pytest.raises(HomeLocked):
            tables.acquire(b"a")
        holder.kill()
        holder.wait()
    with home.at_tables() as tables:
        tables.acquire(b"a")


def test_what_tables_left_is_removed_once_none_is_open(home):
    folder = home.state / "tables"
    with home.at_tables() as tables:
        tables.acquire(b"one", lends=True)
        tables.acquire(b"two")
        (folder / "6f6e65.wanted").touch()  # of a window that was killed
        with home.at_tables() as others:
            others.acquire(b"three")
            assert len(list(folder.glob("*.lock"))) == 3
    with home.at_tables() as again:
        assert list(folder.iterdir()) == []
        again.acquire(b"one")
        with home.at_tables() as other, pytest.raises(HomeLocked):
            other.acquire(b"one")


# -- places that cannot be used -------------------------------------------------------------------


def test_a_file_where_a_folder_should_be(tmp_path):
    (tmp_path / "file").write_text("")
    for home in (Home(tmp_path / "file"), Home(tmp_path / "file" / "home")):
        for use in (home.make, lambda home=home: home.keep_name("Ada"), home.locked().__enter__):
            with pytest.raises(HomeError, match="--home or P2PGAMES_HOME"):
                use()


def test_a_folder_where_a_file_should_be(home):
    home.make()
    home.key_file.mkdir()
    with pytest.raises(HomeError, match="Cannot read the key file"):
        home.identity()
    with pytest.raises(HomeError, match="Cannot write"):
        home.keep_identity(identity(0))
    assert not list(home.folder.glob("*.new"))
    (home.folder / "lock").mkdir()
    with pytest.raises(HomeError, match="--home") as refused, home.locked():
        pass
    assert not isinstance(refused.value, HomeLocked)


@pytest.fixture
def own_folder():
    """A folder of a user who is not root: nothing is read-only to root."""
    with tempfile.TemporaryDirectory() as folder:
        root = os.geteuid() == 0
        if root:
            os.chown(folder, 65534, 65534)
            os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            if root:
                os.seteuid(0)


@posix
def test_a_read_only_home_can_be_read(own_folder):
    home = Home(own_folder / "home")
    home.keep_identity(identity(0))
    home.folder.chmod(0o500)
    assert home.identity().key == identity(0).key
    with pytest.raises(HomeError, match="Cannot write"):
        home.keep_name("Ada")
    with pytest.raises(HomeError, match="--home") as refused, home.locked():
        pass
    assert not isinstance(refused.value, HomeLocked)
    home.key_file.chmod(0)
    with pytest.raises(HomeError, match="Cannot read the key file"):
        home.identity()
    home.folder.chmod(0)
    with pytest.raises(OSError, match="ermission"):
        home.identity_or_new()
    home.folder.chmod(0o700)


def test_the_last_key_is_read_where_python_can_load_no_codec_any_more(tmp_path):
    """At its end Python loads nothing, and an encoding it once failed to load it calls unknown from then on."""
    (tmp_path / "key").write_bytes(b"ab12\n")
    code = (
        "import encodings; encodings._cache['ascii'] = None\n"
        "from pathlib import Path\n"
        "from p2pgames_protocol.store.home import LastKey\n"
        f"print(LastKey(Path({str(tmp_path / 'key')!r}), Path()).read())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("ab12\n", "")

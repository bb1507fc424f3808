"""What an invite would start, the player is asked about; a program is not, and it is not started."""

from base64 import b32encode

import pytest

from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.invite import Invite
from tests.cli.client import Client

PIN = "0" * 64
TCP = f"tls:127.0.0.1:9#{PIN}"
DHT = f"dht:{'ab' * 32}#{'cd' * 32}"
TOR = f"tor:{b32encode(bytes(35)).decode().lower()}:1"


def invite(*addresses):
    """An invite to nobody that names these addresses."""
    return Invite(identity(0).key, bytes(16), "linja", addresses).text()


@pytest.mark.parametrize("command", ["join", "watch"])
def test_a_person_is_asked_each_time_what_it_starts_and_tells(tmp_path, command):
    for _ in range(2):
        with Client(tmp_path / "a", command, invite(TCP, DHT), "--timeout", "0", mode="--plain") as ben:
            ben.type("n")
            said = " ".join("".join(ben.lines()).split())
            assert ben.wait() == 6
        assert "The invite names dht. It asks strangers' computers in the BitTorrent DHT" in said
        assert "they learn your address" in said
        assert "Use it this time? [y/n]" in said


@pytest.mark.parametrize("mode", ["--plain", "--json"])
def test_without_the_only_way_it_leads_nowhere(tmp_path, mode):
    with Client(tmp_path / "a", "join", invite(TOR), mode=mode) as ben:
        ben.process.stdin.close()
        said = "".join(ben.lines())
        assert ben.process.wait(60) == 2
        assert "The invite leads nowhere without tor. To allow it: --via tor" in ben.complaints()
        assert ("[y/n]" in said) is (mode == "--plain")
    assert not (tmp_path / "a").exists(), "nothing was started or made"


def test_a_program_uses_what_is_left(tmp_path):
    with Client(tmp_path / "a", "join", invite(TCP, DHT), "--timeout", "0") as ben:
        said = "".join(ben.lines())
        assert ben.wait() == 6
    assert "dht" not in said


def test_what_the_settings_name_is_not_asked(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "settings.toml").write_text('[network]\nvia = "tcp,dht"\n')
    with Client(tmp_path / "a", "join", invite(TCP, DHT), "--timeout", "0", mode="--plain") as ben:
        said = "".join(ben.lines())
        assert ben.wait() == 6
    assert "[y/n]" not in said

"""A private Tor network on loopback: directory authorities and relays of our own, and no packet to any other."""

import re
import shutil
import subprocess
from pathlib import Path
from socket import create_server
from typing import Self

RELAYS = 6
AUTHORITIES = 3
LINES = """\
TestingTorNetwork 1
AssumeReachable 1
AuthDirMaxServersPerAddr 0
V3AuthVotingInterval 20
V3AuthVoteDelay 2
V3AuthDistDelay 2
TestingV3AuthInitialVotingInterval 5
TestingV3AuthInitialVoteDelay 2
TestingV3AuthInitialDistDelay 2
TestingDirAuthVoteExit *
TestingDirAuthVoteGuard *
TestingDirAuthVoteHSDir *
PathsNeededToBuildCircuits 0.67
"""


def missing() -> list[str]:
    """Return what this test needs and is not here."""
    return [program for program in ("tor", "tor-gencert") if shutil.which(program) is None]


class Relay:
    """One of them; the first ones are authorities too."""

    def __init__(self, folder, number):
        self.folder, self.name = folder / f"r{number}", f"r{number}"
        self.is_authority = number < AUTHORITIES
        # Tor has no way to tell free ports before they are named in the others' settings.
        sockets = [create_server(("127.0.0.1", 0)) for _ in range(2)]
        self.relay_port, self.directory_port = (one.getsockname()[1] for one in sockets)
        for one in sockets:
            one.close()
        (self.folder / "keys").mkdir(parents=True)
        self.folder.chmod(0o700)

    def line(self, empty):
        """Make the keys of an authority, and return what the others' settings say of it."""
        keys, port = self.folder / "keys", f"127.0.0.1:{self.directory_port}"
        files = {"-i": "authority_identity_key", "-s": "authority_signing_key", "-c": "authority_certificate"}
        named = [part for flag, name in files.items() for part in (flag, str(keys / name))]
        made = ["tor-gencert", "--create-identity-key", "-m", "12", "-a", port, *named]
        subprocess.run([*made, "--passphrase-fd", "0"], input=b"x\n", check=True, capture_output=True)
        identity = re.search(
            r"^fingerprint (\w+)", (keys / "authority_certificate").read_text(), re.MULTILINE
        )
        listed = subprocess.run(
            [
                *("tor", "--list-fingerprint", "--quiet", "-f", str(empty), "--defaults-torrc", str(empty)),
                *("--DataDirectory", str(self.folder), "--Nickname", self.name),
                *("--ORPort", str(self.relay_port), "--DirAuthority", f"x 127.0.0.1:1 {'f' * 40}"),
            ],
            check=True,
            capture_output=True,
            text=True,
        )
        fingerprint = listed.stdout.split(" ", 1)[1].strip().replace(" ", "")
        about = f"orport={self.relay_port} no-v2 v3ident={identity[1]}"
        return f"DirAuthority {self.name} {about} {port} {fingerprint}\n"

    def start(self, common, empty):
        """Start it."""
        own = f"DataDirectory {self.folder}\nNickname {self.name}\nAddress 127.0.0.1\nSocksPort 0\n"
        own += f"ORPort {self.relay_port}\nExitPolicy reject *:*\nContactInfo none\n"
        if self.is_authority:
            own += f"DirPort {self.directory_port}\nAuthoritativeDirectory 1\nV3AuthoritativeDirectory 1\n"
        (self.folder / "torrc").write_text(common + own)
        command = ["tor", "-f", str(self.folder / "torrc"), "--defaults-torrc", str(empty), "--quiet"]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL)


class TorNetwork:
    """The network, while it is entered; ``settings`` are what a client of it needs in its torrc."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.processes = []
        self.settings = ""

    def __enter__(self) -> Self:
        empty = self.folder / "empty"
        empty.write_bytes(b"")
        relays = [Relay(self.folder, number) for number in range(RELAYS)]
        self.settings = "".join(relay.line(empty) for relay in relays if relay.is_authority) + LINES
        self.processes = [relay.start(self.settings, empty) for relay in relays]
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


async def until_ready(transport):
    """Wait until a transport's Tor has found its way into the network."""
    while not transport.condition.stage.dials:
        await transport.changed()
